"""What must be decided next at Penny Green, and what would be a legal answer. The only source of legality."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from pennyflick.boards.games import places_green as places
from pennyflick.boards.games.penny_green import PennyGreenBoard, goal_sign
from pennyflick.boards.regions import Area, Points
from pennyflick.rules.game import Position
from pennyflick.rules.penny_green import awards as rights
from pennyflick.rules.penny_green import placing, words
from pennyflick.rules.penny_green.aims import goal_in_reach, too_near, what_counts
from pennyflick.rules.penny_green.judge import LAPSE, NO_KEEPER, TAKE
from pennyflick.rules.penny_green.ledger import (
    Attack,
    Award,
    FlickOff,
    GoalFlick,
    KeeperPlacing,
    Ledger,
    Over,
    Penalties,
    PenaltyFlick,
    Positional,
    PutBack,
    Stage,
    TakerPlacing,
)
from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.penny_green.pieces import GREEN, THE_GREEN, belongs, pennies
from pennyflick.rules.penny_green.placing import Formation, Ground, Suggestion
from pennyflick.table import (
    Ask,
    AskChoose,
    AskFlick,
    AskPlace,
    Away,
    Clause,
    Decision,
    DiscId,
    Layout,
    Point,
    Region,
    Seat,
    Side,
    phrase,
    says,
)

GRN_12, GRN_16 = Clause("GRN-12"), Clause("GRN-16")

# a sensible set-up of One, in shares of the side line: a keeper, a wall before the zone line, a wing
_FORMATION = ((-0.49, 0.0), (-0.16, -0.06), (-0.16, 0.06), (-0.16, -0.16), (-0.16, 0.16), (-0.31, -0.21))


def decision(options: Options, board: PennyGreenBoard, position: Position[Ledger]) -> Decision | None:
    """What must be decided next; None: the match is over."""
    asked = words.asked(position.ledger)
    if asked is None:
        return None
    asks = _asks(options, position.ledger, Ground(board, position.layout))
    found = Decision(
        (Seat(asked.side),),
        asks,
        asked.clauses,
        asked.sentence,
        glows=what_counts(position.ledger),
        leave=too_near(position.ledger),
        target=goal_in_reach(board, position.ledger, position.layout),
    )
    return _with_pick_up(found) if any(isinstance(ask, AskFlick) and ask.kind == "pick-up" for ask in asks) else found


def _asks(options: Options, ledger: Ledger, ground: Ground) -> tuple[Ask, ...]:
    match ledger.phase:
        case FlickOff(side):
            return (_formation(options, ground, side),)
        case Attack() as phase:
            return _attack(options, ground, phase)
        case Positional(side):
            return (AskFlick("positional", dict.fromkeys(_on_board(options, side, ground.layout)), may_pass=True),)
        case GoalFlick() as phase:
            return _goal_flick(options, ground, phase)
        case Penalties() as due:
            return _penalties(options, ledger, ground, due)
        case KeeperPlacing(due):
            return _keeper(options, ground, due.award.owner.other)
        case TakerPlacing(due):
            return _taker(options, ground, due.award)
        case PenaltyFlick(penny=penny):
            return (AskFlick("penalty", {penny: None}),)
        case PutBack() as phase:
            return (_put_back(ground, phase),)
        case Over():
            return ()
        case _:
            assert_never(ledger.phase)


def flickable(options: Options, phase: Attack, layout: Layout) -> tuple[DiscId, ...]:
    """The pennies that may make the next normal flick (GRN-4, 22, 23)."""
    if phase.only is not None:
        return (phase.only,)
    barred = phase.first if phase.hits == 1 else None
    return tuple(disc for disc in _on_board(options, phase.side, layout) if disc != barred)


def _formation(options: Options, ground: Ground, side: Side) -> AskPlace:
    discs = pennies(options, side)
    regions = dict.fromkeys(discs, places.flick_off_places(ground.board, side, ground.without(GREEN)))
    beside = Formation(ground, places.GRN_20, side, regions).region
    return AskPlace(regions, suggested_formation(ground.board, discs, side), beside=beside)


def suggested_formation(board: PennyGreenBoard, discs: Iterable[DiscId], side: Side) -> dict[DiscId, Point]:
    """A legal set-up for the flick off."""
    length, turn = board.side_line_mm, -goal_sign(side)
    return {
        disc: Point(turn * x * length, y * length).rounded(1) for disc, (x, y) in zip(discs, _FORMATION, strict=False)
    }


def _attack(options: Options, ground: Ground, phase: Attack) -> tuple[Ask, ...]:
    discs = flickable(options, phase, ground.layout)
    normal = AskFlick("normal", dict.fromkeys(discs), may_pass=phase.hits > 0)
    if phase.only is not None or not ground.green_in_area(phase.side):
        return (normal,)
    return (normal, AskFlick("pick-up", {disc: placing.pick_up(ground, disc) for disc in discs}))


def _with_pick_up(found: Decision) -> Decision:
    more = says(THE_GREEN, "lies in the own goal area: a penny may be picked up and placed first")
    return replace(found, clauses=(*found.clauses, GRN_16), sentence=phrase(found.sentence, more))


# ---- goal flick ------------------------------------------------------------------------------------------------------


def _goal_flick(options: Options, ground: Ground, phase: GoalFlick) -> tuple[Ask, ...]:
    taker = phase.taker
    match phase.stage:
        case Stage.ASIDE:
            return (AskChoose(words.aside_choices(_on_board(options, taker, ground.layout))),)
        case Stage.PLACING:
            asks = tuple(_other_penny(ground, disc, taker) for disc in _others(options, ground, phase))
            return asks or (AskChoose({"decline": says("There is no other penny to place")}),)
        case Stage.FLICKS:
            return (
                AskFlick("positional", dict.fromkeys(_on_board(options, taker.other, ground.layout)), may_pass=True),
            )
        case Stage.READY:
            return (_ready(ground, phase),)
        case _:
            assert_never(phase.stage)


def _others(options: Options, ground: Ground, phase: GoalFlick) -> tuple[DiscId, ...]:
    lying = _on_board(options, phase.taker, ground.layout)
    return tuple(disc for disc in lying if disc != phase.aside and disc not in phase.placed)


def _other_penny(ground: Ground, disc: DiscId, taker: Side) -> AskPlace:
    region = places.open_places(ground.board, ground.without(disc, GREEN))
    return AskPlace({disc: region}, _one_place(disc, region, _home(ground.board, taker)), may_decline=True)


def _one_place(disc: DiscId, region: Region, wish: Point) -> Suggestion:
    return Suggestion((disc,), lambda: {disc: region.nearest(wish)})


def _ready(ground: Ground, phase: GoalFlick) -> AskPlace:
    aside, taker = phase.aside, phase.taker
    assert aside is not None, "a goal flick has a penny set aside before anything is placed"
    lying = ground.without(GREEN, aside)
    green = places.goal_flick_green_places(ground.board, taker, lying)
    penny = places.goal_flick_penny_places(ground.board, taker, lying)
    suggested = Suggestion((GREEN, aside), lambda: _ready_places(ground, taker, green, penny, aside))
    regions = {GREEN: green, aside: penny}
    return AskPlace(regions, suggested, beside=Formation(ground, places.GRN_22, None, regions).region)


def _ready_places(ground: Ground, taker: Side, green: Area, penny: Area, aside: DiscId) -> dict[DiscId, Point]:
    """The green before the goal, the penny behind it at a distance that makes no push shot."""
    board, inward = ground.board, -goal_sign(taker)
    at = green.nearest(Point(board.goal_centre(taker).x_mm + inward * 2.5 * board.diameter_mm, 0.0))
    clear = penny.with_constraints(placing.apart(places.GRN_22, ground, (at,), board.diameter_mm / 2))
    return {GREEN: at, aside: clear.nearest(Point(at.x_mm - inward * 1.6 * board.diameter_mm, at.y_mm))}


# ---- penalties -------------------------------------------------------------------------------------------------------


def _penalties(options: Options, ledger: Ledger, ground: Ground, due: Penalties) -> tuple[Ask, ...]:
    award, choices = due.award, words.right_choices(ledger, due)
    if award.taker is None and not _on_board(options, award.owner, ground.layout):
        choices.pop(TAKE, None)  # nobody is on the board to take it
    lifts = tuple(_lift(ground, award.owner, disc) for disc in rights.liftable(award))
    nobody = {LAPSE: says("Nobody can take the penalty flick: let the rest lapse")}
    return (AskChoose(choices or nobody), *lifts)


def _lift(ground: Ground, owner: Side, disc: DiscId) -> AskPlace:
    region = _lift_region(ground, owner, disc)
    return AskPlace({disc: region}, _one_place(disc, region, _default_aim(ground, owner, disc)))


def _lift_region(ground: Ground, owner: Side, disc: DiscId) -> Region:
    """Where the owner of an award may put a penny: the offender's onto a spot, his own where he likes."""
    if belongs(disc, owner):
        return placing.repositioning(ground, owner, disc)
    return placing.spotting(ground, owner, disc)


def _default_aim(ground: Ground, owner: Side, disc: DiscId) -> Point:
    """Near the own zone line for an own penny; the far corner for the offender's."""
    if belongs(disc, owner):
        return _home(ground.board, owner)
    return next(iter(ground.board.spots_behind(owner).values()))


def _home(board: PennyGreenBoard, side: Side) -> Point:
    return Point(goal_sign(side) * 1.4 * board.zone_x_mm, 0.0)


def _put_back(ground: Ground, phase: PutBack) -> AskPlace:
    """The software's own places, one after another so that none is in another's way."""
    owner, lying = phase.due.award.owner, ground
    given: dict[DiscId, Point] = {}
    for disc in phase.discs:
        given[disc] = _lift_region(lying, owner, disc).nearest(_default_aim(lying, owner, disc))
        lying = Ground(ground.board, lying.layout.moved({disc: given[disc]}))
    return AskPlace({disc: Points((place,), GRN_12, ground.radius_mm) for disc, place in given.items()}, given)


def _keeper(options: Options, ground: Ground, defender: Side) -> tuple[Ask, ...]:
    asks = tuple(_keeper_ask(ground, defender, disc) for disc in keepers(options, ground, defender))
    return asks or (AskChoose({NO_KEEPER: says("No penny is on the board to keep the goal")}),)


def keepers(options: Options, ground: Ground, defender: Side) -> tuple[DiscId, ...]:
    """Who may keep goal: a penny in the hand (it was set aside), else one in the goal area, else any on the board."""
    own = pennies(options, defender)
    in_hand = tuple(disc for disc in own if ground.layout.where[disc] is Away.HAND)
    return in_hand or ground.in_area(defender, defender) or _on_board(options, defender, ground.layout)


def _keeper_ask(ground: Ground, defender: Side, disc: DiscId) -> AskPlace:
    region = placing.keeper(ground, defender, disc)
    return AskPlace({disc: region}, _one_place(disc, region, ground.board.goal_centre(defender)))


def _taker(options: Options, ground: Ground, award: Award) -> tuple[Ask, ...]:
    takers = (award.taker,) if award.taker else _on_board(options, award.owner, ground.layout)
    return tuple(_taker_ask(options, ground, award.owner, disc) for disc in takers)


def _taker_ask(options: Options, ground: Ground, owner: Side, disc: DiscId) -> AskPlace:
    green = placing.taker_green(ground, owner, disc, options.penalty)
    penny = placing.taker_penny(ground, owner, disc, options.penalty)
    forward = -goal_sign(owner) * ground.board.zone_x_mm
    wishes = ((GREEN, green, Point(forward, 0.0)), (disc, penny, Point(-forward, 0.0)))
    suggested = Suggestion((GREEN, disc), lambda: {each: _middle(region, wish) for each, region, wish in wishes})
    regions = {GREEN: green, disc: penny}
    return AskPlace(regions, suggested, beside=Formation(ground, places.GRN_28, None, regions).region)


def _middle(region: Region, wish: Point) -> Point:
    """The middle of the line, wherever exactly the line is."""
    return region.nearest(Point(region.nearest(wish).x_mm, wish.y_mm))


def _on_board(options: Options, side: Side, layout: Layout) -> tuple[DiscId, ...]:
    return tuple(disc for disc in pennies(options, side) if isinstance(layout.where[disc], Point))

"""Penny Green on the board: what is seen of a shot, where pieces may be put, what is refused."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from pennyflick.boards.games.penny_green import Zone
from pennyflick.rules.game import Position
from pennyflick.rules.penny_green.facts import Facts, Out
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import (
    Attack,
    Award,
    FlickOff,
    GoalFlick,
    KeeperPlacing,
    Ledger,
    Lift,
    Lifting,
    Over,
    Penalties,
    PenaltyFlick,
    Phase,
    Positional,
    PutBack,
    Restart,
    Stage,
    TakerPlacing,
    TurnOf,
)
from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.penny_green.pieces import GREEN
from pennyflick.table import (
    Answer,
    AskChoose,
    AskFlick,
    AskPlace,
    Away,
    Choose,
    Clause,
    Contact,
    Decision,
    Declare,
    DiscId,
    Event,
    Flick,
    Layout,
    Left,
    Piece,
    Place,
    Point,
    Resign,
    Seat,
    Shot,
    Side,
    SideFlick,
    says,
)

ONE, TWO = Side.ONE, Side.TWO
A1, A2, A3, A4, A5, A6 = (DiscId(f"A{n}") for n in range(1, 7))
B1, B2, B3, B4, B5, B6 = (DiscId(f"B{n}") for n in range(1, 7))
GAME = PennyGreen()
RADIUS, D = 10.15, 20.3
# out of everybody's way: along the far edges of the board
PARKED = {
    **{disc: Point(-300.0 + 60.0 * k, -280.0) for k, disc in enumerate((A1, A2, A3, A4, A5, A6))},
    **{disc: Point(-300.0 + 60.0 * k, 280.0) for k, disc in enumerate((B1, B2, B3, B4, B5, B6))},
    GREEN: Point(0.0, 0.0),
}


def lying(changes: Mapping[DiscId, tuple[float, float] | Away] | None = None) -> Layout:
    given = {d: p if isinstance(p, Away) else Point(*p) for d, p in (changes or {}).items()}
    return Layout(PARKED).moved(given)


def at(phase: Phase, layout: Layout | None = None, **ledger: Any) -> Position[Ledger]:
    return Position(Ledger(ONE, phase, **ledger), layout or lying())


def path(*corners: tuple[float, float]) -> tuple[Piece, ...]:
    """Straight from corner to corner, one second each."""
    legs = itertools.pairwise(corners)
    return tuple(Piece(t, t + 1.0, x, y, u - x, v - y, 0.0) for t, ((x, y), (u, v)) in enumerate(legs))


def shot(
    layout: Layout,
    paths: Mapping[DiscId, Sequence[tuple[float, float]]],
    *events: Event,
    flicked: DiscId = A1,
    start: Point | None = None,
) -> Shot:
    moved = {disc: path(*corners) for disc, corners in paths.items()}
    gone = {event.disc for event in events if isinstance(event, Left)}
    ends = {disc: Away.OFF if disc in gone else pieces[-1].end.rounded() for disc, pieces in moved.items()}
    return Shot(Flick(flicked, 0, 1000, start), layout, layout.moved(ends), events, moved)


def observe(made: Shot, phase: Phase | None = None) -> Facts:
    position = at(phase or Attack(ONE), made.start)
    assert isinstance(made.flick, Flick)
    return GAME.observe(position, made.flick, made)


def green_goes(*corners: tuple[float, float], phase: Phase | None = None) -> Facts:
    return observe(shot(lying({GREEN: corners[0]}), {GREEN: corners}), phase)


def asked(position: Position[Ledger], game: PennyGreen = GAME) -> Decision:
    decision = game.decision(position)
    assert decision is not None
    return decision


def place_ask(position: Position[Ledger], disc: DiscId, game: PennyGreen = GAME) -> AskPlace:
    asks = asked(position, game).asks
    return next(ask for ask in asks if isinstance(ask, AskPlace) and disc in ask.discs)


def breaks(position: Position[Ledger], disc: DiscId, x: float, y: float) -> Clause | None:
    return place_ask(position, disc).discs[disc].breaks(Point(x, y))


# ---- what is seen ----------------------------------------------------------------------------------------------------


def test_grn_2_what_moved_and_what_the_flicked_penny_hit() -> None:
    made = shot(
        lying(),
        {A1: [(-300, -280), (-200, -280)], B1: [(-300, 280), (-200, 280)], A2: [(-240, -280), (-220, -270)]},
        Contact(0.2, A1, B1, 5.0),
        Contact(0.4, A2, B1, 5.0),
    )

    facts = observe(made)

    assert (facts.flicked, facts.hit, facts.moved) == (A1, (B1,), (B1, A2))


def test_grn_3_a_green_touching_a_zone_line_is_in_the_centre_zone() -> None:
    touching = 100.0 + 1.0 + RADIUS + 0.05

    assert green_goes((touching, 0), (touching, 5)).struck_from is Zone.CENTRE
    assert green_goes((touching + 0.1, 0), (touching + 0.1, 5)).struck_from is Zone.TWO
    assert green_goes((-touching - 0.1, 0), (-touching - 0.1, 5)).struck_from is Zone.ONE


def test_grn_3_a_penny_touching_the_goal_area_line_is_in_the_area_on_both_sides_of_the_goal_line() -> None:
    reach = 90.0 + 1.0 + RADIUS
    layout = lying({A2: (-400.0 + reach, 0.0), A3: (-400.0 - reach + 40.0, 0.0), A4: (-400.0, reach + 0.2)})

    assert observe(shot(layout, {A1: [(0, 0), (1, 1)]})).in_area_one == (A2, A3)


def test_grn_3_the_green_is_out_only_once_all_of_it_has_crossed_the_whole_line() -> None:
    edge = 400.0 + 1.0 + RADIUS

    assert green_goes((300, 100), (edge, 100)).out is Out.NO
    assert green_goes((300, 100), (edge + 0.1, 100)).out is Out.LINE_TWO
    assert green_goes((0, 0), (0, 200.0 + 1.0 + RADIUS + 0.1)).out is Out.SIDE


def test_grn_3_the_first_line_decides_and_both_at_once_at_a_corner_is_the_goal_line() -> None:
    assert green_goes((300, 150), (400, 260), (470, 260)).out is Out.SIDE
    assert green_goes((380, 180), (460, 200), (460, 260)).out is Out.LINE_TWO
    assert green_goes((311, 111), (511, 311)).out is Out.LINE_TWO


def test_grn_3_a_dead_green_meets_nobody_and_comes_near_nobody() -> None:
    layout = lying({GREEN: (0, 0), B1: (0, 280)})
    late = Contact(0.95, B1, GREEN, 5.0)
    made = shot(layout, {GREEN: [(0, 0), (0, 259)], B1: [(0, 280), (0, 285)]}, late)

    facts = observe(made)

    assert (facts.out, facts.collided, facts.near) == (Out.SIDE, (), ())
    assert facts.moved == (GREEN, B1)


def test_grn_9_a_collision_in_play_is_seen_with_its_instant() -> None:
    made = shot(lying(), {GREEN: [(0, 0), (10, 0)]}, Contact(0.25, B1, GREEN, 5.0))

    facts = observe(made)

    assert facts.collided == (B1,)
    assert [e.instant_s for e in facts.evidence if e.fact == "collided"] == [0.25]


def test_grn_12_pennies_that_left_are_seen_not_the_green() -> None:
    end = Point(-500.0, 0.0)
    made = shot(
        lying({A1: (-450, 0), GREEN: (-420, 0)}),
        {A1: [(-450, 0), (-500, 0)], GREEN: [(-420, 0), (-500, 0)]},
        Left(0.5, A1, end),
        Left(0.6, GREEN, end),
    )

    assert observe(made).off == (A1,)


def test_grn_13_every_zone_is_seen_rebounds_included() -> None:
    assert green_goes((0, 0), (150, 0), (0, 0), (-150, 0)).zones == (Zone.CENTRE, Zone.TWO, Zone.ONE)
    assert green_goes((0, 0), (105, 0)).zones == (Zone.CENTRE,)
    assert green_goes((-150, 0), (150, 0)).zones == (Zone.ONE, Zone.CENTRE, Zone.TWO)


def test_grn_13_what_the_green_does_when_dead_is_no_travel() -> None:
    assert green_goes((-150, 190), (-150, 230), (150, 230)).zones == (Zone.ONE,)


def test_grn_14_within_a_diameter_is_a_gap_of_less_than_a_diameter() -> None:
    layout = lying({A2: (2 * D, 0.0), A3: (0.0, 2 * D - 0.01), B1: (-25.0, 0.0)})

    facts = observe(shot(layout, {A1: [(-300, -280), (-290, -280)]}))

    assert facts.near == (A3, B1)
    gap = next(each for each in facts.evidence if each.fact == "near" and B1 in each.discs)
    assert gap.measured_mm == pytest.approx(25.0 - D)
    assert gap.limit_mm == D


def test_grn_16_a_penny_placed_first_is_seen() -> None:
    made = shot(lying(), {A1: [(0, 30), (0, 40)]}, start=Point(0.0, 30.0))

    assert observe(made).picked_up
    assert not observe(shot(lying(), {A1: [(-300, -280), (0, 40)]})).picked_up


def test_grn_17_a_push_that_strikes_another_is_seen() -> None:
    first, second = Contact(0.01, A1, A2, 5.0, push=True), Contact(0.2, A1, B1, 5.0)

    assert observe(shot(lying(), {A1: [(0, 30), (0, 40)]}, first, second)).illegal_push
    assert not observe(shot(lying(), {A1: [(0, 30), (0, 40)]}, first)).illegal_push


def test_grn_18_between_the_pegs_or_beside_them() -> None:
    assert green_goes((300, 0), (420, 30)).out is Out.GOAL_TWO
    assert green_goes((300, 60), (420, 60)).out is Out.LINE_TWO
    assert green_goes((-300, 0), (-420, 0)).out is Out.GOAL_ONE
    assert green_goes((300, 70), (405, 70), (405, 0), (420, 0)).out is Out.LINE_TWO


def test_grn_18_where_the_green_lay_when_the_flick_began_decides() -> None:
    assert green_goes((0, 0), (420, 0)).struck_from is Zone.CENTRE
    assert green_goes((150, 0), (420, 0)).struck_from is Zone.TWO


def test_grn_22_while_the_green_is_aside_nothing_is_near_it() -> None:
    layout = lying({GREEN: Away.HAND, A6: Away.HAND})
    facts = observe(shot(layout, {B1: [(-300, 280), (-200, 280)]}, flicked=B1), GoalFlick(ONE, Stage.FLICKS, A6))

    assert (facts.near, facts.zones, facts.out) == ((), (), Out.NO)


def test_grn_24_it_is_enough_that_the_green_was_wholly_outside_for_a_moment() -> None:
    start = Attack(ONE, Restart.GOAL_FLICK, only=A1)

    assert not green_goes((-350, 0), (-297, 0), (-350, 0), phase=start).stayed
    assert green_goes((-350, 0), (-299, 0), phase=start).stayed
    assert green_goes((-350, 0), (-440, 0), (-600, 0), phase=start).stayed


def test_grn_24_is_asked_only_of_the_first_flick() -> None:
    assert not green_goes((-350, 0), (-340, 0)).stayed
    assert not green_goes((-350, 0), (-340, 0), phase=Attack(ONE, Restart.GOAL_FLICK, hits=1, first=A1)).stayed


def test_everything_measured_is_shown_as_evidence() -> None:
    made = shot(
        lying({A2: (-380, 0), GREEN: (-350, 0)}),
        {A1: [(0, 0), (1, 1)], A2: [(-380, 0), (-385, 0)], A3: [(-180, -280), (-180, -300)]},
        Contact(0.01, A1, A2, 5.0, push=True),
        Contact(0.2, A1, B1, 5.0),
        Left(0.9, A3, Point(-180.0, -300.0)),
    )

    shown = {(each.fact, each.discs, each.instant_s) for each in observe(made).evidence}

    assert ("illegal_push", (A1, B1), 0.2) in shown
    assert ("hit", (A1, A2), 0.01) in shown
    assert ("moved", (A2,), 0.0) in shown
    assert ("off", (A3,), 0.9) in shown
    assert ("in_area", (A2,), None) in shown


def test_grn_3_a_collision_at_the_very_end_of_play_still_counts() -> None:
    instant = (200.0 + 1.0 + RADIUS + 0.05) / 400.0
    made = shot(lying(), {GREEN: [(0, 0), (0, 400)]}, Contact(instant - 1e-9, B1, GREEN, 5.0))

    assert observe(made).collided == (B1,)


def test_grn_15_the_green_is_no_penny_of_the_area() -> None:
    layout = lying({GREEN: (-350, 0), A2: (-370, 30)})

    assert observe(shot(layout, {A1: [(0, 0), (1, 1)]})).in_area_one == (A2,)


# ---- what may be flicked ---------------------------------------------------------------------------------------------


def test_grn_4_the_green_and_enemy_pennies_are_refused() -> None:
    for disc in (GREEN, B1):
        refusal = GAME.refuse(at(Attack(ONE)), Flick(disc, 0, 1000))
        assert refusal is not None
        assert refusal.clause == "GRN-4"
    assert GAME.refuse(at(Attack(ONE)), Flick(A1, 0, 1000)) is None


def test_grn_23_the_software_does_not_offer_the_penny_flicked_first() -> None:
    second = at(Attack(ONE, Restart.FLICK_OFF, hits=1, first=A1))
    third = at(Attack(ONE, Restart.FLICK_OFF, hits=2, first=A1))

    refusal = GAME.refuse(second, Flick(A1, 0, 1000))
    (ask,) = asked(second).asks

    assert refusal is not None
    assert refusal.clause == "GRN-23"
    assert isinstance(ask, AskFlick)
    assert tuple(ask.discs) == (A2, A3, A4, A5, A6)
    assert GAME.refuse(second, Flick(A2, 0, 1000)) is None
    assert GAME.refuse(third, Flick(A1, 0, 1000)) is None


def test_grn_22_only_the_penny_set_aside_makes_the_goal_flick() -> None:
    position = at(Attack(ONE, Restart.GOAL_FLICK, only=A3), lying({GREEN: (-350, 0), A3: (-380, 0)}))

    (ask,) = asked(position).asks
    assert isinstance(ask, AskFlick)
    assert tuple(ask.discs) == (A3,)
    assert GAME.refuse(position, Flick(A1, 0, 1000)) is not None


def test_grn_5_and_6_passing_is_offered_after_a_hit_only() -> None:
    assert GAME.refuse(at(Attack(ONE)), Choose("pass")) is not None
    assert GAME.refuse(at(Attack(ONE, hits=1)), Choose("pass")) is None
    assert GAME.refuse(at(Positional(ONE)), Choose("pass")) is None


def test_grn_16_a_penny_may_be_picked_up_only_while_the_green_lies_in_the_own_goal_area() -> None:
    home = lying({GREEN: (-350, 0)})
    flick = Flick(A1, 0, 1000, Point(-380.0, 0.0))

    assert GAME.refuse(at(Attack(ONE), home), flick) is None
    assert GAME.refuse(at(Attack(ONE, hits=1), home), flick) is None
    assert GAME.refuse(at(Attack(ONE)), flick) is not None
    assert GAME.refuse(at(Attack(TWO), home), replace(flick, disc=B1)) is not None
    assert {"GRN-16", "GRN-5"} <= set(asked(at(Attack(ONE), home)).clauses)
    assert "GRN-16" not in asked(at(Attack(ONE))).clauses


def test_grn_16_it_is_placed_on_the_board_clear_of_all_pieces_and_pegs() -> None:
    position = at(Attack(ONE), lying({GREEN: (-350, 0)}))
    for x, y in ((-350 + D, 0), (-400, 53), (-495, 0)):
        refusal = GAME.refuse(position, Flick(A1, 0, 1000, Point(x, y)))
        assert refusal is not None
        assert refusal.clause == "GRN-16"
        assert refusal.nearest is not None
        assert GAME.refuse(position, Flick(A1, 0, 1000, refusal.nearest)) is None


def test_grn_16_gives_nothing_more_at_the_first_flick_of_a_goal_flick() -> None:
    position = at(Attack(ONE, Restart.GOAL_FLICK, only=A1), lying({GREEN: (-350, 0), A1: (-380, 0)}))

    assert len(asked(position).asks) == 1


# ---- flick off -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["standard", "mini", "tupenny"])
@pytest.mark.parametrize("coin", ["board", "1p", "2p", "5c"])
@pytest.mark.parametrize("count", [5, 6])
def test_grn_20_the_suggested_formation_is_legal_on_every_board(size: str, coin: str, count: int) -> None:
    game = PennyGreen(Options(size=size, coin=coin, pennies_one=count, goal_one_mm=120))
    for side in Side:
        position = replace(game.opening(side), ledger=Ledger(side, FlickOff(side)))
        (ask,) = asked(position, game).asks
        assert isinstance(ask, AskPlace)
        assert len(ask.suggested) == game.options.pennies(side)
        assert game.refuse(position, Place(dict(ask.suggested))) is None


def formation(**moved: tuple[float, float]) -> Place:
    (ask,) = asked(GAME.opening(ONE)).asks
    assert isinstance(ask, AskPlace)
    return Place({**ask.suggested, **{DiscId(disc): Point(*there) for disc, there in moved.items()}})


@pytest.mark.parametrize(
    ("moved", "why"),
    [
        ({"A2": (-111.1, 0.0)}, "touches the zone line"),
        ({"A2": (-250.0, 0.0)}, "nearer to the goal area"),
        ({"A2": (-150.0, 230.0)}, "in the out zone"),
        ({"A2": (50.0, 100.0)}, "not before the own goal"),
        ({"A2": (-392.0, 45.0)}, "a second one in the goal area"),
        ({"A2": (-128.0, 80.0)}, "within a diameter of A3"),
        ({"A2": (-128.0, 48.0)}, "on top of A3"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_grn_20_an_illegal_formation_is_refused_with_the_nearest_legal_point(
    moved: dict[str, tuple[float, float]], why: str
) -> None:
    place = formation(**moved)
    refusal = GAME.refuse(GAME.opening(ONE), place)

    assert refusal is not None, why
    assert refusal.clause == "GRN-20"
    assert refusal.nearest is not None
    mended = next(disc for disc in place.points if str(refusal.sentence).startswith(disc))
    again = GAME.refuse(GAME.opening(ONE), Place({**place.points, mended: refusal.nearest}))
    assert again is None


def test_grn_20_the_place_offered_is_near_and_leaves_the_keeper_at_home() -> None:
    # A3 stands at (-128, 48), so one of the two need only give way a little; a keeper on a peg need only step aside
    for moved, blamed in (({"A2": (-128.0, 10.0)}, A3), ({"A1": (-400.0, 53.0)}, A1)):
        place = formation(**moved)
        refusal = GAME.refuse(GAME.opening(ONE), place)
        here = place.points[blamed]
        assert here is not None
        assert refusal is not None
        assert str(refusal.sentence).startswith(blamed)
        assert refusal.nearest is not None
        assert refusal.nearest.distance_mm(here) < 15


def test_grn_20_one_penny_may_stand_anywhere_in_the_own_goal_area_behind_the_line_too() -> None:
    for keeper in ((-480.0, 0.0), (-320.0, 20.0), (-400.0, 0.0)):
        assert GAME.refuse(GAME.opening(ONE), formation(A1=keeper)) is None
    assert GAME.refuse(GAME.opening(ONE), formation(A1=(400.0, 0.0))) is not None


def test_grn_20_exactly_a_diameter_apart_is_not_within_it() -> None:
    # A3 stands at (-128, 48); two diameters between centres are one between rims
    assert GAME.refuse(GAME.opening(ONE), formation(A2=(-128.0, 7.4))) is None
    assert GAME.refuse(GAME.opening(ONE), formation(A2=(-128.0, 7.5))) is not None


def test_grn_20_the_green_is_on_the_centre_spot_and_the_pennies_in_hand() -> None:
    layout = GAME.opening(TWO).layout

    assert layout.on_board == {GREEN: Point(0.0, 0.0)}
    assert asked(GAME.opening(TWO)).seats == (Seat(TWO),)


def test_handicap_five_pennies_against_six_and_goal_widths_per_side() -> None:
    game = PennyGreen(Options(pennies_two=5, goal_one_mm=80, goal_two_mm=120))

    assert [disc.id for disc in game.discs if disc.side is TWO] == [B1, B2, B3, B4, B5]
    assert (game.board.goal_width_mm(ONE), game.board.goal_width_mm(TWO)) == (80.0, 120.0)


# ---- goal flick ------------------------------------------------------------------------------------------------------


ASIDE = {GREEN: Away.HAND, A1: Away.HAND}


def test_grn_22_the_taker_chooses_any_of_his_pennies() -> None:
    (ask,) = asked(at(GoalFlick(ONE), lying({GREEN: Away.HAND}))).asks

    assert isinstance(ask, AskChoose)
    assert tuple(ask.options) == (A1, A2, A3, A4, A5, A6)


def test_grn_22_two_others_are_placed_nearer_to_a_line_and_a_diameter_apart_pitch_or_out_zone() -> None:
    position = at(GoalFlick(ONE, Stage.PLACING, A1), lying({**ASIDE, B1: (-100, 0)}))

    assert breaks(position, A2, -100, 50) is None
    assert breaks(position, A2, 100, 260) is None
    assert breaks(position, A2, -100, 40) == "GRN-22"
    assert breaks(position, A2, -250, 0) == "GRN-22"
    assert breaks(position, A2, -400, 0) == "GRN-22"
    assert breaks(position, A2, 100, 295) == "GRN-22"


def test_grn_22_not_the_same_penny_twice_nor_the_one_aside_and_none_is_allowed() -> None:
    position = at(GoalFlick(ONE, Stage.PLACING, A1, (A2,)), lying(ASIDE))
    offered = {disc for ask in asked(position).asks if isinstance(ask, AskPlace) for disc in ask.discs}

    assert offered == {A3, A4, A5, A6}
    assert GAME.refuse(position, Choose("decline")) is None


def test_grn_22_the_opponent_flicks_any_penny_and_may_waive() -> None:
    position = at(GoalFlick(ONE, Stage.FLICKS, A1), lying(ASIDE))

    assert asked(position).seats == (Seat(TWO),)
    assert GAME.refuse(position, Flick(B1, 0, 500)) is None
    assert GAME.refuse(position, Choose("pass")) is None
    assert GAME.refuse(position, Flick(A2, 0, 500)) is not None


def test_grn_22_the_green_is_placed_in_play_the_penny_behind_the_line_too() -> None:
    position = at(GoalFlick(ONE, Stage.READY, A1), lying(ASIDE))

    assert breaks(position, GREEN, -420, 0) == "GRN-22"
    assert breaks(position, A1, -450, 0) is None
    assert breaks(position, GREEN, -280, 0) == "GRN-22"
    assert breaks(position, A1, -400, 53) == "GRN-22"
    assert GAME.refuse(position, Place({GREEN: Point(-350, 0), A1: Point(-380, 0)})) is None


def test_grn_22_green_and_penny_may_not_overlap_and_the_nearest_place_is_offered() -> None:
    position = at(GoalFlick(ONE, Stage.READY, A1), lying(ASIDE))

    refusal = GAME.refuse(position, Place({GREEN: Point(-350, 0), A1: Point(-360, 0)}))

    assert refusal is not None
    assert refusal.clause == "GRN-22"
    assert refusal.nearest is not None
    assert GAME.refuse(position, Place({GREEN: Point(-350, 0), A1: refusal.nearest})) is None


def test_grn_22_green_and_penny_share_the_goal_area_at_either_end() -> None:
    for side, sign, penny in ((ONE, -1, A1), (TWO, 1, B1)):
        position = at(GoalFlick(side, Stage.READY, penny), lying({GREEN: Away.HAND, penny: Away.HAND}))
        assert GAME.refuse(position, Place({GREEN: Point(sign * 350, 0), penny: Point(sign * 380, 0)})) is None


def test_grn_28_a_misplaced_green_is_refused_whichever_penny_takes_the_flick() -> None:
    position = at(TakerPlacing(due(TWO)), lying({GREEN: Away.HAND}))

    refusal = GAME.refuse(position, Place({GREEN: Point(-90.0, 0.0), B2: Point(100.0, 0.0)}))

    assert refusal is not None
    assert refusal.clause == "GRN-28"
    assert refusal.nearest is not None
    assert refusal.nearest.distance_mm(Point(-100.0, 0.0)) < 2


def test_grn_22_the_suggested_places_are_legal_in_a_crowded_area() -> None:
    crowd = {B1: (-350, 0), B2: (-385, 0), B3: (-330, 40), B4: (-370, 30), A2: (-360, -40)}
    position = at(GoalFlick(ONE, Stage.READY, A1), lying({**ASIDE, **crowd}))
    ask = place_ask(position, A1)

    assert GAME.refuse(position, Place(dict(ask.suggested))) is None


# ---- penalties -------------------------------------------------------------------------------------------------------


def due(owner: Side, *lifts: Lift, **more: Any) -> Penalties:
    return Penalties((Award(owner, lifts=lifts, **more),), TurnOf(owner))


def spot(*discs: DiscId) -> Lift:
    return Lift(Lifting.SPOT, Clause("GRN-14"), discs)


def move(*discs: DiscId) -> Lift:
    return Lift(Lifting.REPOSITION, Clause("GRN-14"), discs)


def test_grn_26_a_free_spot_behind_the_goal_line_that_the_opponent_defends() -> None:
    position = at(due(TWO, spot(A1)), lying({A2: (450, 220)}))

    assert breaks(position, A1, 450, 270) is None
    assert breaks(position, A1, 454, 270) is None
    assert breaks(position, A1, 450, 220) == "GEN-9"
    assert breaks(position, A1, -450, 270) == "GRN-26"
    assert breaks(position, A1, 450, 250) == "GRN-26"
    assert place_ask(position, A1).suggested == {A1: Point(450.0, -270.0)}


def test_grn_26_if_no_spot_is_free_the_free_point_behind_the_line_nearest_to_a_spot() -> None:
    full = {A2: (450, 270), A3: (450, 220), A4: (450, -220), A5: (450, -270)}
    position = at(due(TWO, spot(A1)), lying(full))

    (there,) = place_ask(position, A1).suggested.values()

    assert breaks(position, A1, there.x_mm, there.y_mm) is None
    assert breaks(position, A1, 450, 0) == "GRN-26"
    assert there.x_mm > 400 + 1 + RADIUS
    assert min(there.distance_mm(Point(*p)) for p in full.values()) == pytest.approx(D, abs=0.2)


def test_grn_27_where_an_own_penny_may_be_repositioned() -> None:
    position = at(due(TWO, move(B1)), lying({GREEN: (150, 100), A1: (0, 150), B2: (410, 0)}))

    assert breaks(position, B1, -100, 0) is None
    assert breaks(position, B1, 100, 240) is None
    assert breaks(position, B1, -400, 0) is None
    assert breaks(position, B1, 150, 100 - 2 * D + 1) == "GRN-27"
    assert breaks(position, B1, 0, 150 - 2 * D + 1) == "GRN-27"
    assert breaks(position, B1, 370, -30) == "GRN-27"
    assert breaks(position, B1, 250, 0) == "GRN-27"


def test_grn_27_the_distance_is_kept_inside_goal_areas_too_and_the_penny_itself_does_not_fill_its_area() -> None:
    position = at(due(TWO, move(B1)), lying({B1: (350, 0), A1: (400, 0)}))

    assert breaks(position, B1, 350, 0) is None
    assert breaks(position, B1, 370, 0) == "GRN-27"


def test_grn_25_each_right_is_asked_for_apart_and_the_flick_can_be_taken_or_declined() -> None:
    award = Award(TWO, (Clause("GRN-13"),), (spot(A1, A2), move(B1)))
    decision = asked(at(Penalties((award,), TurnOf(TWO))))

    assert decision.seats == (Seat(TWO),)
    placed = [tuple(ask.discs) for ask in decision.asks if isinstance(ask, AskPlace)]
    assert placed == [(A1,), (A2,), (B1,)]
    (choice,) = (ask for ask in decision.asks if isinstance(ask, AskChoose))
    assert tuple(choice.options) == ("penalty-flick", "advantage")
    assert {"GRN-26", "GRN-27", "GRN-28", "GRN-30"} <= set(decision.clauses)


def test_grn_30_declining_is_not_offered_when_the_green_is_over_a_side_line() -> None:
    position = at(Penalties((Award(TWO, (Clause("GRN-11"),)),), TurnOf(TWO)), lying({GREEN: Away.HAND}), out=Out.SIDE)

    (choice,) = asked(position).asks
    assert isinstance(choice, AskChoose)
    assert tuple(choice.options) == ("penalty-flick",)


def test_grn_28_the_keepers_centre_is_on_the_goal_line_between_the_pegs() -> None:
    position = at(KeeperPlacing(due(TWO)))

    assert asked(position).seats == (Seat(ONE),)
    assert breaks(position, A1, -400, 0) is None
    assert breaks(position, A1, -400, 39.8) is None
    assert breaks(position, A1, -400, 40) == "GRN-28"
    assert breaks(position, A1, -399, 0) == "GRN-28"
    assert breaks(position, A1, -400, 70) == "GRN-28"


def test_grn_28_a_penny_already_in_the_goal_area_is_the_keeper() -> None:
    position = at(KeeperPlacing(due(TWO)), lying({A4: (-330, 20)}))

    assert [tuple(ask.discs) for ask in asked(position).asks if isinstance(ask, AskPlace)] == [(A4,)]


def test_grn_25_a_penny_off_the_board_can_be_neither_keeper_nor_taker() -> None:
    layout = lying({A1: Away.OFF, B1: Away.OFF, GREEN: Away.HAND})
    keepers = {
        d for ask in asked(at(KeeperPlacing(due(TWO)), layout)).asks if isinstance(ask, AskPlace) for d in ask.discs
    }
    takers = {
        d for ask in asked(at(TakerPlacing(due(TWO)), layout)).asks if isinstance(ask, AskPlace) for d in ask.discs
    }

    assert keepers == {A2, A3, A4, A5, A6}
    assert takers == {GREEN, B2, B3, B4, B5, B6}


def test_grn_25_with_nobody_on_the_board_nothing_is_stuck() -> None:
    nobody = lying(dict.fromkeys((A1, A2, A3, A4, A5, A6), Away.OFF))

    (keeper,) = asked(at(KeeperPlacing(due(TWO)), nobody)).asks
    taker = asked(at(Penalties((Award(ONE, (Clause("GRN-11"),)),), TurnOf(ONE)), nobody, out=Out.SIDE)).asks

    assert isinstance(keeper, AskChoose)
    assert taker == (AskChoose({"lapse": says("Nobody can take the penalty flick: let the rest lapse")}),)


def test_grn_28_standard_play_puts_green_and_penny_on_the_penalty_lines() -> None:
    position = at(TakerPlacing(due(TWO)), lying({GREEN: Away.HAND}))

    assert breaks(position, GREEN, -100, 0) is None
    assert breaks(position, GREEN, -100, 50) is None
    assert breaks(position, GREEN, -100, 51) == "GRN-28"
    assert breaks(position, GREEN, 100, 0) == "GRN-28"
    ask = place_ask(position, B1)
    assert ask.discs[B1].breaks(Point(100, -20)) is None
    assert ask.discs[B1].breaks(Point(102, -20)) == "GRN-28"


@pytest.mark.parametrize(("coin", "x"), [("1p", 111.3), ("2p", 114.1), ("5c", 111.7)])
def test_grn_28_advanced_play_puts_them_just_beyond_without_touching(coin: str, x: float) -> None:
    game = PennyGreen(Options(penalty="advanced", coin=coin))
    ask = place_ask(at(TakerPlacing(due(ONE)), lying({GREEN: Away.HAND})), A1, game)

    assert ask.suggested == {GREEN: Point(x, 0.0), A1: Point(-x, 0.0)}
    assert game.board.zone(ask.suggested[GREEN], game.board.piece.radius_mm) is Zone.TWO
    assert ask.discs[GREEN].breaks(Point(x - 0.1, 0.0)) == "GRN-28"
    assert ask.discs[GREEN].breaks(Point(x + 0.1, 0.0)) == "GRN-28"


def test_grn_28_on_free_ground_and_only_if_none_is_free_shifted_to_the_nearest() -> None:
    one = at(TakerPlacing(due(TWO)), lying({GREEN: Away.HAND, A1: (-100, 0)}))
    wall = {d: (-100.0, y) for d, y in zip((A1, A2, A3, A4), (-45.0, -15.0, 15.0, 45.0), strict=True)}
    blocked = at(TakerPlacing(due(TWO)), lying({GREEN: Away.HAND, **wall}))

    assert breaks(one, GREEN, -100, 10) == "GRN-28"
    assert breaks(one, GREEN, -100, 21) is None
    (there, _) = place_ask(blocked, B1).suggested.values()
    assert breaks(blocked, GREEN, there.x_mm, there.y_mm) is None
    assert 0 < abs(there.x_mm + 100) < D
    assert all(there.distance_mm(Point(*p)) >= D for p in wall.values())


def test_grn_22_the_penny_set_aside_takes_the_penalty_flick_or_keeps_the_goal() -> None:
    taking = at(TakerPlacing(due(ONE, taker=A1)), lying(ASIDE))
    keeping = at(KeeperPlacing(due(TWO)), lying({**ASIDE, A2: (-350, 0)}))

    assert [tuple(ask.discs) for ask in asked(taking).asks if isinstance(ask, AskPlace)] == [(GREEN, A1)]
    assert [tuple(ask.discs) for ask in asked(keeping).asks if isinstance(ask, AskPlace)] == [(A1,)]


def test_grn_12_what_must_come_back_by_default_has_exactly_one_place() -> None:
    layout = lying({A1: Away.OFF, A2: Away.OFF, B1: Away.OFF})
    position = at(PutBack(due(TWO), (A1, A2, B1)), layout, off=(A1, A2, B1))
    ask = place_ask(position, A1)

    assert GAME.refuse(position, Place(dict(ask.suggested))) is None
    moved = Place({**ask.suggested, B1: Point(0.0, 100.0)})
    refusal = GAME.refuse(position, moved)
    assert refusal is not None
    assert refusal.clause == "GRN-12"
    gaps = (a.distance_mm(b) for a, b in itertools.combinations(ask.suggested.values(), 2))
    assert min(gaps) > D


def test_grn_29_a_penalty_flick_cannot_be_passed_and_only_that_penny_makes_it() -> None:
    position = at(PenaltyFlick(due(TWO), B2))

    assert GAME.refuse(position, Flick(B2, 0, 1000)) is None
    assert GAME.refuse(position, Flick(B1, 0, 1000)) is not None
    assert GAME.refuse(position, Choose("pass")) is not None


# ---- anything a client can send --------------------------------------------------------------------------------------


PHASES: tuple[Phase, ...] = (
    FlickOff(ONE),
    Attack(ONE, hits=1),
    Positional(ONE),
    *(GoalFlick(ONE, stage, None if stage is Stage.ASIDE else A1) for stage in Stage),
    due(TWO, spot(A2), move(B2)),
    KeeperPlacing(due(TWO)),
    TakerPlacing(due(TWO)),
    PenaltyFlick(due(TWO), B1),
    PutBack(due(TWO), (A2,)),
    Over(None),
)
NONSENSE: tuple[Any, ...] = (
    Flick(DiscId("A9"), 0, 1000),
    Flick(A1, -1, 1000),
    Flick(A1, 0, 10**9),
    Flick(A1, 0, 1000, Point(math.nan, math.inf)),
    Flick(7, 0, 1000),  # type: ignore[arg-type]
    Flick(A1, 1.5, "fast"),  # type: ignore[arg-type]
    SideFlick(A1, A2, Point(0, 0), 0, 100),
    Place({}),
    Place({A1: None}),
    Place({A1: Point(math.nan, 0), A2: Point(1e300, 0)}),
    Place(dict.fromkeys((A1, A2, A3, A4, A5, A6), Point(0.0, 0.0))),
    Place({GREEN: Point(math.inf, 0), A1: Point(0, 0)}),
    Place({GREEN: Point(-350, 0), A1: None}),
    Place({DiscId("x"): Point(0, 0)}),
    Place([A1]),  # type: ignore[arg-type]
    Choose(""),
    Choose(None),  # type: ignore[arg-type]
    Declare("sneezed", (), Seat(ONE)),
    Declare("touch", (DiscId("C1"),), Seat(ONE)),
    Declare("touch", None, Seat(ONE)),  # type: ignore[arg-type]
    Declare("touch", (), Seat(ONE, 1)),
    Declare("touch", (), None),  # type: ignore[arg-type]
    None,
    "flick",
)


@pytest.mark.parametrize("phase", PHASES, ids=lambda p: type(p).__name__)
def test_refuse_never_raises_and_refuses_nonsense(phase: Phase) -> None:
    position = at(phase, lying({**ASIDE, A2: Away.OFF}), off=(A2,), out=Out.GOAL_ONE)
    for answer in NONSENSE:
        assert GAME.refuse(position, answer) is not None, answer


def test_resigning_is_never_refused_and_declaring_only_after_the_end() -> None:
    declared: Answer = Declare("touch", (B1,), Seat(ONE))

    assert GAME.refuse(at(Attack(ONE)), Resign(Seat(ONE))) is None
    assert GAME.refuse(at(Attack(ONE)), declared) is None
    assert GAME.refuse(at(Over(None)), declared) is not None

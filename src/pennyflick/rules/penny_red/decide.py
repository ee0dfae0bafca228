"""What must be decided next in Penny Red, and why an answer cannot be accepted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pennyflick.boards.regions import Area, Points, Spots, keep_clear
from pennyflick.rules.game import Position
from pennyflick.rules.partners import seats_able
from pennyflick.rules.penny_red.aims import what_counts
from pennyflick.rules.penny_red.clauses import (
    RED_2,
    RED_3,
    RED_4,
    RED_5,
    RED_6,
    RED_8,
    RED_10,
    RED_14,
    RED_15,
    RED_16,
    RED_17,
    RED_18,
    RED_20,
)
from pennyflick.rules.penny_red.ledger import FLICKS_A_TURN, Ledger, Phase, serving_seat, serving_shooter
from pennyflick.rules.penny_red.observe import lies_across, over_edge, touching_red
from pennyflick.rules.penny_red.options import Options
from pennyflick.rules.penny_red.pennies import PENNIES, RED, SHOOTERS, THE_RED, board_of, discs_of, side_of
from pennyflick.rules.penny_red.places import court, enemy_spots, respot, side_flick_place, suggested
from pennyflick.rules.penny_red.serve import OTHER_CORNER
from pennyflick.rules.refusing import refuse_by_decision, refuse_declared_discs, refused
from pennyflick.rules.side_flick import refuse_direction
from pennyflick.table import (
    PASS,
    Answer,
    Ask,
    AskChoose,
    AskFlick,
    AskPlace,
    AskSideFlick,
    Cited,
    Clause,
    Decision,
    Declare,
    DiscId,
    Fragment,
    Layout,
    Named,
    Place,
    Point,
    Refusal,
    Seat,
    Sentence,
    Side,
    SideFlick,
    Subject,
    listed,
    listed_discs,
    phrase,
    says,
    verb,
)


def seats(options: Options) -> tuple[Seat, ...]:
    """Two players, or four in doubles."""
    places = (0, 1) if options.doubles else (0,)
    return tuple(Seat(side, place) for place in places for side in Side)


def decision(options: Options, position: Position[Ledger]) -> Decision | None:
    """What must be decided next; None: the match is over."""
    ledger = position.ledger
    if ledger.ended is not None:
        return None
    if ledger.in_hand is not None:
        return _put_down(options, position.layout, ledger)
    if ledger.phase is Phase.SERVE:
        return _serve(options, ledger)
    return _open_play(options, position) if ledger.phase is Phase.OPEN else _reward(options, position)


def refuse(options: Options, asked: Decision | None, layout: Layout, answer: Answer) -> Refusal | None:
    """Why this answer cannot be accepted, or None."""
    refusal = refuse_by_decision(asked, answer)
    if refusal is not None or asked is None:
        return refusal
    match answer:
        case SideFlick():
            board = board_of(options)
            return refuse_direction(RED_18, board.edge, answer, board.piece.radius_mm)
        case Place():
            return _refuse_overlap(options, layout, answer)
        case Declare():
            return refuse_declared_discs(answer, seats(options), PENNIES)
        case _:
            return None


def _refuse_overlap(options: Options, layout: Layout, place: Place) -> Refusal | None:
    """Two shooters put down together must not lie on each other."""
    if len(place.points) != 2:
        return None
    (one, at), (two, beside) = place.points.items()
    if at is None or beside is None:
        return None
    ground = _clear_of(options, court(options, layout, two, (one,)), at)
    if ground.breaks(beside) is None:
        return None
    return refused(RED_16, f"{two} cannot lie on {one}", ground.nearest(beside))


def _clear_of(options: Options, ground: Area, *lying: Point) -> Area:
    radius = board_of(options).piece.radius_mm
    return ground.with_constraints(keep_clear(RED_16, ((at, radius) for at in lying), radius))


def _decided(
    options: Options, side: Side, asks: Iterable[Ask], clauses: Iterable[Clause], sentence: Sentence
) -> Decision:
    """The decision of whoever of the side can answer one of the asks (RED-20)."""
    found = tuple(asks)
    team = tuple(seat for seat in seats(options) if seat.side is side)
    shared = (RED_20,) if options.doubles else ()
    return Decision(seats_able(discs_of(options), found, team), found, (*clauses, *shared), sentence)


def _put_down(options: Options, layout: Layout, ledger: Ledger) -> Decision:
    shooter = ledger.in_hand
    assert shooter is not None, "a shooter is in the hand"
    owner = side_of(shooter)
    assert owner is not None, f"{shooter} is no shooter"
    clause = RED_18 if owner is ledger.turn else RED_6
    ask = _place(layout, {shooter: respot(options, layout, shooter)})
    return _decided(options, owner, (ask,), (clause,), put_down_sentence(owner, shooter))


def put_down_sentence(owner: Side, shooter: DiscId) -> Sentence:
    """That a shooter must be put back on its court, in words."""
    return says(Subject(owner), verb("puts"), Named(shooter), "on a spot of its own court")


def _serve(options: Options, ledger: Ledger) -> Decision:
    server = serving_shooter(options, ledger)
    kind = "second serve" if ledger.second_serve else "serve"
    asks: list[Ask] = [AskFlick(kind, {server: None})]
    if not ledger.corner_chosen:
        change = says("Put the other shooter on the other corner spot first (", Cited(RED_3), ")")
        asks.append(AskChoose({OTHER_CORNER: change}))
    clauses = (RED_4, RED_5, RED_3) if ledger.second_serve else (RED_4, RED_3)
    said = serve_sentence(options, ledger)
    return Decision((serving_seat(options, ledger),), tuple(asks), clauses, said, glows=what_counts(ledger))


def serve_sentence(options: Options, ledger: Ledger) -> Sentence:
    """Who serves with what, in words."""
    server = Named(serving_shooter(options, ledger))
    again = ", the second try" if ledger.second_serve else ""
    return says(Subject(serving_seat(options, ledger)), verb("serves"), ":", server, "into", THE_RED, again)


def _open_play(options: Options, position: Position[Ledger]) -> Decision:
    ledger, layout, side = position.ledger, position.layout, position.ledger.turn
    board = board_of(options)
    across = [shooter for shooter in SHOOTERS[side] if lies_across(board, layout, shooter, side)]
    if across and not ledger.flicks:
        asks = (_respot(options, layout, shooter) for shooter in across)
        return _decided(options, side, asks, (RED_15, RED_16), across_sentence(side, across))
    return replace(_decided(options, side, *_flicks(options, layout, ledger)), glows=what_counts(ledger))


def across_sentence(side: Side, across: Iterable[DiscId]) -> Sentence:
    """That shooters beyond the line are respotted before anything else, in words."""
    through = ", which the opponent put across the line"
    return says(Subject(side), "first", verb("respots"), listed_discs(across), through)


def _flicks(options: Options, layout: Layout, ledger: Ledger) -> tuple[tuple[Ask, ...], tuple[Clause, ...], Sentence]:
    side, who = ledger.turn, Subject(ledger.turn)
    touching = [shooter for shooter in touching_red(board_of(options), layout) if shooter in SHOOTERS[side]]
    free = [shooter for shooter in SHOOTERS[side] if shooter not in touching]
    count = f"flick {ledger.flicks + 1} of {FLICKS_A_TURN}"
    respots: tuple[Ask, ...] = tuple(_respot(options, layout, shooter) for shooter in touching)
    flicks: tuple[Ask, ...] = (AskFlick("cannon" if touching else "normal", dict.fromkeys(free)),) if free else ()
    if touching:
        cannon = phrase(", or", verb("flicks"), Named(free[0]), "into it") if free else ""
        respot = phrase(verb("respots"), listed_discs(touching, "or"), ", which touches", THE_RED)
        return (*flicks, *respots), (RED_17, RED_2), says(who, respot, cannon, f": {count}")
    if over_edge(board_of(options), layout) is side and not (at := side_flick_place(options, layout)).is_empty:
        either = phrase("a shooter, or", verb("side-flicks"), THE_RED, "with one")
        sentence = says(who, verb("flicks"), either, f": {count}")
        return (*flicks, AskSideFlick(RED, tuple(free), at)), (RED_2, RED_8, RED_18), sentence
    return flicks, (RED_2, RED_8), says(who, verb("flicks"), "a shooter to return", THE_RED, f": {count}")


def _reward(options: Options, position: Position[Ledger]) -> Decision:
    ledger, layout, side = position.ledger, position.layout, position.ledger.turn
    rights = ledger.reward
    asks: list[Ask] = []
    clauses: list[Clause] = []
    if rights.places:
        asks += _placings(options, layout, ledger)
        clauses.append(rights.placing)
    if rights.flick:
        asks += _positionings(options, layout, side)
        clauses.append(RED_10)
    moves = _enemy_moves(options, layout, rights.enemy)
    if moves:
        asks += moves
        clauses.append(RED_14)
    if not asks:  # what was earned has become impossible: say so and go on
        asks.append(AskChoose({PASS: says("Leave everything where it lies")}))
        clauses.append(RED_14)
    return _decided(options, side, asks, (*clauses, RED_16), reward_sentence(ledger))


def reward_sentence(ledger: Ledger) -> Sentence:
    """What the player who returned the red may do now, in words."""
    rights, may = ledger.reward, list[Fragment]()
    if rights.places:
        may.append(phrase("place", "both shooters" if rights.places > 1 else listed_discs(rights.place, "or")))
    if rights.flick:
        may.append("make one further flick to position a shooter")
    if rights.enemy:
        may.append(phrase("move", listed_discs(rights.enemy, "or"), "to a spot of its court"))
    return says(Subject(ledger.turn), "may", listed(may or ["go on"]), ", or leave it")


def _placings(options: Options, layout: Layout, ledger: Ledger) -> list[Ask]:
    rights = ledger.reward
    asks: list[Ask] = [
        _place(layout, {shooter: court(options, layout, shooter)}, may_decline=True) for shooter in rights.place
    ]
    if rights.places > 1:
        together = {shooter: court(options, layout, shooter, rights.place) for shooter in rights.place}
        asks.append(_together(options, layout, together))
    return asks


def _together(options: Options, layout: Layout, regions: dict[DiscId, Area]) -> AskPlace:
    """Both shooters picked up at once; the second is suggested clear of the first."""
    one, two = regions

    def beside(disc: DiscId, others: Mapping[DiscId, Point]) -> Area:
        return _clear_of(options, regions[disc], *(at for other, at in others.items() if other != disc))

    first = suggested(regions[one], layout, one)
    second = suggested(beside(two, {one: first}), layout, two)
    return AskPlace(dict(regions), {one: first, two: second}, may_decline=True, beside=beside)


def _positionings(options: Options, layout: Layout, side: Side) -> list[Ask]:
    touching = [shooter for shooter in touching_red(board_of(options), layout) if shooter in SHOOTERS[side]]
    free = [shooter for shooter in SHOOTERS[side] if shooter not in touching]
    flick: list[Ask] = [AskFlick("positional", dict.fromkeys(free), may_pass=True)] if free else []
    respots = (respot(options, layout, shooter) for shooter in touching)
    places = (
        _place(layout, {shooter: region}, may_decline=True) for shooter, region in zip(touching, respots, strict=True)
    )
    return [*flick, *places]


def _enemy_moves(options: Options, layout: Layout, shooters: tuple[DiscId, ...]) -> list[Ask]:
    regions = {shooter: enemy_spots(options, layout, shooter) for shooter in shooters}
    return [
        _place(layout, {shooter: region}, may_decline=True)
        for shooter, region in regions.items()
        if not region.is_empty
    ]


def _respot(options: Options, layout: Layout, shooter: DiscId) -> AskPlace:
    return _place(layout, {shooter: respot(options, layout, shooter)})


def _place(layout: Layout, regions: dict[DiscId, Area | Spots | Points], *, may_decline: bool = False) -> AskPlace:
    places = {shooter: suggested(region, layout, shooter) for shooter, region in regions.items()}
    return AskPlace(dict(regions), places, may_decline)

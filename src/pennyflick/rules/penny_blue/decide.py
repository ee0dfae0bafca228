"""What must be decided next in Penny Blue, and why an answer cannot be accepted."""

from __future__ import annotations

from pennyflick.boards.measure import edge_distance_mm, lying
from pennyflick.boards.regions import Area, Inside, Spots, keep_clear
from pennyflick.rules.game import Position
from pennyflick.rules.partners import SINGLES
from pennyflick.rules.penny_blue.aims import what_counts
from pennyflick.rules.penny_blue.judge import BLU_10, BLU_11, BLU_12, BLU_13, BLU_14, BLU_16
from pennyflick.rules.penny_blue.ledger import FLICKS_A_TURN, Ledger
from pennyflick.rules.penny_blue.options import Options
from pennyflick.rules.penny_blue.pennies import (
    BLUE,
    PENNIES,
    SOVEREIGNS,
    TEAMS,
    THE_BLUE,
    board_of,
    discs_of,
    set_spots,
    side_of,
)
from pennyflick.rules.refusing import refuse_by_decision, refuse_declared_discs
from pennyflick.rules.side_flick import overlap_region, perimeter_places, refuse_direction
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
    Layout,
    Named,
    Polygon,
    Refusal,
    Seat,
    Sentence,
    SideFlick,
    Subject,
    Their,
    phrase,
    says,
    verb,
)


def decision(options: Options, position: Position[Ledger]) -> Decision | None:
    """What must be decided next; None: the match is over."""
    ledger = position.ledger
    if ledger.ended is not None:
        return None
    if ledger.in_hand is not None:
        return _put_back(options, position.layout, ledger.in_hand)
    return _flick(options, position)


def refuse(options: Options, asked: Decision | None, answer: Answer) -> Refusal | None:
    """Why this answer cannot be accepted, or None."""
    refusal = refuse_by_decision(asked, answer)
    if refusal is not None or asked is None:
        return refusal
    if isinstance(answer, SideFlick):
        board = board_of(options)
        return refuse_direction(BLU_13, board.edge, answer, board.piece.radius_mm)
    if isinstance(answer, Declare):
        return refuse_declared_discs(answer, SINGLES, PENNIES)
    return None


def blue_near_edge(options: Options, layout: Layout) -> bool:
    """Whether the blue lies within a penny diameter of the edge (BLU-12)."""
    board, at = board_of(options), layout.point(BLUE)
    return at is not None and edge_distance_mm(at, board.edge) < board.side_flick_mm


def free_spots(options: Options, layout: Layout, sovereign: DiscId) -> Spots:
    """Where the sovereign may go back: any of the seven spots that no penny covers, not overhanging (BLU-14)."""
    board = board_of(options)
    radius = board.piece.radius_mm
    others = lying(layout, discs_of(options), (sovereign,))
    whole = Inside(BLU_14, board.edge, radius)
    return Spots(board.drawn_spots, board.spot_radius_mm, radius, others, BLU_14, also=(whole,))


def overlap_places(options: Options, layout: Layout, held: DiscId) -> Area:
    """Where the blue may overlap the edge for a side-flick; the sovereign has left its place by then (BLU-13)."""
    board, at = board_of(options), layout.point(BLUE)
    assert at is not None, "a game in which the blue came off is over (BLU-7)"
    radius = board.piece.radius_mm
    others = lying(layout, discs_of(options), (BLUE, held))
    edge = _edge(options)
    places = perimeter_places(edge, at, radius, others)
    return overlap_region(BLU_13, edge, places, radius, keep_clear(BLU_13, others, radius))


def _edge(options: Options) -> Polygon:
    edge = board_of(options).edge
    assert isinstance(edge, Polygon), "Penny Blue is played on a square or a hexagon (BLU-2)"
    return edge


def _put_back(options: Options, layout: Layout, sovereign: DiscId) -> Decision:
    owner = side_of(sovereign)
    assert owner is not None, f"{sovereign} has no owner"
    region = free_spots(options, layout, sovereign)
    home = board_of(options).spots[set_spots(options)[sovereign]]
    ask = AskPlace({sovereign: region}, {sovereign: region.nearest(home)})
    sentence = says(Subject(owner), verb("puts"), "the sovereign", Named(sovereign), "on a free spot")
    return Decision((Seat(owner),), (ask,), (BLU_14,), sentence)


def _flick(options: Options, position: Position[Ledger]) -> Decision:
    ledger, layout = position.ledger, position.layout
    side = ledger.turn
    near = blue_near_edge(options, layout)
    must = near and options.side_flick == "must"
    asks: list[Ask] = []
    if not must:
        asks.append(AskFlick(_kind(ledger), dict.fromkeys(TEAMS[side]), may_pass=ledger.may_stop))
    if near:
        sovereign = SOVEREIGNS[side]
        asks.append(AskSideFlick(BLUE, (sovereign,), overlap_places(options, layout, sovereign)))
    if must and ledger.may_stop:
        asks.append(AskChoose({PASS: says("Stop: make no further flick (", Cited(BLU_11), ")")}))
    words = _clauses(ledger, near, must), _sentence(ledger, near, must)
    return Decision((Seat(side),), tuple(asks), *words, glows=what_counts(options, ledger))


def _sentence(ledger: Ledger, near: bool, must: bool) -> Sentence:
    who, side_flicks = Subject(ledger.turn), phrase(verb("side-flicks"), THE_BLUE)
    if must:
        sovereign = Named(SOVEREIGNS[ledger.turn])
        return says(who, side_flicks, "with", sovereign, ": it lies within a penny diameter of the edge")
    count = "a free shot" if ledger.free_shot else f"flick {ledger.flicks + 1} of {FLICKS_A_TURN}"
    either = phrase(", or", side_flicks) if near else ""
    stop = phrase(", or", verb("stops")) if ledger.may_stop else ""
    return says(who, verb("flicks"), "one of", Their(), "own pennies", either, stop, f": {count}")


def _clauses(ledger: Ledger, near: bool, must: bool) -> tuple[Clause, ...]:
    if must:
        return (BLU_12, BLU_13)
    free = (BLU_16,) if ledger.free_shot else ()
    return (BLU_10, BLU_11, *free, *((BLU_12, BLU_13) if near else ()))


def _kind(ledger: Ledger) -> str:
    return "free" if ledger.free_shot else "normal"

"""What must be decided next in Penny Black, and what cannot be answered (BLK-4, 5, 6, 11, 18)."""

from __future__ import annotations

from pennyflick.boards.games.penny_black import PennyBlackBoard
from pennyflick.boards.games.places_black import Lying, shooter_places
from pennyflick.boards.measure import lying
from pennyflick.boards.regions import Area, Box, Inside, Spots, keep_clear
from pennyflick.rules.game import Position
from pennyflick.rules.partners import SINGLES
from pennyflick.rules.penny_black.aims import due_pennies, too_near
from pennyflick.rules.penny_black.ledger import From, Ledger
from pennyflick.rules.penny_black.options import Options
from pennyflick.rules.penny_black.pennies import SHOOTER, THE_SHOOTER, colour_due
from pennyflick.rules.refusing import refuse_by_decision, refuse_declared_discs, refused
from pennyflick.table import (
    Answer,
    AskFlick,
    Circle,
    Clause,
    Decision,
    Declare,
    Disc,
    Refusal,
    Region,
    Seat,
    Sentence,
    Subject,
    listed,
    listed_discs,
    phrase,
    says,
    verb,
)

GEN_3, GEN_8, GEN_9, GEN_10 = Clause("GEN-3"), Clause("GEN-8"), Clause("GEN-9"), Clause("GEN-10")
BLK_1, BLK_3, BLK_4, BLK_5, BLK_6, BLK_7 = (Clause(f"BLK-{number}") for number in (1, 3, 4, 5, 6, 7))
BLK_10, BLK_11, BLK_14, BLK_15, BLK_18 = (Clause(f"BLK-{number}") for number in (10, 11, 14, 15, 18))
_PINCH_MM = 0.1  # how far from the one point left the shooter may be put when every corner spot is blocked

_CLAUSES = {
    From.OPENING: (BLK_5, BLK_4, BLK_3, BLK_1),
    From.LIES: (BLK_10,),
    From.CORNER: (BLK_11, GEN_9),
    From.EITHER: (BLK_18, BLK_11, GEN_9),
}


def decision(
    options: Options, board: PennyBlackBoard, discs: tuple[Disc, ...], position: Position[Ledger]
) -> Decision | None:
    """What must be decided next; None: the match is over."""
    ledger = position.ledger
    if ledger.ended:
        return None
    kind = "free" if ledger.free_shot else "opening" if ledger.shooter_from is From.OPENING else "normal"
    regions = _regions(board, discs, position)
    asks = tuple(AskFlick(kind, {SHOOTER: region}) for region in regions)
    return Decision(
        (Seat(ledger.turn),),
        asks,
        clauses(ledger),
        sentence(options, ledger),
        glows=due_pennies(options, ledger),
        leave=too_near(ledger),
    )


def refuse(
    asked: Decision | None, discs: tuple[Disc, ...], position: Position[Ledger], answer: Answer
) -> Refusal | None:
    """Why this answer cannot be accepted, or None."""
    refusal = refuse_by_decision(asked, answer)
    if refusal is not None or not isinstance(answer, Declare):
        return refusal
    unknown = refuse_declared_discs(answer, SINGLES, [disc.id for disc in discs])
    return unknown or (_refuse_on_top(position, answer) if answer.what == "on-top" else None)


def _refuse_on_top(position: Position[Ledger], answer: Declare) -> Refusal | None:
    """Only pennies that lie on the board rest on each other."""
    if len(answer.discs) < 2:
        return refused(GEN_8, "say which penny rests on which: the one on top first, then the one below")
    away = [disc for disc in answer.discs if position.layout.point(disc) is None]
    return refused(GEN_8, f"{listed(away)} cannot rest on another: not on the board") if away else None


def clauses(ledger: Ledger) -> tuple[Clause, ...]:
    """The clauses that bind the next flick; BLK-6 first: only the shooter is flicked."""
    toss = (GEN_10,) if ledger.shooter_from is From.OPENING and not (ledger.games.one or ledger.games.two) else ()
    free = (BLK_14,) if ledger.free_shot else ()
    near = (BLK_15, GEN_3) if too_near(ledger) else ()
    return (BLK_6, *_CLAUSES[ledger.shooter_from], BLK_7, *free, *near, *toss)


def sentence(options: Options, ledger: Ledger) -> Sentence:
    """Who does what next, for people."""
    due = colour_due(ledger.on, options.set_colour)
    free = ": a free shot" if ledger.free_shot else ""
    lingering = too_near(ledger)
    near = says(THE_SHOOTER, "must win a penny or leave", listed_discs(lingering)) if lingering else ""
    return phrase(says(Subject(ledger.turn), _flicks(ledger.shooter_from), free), says(due, "is due"), near)


def _flicks(shooter_from: From) -> Sentence:
    """What is done with the shooter, after the word for who does it."""
    puts, flicks = phrase(verb("puts"), THE_SHOOTER), phrase(verb("flicks"), THE_SHOOTER)
    match shooter_from:
        case From.OPENING:
            return phrase(puts, "on an opening spot and", verb("flicks"), "it at the set")
        case From.LIES:
            return phrase(flicks, "from where it lies")
        case From.CORNER:
            return phrase(puts, "on a corner spot and", verb("flicks"), "it")
        case From.EITHER:
            return phrase(flicks, ", from where it lies or from a corner spot")


def _regions(board: PennyBlackBoard, discs: tuple[Disc, ...], position: Position[Ledger]) -> tuple[Region | None, ...]:
    if position.ledger.shooter_from is From.LIES:
        return (None,)
    others = lying(position.layout, discs, (SHOOTER,))
    match position.ledger.shooter_from:
        case From.OPENING:
            return (_opening_spots(board, others),)
        case From.CORNER:
            return (_corners(board, others),)
        case From.EITHER:
            return (None, _corners(board, others))


def _opening_spots(board: PennyBlackBoard, others: Lying) -> Region:
    spots = board.straight_spots if board.shape == "square" else board.corner_spots
    return Spots(spots, board.spot_radius_mm, board.piece.radius_mm, others, BLK_5)


def _corners(board: PennyBlackBoard, others: Lying) -> Region:
    """A free corner spot; in the freak case that every one is blocked, the free point nearest to any of them."""
    region = shooter_places(board, others)
    if isinstance(region, Spots):
        return region
    (free,) = region.points
    clear = keep_clear(BLK_11, others, region.radius_mm)
    return Area(Box.about(free, _PINCH_MM), (Inside(BLK_11, Circle(free, _PINCH_MM)), clear))

"""What must be decided next in Pichenotte, and what cannot be answered (PIC-1 to PIC-4, 6, 7, 12, 13)."""

from __future__ import annotations

from pennyflick.boards.games.pichenotte import PichenotteBoard
from pennyflick.boards.games.places_pichenotte import Lying, baseline_places
from pennyflick.boards.measure import lying
from pennyflick.boards.regions import area_or_beside, keep_clear, on_board
from pennyflick.rules.game import Position
from pennyflick.rules.pichenotte.aims import hole_to_hit, pucks_to_hit
from pennyflick.rules.pichenotte.ledger import Ledger, Phase
from pennyflick.rules.pichenotte.options import Options
from pennyflick.rules.pichenotte.pucks import SHOTS, puck_to_shoot, seats
from pennyflick.rules.refusing import refuse_by_decision, refuse_declared_discs, refused
from pennyflick.table import (
    Answer,
    AskFlick,
    Clause,
    Decision,
    Declare,
    Disc,
    Named,
    Object,
    Refusal,
    Region,
    Seat,
    Sentence,
    Subject,
    phrase,
    says,
    verb,
)

TWENTY_CALL = "twenty"
_CROWD = 13  # fewer pucks cannot close a baseline: it is 90° wide and each takes at most 7°
PIC_1, PIC_2, PIC_3, PIC_4, PIC_6, PIC_7 = (Clause(f"PIC-{number}") for number in (1, 2, 3, 4, 6, 7))
PIC_8, PIC_10 = Clause("PIC-8"), Clause("PIC-10")
PIC_12, PIC_13 = Clause("PIC-12"), Clause("PIC-13")


def decision(
    options: Options, board: PichenotteBoard, discs: tuple[Disc, ...], position: Position[Ledger]
) -> Decision | None:
    """What must be decided next; None: the match is over."""
    ledger = position.ledger
    if ledger.ended:
        return None
    assert ledger.phase is not Phase.COUNT, "a simulated board is always counted with the last shot"
    puck = puck_to_shoot(options, ledger.turn, ledger.shots)
    count = len(seats(options))
    region = _baseline(board, ledger.turn, count, lying(position.layout, discs, (puck,)))
    centred = board.baseline_centre(ledger.turn, count)
    ask = AskFlick(kind(ledger), {puck: region}, calls(options, ledger), start=centred)
    return Decision(
        (ledger.turn,),
        (ask,),
        clauses(options, ledger),
        sentence(options, ledger),
        glows=pucks_to_hit(ledger),
        target=hole_to_hit(ledger),
    )


def refuse(options: Options, asked: Decision | None, discs: tuple[Disc, ...], answer: Answer) -> Refusal | None:
    """Why this answer cannot be accepted, or None."""
    refusal = refuse_by_decision(asked, answer)
    if refusal is not None or not isinstance(answer, Declare) or asked is None:
        return refusal
    if answer.what == "on-top":
        return refused(None, "a puck that rests on another is told with the shot that put it there")
    if answer.by not in asked.seats:
        return refused(PIC_2, phrase("only the player to shoot,", Object(asked.seats[0]), ", can spoil a shot"))
    return refuse_declared_discs(answer, seats(options), [disc.id for disc in discs])


def _baseline(board: PichenotteBoard, seat: Seat, count: int, others: Lying) -> Region:
    """The own baseline; in the freak case that pucks close it, the free point nearest to its middle."""
    own = baseline_places(board, seat, count, others)
    if len(others) < _CROWD:
        return own
    radius, edge = board.piece.radius_mm, board.surface.edge
    ground = on_board(PIC_2, edge, radius, keep_clear(PIC_2, others, radius))
    return area_or_beside(own, board.baseline_centre(seat, count), ground, radius)


def kind(ledger: Ledger) -> str:
    """A word for people: what sort of shot comes next."""
    if ledger.phase is Phase.SHOOT_OUT:
        return "shoot-out"
    return "normal" if ledger.enemies_of(ledger.turn.side) else "free"


def calls(options: Options, ledger: Ledger) -> tuple[str, ...]:
    """A twenty can be called where a call can matter: with an enemy puck on the board."""
    return (TWENTY_CALL,) if kind(ledger) == "normal" and options.twenty_call != "none" else ()


def clauses(options: Options, ledger: Ledger) -> tuple[Clause, ...]:
    """The clauses that bind the next shot; PIC-2 first: from the own baseline."""
    table = (PIC_13,) if options.players == "doubles" else ()
    if ledger.phase is Phase.COUNT:
        return (PIC_8, PIC_10)
    if ledger.phase is Phase.SHOOT_OUT:
        return (PIC_2, PIC_12, *table)
    first = (PIC_1,) if ledger.shots == 0 else ()
    free = (PIC_6, PIC_7) if options.advanced else (PIC_6,)
    return (PIC_2, PIC_3, *first, *((PIC_4,) if kind(ledger) == "normal" else free), *table)


def sentence(options: Options, ledger: Ledger) -> Sentence:
    """Who does what next, for people."""
    if ledger.phase is Phase.COUNT:
        return says("All pucks are shot: count the board")
    puck = puck_to_shoot(options, ledger.turn, ledger.shots)
    hammer = ", the hammer," if ledger.phase is Phase.ROUND and ledger.shots == SHOTS - 1 else ""
    what = {
        "shoot-out": "at the hole: only a twenty counts",
        "normal": "and must hit an enemy puck" + (" or call a twenty and sink it" if calls(options, ledger) else ""),
        "free": "freely" + (", and must stop inside the 15 area" if options.advanced else ""),
    }[kind(ledger)]
    return says(Subject(ledger.turn), verb("shoots"), Named(puck), hammer, f"from the baseline {what}")

"""What must be decided next in Penny Bowls, and what cannot be answered (BWL-3)."""

from __future__ import annotations

from pennyflick.rules.partners import SINGLES
from pennyflick.rules.refusing import refuse_by_decision, refuse_declared_discs
from pennyflick.table import (
    Answer,
    AskFlick,
    Clause,
    Decision,
    Declare,
    Named,
    Refusal,
    Seat,
    Subject,
    says,
    verb,
)
from tests.sixth_game.penny_bowls.bowls import DISCS, FLICKS_AN_END
from tests.sixth_game.penny_bowls.ledger import Ledger

BWL_1, BWL_2, BWL_3, BWL_6 = (Clause(f"BWL-{number}") for number in (1, 2, 3, 6))


def decision(ledger: Ledger) -> Decision | None:
    """What must be decided next; None: the match is over. The same words are the umpire's."""
    if ledger.ended is not None:
        return None
    ask = AskFlick("normal", {ledger.due: None})
    first = (BWL_1, BWL_2) if ledger.flicked == 0 else ()
    last = (BWL_6,) if ledger.flicked == FLICKS_AN_END - 1 else ()
    count = f"from the mat: flick {ledger.flicked + 1} of the end"
    sentence = says(Subject(ledger.turn), verb("flicks"), Named(ledger.due), count)
    return Decision((Seat(ledger.turn),), (ask,), (BWL_3, *first, *last), sentence)


def refuse(asked: Decision | None, answer: Answer) -> Refusal | None:
    """Why this answer cannot be accepted, or None."""
    refusal = refuse_by_decision(asked, answer)
    if refusal is not None or not isinstance(answer, Declare):
        return refusal
    return refuse_declared_discs(answer, SINGLES, DISCS)

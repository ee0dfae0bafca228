"""What one plays for at Penny Red, what one must beware of, and the penny that counts now."""

from __future__ import annotations

from pennyflick.rules.game import Aims
from pennyflick.rules.penny_red.ledger import FLICKS_A_TURN, Ledger, Phase, serving_seat, serving_shooter
from pennyflick.rules.penny_red.options import Options
from pennyflick.rules.penny_red.pennies import RED, THE_RED
from pennyflick.table import DiscId, Named, Object, Sentence, Subject, Their, phrase, says, verb


def aims(options: Options, ledger: Ledger) -> Aims:
    """Goal and danger of what comes next."""
    if ledger.phase is Phase.SERVE:
        return _serve(options, ledger)
    return _return(ledger) if ledger.phase is Phase.OPEN else _reward(ledger)


def what_counts(ledger: Ledger) -> tuple[DiscId, ...]:
    """The red, while it is to be struck."""
    return () if ledger.phase is Phase.REWARD or ledger.in_hand is not None else (RED,)


def _serve(options: Options, ledger: Ledger) -> Aims:
    server = Named(serving_shooter(options, ledger))
    goal = says(Subject(serving_seat(options, ledger)), verb("strikes"), THE_RED, "wholly across the line with", server)
    again = "the point is lost" if ledger.second_serve else "it must be served again"
    return Aims(goal, says("If a penny falls or a shooter crosses the line,", again))


def _return(ledger: Ledger) -> Aims:
    left = FLICKS_A_TURN - ledger.flicks
    flicks = "one flick" if left == 1 else f"{left} flicks"
    sends = phrase(verb("has"), flicks, "left to send", THE_RED, "wholly across the line")
    return Aims(says(Subject(ledger.turn), sends, "" if left == 1 else ": the fewer, the better"), _lost(ledger))


def _lost(ledger: Ledger) -> Sentence:
    missed = phrase("a flick that hits neither", THE_RED, "nor the other shooter")
    return says(
        missed, ", a penny off the board or a shooter across the line gives the point to", Object(ledger.turn.other)
    )


def _reward(ledger: Ledger) -> Aims:
    goal = says(Subject(ledger.turn), verb("puts"), Their(), "shooters where the next return will be easy")
    red = (
        says(THE_RED, "must stay across the line, and every penny on the board")
        if ledger.reward.flick
        else Sentence(())
    )
    return Aims(goal, red)

"""What one plays for at Penny Blue, what one must beware of, and the pennies that count now."""

from __future__ import annotations

from pennyflick.rules.game import Aims
from pennyflick.rules.penny_blue.ledger import Ledger
from pennyflick.rules.penny_blue.options import Options
from pennyflick.rules.penny_blue.pennies import BLUE, SOVEREIGNS, THE_BLUE
from pennyflick.table import DiscId, Named, Owner, Sentence, Subject, Their, phrase, says, verb


def aims(options: Options, ledger: Ledger) -> Aims:
    """Goal and danger of the next flick."""
    who = Subject(ledger.turn)
    which = "any other penny" if _can_kill(options, ledger) else "any penny"
    return Aims(_goal(options, ledger), says(which, "off the board, and", who, verb("loses"), "the game"))


def what_counts(options: Options, ledger: Ledger) -> tuple[DiscId, ...]:
    """The blue; and the sovereign that it must bring down, once it may."""
    if ledger.in_hand is not None:
        return ()
    return (BLUE, SOVEREIGNS[ledger.turn.other]) if _can_kill(options, ledger) else (BLUE,)


def _can_kill(options: Options, ledger: Ledger) -> bool:
    """Whether the flick to come can kill (BLU-5, BLU-13)."""
    by_hand = ledger.side_flick_due and options.side_flick == "must" and not options.side_flick_kills
    return not ledger.first_turn and not by_hand


def _goal(options: Options, ledger: Ledger) -> Sentence:
    who = Subject(ledger.turn)
    if ledger.in_hand is not None:
        return says("A sovereign far from the edge is hard to bring down")
    if ledger.first_turn:
        bring = phrase(verb("brings"), Their(), "pennies behind", THE_BLUE)
        return says("Nobody kills in a first turn:", who, bring, "and", verb("leaves"), "no easy shot")
    if not _can_kill(options, ledger):
        return says(who, verb("brings"), THE_BLUE, "back from the edge; this flick cannot kill")
    other = ledger.turn.other
    drives = phrase(verb("drives"), THE_BLUE, "into", Owner(other), "pennies")
    return says(who, drives, "so that the crowned", Named(SOVEREIGNS[other]), "falls, and", verb("wins"))

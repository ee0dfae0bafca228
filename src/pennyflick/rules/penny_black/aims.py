"""What one plays for at Penny Black, what one must beware of, and the pennies that count now."""

from __future__ import annotations

from pennyflick.rules.game import Aims
from pennyflick.rules.penny_black.ledger import From, Ledger
from pennyflick.rules.penny_black.options import Options
from pennyflick.rules.penny_black.pennies import THE_SHOOTER, colour_due, colour_of
from pennyflick.table import DiscId, Sentence, Subject, listed_discs, phrase, says, verb


def aims(options: Options, ledger: Ledger) -> Aims:
    """Goal and danger of the next flick."""
    due = colour_due(ledger.on, options.set_colour)
    penny = "the black" if due == "black" else f"one {due} penny"
    again = phrase(verb("knocks"), penny, "off the board, and nothing else, to win it and flick again")
    return Aims(says(Subject(ledger.turn), again), _danger(ledger))


def due_pennies(options: Options, ledger: Ledger) -> tuple[DiscId, ...]:
    """The pennies of the colour that is due (BLK-7)."""
    due = colour_due(ledger.on, options.set_colour)
    return tuple(penny for penny in ledger.on if colour_of(penny) == due)


def too_near(ledger: Ledger) -> tuple[DiscId, ...]:
    """The pennies that the shooter must leave or win by with this flick (BLK-15)."""
    lies = ledger.shooter_from in (From.LIES, From.EITHER)
    return ledger.near if ledger.first_flick and lies else ()


def _danger(ledger: Ledger) -> Sentence:
    other = ledger.turn.other
    if near := too_near(ledger):
        stays = phrase("if", THE_SHOOTER, "wins nothing and stays within a penny's width of", listed_discs(near, "or"))
        return says(stays, ",", Subject(other), verb("gets"), "a free shot")
    fallen = phrase("if", THE_SHOOTER, "falls too, or another colour, or a second penny,")
    return says(fallen, Subject(other), verb("wins"), "all that fell")

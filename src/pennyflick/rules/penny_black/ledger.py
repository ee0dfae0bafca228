"""The score sheet of Penny Black."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from pennyflick.rules.kept import kept
from pennyflick.rules.penny_black.options import Options
from pennyflick.rules.penny_black.pennies import pennies
from pennyflick.rules.tally import Tally
from pennyflick.table import DiscId, Side


class From(Enum):
    """Where the shooter is flicked from next."""

    OPENING = "an opening spot"  # BLK-5
    LIES = "where it lies"  # BLK-10
    CORNER = "a corner spot"  # BLK-11
    EITHER = "where it lies or a corner spot"  # BLK-18


class Ended(Enum):
    """Why the match is over."""

    GAMES = "games"
    LIMIT = "turn limit"  # a game that ran into the limit with equal points: no replay can be hoped for


@kept("Ledger", "starter turn on score games shooter_from near first_flick free_shot turns ended")
@dataclass(frozen=True)
class Ledger:
    """Everything the rules must remember between flicks."""

    starter: Side  # who began this game
    turn: Side  # who is to flick
    on: tuple[DiscId, ...]  # scoring pennies still on the board
    score: Tally = field(default_factory=Tally)  # points of this game
    games: Tally = field(default_factory=Tally)  # games won
    shooter_from: From = From.OPENING
    near: tuple[DiscId, ...] = ()  # pennies within a diameter of the shooter where it lies (BLK-15)
    first_flick: bool = True  # of the turn
    free_shot: bool = False  # the next flick is a free shot (BLK-14)
    turns: int = 0  # turns completed in this game by both sides
    ended: Ended | None = None


def opening_ledger(options: Options, starter: Side) -> Ledger:
    """The score sheet at the start of a match."""
    return Ledger(starter=starter, turn=starter, on=pennies(options.set_colour))

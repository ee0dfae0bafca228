"""The score sheet of Penny Bowls."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pennyflick.rules.kept import kept
from pennyflick.rules.tally import NIL, Tally
from pennyflick.table import DiscId, Side
from tests.sixth_game.penny_bowls.bowls import bowl_due, owner_of


class Ended(Enum):
    """Why the match is over."""

    SHOTS = "shots"
    LIMIT = "turn limit"


@kept("Ledger", "starter flicked alive score turns ended")
@dataclass(frozen=True)
class Ledger:
    """Everything the rules must remember between flicks."""

    starter: Side  # who began this end
    flicked: int = 0  # pennies flicked in this end
    alive: tuple[DiscId, ...] = ()  # flicked in this end and not dead
    score: Tally = NIL
    turns: Tally = NIL  # of the whole match
    ended: Ended | None = None

    @property
    def due(self) -> DiscId:
        """The penny on the mat."""
        return bowl_due(self.starter, self.flicked)

    @property
    def turn(self) -> Side:
        """Who is to flick."""
        return owner_of(self.due)

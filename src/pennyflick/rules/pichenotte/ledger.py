"""The score sheet of Pichenotte."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from pennyflick.rules.kept import kept
from pennyflick.rules.pichenotte.facts import Count
from pennyflick.rules.pichenotte.pucks import owner_of
from pennyflick.rules.tally import Tally
from pennyflick.table import DiscId, Seat, Side


class Phase(Enum):
    """What is being played."""

    ROUND = "round"
    COUNT = "count"  # all are shot, but nobody has said yet where they lie: only at a real board
    SHOOT_OUT = "shoot-out"


class Ended(Enum):
    """Why the match is over."""

    ROUNDS = "rounds"
    LIMIT = "turn limit"


@kept("Ledger", "first turn phase shots on count rail twenties half_points last_round idle_shots ended")
@dataclass(frozen=True)
class Ledger:
    """Everything the rules must remember between shots."""

    first: Seat  # who shot first in this round
    turn: Seat  # who is to shoot
    phase: Phase = Phase.ROUND
    shots: int = 0  # shot so far in this round, or in this shoot-out
    on: tuple[DiscId, ...] = ()  # pucks on the board
    count: Count | None = field(default_factory=Count)  # where the pucks lie, if anybody looked
    rail: tuple[DiscId, ...] = ()  # twenties of this round
    twenties: Tally = field(default_factory=Tally)  # of the shoot-out
    half_points: Tally = field(default_factory=Tally)  # two for a round won, one for a round tied
    last_round: Tally | None = None  # the points of the round that ended last
    idle_shots: int = 0  # of both sides since a round was last won, for the turn limit
    ended: Ended | None = None

    def enemies_of(self, side: Side) -> tuple[DiscId, ...]:
        """The other side's pucks on the board."""
        return tuple(puck for puck in self.on if owner_of(puck) is not side)


def opening_ledger(starter: Side) -> Ledger:
    """The score sheet at the start of a match."""
    return Ledger(first=Seat(starter), turn=Seat(starter))

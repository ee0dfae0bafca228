"""The score sheet of Penny Blue."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pennyflick.rules.kept import kept
from pennyflick.rules.tally import NIL, Tally
from pennyflick.table import DiscId, Side

FLICKS_A_TURN = 3  # BLU-11


class Ended(Enum):
    """Why the match is over."""

    SETS = "sets"
    LIMIT = "turn limit"


@kept("Ledger", "starter turn flicks free_shot may_stop side_flick_due in_hand turns games sets ended")
@dataclass(frozen=True)
class Ledger:
    """Everything the rules must remember between flicks."""

    starter: Side  # who began this game
    turn: Side  # who is at the table
    flicks: int = 0  # counted flicks made in this turn; a free shot is not counted (BLU-16)
    free_shot: bool = False  # the next flick is a free shot
    may_stop: bool = False  # a flick was made and the turn kept (BLU-11)
    side_flick_due: bool = False  # the blue lies within a penny diameter of the edge (BLU-12)
    in_hand: DiscId | None = None  # the sovereign that its owner must put back first (BLU-14)
    turns: Tally = NIL  # turns completed in this game
    games: Tally = NIL  # won in this set
    sets: Tally = NIL  # won in this match
    ended: Ended | None = None

    @property
    def first_turn(self) -> bool:
        """Whether the player at the table is in his first turn of this game (BLU-5)."""
        return self.turns.of(self.turn) == 0


def opening_ledger(starter: Side) -> Ledger:
    """The score sheet at the start of a match."""
    return Ledger(starter=starter, turn=starter)

"""What bots know of Penny Green: what is worth a thought, where it leads, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from pennyflick import physics
from pennyflick.players.games.penny_green import ideas, placing, ruling
from pennyflick.players.games.penny_green.study import STUDY
from pennyflick.players.games.penny_green.worth import worth
from pennyflick.players.hands import Hand
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.search.aims import Aims
from pennyflick.rules.game import Game, Position
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import Ledger
from pennyflick.rules.penny_green.pieces import GREEN
from pennyflick.table import Answer, Decision, DiscId, Side

__all__ = ("STUDY", "TACTICS", "TEMPERAMENTS", "WEAKNESSES")

TEMPERAMENTS = {
    "first-timer": "Runs after the green and forgets its own goal.",
    "beginner": "Kicks the green as far as it goes; penalties follow.",
    "average": "Passes forward and shoots too early.",
    "good": "Builds up through the centre and covers its goal.",
    "expert": "Three touches, one gap between the pegs, one goal.",
    "champion": "Waits where the pass will come, keeps its keeper home and takes the straight line.",
}

# A match is long and forgives nothing: who is much weaker than the next never wins one. Who does not think of keepers
# and formations is lost to anybody who does, so that all do; and the weakest have steadier hands than elsewhere
WEAKNESSES = {
    "first-timer": {"hand": Hand(2.8, 0.13), "flicks": 500, "sees": 0.8, "warmth": 0.02, "wide": True},
    "beginner": {
        "hand": Hand(2.4, 0.115),
        "flicks": 1_000,
        "sees": 0.8,
        "belief": 0.7,
        "warmth": 0.02,
        "wide": True,
    },
    "average": {"warmth": 0.01},
}


@dataclass(frozen=True)
class PennyGreenTactics:
    """See tactics.py."""

    contacts: int = 32
    track: DiscId | None = GREEN

    def ideas(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Aims:
        """Shots at the goal, passes forward, touches; flicks into position."""
        return ideas.flicks(cast(PennyGreen, game), position, decision, wide=wide)

    def after(
        self, game: Game[Any, Any], position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes
    ) -> Positions:
        """Where each outcome leads."""
        return ruling.after(cast(PennyGreen, game), position, aims, outcomes)

    def worth(self, game: Game[Any, Any], positions: Positions, side: Side) -> Floats:
        """What each position is worth to the side."""
        return worth(cast(PennyGreen, game), positions, side)

    def placements(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Sequence[Answer]:
        """Single pennies on a coarse grid; with `wide` formations, keepers and takers too, and more places."""
        if wide:
            return placing.worth_a_thought(cast(PennyGreen, game), position, decision)
        return placing.single_pennies(cast(PennyGreen, game), decision)


TACTICS = PennyGreenTactics()

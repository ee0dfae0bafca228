"""The value that a game's tactics made by hand, for whoever takes any value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.search.tactics import Tactics
from pennyflick.players.values.study import Hands
from pennyflick.rules.game import Game
from pennyflick.table import Side


@dataclass(frozen=True)
class HandMade:
    """Rules of thumb; they do not ask whose hand is how steady."""

    tactics: Tactics

    def of(self, game: Game[Any, Any], positions: Positions, side: Side, hands: Hands) -> Floats:
        """From 0 (lost) to 1 (won)."""
        del hands
        return self.tactics.worth(game, positions, side)

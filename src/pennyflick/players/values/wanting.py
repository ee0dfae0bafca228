"""A value, and one thing that is wanted besides: a liking, which is a way to play and no strength."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.values.study import Hands
from pennyflick.players.values.value import Value
from pennyflick.rules.game import Game
from pennyflick.table import Side

Want = Callable[[Game[Any, Any], Positions, Side], Floats]  # how far the thing is there, from 0 to 1


@dataclass(frozen=True)
class Wanting:
    """A value, and one thing wanted besides."""

    value: Value
    want: Want
    share: float  # what all of the thing is worth, on the scale from 0 (lost) to 1 (won)

    def of(self, game: Game[Any, Any], positions: Positions, side: Side, hands: Hands) -> Floats:
        """Beyond 1 where the thing is wanted more than the match."""
        wanted = self.share * self.want(game, positions, side)
        return np.asarray(self.value.of(game, positions, side, hands) + wanted)

"""A value of positions, whoever made it: by hand or by learning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.values.forest import Forest
from pennyflick.players.values.study import Hands, Study
from pennyflick.rules.game import Game
from pennyflick.table import Side


class Value(Protocol):
    """What positions are worth to a side."""

    def of(self, game: Game[Any, Any], positions: Positions, side: Side, hands: Hands) -> Floats:
        """From 0 (lost) to 1 (won)."""


@dataclass(frozen=True)
class Learned:
    """The chance of the stake by a forest, and what the stake means by counting."""

    study: Study
    forest: Forest

    def of(self, game: Game[Any, Any], positions: Positions, side: Side, hands: Hands) -> Floats:
        """From 0 (lost) to 1 (won)."""
        lost, won = self.study.stakes(game, positions.ledgers, side)[positions.which].T
        return np.asarray(lost + (won - lost) * self.chance(game, positions, side, hands))

    def chance(self, game: Game[Any, Any], positions: Positions, side: Side, hands: Hands) -> Floats:
        """That the side wins what is at stake."""
        chance = 1.0 / (1.0 + np.exp(-self.forest.score(self.study.features(game, positions, hands))))
        own = np.array([acting is side for acting in self.study.acting(game, positions.ledgers)])[positions.which]
        return np.where(own, chance, 1.0 - chance)

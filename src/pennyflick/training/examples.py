"""Lessons become rows: features, whether whoever acted took the stake, and how much the row counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.values.study import Study
from pennyflick.record import parse_position
from pennyflick.rules.game import Game
from pennyflick.table import Side
from pennyflick.training.self_play import Lesson

HELD_OUT = 8  # every so many matches one is kept out of the fit, to choose and to measure by
FADING = 0.5  # how much a round's rows count beside those of the next


@dataclass(frozen=True, eq=False)
class Examples:
    """Rows of many matches."""

    features: Floats  # (n, names)
    shares: Floats  # (n,) of the stake, of whoever acts
    weights: Floats  # (n,)
    held_out: NDArray[np.bool_]  # (n,) whole matches

    def rows(self, chosen: NDArray[np.bool_]) -> Examples:
        """Some of them."""
        return Examples(self.features[chosen], self.shares[chosen], self.weights[chosen], self.held_out[chosen])


def examples(game: Game[Any, Any], study: Study, lessons: Iterable[Lesson]) -> Examples:
    """The rows of all these matches."""
    told = [lesson for lesson in lessons if lesson.positions]
    last = max((lesson.lap for lesson in told), default=0)
    each = [_rows(game, study, lesson, last) for lesson in told]
    return Examples(
        np.concatenate([one.features for one in each]),
        np.concatenate([one.shares for one in each]),
        np.concatenate([one.weights for one in each]),
        np.concatenate([one.held_out for one in each]),
    )


def _rows(game: Game[Any, Any], study: Study, lesson: Lesson, last: int) -> Examples:
    positions = Positions.of(game, [parse_position(game, text) for text in lesson.positions])
    acting = study.acting(game, positions.ledgers)
    own = np.array([side is Side.ONE for side in acting])
    one, count = np.array(lesson.shares), len(lesson.shares)
    return Examples(
        study.features(game, positions, lesson.hands),
        np.where(own, one, 1.0 - one),
        np.full(count, FADING ** (last - lesson.lap)),
        np.full(count, lesson.number % HELD_OUT == HELD_OUT - 1),
    )

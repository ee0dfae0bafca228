"""Lessons become rows: features, whether whoever acted took the stake, and how much the row counts.

Who won is true and says little of one position: chance came in between. What searches hoped for on the way there says
more and may be wrong. So a row is taught by both (`taught`), and judged by who won (`shares`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
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
TRUST = 0.85  # how much of what a row is taught comes from after its decision; the rest is what its search hoped for


@dataclass(frozen=True, eq=False)
class Examples:
    """Rows of many matches."""

    features: Floats  # (n, names)
    shares: Floats  # (n,) of the stake, of whoever acts: what came
    taught: Floats  # (n,) the same, as it is taught
    weights: Floats  # (n,)
    held_out: NDArray[np.bool_]  # (n,) whole matches

    def rows(self, chosen: NDArray[np.bool_]) -> Examples:
        """Some of them."""
        return Examples(*(getattr(self, each.name)[chosen] for each in fields(self)))


def examples(game: Game[Any, Any], study: Study, lessons: Iterable[Lesson]) -> Examples:
    """The rows of all these matches."""
    told = [lesson for lesson in lessons if lesson.positions]
    last = max((lesson.lap for lesson in told), default=0)
    each = [_rows(game, study, lesson, last) for lesson in told]
    return Examples(*(np.concatenate([getattr(one, part.name) for one in each]) for part in fields(Examples)))


def _rows(game: Game[Any, Any], study: Study, lesson: Lesson, last: int) -> Examples:
    each = [parse_position(game, text) for text in lesson.positions]
    positions = Positions.of(game, each)
    acting = study.acting(game, positions.ledgers)
    own = np.array([side is Side.ONE for side in acting])
    decided = [study.taken(game, a.ledger, b.ledger) is not None for a, b in itertools.pairwise(each)]
    one, taught, count = np.array(lesson.shares), taught_shares(lesson, [*decided, True]), len(lesson.shares)
    return Examples(
        study.features(game, positions, lesson.hands),
        np.where(own, one, 1.0 - one),
        np.where(own, taught, 1.0 - taught),
        np.full(count, FADING ** (last - lesson.lap)),
        np.full(count, lesson.number % HELD_OUT == HELD_OUT - 1),
    )


def taught_shares(lesson: Lesson, decided: Sequence[bool]) -> Floats:
    """What each row is taught, from the last to the first: its own hope and what the next row is taught.

    `decided`: whether the row's answer decided the stake; then what came is all there is after it. Who did not think
    hoped for nothing.
    """
    taught, ahead = np.zeros(len(lesson.shares)), 0.0
    for row in reversed(range(len(lesson.shares))):
        ahead = lesson.shares[row] if decided[row] else ahead
        hope = lesson.hopes[row]
        ahead = ahead if hope is None else TRUST * ahead + (1.0 - TRUST) * hope
        taught[row] = ahead
    return taught

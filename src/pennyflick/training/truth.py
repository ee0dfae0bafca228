"""How true a value is: what it said beside what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pennyflick.players.noise import Floats

BINS = 10
NORMAL_95 = 1.96  # standard errors to either side


@dataclass(frozen=True)
class Bin:
    """All that was said to be about so likely."""

    low: float
    high: float
    count: int
    said: float  # on average
    came: float


@dataclass(frozen=True)
class Truth:
    """What a value's words were worth on matches it had not seen."""

    positions: int
    correlation: float
    brier: float
    constant: float  # the Brier score of always saying the mean
    bins: tuple[Bin, ...]


def brier(said: Floats, came: Floats) -> float:
    """The mean squared difference: 0 knows all, a quarter nothing."""
    return float(np.mean((said - came) ** 2))


def truth(said: Floats, came: Floats) -> Truth:
    """The whole account."""
    constant = brier(np.full(len(came), came.mean()), came)
    return Truth(len(came), correlation(said, came), brier(said, came), constant, bins(said, came))


def correlation(said: Floats, came: Floats) -> float:
    """Pearson's; 0 where one of the two never changes."""
    spread = float(said.std() * came.std())
    return float(np.mean((said - said.mean()) * (came - came.mean()))) / spread if spread > 0.0 else 0.0


def bins(said: Floats, came: Floats) -> tuple[Bin, ...]:
    """The reliability table: bins of equal width, those that are empty left out."""
    number = np.clip((said * BINS).astype(np.int64), 0, BINS - 1)
    return tuple(_bin(index, said[number == index], came[number == index]) for index in np.unique(number))


def _bin(index: int, said: Floats, came: Floats) -> Bin:
    return Bin(float(index / BINS), float((index + 1) / BINS), len(said), float(said.mean()), float(came.mean()))


@dataclass(frozen=True)
class Gain:
    """By how much the first of two values is truer: the second's Brier score less its own, with bounds of 95 %."""

    mean: float
    low: float
    high: float


def gain(of_matches: Sequence[tuple[Floats, Floats, Floats]]) -> Gain:
    """What the two said and what came, match by match: positions of one match are alike, and count as one case."""
    sums = np.array([[float(np.sum((b - came) ** 2 - (a - came) ** 2)), len(came)] for a, b, came in of_matches])
    mean = float(sums[:, 0].sum() / sums[:, 1].sum())
    error = float(np.sqrt(np.sum((sums[:, 0] - mean * sums[:, 1]) ** 2)) / sums[:, 1].sum())
    return Gain(mean, mean - NORMAL_95 * error, mean + NORMAL_95 * error)

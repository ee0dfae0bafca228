"""How true a value is: what it said beside what came of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pennyflick.players.noise import Floats

BINS = 10


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

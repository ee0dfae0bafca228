"""A hand's errors by the thousand: the law of hands.py as arrays, for bots that imagine what their hand may do.

Law: the same dice give the same errors. The raw bits come from numpy's counter-based Philox, keyed by the dice. Pairs
of errors are spread evenly: consecutive points of the plastic-number sequence (each step adds 1/p and 1/p² and drops
the whole part), shifted by chance, so that few draws show as much as many independent ones.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pennyflick.players.dice import CUT_SD, Dice
from pennyflick.players.hands import GROWTH_PER_NOMINAL, NOMINAL_SPEED_MM_S, Hand
from pennyflick.table import SPEED_LIMIT_MM_S

Floats = NDArray[np.float64]

_PLASTIC = 1.32471795724474602596  # the real root of p³ = p + 1
_STEPS = np.array([1.0 / _PLASTIC, 1.0 / _PLASTIC**2])
_STRETCH = np.sqrt(5.0 / 3.0)  # Student's law with five degrees of freedom has this s.d.
_GRID = np.linspace(-CUT_SD, CUT_SD, 4001)


def _share_below(x: Floats) -> Floats:
    # Student's distribution function for five degrees of freedom, closed form
    t = x * _STRETCH
    w = 1.0 + t * t / 5.0
    return np.asarray(0.5 + (t / (np.sqrt(5.0) * w) * (1.0 + 2.0 / (3.0 * w)) + np.arctan(t / np.sqrt(5.0))) / np.pi)


_SHARES = _share_below(_GRID)


class Noise:
    """A stream of errors of unit spread."""

    def __init__(self, dice: Dice) -> None:
        self._bits = np.random.Philox(key=np.array([dice.bits(), dice.bits()], dtype=np.uint64))
        self._shift = self.uniform(2)
        self._drawn = 0

    def uniform(self, count: int) -> Floats:
        """Numbers from 0 up to but not 1."""
        raw = self._bits.random_raw(count)
        return np.asarray((raw >> np.uint64(11)).astype(np.float64) * 2.0**-53)

    def pairs(self, count: int) -> Floats:
        """(count, 2) errors by Student's law of unit s.d., cut at 4 s.d.: those of direction and of speed."""
        numbers = np.arange(self._drawn, self._drawn + count, dtype=np.float64)
        self._drawn += count
        even = (self._shift + numbers[:, None] * _STEPS) % 1.0
        low, high = _SHARES[0], _SHARES[-1]
        return np.asarray(np.interp(low + (high - low) * even, _SHARES, _GRID))


def spread_deg(hand: Hand, speed_mm_s: Floats) -> Floats:
    """The spread of direction at each speed."""
    return hand.direction_sd_deg * (1.0 + GROWTH_PER_NOMINAL * (speed_mm_s / NOMINAL_SPEED_MM_S - 1.0))


def shaken(hand: Hand, direction_deg: Floats, speed_mm_s: Floats, errors: Floats) -> tuple[Floats, Floats]:
    """What the hand makes of each meant flick, erring by these pairs of unit spread."""
    directions = direction_deg + spread_deg(hand, speed_mm_s) * errors[:, 0]
    speeds = speed_mm_s * (1.0 + hand.speed_sd * errors[:, 1])
    return directions, np.clip(speeds, 1.0, float(SPEED_LIMIT_MM_S))

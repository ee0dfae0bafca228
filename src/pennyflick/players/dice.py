"""Dice that anyone can throw again. Law: a throw depends only on (seed, action, purpose, how many came before).

Each block of four 64-bit numbers is SHA-256 of the text "pennyflick dice 1|seed|action|purpose|block", so that the
noise of one action never shifts another's. Everything after the raw bits uses + − × ÷ √, which IEEE 754 rounds the same
way on every machine; there is no logarithm, sine or power whose last bit a library could change.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

CUT_SD = 4.0  # bots: a hand never errs by more than four of its standard deviations
_WORD = 1 << 64
_DEGREES = 5.0  # of freedom of Student's law: tails heavier than Gauss's, as people's slips are
_UNIT_SD = math.sqrt((_DEGREES - 2.0) / _DEGREES)  # Student's law has variance 5/3
_ROOT_STEPS = 12  # Newton's steps from 1 down to at worst 1/2: nine already reach the last bit


class Dice:
    """A stream of throws for one purpose in one action."""

    def __init__(self, seed: int, action: int, purpose: str) -> None:
        self._name = f"pennyflick dice 1|{seed}|{action}|{purpose}|"
        self._block = 0
        self._words: list[int] = []

    def bits(self) -> int:
        """Sixty-four fair bits."""
        if not self._words:
            block = hashlib.sha256(f"{self._name}{self._block}".encode()).digest()
            self._words = [int.from_bytes(block[i : i + 8], "big") for i in (24, 16, 8, 0)]
            self._block += 1
        return self._words.pop()

    def uniform(self) -> float:
        """A number from 0 up to but not 1: a multiple of 2^-53."""
        return (self.bits() >> 11) * 2.0**-53

    def between(self, low: float, high: float) -> float:
        """A number from low to high."""
        return low + (high - low) * self.uniform()

    def below(self, count: int) -> int:
        """A whole number from 0 to count - 1, each equally likely."""
        if count < 1:
            raise ValueError(f"cannot throw below {count}; it must be at least 1")
        limit = _WORD - _WORD % count
        while (bits := self.bits()) >= limit:
            pass
        return bits % count

    def pick(self, things: Sequence[T]) -> T:
        """One of these, each equally likely."""
        return things[self.below(len(things))]

    def chance(self, probability: float) -> bool:
        """Whether something of this probability happens."""
        return self.uniform() < probability

    def student_t5(self) -> float:
        """Student's law with five degrees of freedom, scaled to unit s.d.; beyond 4 s.d. it is thrown again."""
        while abs(thrown := self._polar_t5() * _UNIT_SD) > CUT_SD:
            pass
        return thrown

    def _polar_t5(self) -> float:
        # Bailey's polar method: u in the unit disc, w its squared radius, t = u * sqrt(n (w^(-2/n) - 1) / w)
        while True:
            u = 2.0 * self.uniform() - 1.0
            v = 2.0 * self.uniform() - 1.0
            w = u * u + v * v
            if 0.0 < w <= 1.0:
                root = _fifth_root(w)
                return u * math.sqrt(_DEGREES * (1.0 / (root * root) - 1.0) / w)


def _fifth_root(w: float) -> float:
    """The fifth root of a number in (0, 1], by a fixed number of Newton's steps."""
    scale = 1.0
    while w < 1.0 / 32.0:  # exact: only powers of two
        w *= 32.0
        scale *= 0.5
    root = 1.0
    for _ in range(_ROOT_STEPS):
        square = root * root
        root = (4.0 * root + w / (square * square)) / 5.0
    return min(root, 1.0) * scale

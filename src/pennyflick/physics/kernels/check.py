"""Whether a layout can be simulated: numbers that are numbers, discs on the board, no overlap.

Law: a NaN must fail: it lies on no surface. Discs that are absent have NaN places, so they overlap nothing.
"""

from __future__ import annotations

from pennyflick.physics.kernels.jit import inlined
from pennyflick.physics.kernels.slots import (
    ALL_LANES,
    CR,
    CX,
    CY,
    DONE,
    EDGES,
    EX,
    EY,
    FATE,
    MOST_LANES,
    OFF_BOARD,
    ON_BOARD,
    OVERLAP,
    PEG0,
    PEGS,
    RAD,
)
from pennyflick.physics.kernels.types import Integers, Reals

SLACK_MM = 5e-6  # deeper than rounding to six decimals can make an overlap


@inlined
def on_surface(w: Reals, x: float, y: float) -> bool:
    """Whether a centre lies within the edge."""
    edges = int(w[EDGES])
    if edges == 0:
        dx = x - w[CX]
        dy = y - w[CY]
        most = w[CR] + SLACK_MM
        return bool(dx * dx + dy * dy <= most * most)
    base = PEG0 + 3 * int(w[PEGS])
    good = True
    for e in range(edges):
        good &= w[base + 3 * e] * x + w[base + 3 * e + 1] * y <= w[base + 3 * e + 2] + SLACK_MM
    return good


@inlined
def overlaps(f: Reals, n: Integers, x: float, y: float, r: float) -> int:
    """How many discs and pegs a disc here overlaps, itself included."""
    r = r - SLACK_MM
    count = 0
    for j in range(min(n[ALL_LANES], MOST_LANES)):
        dx = f[EX + j] - x
        dy = f[EY + j] - y
        most = r + f[RAD + j]
        count += 1 if dx * dx + dy * dy < most * most else 0
    return count


@inlined
def trouble(f: Reals, n: Integers, w: Reals, first: int, last: int) -> int:
    """What is wrong with where the discs first..last - 1 lie; DONE if nothing."""
    worst = DONE
    for i in range(first, last):
        if n[FATE + i] == ON_BOARD:
            if not on_surface(w, f[EX + i], f[EY + i]):
                worst = max(worst, OFF_BOARD)
            elif overlaps(f, n, f[EX + i], f[EY + i], f[RAD + i]) > 1:
                worst = max(worst, OVERLAP)
    return worst

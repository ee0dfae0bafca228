"""Whether a layout can be simulated: numbers that are numbers, discs on the board, no overlap.

Law: a NaN must fail: it lies on no surface. Discs that are absent have NaN places, so they overlap nothing.
"""

from __future__ import annotations

from pennyflick.physics.kernels.index import disc
from pennyflick.physics.kernels.jit import inlined
from pennyflick.physics.kernels.lanes import ALL, WIDTH, bits, eight, lowest
from pennyflick.physics.kernels.slots import (
    ALL_LANES,
    CR,
    CX,
    CY,
    DISC_LANES,
    DONE,
    EDGES,
    EX,
    EY,
    MOST_DISCS,
    OFF_BOARD,
    OVERLAP,
    PEG0,
    PEGS,
    RAD,
    SLIM,
    THERE,
)
from pennyflick.physics.kernels.types import Integers, Reals

SLACK_MM = 5e-6  # deeper than rounding to six decimals can make an overlap


@inlined
def on_surface(f: Reals, w: Reals, at: int) -> int:
    """Which of eight centres lie within the edge, as bits."""
    x = eight(f, EX + at)
    y = eight(f, EY + at)
    edges = int(w[EDGES])
    if edges == 0:
        dx = x - w[CX]
        dy = y - w[CY]
        most = w[CR] + SLACK_MM
        return bits(dx * dx + dy * dy <= most * most)
    base = PEG0 + 3 * int(w[PEGS])
    good = ALL
    for e in range(edges):
        at_edge = base + 3 * e
        good &= bits(x * w[at_edge] + y * w[at_edge + 1] <= w[at_edge + 2] + SLACK_MM)
    return good


@inlined
def off_surface(f: Reals, n: Integers, w: Reals, some: int) -> int:
    """Which of some discs do not lie within the edge, as bits."""
    found = 0
    for at in range(0, min(n[DISC_LANES], MOST_DISCS), WIDTH):
        found |= (some >> at & ALL & ~on_surface(f, w, at)) << at
    return found


@inlined
def overlapped(f: Reals, n: Integers, i: int) -> int:
    """Which discs and pegs disc i overlaps, itself included, as bits of their lanes."""
    x = f[EX + i]
    y = f[EY + i]
    r = f[RAD + i] - SLACK_MM
    found = 0
    for at in range(0, n[ALL_LANES], WIDTH):
        dx = eight(f, EX + at) - x
        dy = eight(f, EY + at) - y
        most = eight(f, RAD + at) + r
        found |= bits(dx * dx + dy * dy < most * most) << at
    return found


@inlined
def overlapped_later(f: Reals, n: Integers, i: int) -> int:
    """Which pegs and later discs disc i overlaps: the slack is taken off either radius, as rounding may tell."""
    x = f[EX + i]
    y = f[EY + i]
    r = f[RAD + i]
    slim = r - SLACK_MM
    found = 0
    for at in range(i & ~(WIDTH - 1), n[ALL_LANES], WIDTH):
        dx = eight(f, EX + at) - x
        dy = eight(f, EY + at) - y
        square = dx * dx + dy * dy
        most = eight(f, RAD + at) + slim
        turned = eight(f, SLIM + at) + r
        found |= bits((square < most * most) | (square < turned * turned)) << at
    return found & (-2 << i)


@inlined
def trouble(f: Reals, n: Integers, w: Reals) -> int:
    """What is wrong with where the discs lie, each pair looked at once; DONE if nothing."""
    if off_surface(f, n, w, n[THERE]) != 0:
        return OFF_BOARD
    found = 0
    left = n[THERE]
    while left != 0:
        found |= overlapped_later(f, n, disc(lowest(left)))
        left &= left - 1
    return OVERLAP if found != 0 else DONE


@inlined
def trouble_of_one(f: Reals, n: Integers, w: Reals, i: int) -> int:
    """What is wrong with where disc i lies, which is there."""
    if off_surface(f, n, w, 1 << i) != 0:
        return OFF_BOARD
    return OVERLAP if overlapped(f, n, i) & ~(1 << i) != 0 else DONE

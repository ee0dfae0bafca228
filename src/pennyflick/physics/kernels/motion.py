"""How a disc slides: straight, with constant deceleration, until it rests.

Symbols: t instant, s distance along the course, v speed, a deceleration, (ux, uy) unit vector of the course.
"""

from __future__ import annotations

import math

from pennyflick.physics.kernels.jit import inlined
from pennyflick.physics.kernels.lanes import WIDTH, chosen, eight, put_eight
from pennyflick.physics.kernels.slots import (
    DISC_LANES,
    EX,
    EY,
    MOST_DISCS,
    MOVED,
    PX,
    PY,
    T0,
    TS,
    UX,
    UY,
    VER,
    VX,
    VY,
    V,
    X,
    Y,
)
from pennyflick.physics.kernels.types import Integers, Reals

STILL_MM_S = 1e-9  # slower than this is at rest: it would slide less than 1e-21 mm


@inlined
def slide_time(s: float, v: float, a: float) -> float:
    """How long a disc of speed v needs for the distance s, which it can reach."""
    return 2.0 * s / (v + math.sqrt(max(v * v - 2.0 * a * s, 0.0)))


@inlined
def place(f: Reals, i: int, t: float, a: float) -> None:
    """Position and velocity of disc i at instant t, into PX, PY, VX, VY."""
    if t >= f[TS + i]:
        f[PX + i] = f[EX + i]
        f[PY + i] = f[EY + i]
        f[VX + i] = 0.0
        f[VY + i] = 0.0
        return
    d = t - f[T0 + i]
    s = (f[V + i] - 0.5 * a * d) * d
    v = f[V + i] - a * d
    f[PX + i] = f[X + i] + f[UX + i] * s
    f[PY + i] = f[Y + i] + f[UY + i] * s
    f[VX + i] = f[UX + i] * v
    f[VY + i] = f[UY + i] * v


@inlined
def place_all(f: Reals, n: Integers, t: float, a: float) -> None:
    """The same for all discs; of those that are not there nothing is asked."""
    for at in range(0, min(n[DISC_LANES], MOST_DISCS), WIDTH):
        rests = eight(f, TS + at) <= t
        ux = eight(f, UX + at)
        uy = eight(f, UY + at)
        d = t - eight(f, T0 + at)
        s = (eight(f, V + at) - 0.5 * a * d) * d
        v = eight(f, V + at) - a * d
        put_eight(f, PX + at, chosen(rests, eight(f, EX + at), eight(f, X + at) + ux * s))
        put_eight(f, PY + at, chosen(rests, eight(f, EY + at), eight(f, Y + at) + uy * s))
        put_eight(f, VX + at, chosen(rests, 0.0, ux * v))
        put_eight(f, VY + at, chosen(rests, 0.0, uy * v))


@inlined
def rebase(f: Reals, i: int, t: float, a: float) -> None:
    """Move the base instant of disc i to t; its course stays the same."""
    if t >= f[TS + i]:
        f[X + i] = f[EX + i]
        f[Y + i] = f[EY + i]
        f[V + i] = 0.0
    else:
        d = t - f[T0 + i]
        s = (f[V + i] - 0.5 * a * d) * d
        f[X + i] += f[UX + i] * s
        f[Y + i] += f[UY + i] * s
        f[V + i] -= a * d
    f[T0 + i] = t


@inlined
def set_course(f: Reals, n: Integers, i: int, t: float, ux: float, uy: float, v: float, a: float) -> None:
    """Disc i, at PX, PY, takes a new course."""
    if v < STILL_MM_S:
        v = 0.0
        ux = 0.0
        uy = 0.0
    x = f[PX + i]
    y = f[PY + i]
    d = v / a
    reach = 0.5 * v * d
    f[X + i] = x
    f[Y + i] = y
    f[UX + i] = ux
    f[UY + i] = uy
    f[V + i] = v
    f[T0 + i] = t
    f[TS + i] = t + d
    f[EX + i] = x + ux * reach
    f[EY + i] = y + uy * reach
    n[VER + i] += 1
    n[MOVED] |= 1 << i


@inlined
def take_velocity(f: Reals, n: Integers, i: int, t: float, a: float) -> None:
    """Disc i goes on from PX, PY with VX, VY."""
    vx = f[VX + i]
    vy = f[VY + i]
    v = math.sqrt(vx * vx + vy * vy)
    if v > 0.0:
        set_course(f, n, i, t, vx / v, vy / v, v, a)
    else:
        set_course(f, n, i, t, 0.0, 0.0, 0.0, a)

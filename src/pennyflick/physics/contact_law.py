"""The damping of the contact law that gives a wanted restitution.

In units of the contact itself the law is δ'' = −max(0, δ^1.5 + α·δ^¼·δ'), started at δ = 0 with δ' = 1; the speed at
which the discs part is the restitution, whatever the masses, the stiffness and the speed of the hit.
"""

from __future__ import annotations

import math
from functools import lru_cache

_STEP = 1.0 / 128.0


def _acceleration(overlap: float, rate: float, alpha: float) -> float:
    if overlap <= 0.0:
        return 0.0
    root = math.sqrt(overlap)
    return -max(0.0, overlap * root + alpha * math.sqrt(root) * rate)


def parting_speed(alpha: float, step: float = _STEP) -> float:
    """The speed at which two discs part that met at speed 1 (Runge-Kutta of order 4)."""
    d, v = 0.0, 1.0
    while True:
        a1 = _acceleration(d, v, alpha)
        v2 = v + 0.5 * step * a1
        a2 = _acceleration(d + 0.5 * step * v, v2, alpha)
        v3 = v + 0.5 * step * a2
        a3 = _acceleration(d + 0.5 * step * v2, v3, alpha)
        v4 = v + step * a3
        a4 = _acceleration(d + step * v3, v4, alpha)
        d += step / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4)
        v += step / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4)
        if v < 0.0 and _acceleration(d, v, alpha) == 0.0:
            return -v


@lru_cache(maxsize=64)
def damping(restitution: float) -> float:
    """The α whose restitution is as wanted, by the secant rule; 0 for a perfect bounce."""
    if restitution >= 1.0:
        return 0.0
    low, high = 0.0, 1.0 - restitution  # no logarithm: α must be the same bits on every machine
    low_miss, high_miss = 1.0 - restitution, parting_speed(high) - restitution
    while abs(high_miss) > 1e-12:
        low, high = high, high - high_miss * (high - low) / (high_miss - low_miss)
        low_miss, high_miss = high_miss, parting_speed(high) - restitution
    return high

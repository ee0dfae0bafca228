"""A hit on a group: the contact network integrated in micro time, normals frozen, every pair with its true gap.

The law of each contact: F = max(0, K·δ^1.5 + α·√(m·K)·δ^¼·w), δ overlap, w approach speed, m effective mass
(m₁m₂/(m₁+m₂), against a peg m₁). α follows from the restitution alone. The stiffness K is that of the reference:
1e9 N/m^1.5, here in g·mm/s² per mm^1.5. Micro time does not pass on the board: the group is settled at one instant.
"""

from __future__ import annotations

import math

from pennyflick.physics.kernels.index import contact, disc
from pennyflick.physics.kernels.jit import inlined
from pennyflick.physics.kernels.slots import (
    ALPHA,
    AX,
    AY,
    BX,
    BY,
    CI,
    CJ,
    CO,
    DAMP,
    DEL,
    DISC_LANES,
    FATE,
    FIRST,
    GAP,
    IM,
    IME,
    IMP,
    IN,
    MASS,
    MOST_CONTACTS,
    MOST_DISCS,
    NX,
    NY,
    ON_BOARD,
    OX,
    OY,
    PEG0,
    PEG_ALPHA,
    PEGS,
    PHI,
    PX,
    PY,
    QUEUE,
    RAD,
    VX,
    VY,
)
from pennyflick.physics.kernels.types import Integers, Reals

JOIN_MM = 0.2  # pairs closer than this belong to one group
STIFFNESS = 3.1622776601683795e10  # 1e9 N/m^1.5 in g·mm/s² per mm^1.5
LEAST_STEP_S = 1e-6
MOST_STEP_S = 16e-6
STEP_SHARE = 4.1e-4  # (2.94 / 14)^5: a hit lasts 2.94·(m²/(K²·w))^(1/5)
SOON_S = 50e-6  # a pair that meets within this time keeps the network going
SLOW_MM_S = 1.0  # an approach slower than this does not
MOST_MICRO_STEPS = 2_000  # then the rest is left to later events


@inlined
def gather(f: Reals, n: Integers, m: int, i: int, j: int) -> int:
    """Mark the group of disc i (and j unless negative) by IN: how many belong to it; positions are in PX, PY."""
    for q in range(m):
        n[IN + q] = 0
    n[IN + i] = 1
    n[QUEUE] = i
    size = 1
    if j >= 0:
        n[IN + j] = 1
        n[QUEUE + 1] = j
        size = 2
    at = 0
    while at < size:
        q = disc(n[QUEUE + disc(at)])
        at += 1
        for p in range(m):
            dx = f[PX + p] - f[PX + q]
            dy = f[PY + p] - f[PY + q]
            r = f[RAD + p] + f[RAD + q] + JOIN_MM
            if (dx * dx + dy * dy < r * r) & (n[IN + p] == 0) & (n[FATE + p] == ON_BOARD):
                n[IN + p] = 1
                n[QUEUE + disc(size)] = p
                size += 1
    return size


@inlined
def add_contact(
    g: Reals, k: Integers, c: int, i: int, j: int, dx: float, dy: float, r: float, m_eff: float, alpha: float
) -> int:
    """Append the contact of disc i with j if it is close enough; the new number of contacts."""
    square = dx * dx + dy * dy
    if (square >= (r + JOIN_MM) * (r + JOIN_MM)) | (c >= MOST_CONTACTS):
        return c
    at = contact(c)
    length = math.sqrt(square)
    g[NX + at] = dx / length
    g[NY + at] = dy / length
    g[GAP + at] = min(r - length, 0.0)  # an overlap that rounding made is no spring
    g[DAMP + at] = 0.8 * alpha * math.sqrt(m_eff * STIFFNESS)
    g[IME + at] = 1.0 / m_eff
    g[IMP + at] = 0.0
    g[FIRST + at] = -1.0
    k[CI + at] = i
    k[CJ + at] = j
    return c + 1


@inlined
def link(f: Reals, n: Integers, w: Reals, g: Reals, k: Integers, m: int) -> tuple[int, int]:
    """List the contacts of the group: disc pairs in the order of the discs, then pegs. (pairs, all)."""
    c = 0
    for i in range(m):
        if n[IN + i] != 0:
            for j in range(i + 1, m):
                if n[IN + j] != 0:
                    dx = f[PX + j] - f[PX + i]
                    dy = f[PY + j] - f[PY + i]
                    m_eff = f[MASS + i] * f[MASS + j] / (f[MASS + i] + f[MASS + j])
                    c = add_contact(g, k, c, i, j, dx, dy, f[RAD + i] + f[RAD + j], m_eff, w[ALPHA])
    pairs = c
    for i in range(m):
        if n[IN + i] != 0:
            for p in range(int(w[PEGS])):
                base = PEG0 + 3 * p
                dx = w[base] - f[PX + i]
                dy = w[base + 1] - f[PY + i]
                r = f[RAD + i] + w[base + 2]
                c = add_contact(g, k, c, i, MOST_DISCS + p, dx, dy, r, f[MASS + i], w[PEG_ALPHA])
    return pairs, c


@inlined
def micro_step(f: Reals, n: Integers, m: int, speed: float) -> float:
    """A time step of which a hit at this speed on the lightest disc of the group lasts about fourteen."""
    lightest = f[MASS + disc(n[QUEUE])]
    for i in range(m):
        if n[IN + i] != 0:
            lightest = min(lightest, f[MASS + i])
    stiff = STIFFNESS / (0.5 * lightest)
    stiff = stiff * stiff * speed
    h = LEAST_STEP_S
    while (h < MOST_STEP_S) and h * h * h * h * h * stiff < STEP_SHARE:
        h *= 1.25
    return h


@inlined
def pull(f: Reals, n: Integers, slots: int) -> None:
    """All discs take the velocity that the forces of this step gave them."""
    for i in range(slots):
        f[VX + i] += (f[AX + i] + f[BX + i]) * f[IM + i]
        f[VY + i] += (f[AY + i] + f[BY + i]) * f[IM + i]
        f[AX + i] = 0.0
        f[AY + i] = 0.0
        f[BX + i] = 0.0
        f[BY + i] = 0.0


@inlined
def integrate(f: Reals, n: Integers, g: Reals, k: Integers, pairs: int, contacts: int, h: float) -> None:
    """Let the forces act until none acts and none is about to: VX, VY, IMP and FIRST change.

    Leapfrog; the damping α·√(mK)·δ^¼·w is the rate of 4/5·α·√(mK)·δ^(5/4), so its impulse over a step needs only
    the overlap at both ends, and comes out right although it sets in with infinite steepness.
    """
    slots = min(n[DISC_LANES], MOST_DISCS)
    for i in range(slots):
        f[AX + i] = 0.0
        f[AY + i] = 0.0
        f[BX + i] = 0.0
        f[BY + i] = 0.0
    for c in range(contacts):
        g[DEL + c] = g[GAP + c]
        g[PHI + c] = 0.0
    half = 0.5 * h
    spring = STIFFNESS * h
    drift = half
    for step in range(MOST_MICRO_STEPS):
        busy = False
        for c in range(contacts):
            i = disc(k[CI + c])
            j = disc(k[CJ + c] if c < pairs else 0)
            nx = g[NX + c]
            ny = g[NY + c]
            if c < pairs:
                rate = nx * (f[VX + i] - f[VX + j]) + ny * (f[VY + i] - f[VY + j])
            else:
                rate = nx * f[VX + i] + ny * f[VY + i]
            d = g[DEL + c] + rate * drift
            g[DEL + c] = d
            impulse = 0.0
            after = d + half * rate
            if d > 0.0:
                impulse = spring * d * math.sqrt(d)
                after = d + half * (rate - impulse * g[IME + c])
            elif (after <= 0.0) & (g[PHI + c] == 0.0):
                busy |= (rate > SLOW_MM_S) & (-d < rate * SOON_S)
                continue
            phi = after * math.sqrt(math.sqrt(after)) if after > 0.0 else 0.0
            impulse += g[DAMP + c] * (phi - g[PHI + c])
            g[PHI + c] = phi
            if impulse <= 0.0:
                continue
            busy = True
            if g[FIRST + c] < 0.0:
                g[FIRST + c] = step
            g[IMP + c] += impulse
            px = impulse * nx
            py = impulse * ny
            if c < pairs:
                f[AX + i] -= px
                f[AY + i] -= py
                f[AX + j] += px
                f[AY + j] += py
            else:
                f[BX + i] -= px
                f[BY + i] -= py
        drift = h
        if not busy:
            break
        pull(f, n, slots)


@inlined
def settle(f: Reals, n: Integers, g: Reals, k: Integers, m: int, pairs: int, contacts: int, speed: float) -> None:
    """Integrate the network; should a step error have raised the energy, shorten all changes until it has not."""
    for i in range(m):
        f[OX + i] = f[VX + i]
        f[OY + i] = f[VY + i]
    integrate(f, n, g, k, pairs, contacts, micro_step(f, n, m, speed))
    linear = 0.0
    square = 0.0
    for i in range(m):
        if n[IN + i] != 0:
            dx = f[VX + i] - f[OX + i]
            dy = f[VY + i] - f[OY + i]
            linear += f[MASS + i] * (f[OX + i] * dx + f[OY + i] * dy)
            square += 0.5 * f[MASS + i] * (dx * dx + dy * dy)
    if linear + square > 0.0:
        share = max(-linear / square, 0.0)
        for i in range(m):
            if n[IN + i] != 0:
                f[VX + i] = f[OX + i] + share * (f[VX + i] - f[OX + i])
                f[VY + i] = f[OY + i] + share * (f[VY + i] - f[OY + i])


@inlined
def sort_contacts(g: Reals, k: Integers, contacts: int) -> None:
    """Order of reporting: by the first force, then as listed (insertion sort, stable)."""
    for c in range(contacts):
        at = c
        while (at > 0) and g[FIRST + contact(k[CO + contact(at - 1)])] > g[FIRST + c]:
            k[CO + at] = k[CO + at - 1]
            at -= 1
        k[CO + contact(at)] = c

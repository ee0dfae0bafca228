"""A hit on a group: the contact network integrated in micro time, normals frozen, every pair with its true gap.

The law of each contact: F = max(0, K·δ^1.5 + α·√(m·K)·δ^¼·w), δ overlap, w approach speed, m effective mass
(m₁m₂/(m₁+m₂), against a peg m₁). α follows from the restitution alone. The stiffness K is that of the reference:
1e9 N/m^1.5, here in g·mm/s² per mm^1.5. Micro time does not pass on the board: the group is settled at one instant.
"""

from __future__ import annotations

import math

from pennyflick.physics.kernels.index import contact, disc, lane
from pennyflick.physics.kernels.jit import inlined
from pennyflick.physics.kernels.lanes import WIDTH, Lanes, bits, chosen, eight, lowest, of_discs, put_eight, roots
from pennyflick.physics.kernels.slots import (
    ALL_LANES,
    ALPHA,
    AX,
    AY,
    BX,
    BY,
    CI,
    CJ,
    CO,
    CV,
    DAMP,
    DEL,
    DISC_LANES,
    EX,
    EY,
    FAR,
    FIRST,
    GAP,
    HITX,
    HITY,
    IM,
    IME,
    IMP,
    MASS,
    MOST_CONTACTS,
    MOST_DISCS,
    NX,
    NY,
    OX,
    OY,
    PEG_ALPHA,
    PHI,
    PX,
    PY,
    RAD,
    THERE,
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
def close_by(f: Reals, at: int, px: int, py: int, x: float, y: float, r: float) -> int:
    """Which of eight lanes (their places at f[px], f[py]) are within JOIN_MM of a disc of radius r here, as bits."""
    dx = eight(f, px + at) - x
    dy = eight(f, py + at) - y
    most = eight(f, RAD + at) + r + JOIN_MM
    return bits(dx * dx + dy * dy < most * most)


@inlined
def discs_close_by(f: Reals, n: Integers, i: int) -> int:
    """Which discs are so close to disc i at this instant that they form a group, itself included, as bits."""
    found = 0
    for at in range(0, min(n[DISC_LANES], MOST_DISCS), WIDTH):
        found |= close_by(f, at, PX, PY, f[PX + i], f[PY + i], f[RAD + i]) << at
    return int(found & n[THERE])


@inlined
def gather(f: Reals, n: Integers, group: int) -> int:
    """The whole group of these discs, as bits; positions are in PX, PY."""
    new = group
    while new != 0:
        found = discs_close_by(f, n, disc(lowest(new))) & ~group
        new = new & (new - 1) | found
        group |= found
    return group


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
    k[CV + at] = min(j, MOST_DISCS)
    return c + 1


@inlined
def link(f: Reals, n: Integers, w: Reals, g: Reals, k: Integers, group: int) -> tuple[int, int]:
    """List the contacts of the group: disc pairs in the order of the discs, then pegs. (pairs, all)."""
    c = 0
    left = group
    while left != 0:
        i = disc(lowest(left))
        left &= left - 1
        others = left & discs_close_by(f, n, i)
        while others != 0:
            j = disc(lowest(others))
            others &= others - 1
            dx = f[PX + j] - f[PX + i]
            dy = f[PY + j] - f[PY + i]
            m_eff = f[MASS + i] * f[MASS + j] / (f[MASS + i] + f[MASS + j])
            c = add_contact(g, k, c, i, j, dx, dy, f[RAD + i] + f[RAD + j], m_eff, w[ALPHA])
    pairs = c
    left = group
    while left != 0:
        i = disc(lowest(left))
        left &= left - 1
        for at in range(n[DISC_LANES], n[ALL_LANES], WIDTH):
            others = close_by(f, at, EX, EY, f[PX + i], f[PY + i], f[RAD + i])
            while others != 0:
                q = lane(at + lowest(others))
                others &= others - 1
                dx = f[EX + q] - f[PX + i]
                dy = f[EY + q] - f[PY + i]
                p = MOST_DISCS + q - n[DISC_LANES]
                c = add_contact(g, k, c, i, p, dx, dy, f[RAD + i] + f[RAD + q], f[MASS + i], w[PEG_ALPHA])
    return pairs, c


@inlined
def micro_step(f: Reals, group: int, speed: float) -> float:
    """A time step of which a hit at this speed on the lightest disc of the group lasts about fourteen."""
    lightest = FAR
    while group != 0:
        lightest = min(lightest, f[MASS + disc(lowest(group))])
        group &= group - 1
    stiff = STIFFNESS / (0.5 * lightest)
    stiff = stiff * stiff * speed
    h = LEAST_STEP_S
    while (h < MOST_STEP_S) and h * h * h * h * h * stiff < STEP_SHARE:
        h *= 1.25
    return h


@inlined
def fill_up(g: Reals, k: Integers, contacts: int) -> int:
    """Contacts that never act, up to a multiple of eight: how many there are then."""
    most = (contacts + WIDTH - 1) // WIDTH * WIDTH
    for at in range(contacts, most):
        c = contact(at)
        g[NX + c] = 0.0
        g[NY + c] = 0.0
        g[GAP + c] = -1.0
        g[DAMP + c] = 0.0
        g[IME + c] = 0.0
        g[IMP + c] = 0.0
        g[FIRST + c] = 0.0
        k[CI + c] = 0
        k[CV + c] = 0
    return most


@inlined
def pull(f: Reals, lanes: int) -> None:
    """All discs take the velocity that the forces of this step gave them."""
    for at in range(0, lanes, WIDTH):
        im = eight(f, IM + at)
        put_eight(f, VX + at, eight(f, VX + at) + (eight(f, AX + at) + eight(f, BX + at)) * im)
        put_eight(f, VY + at, eight(f, VY + at) + (eight(f, AY + at) + eight(f, BY + at)) * im)
    no_pull(f, lanes)


@inlined
def no_pull(f: Reals, lanes: int) -> None:
    """No force has acted yet."""
    for at in range(0, lanes, WIDTH):
        put_eight(f, AX + at, 0.0)
        put_eight(f, AY + at, 0.0)
        put_eight(f, BX + at, 0.0)
        put_eight(f, BY + at, 0.0)


@inlined
def act(f: Reals, g: Reals, k: Integers, c: int, acting: int, pairs: int) -> None:
    """The impulses of the acting ones of eight contacts, in HX and HY, add to what their discs get, in their order."""
    while acting != 0:
        at = lowest(acting)
        acting &= acting - 1
        here = contact(c + at)
        i = disc(k[CI + here])
        px = g[HITX + at]
        py = g[HITY + at]
        if here < pairs:
            j = disc(k[CJ + here])
            f[AX + i] -= px
            f[AY + i] -= py
            f[AX + j] += px
            f[AY + j] += py
        else:
            f[BX + i] -= px
            f[BY + i] -= py


@inlined
def force(g: Reals, c: int, d: Lanes, rate: Lanes, half: float, spring: float, step: float) -> tuple[int, int]:
    """The impulses of eight contacts in one step: which are above nothing, or else which are about to be (as bits)."""
    before = eight(g, PHI + c)
    near = d > 0.0
    press = chosen(near, spring * d * roots(d), 0.0)
    after = d + half * (rate - press * eight(g, IME + c))
    deep = after > 0.0
    phi = chosen(deep, after * roots(roots(after)), 0.0)
    impulse = press + eight(g, DAMP + c) * (phi - before)
    acts = impulse > 0.0
    impulse = chosen(acts, impulse, 0.0)
    first = eight(g, FIRST + c)
    put_eight(g, PHI + c, phi)
    put_eight(g, IMP + c, eight(g, IMP + c) + impulse)
    put_eight(g, FIRST + c, chosen(acts & (first < 0.0), step, first))
    put_eight(g, HITX, impulse * eight(g, NX + c))
    put_eight(g, HITY, impulse * eight(g, NY + c))
    acting = bits(acts)
    if acting != 0:  # busy enough
        return acting, 0
    return 0, bits((d <= 0.0) & (after <= 0.0) & (before == 0.0) & (rate > SLOW_MM_S) & (0.0 - d < rate * SOON_S))


@inlined
def integrate(f: Reals, n: Integers, g: Reals, k: Integers, pairs: int, contacts: int, h: float) -> None:
    """Let the forces act until none acts and none is about to: VX, VY, IMP and FIRST change.

    Leapfrog; the damping α·√(mK)·δ^¼·w is the rate of 4/5·α·√(mK)·δ^(5/4), so its impulse over a step needs only
    the overlap at both ends, and comes out right although it sets in with infinite steepness.
    """
    lanes = min(n[DISC_LANES], MOST_DISCS)
    no_pull(f, lanes)
    for c in range(0, contacts, WIDTH):
        put_eight(g, DEL + c, eight(g, GAP + c))
        put_eight(g, PHI + c, 0.0)
    f[VX + MOST_DISCS] = 0.0
    f[VY + MOST_DISCS] = 0.0
    half = 0.5 * h
    spring = STIFFNESS * h
    drift = half
    for step in range(MOST_MICRO_STEPS):
        busy = 0
        for c in range(0, contacts, WIDTH):
            wx = of_discs(f, VX, k, CI + c) - of_discs(f, VX, k, CV + c)
            wy = of_discs(f, VY, k, CI + c) - of_discs(f, VY, k, CV + c)
            rate = eight(g, NX + c) * wx + eight(g, NY + c) * wy
            d = eight(g, DEL + c) + rate * drift
            put_eight(g, DEL + c, d)
            if bits((d > 0.0) | (d + half * rate > 0.0) | (eight(g, PHI + c) > 0.0)) == 0:
                busy |= bits((rate > SLOW_MM_S) & (0.0 - d < rate * SOON_S))
            else:
                acting, soon = force(g, c, d, rate, half, spring, float(step))
                act(f, g, k, c, acting, pairs)
                busy |= acting | soon
        drift = h
        if busy == 0:
            break
        pull(f, lanes)


@inlined
def settle(f: Reals, n: Integers, g: Reals, k: Integers, group: int, pairs: int, contacts: int, speed: float) -> None:
    """Integrate the network; should a step error have raised the energy, shorten all changes until it has not."""
    for at in range(0, min(n[DISC_LANES], MOST_DISCS), WIDTH):
        put_eight(f, OX + at, eight(f, VX + at))
        put_eight(f, OY + at, eight(f, VY + at))
    integrate(f, n, g, k, pairs, fill_up(g, k, contacts), micro_step(f, group, speed))
    linear = 0.0
    square = 0.0
    left = group
    while left != 0:
        i = disc(lowest(left))
        left &= left - 1
        dx = f[VX + i] - f[OX + i]
        dy = f[VY + i] - f[OY + i]
        linear += f[MASS + i] * (f[OX + i] * dx + f[OY + i] * dy)
        square += 0.5 * f[MASS + i] * (dx * dx + dy * dy)
    if linear + square > 0.0:
        share = max(-linear / square, 0.0)
        while group != 0:
            i = disc(lowest(group))
            group &= group - 1
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

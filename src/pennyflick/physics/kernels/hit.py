"""A hit: of two discs alone, of a disc on a peg alone, or on a group; with the finger behind it or without.

Symbols: (nx, ny) normal from the first disc to the second, e restitution. Positions and velocities at the instant of
the hit are in PX, PY, VX, VY.
"""

from __future__ import annotations

import math

import numpy as np

from pennyflick.physics.kernels.arguments import Notes
from pennyflick.physics.kernels.index import contact, disc
from pennyflick.physics.kernels.jit import inlined
from pennyflick.physics.kernels.lanes import WIDTH, bits, eight, lowest
from pennyflick.physics.kernels.log import note_contact, note_event
from pennyflick.physics.kernels.motion import place, place_all
from pennyflick.physics.kernels.network import JOIN_MM, gather, link, settle, sort_contacts
from pennyflick.physics.kernels.slots import (
    ALL_LANES,
    CI,
    CJ,
    CO,
    DEC,
    DIRTY,
    EX,
    EY,
    FATE,
    FLICKED,
    FOLLOW_NOW,
    IMP,
    LIVE,
    LIVES,
    MASS,
    MOST_DISCS,
    ON_BOARD,
    PEG,
    PEG0,
    PEG_REST,
    PX,
    PY,
    RAD,
    REST,
    START_ENERGY,
    SX,
    SY,
    T0,
    TS,
    UX,
    UY,
    VX,
    VY,
    WORK,
    V,
    X,
    Y,
)
from pennyflick.physics.kernels.types import Integers, Reals

NETWORK_MM_S = 1.0  # a slower approach is settled pair by pair, group or not
PART_MM_S = 1e-6  # discs part at least this fast: a graze must not be found again
HOP_S = 1e-3  # discs that friction presses together part and do not meet again sooner than this, if they slide so long
SLOW_HOP_MM_S = 0.05  # a hop is at most a tenth of the slower disc's speed, or this
LEAST_HOP_MM_S = 1e-3  # and discs that meet more slowly than this part with it, so that no series of hits runs dry
PUSH_ROUNDS = 8  # rulebook: the finger brings the disc back to its speed at most so often,
PUSH_MM_S = 1.0  # until the approach is slower than this


@inlined
def approach(f: Reals, i: int, j: int) -> float:
    """How fast the discs i and j approach each other."""
    dx = f[PX + j] - f[PX + i]
    dy = f[PY + j] - f[PY + i]
    return float((dx * (f[VX + i] - f[VX + j]) + dy * (f[VY + i] - f[VY + j])) / math.sqrt(dx * dx + dy * dy))


@inlined
def approach_to_peg(f: Reals, w: Reals, i: int, p: int) -> float:
    """How fast disc i approaches peg p."""
    dx = w[PEG0 + 3 * p] - f[PX + i]
    dy = w[PEG0 + 3 * p + 1] - f[PY + i]
    return float((dx * f[VX + i] + dy * f[VY + i]) / math.sqrt(dx * dx + dy * dy))


@inlined
def hop_speed(f: Reals, i: int, j: int, nx: float, ny: float, a: float) -> float:
    """How fast two discs must part that friction presses together, so that they do not meet again at once."""
    vi = math.sqrt(f[VX + i] * f[VX + i] + f[VY + i] * f[VY + i])
    vj = math.sqrt(f[VX + j] * f[VX + j] + f[VY + j] * f[VY + j])
    if (vi <= 0.0) | (vj <= 0.0):
        return LEAST_HOP_MM_S
    press = a * ((nx * f[VX + j] + ny * f[VY + j]) / vj - (nx * f[VX + i] + ny * f[VY + i]) / vi)
    return float(max(LEAST_HOP_MM_S, min(0.5 * press * HOP_S, max(0.1 * min(vi, vj), SLOW_HOP_MM_S))))


@inlined
def energy_room(f: Reals, n: Integers, m: int, t: float, a: float) -> float:
    """How much energy has been lost since the start: more must not be given back."""
    room = f[START_ENERGY] + f[WORK]
    for q in range(m):
        if (n[FATE + q] == ON_BOARD) & (f[TS + q] > t):
            v = f[V + q] - a * (t - f[T0 + q])
            room -= 0.5 * f[MASS + q] * v * v
    return float(max(room, 0.0))


@inlined
def bounce(f: Reals, i: int, j: int, e: float, a: float, room: float) -> float:
    """A hit of two discs alone: velocities change, the impulse is returned. A hop may use up `room`, an energy."""
    dx = f[PX + j] - f[PX + i]
    dy = f[PY + j] - f[PY + i]
    length = math.sqrt(dx * dx + dy * dy)
    nx = dx / length
    ny = dy / length
    mi = f[MASS + i]
    mj = f[MASS + j]
    speed = max(nx * (f[VX + i] - f[VX + j]) + ny * (f[VY + i] - f[VY + j]), 0.0)
    apart = e * speed
    if speed < NETWORK_MM_S:
        most = math.sqrt(speed * speed + 2.0 * room * (mi + mj) / (mi * mj))
        apart = max(apart, PART_MM_S, min(hop_speed(f, i, j, nx, ny, a), most))
    change = (speed + apart) / (mi + mj)
    ci = change * mj
    cj = change * mi
    f[VX + i] -= ci * nx
    f[VY + i] -= ci * ny
    f[VX + j] += cj * nx
    f[VY + j] += cj * ny
    return float(ci * mi)


@inlined
def bounce_off_peg(f: Reals, w: Reals, i: int, p: int) -> float:
    """A hit of disc i on peg p alone: its velocity changes, the impulse is returned."""
    dx = w[PEG0 + 3 * p] - f[PX + i]
    dy = w[PEG0 + 3 * p + 1] - f[PY + i]
    length = math.sqrt(dx * dx + dy * dy)
    nx = dx / length
    ny = dy / length
    speed = max(nx * f[VX + i] + ny * f[VY + i], 0.0)
    change = speed + max(w[PEG_REST] * speed, PART_MM_S)
    f[VX + i] -= change * nx
    f[VY + i] -= change * ny
    return float(change * f[MASS + i])


@inlined
def near_resting(f: Reals, n: Integers, xi: float, yi: float, ri: float, t: float) -> int:
    """Which resting discs and pegs are so close to a disc here that they form a group, as bits of their lanes."""
    r = ri + JOIN_MM
    found = 0
    for at in range(0, n[ALL_LANES], WIDTH):
        dx = eight(f, EX + at) - xi
        dy = eight(f, EY + at) - yi
        most = eight(f, RAD + at) + r
        found |= bits((dx * dx + dy * dy < most * most) & (eight(f, TS + at) <= t)) << at
    return found


@inlined
def near_sliding(f: Reals, n: Integers, xi: float, yi: float, ri: float, t: float, a: float) -> int:
    """Which sliding discs are as close as that."""
    found = 0
    for at in range(n[LIVES]):
        q = disc(n[LIVE + at])
        if f[TS + q] > t:
            d = t - f[T0 + q]
            s = (f[V + q] - 0.5 * a * d) * d
            dx = f[X + q] + f[UX + q] * s - xi
            dy = f[Y + q] + f[UY + q] * s - yi
            most = ri + JOIN_MM + f[RAD + q]
            if dx * dx + dy * dy < most * most:
                found |= 1 << q
    return found


@inlined
def neighbours(f: Reals, n: Integers, i: int, t: float, a: float) -> int:
    """Which discs and pegs are so close to disc i that they form a group; discs without a TS do not count."""
    x = f[PX + i]
    y = f[PY + i]
    r = f[RAD + i]
    return near_resting(f, n, x, y, r, t) | near_sliding(f, n, x, y, r, t, a)


@inlined
def has_company(f: Reals, n: Integers, i: int, j: int, t: float, a: float) -> bool:
    """Whether anything but disc j or (j negative) one peg is so close to disc i, or to j, that they form a group."""
    stop_i = f[TS + i]
    f[TS + i] = np.nan
    if j < 0:
        others = neighbours(f, n, i, t, a)
        others &= others - 1  # without one of them, the peg itself
    else:
        stop_j = f[TS + j]
        f[TS + j] = np.nan
        others = 0
        for at in range(2):
            others |= neighbours(f, n, i if at == 0 else j, t, a)
        f[TS + j] = stop_j
    f[TS + i] = stop_i
    return others != 0


@inlined
def finger_follows(f: Reals, n: Integers, i: int, j: int) -> bool:
    """Whether the flicked disc is one of the two and strikes the other while the finger is still on it."""
    b = disc(n[FLICKED])
    if (f[FOLLOW_NOW] <= 0.0) | ((i != b) & (j != b)):
        return False
    o = disc(i + j - b)
    dx = f[PX + b] - f[SX]
    dy = f[PY + b] - f[SY]
    toward = f[VX + b] * (f[PX + o] - f[PX + b]) + f[VY + b] * (f[PY + o] - f[PY + b])
    return bool((dx * dx + dy * dy <= f[FOLLOW_NOW] * f[FOLLOW_NOW]) & (toward > 0.0))


@inlined
def finger_restores(
    f: Reals, n: Integers, g: Reals, k: Integers, pairs: int, other: int, vx: float, vy: float
) -> float:
    """The finger brings the flicked disc back to (vx, vy), never slows it; how fast it then approaches what it hit."""
    b = disc(n[FLICKED])
    now = f[VX + b] * f[VX + b] + f[VY + b] * f[VY + b]
    work = 0.5 * f[MASS + b] * (vx * vx + vy * vy - now)
    if work <= 0.0:
        return 0.0
    f[WORK] += work
    f[VX + b] = vx
    f[VY + b] = vy
    fastest = approach(f, b, other)
    for c in range(pairs):
        i = disc(k[CI + c])
        j = disc(k[CJ + c])
        if ((i == b) | (j == b)) & (g[IMP + c] > 0.0):
            fastest = max(fastest, approach(f, i, j))
    return fastest


@inlined
def note_network(n: Integers, g: Reals, k: Integers, contacts: int, t: float, push: bool, log: Notes) -> int:
    """Report the contacts of a network that passed an impulse; the discs that got one, as bits."""
    sort_contacts(g, k, contacts)
    moved = 0
    b = disc(n[FLICKED])
    for at in range(contacts):
        c = contact(k[CO + at])
        if g[IMP + c] > 0.0:
            i = disc(k[CI + c])
            j = k[CJ + c]
            moved |= 1 << i
            if j < MOST_DISCS:
                moved |= 1 << disc(j)
                note_contact(log, n, t, i, j, g[IMP + c], push & ((i == b) | (j == b)))
            else:
                note_event(log, n, t, PEG, i, j - MOST_DISCS, g[IMP + c], False, 0.0, 0.0)
    return moved


@inlined
def hit(
    f: Reals, n: Integers, w: Reals, g: Reals, k: Integers, m: int, i: int, j: int, p: int, t: float, log: Notes
) -> int:
    """Resolve the hit of disc i on disc j, or (j negative) on peg p. The discs to go on anew are listed in DIRTY."""
    a = w[DEC]
    place(f, i, t, a)
    n[DIRTY] = i
    if j >= 0:
        place(f, j, t, a)
        n[DIRTY + 1] = j
        speed = approach(f, i, j)
    else:
        speed = approach_to_peg(f, w, i, p)
    group = False
    pairs = 0
    contacts = 0
    members = 0
    room = 0.0
    if speed < NETWORK_MM_S:
        room = energy_room(f, n, m, t, a)
    if speed >= NETWORK_MM_S:
        group = has_company(f, n, i, j, t, a)
    if group:
        place_all(f, n, t, a)
        members = gather(f, n, 1 << i | (1 << j if j >= 0 else 0))
        pairs, contacts = link(f, n, w, g, k, members)
    push = finger_follows(f, n, i, j) if j >= 0 else False
    rounds = PUSH_ROUNDS if push & (speed >= PUSH_MM_S) else 0
    b = disc(n[FLICKED])
    vx = f[VX + b]
    vy = f[VY + b]
    impulse = 0.0
    while True:
        if group:
            settle(f, n, g, k, members, pairs, contacts, speed)
        elif j >= 0:
            impulse += bounce(f, i, j, w[REST], a, room)
        else:
            impulse += bounce_off_peg(f, w, i, p)
        if rounds == 0:
            break
        fastest = finger_restores(f, n, g, k, pairs, disc(i + j - b), vx, vy)
        if fastest <= 0.0:
            break
        rounds -= 1
        if fastest < PUSH_MM_S:
            rounds = 0
        elif rounds == 0:
            f[FOLLOW_NOW] = 0.0  # something does not give way: the finger gives up
    if ((i == b) | (j == b)) and not push:
        f[FOLLOW_NOW] = 0.0  # thrown off its course: the finger has lost it
    if not group:
        if j < 0:
            note_event(log, n, t, PEG, i, p, impulse, False, 0.0, 0.0)
            return 1
        note_contact(log, n, t, i, j, impulse, push)
        return 2
    moved = note_network(n, g, k, contacts, t, push, log)
    dirty = 0
    while moved != 0:
        n[DIRTY + disc(dirty)] = lowest(moved)
        moved &= moved - 1
        dirty += 1
    return dirty

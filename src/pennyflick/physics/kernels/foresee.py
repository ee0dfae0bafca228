"""The next event of one disc: the first thing its course leads to, never skipped.

What does not move (a resting disc, a peg, an edge, the hole) is met at a distance s found in closed form; only two
moving discs need an instant that is approached from the left: the distance of two discs is never less than its
projection on their present normal, which is a quadratic in time, so the first root of that is never too late.
"""

from __future__ import annotations

import math

from pennyflick.physics.kernels.index import disc, lane
from pennyflick.physics.kernels.jit import inlined
from pennyflick.physics.kernels.lanes import ALL, WIDTH, Lanes, Truths, bits, eight, lowest
from pennyflick.physics.kernels.motion import slide_time
from pennyflick.physics.kernels.slots import (
    ALL_LANES,
    CR,
    CX,
    CY,
    DEC,
    DISC,
    DISC_LANES,
    DROP,
    EDGE,
    EDGES,
    EX,
    EY,
    FAR,
    HC,
    HOLE,
    HOLE_IN,
    HOLE_OUT,
    HR,
    HT,
    HX,
    HY,
    KIND,
    LIVE,
    LIVE_SET,
    LIVES,
    LOOK,
    MOST_DISCS,
    NOTHING,
    PEG,
    PEG0,
    PEGS,
    RAD,
    RT,
    SEEN_SET,
    T0,
    TS,
    UX,
    UY,
    VER,
    WHO,
    WVER,
    V,
    X,
    Y,
)
from pennyflick.physics.kernels.types import Integers, Reals

CLOSE_MM = 1e-10  # a gap this small counts as contact
AT_ONCE_S = 1e-9  # touching discs that friction will have pressed together again within this time are in contact
MOST_STEPS = 40  # of the approach from the left, before the disc looks again later


@inlined
def circle_distance(b: float, p: float, r: float) -> float:
    """The distance to go until a circle of radius r is met whose centre is b ahead and p aside (|p| < r)."""
    return max(b - math.sqrt((r - p) * (r + p)), 0.0)


@inlined
def reach_of_circle(dx: float, dy: float, ux: float, uy: float, r: float, s_most: float) -> float:
    """The distance to go along (ux, uy) until a circle of radius r about (dx, dy) is met; FAR if not before s_most."""
    b = dx * ux + dy * uy
    p = dx * uy - dy * ux
    if (b > 0.0) & (b < s_most + r) & (p < r) & (p > -r):
        s = circle_distance(b, p, r)
        if s < s_most:
            return s
    return FAR


@inlined
def meeting(
    dx: float, dy: float, wx: float, wy: float, gx: float, gy: float, r: float, d_most: float
) -> tuple[float, int]:
    """When two moving discs first meet: (time from now, DISC), or (FAR, NOTHING), or (a time before it, LOOK).

    (dx, dy) centre from centre, (wx, wy) relative velocity, (gx, gy) half the relative acceleration, r sum of radii.
    """
    # Parting, and friction brings them together again too late: no less than parting / closing from now, which needs
    # neither root nor division; the margin is a thousand million times the rounding.
    parting = dx * wx + dy * wy
    closing = -(dx * gx + dy * gy)
    if (parting >= 0.0) & (parting >= closing * (max(d_most, AT_ONCE_S) * 1.000001)):
        return FAR, NOTHING
    d = 0.0
    x = dx
    y = dy
    for _ in range(MOST_STEPS):
        length = math.sqrt(x * x + y * y)
        c = length - r
        b = (x * (wx + 2.0 * gx * d) + y * (wy + 2.0 * gy * d)) / length
        q = (x * gx + y * gy) / length
        if c <= CLOSE_MM:
            if (b < 0.0) | (b < -q * AT_ONCE_S):
                return d, DISC
            c = 0.0
        root = b * b - 4.0 * q * c
        if root < 0.0:
            return FAR, NOTHING
        if b < 0.0:
            d += 2.0 * c / (math.sqrt(root) - b)
        elif q < 0.0:
            d += (b + math.sqrt(root)) / (-2.0 * q)
        else:
            return FAR, NOTHING
        if d >= d_most:
            return FAR, NOTHING
        x = dx + d * (wx + d * gx)
        y = dy + d * (wy + d * gy)
    return d, LOOK


@inlined
def beyond(a: Lanes, b: Lanes, low: Lanes, high: Lanes) -> Truths:
    """Whether both a and b lie above high, or both below low."""
    return ((a > high) & (b > high)) | ((a < low) & (b < low))


@inlined
def cannot_meet(f: Reals, at: int, i: int, t: float, a: float) -> int:
    """Which of eight sliding discs cannot meet disc i (based at t), by boxes about both courses, as bits."""
    x = f[X + i]
    y = f[Y + i]
    ux = f[UX + i]
    uy = f[UY + i]
    vi = f[V + i]
    qx = eight(f, UX + at)
    qy = eight(f, UY + at)
    back = t - eight(f, T0 + at)
    gone = (eight(f, V + at) - 0.5 * a * back) * back
    dx = eight(f, X + at) + qx * gone - x
    dy = eight(f, Y + at) + qy * gone - y
    ex = eight(f, EX + at) - x
    ey = eight(f, EY + at) - y
    r = eight(f, RAD + at) + f[RAD + i]
    less = 0.0 - r
    # an oriented box about the course of i: do both ends of the other's course lie beyond one of its sides?
    apart = beyond(dx * ux + dy * uy, ex * ux + ey * uy, less, r + 0.5 * vi * vi / a)
    off_side = beyond(dx * uy - dy * ux, ex * uy - ey * ux, less, r)
    # and about the course of the other
    ix = f[EX + i] - x
    iy = f[EY + i] - y
    aside = dy * qx - dx * qy
    return bits(apart | off_side | beyond(aside, aside + ix * qy - iy * qx, less, r))


@inlined
def meet_moving(f: Reals, i: int, j: int, t: float, t_most: float, a: float) -> tuple[float, int]:
    """When disc i (based at t) and the moving disc j first meet before t_most, also after either came to rest."""
    r = f[RAD + i] + f[RAD + j]
    ux = f[UX + i]
    uy = f[UY + i]
    vi = f[V + i]
    qx = f[UX + j]
    qy = f[UY + j]
    back = t - f[T0 + j]
    gone = (f[V + j] - 0.5 * a * back) * back
    dx = f[X + j] + qx * gone - f[X + i]
    dy = f[Y + j] + qy * gone - f[Y + i]
    vj = f[V + j] - a * back
    di = max(f[TS + i] - t, 0.0)
    dj = f[TS + j] - t
    d_most = min(di, dj, t_most - t)
    if d_most > 0.0:
        half = 0.5 * a
        d, kind = meeting(dx, dy, qx * vj - ux * vi, qy * vj - uy * vi, half * (ux - qx), half * (uy - qy), r, d_most)
        if kind != NOTHING:
            return t + d, kind
    if t_most - t <= d_most:
        return FAR, NOTHING
    if di > dj:  # j rests first: i may run into it
        gone = (vi - 0.5 * a * dj) * dj
        left = vi - a * dj
        ex = f[EX + j] - f[X + i]
        ey = f[EY + j] - f[Y + i]
        s = reach_of_circle(ex - ux * gone, ey - uy * gone, ux, uy, r, 0.5 * left * left / a)
        if s < FAR:
            return t + dj + slide_time(s, left, a), DISC
    elif dj > di:
        gone = (vj - 0.5 * a * di) * di
        left = vj - a * di
        ix = f[EX + i] - f[X + i]
        iy = f[EY + i] - f[Y + i]
        s = reach_of_circle(ix - dx - qx * gone, iy - dy - qy * gone, qx, qy, r, 0.5 * left * left / a)
        if s < FAR:
            return t + di + slide_time(s, left, a), DISC
    return FAR, NOTHING


@inlined
def may_meet(f: Reals, n: Integers, i: int, t: float, a: float) -> int:
    """Which sliding discs may meet disc i, as bits; a disc just seen has looked at this pair already."""
    others = n[LIVE_SET] & ~(n[SEEN_SET] | (1 << i))
    found = 0
    for at in range(0, MOST_DISCS, WIDTH):
        some = others >> at & ALL
        if some != 0:
            found |= (some & bits(eight(f, TS + at) > t) & ~cannot_meet(f, at, i, t, a)) << at
    return found


@inlined
def edge_distance(w: Reals, x: float, y: float, ux: float, uy: float, s_most: float) -> float:
    """The distance to go until the centre passes the edge; s_most if it does not get there."""
    edges = int(w[EDGES])
    if edges == 0:
        dx = x - w[CX]
        dy = y - w[CY]
        ex = dx + ux * s_most
        ey = dy + uy * s_most
        if ex * ex + ey * ey <= w[CR] * w[CR]:
            return s_most
        b = dx * ux + dy * uy
        p = dx * uy - dy * ux
        inside = (w[CR] - p) * (w[CR] + p)
        if inside <= 0.0:
            return 0.0
        return float(min(max(math.sqrt(inside) - b, 0.0), s_most))
    base = PEG0 + 3 * int(w[PEGS])
    best = s_most
    for e in range(edges):
        nx = w[base + 3 * e]
        ny = w[base + 3 * e + 1]
        out = nx * ux + ny * uy
        if out > 0.0:
            room = max(w[base + 3 * e + 2] - (nx * x + ny * y), 0.0)
            if room < best * out:
                best = room / out
    return float(best)


@inlined
def unsupported_radius(w: Reals, r: float) -> float:
    """Within this distance of the hole's centre a disc of radius r has no support; 0 if it cannot fall in."""
    return math.sqrt(max((w[HR] - r) * (w[HR] + r), 0.0))


@inlined
def over_hole(f: Reals, w: Reals, i: int, t: float) -> tuple[float, int]:
    """The next event of disc i, unsupported and based at t, that the hole brings: it drops, or gets out in time."""
    v = f[V + i]
    rho = unsupported_radius(w, f[RAD + i])
    dx = w[HX] - f[X + i]
    dy = w[HY] - f[Y + i]
    b = dx * f[UX + i] + dy * f[UY + i]
    p = dx * f[UY + i] - dy * f[UX + i]
    s = max(b + math.sqrt(max((rho - p) * (rho + p), 0.0)), 0.0)
    drop = max(f[HT + i] + w[HC], t)
    if (v > 0.0) & (s < 0.5 * v * v / w[DEC]):
        out = t + slide_time(s, v, w[DEC])
        if out < drop:
            return out, HOLE_OUT
    return drop, DROP


@inlined
def in_the_way(f: Reals, at: int, x: float, y: float, ux: float, uy: float, ri: float, t: float, best: float) -> int:
    """Which of eight lanes rest ahead of a disc of radius ri and may be met within the distance `best`, as bits."""
    dx = eight(f, EX + at) - x
    dy = eight(f, EY + at) - y
    b = dx * ux + dy * uy
    p = dx * uy - dy * ux
    r = eight(f, RAD + at) + ri
    return bits((eight(f, TS + at) <= t) & (b > 0.0) & (p < r) & (p > 0.0 - r) & (b - r < best))


@inlined
def nearest(f: Reals, n: Integers, i: int, t: float, best: float) -> tuple[float, int]:
    """The first resting disc or peg that disc i meets within the distance `best`: (distance, lane), or (best, -1)."""
    x = f[X + i]
    y = f[Y + i]
    ux = f[UX + i]
    uy = f[UY + i]
    ri = f[RAD + i]
    who = -1
    for at in range(0, n[ALL_LANES], WIDTH):
        mask = in_the_way(f, at, x, y, ux, uy, ri, t, best)
        while mask != 0:
            q = lane(at + lowest(mask))
            mask &= mask - 1
            dx = f[EX + q] - x
            dy = f[EY + q] - y
            b = dx * ux + dy * uy
            r = ri + f[RAD + q]
            if b - r < best:  # it may have come nearer since the lanes were compared
                s = circle_distance(b, dx * uy - dy * ux, r)
                if s < best:
                    best = s
                    who = q
    return best, who


@inlined
def foresee(f: Reals, n: Integers, w: Reals, i: int, t: float) -> None:
    """Find the next event of disc i, which is based at t, and write it down (RT, KIND, WHO, WVER)."""
    a = w[DEC]
    v = f[V + i]
    kind = NOTHING
    who = 0
    best_t = FAR
    if v > 0.0:
        best, q = nearest(f, n, i, t, 0.5 * v * v / a)
        if q >= n[DISC_LANES]:
            kind = PEG
            who = q - n[DISC_LANES]
        elif q >= 0:
            kind = DISC
            who = q
        s = edge_distance(w, f[X + i], f[Y + i], f[UX + i], f[UY + i], best)
        if s < best:
            best = s
            kind = EDGE
        if w[HOLE] != 0.0:
            if f[HT + i] == FAR:
                dx = w[HX] - f[X + i]
                dy = w[HY] - f[Y + i]
                s = reach_of_circle(dx, dy, f[UX + i], f[UY + i], unsupported_radius(w, f[RAD + i]), best)
                if s < best:
                    best = s
                    kind = HOLE_IN
        if kind != NOTHING:
            best_t = t + slide_time(best, v, a)
    if w[HOLE] != 0.0:
        if f[HT + i] != FAR:
            when, how = over_hole(f, w, i, t)
            if when < best_t:
                best_t = when
                kind = how
    some = may_meet(f, n, i, t, a)
    if some != 0:
        for at in range(n[LIVES]):  # in their order, which decides exact ties
            j = disc(n[LIVE + at])
            if some >> j & 1 != 0:
                when, how = meet_moving(f, i, j, t, best_t, a)
                if when < best_t:
                    best_t = when
                    kind = how
                    who = j
    f[RT + i] = best_t
    n[KIND + i] = kind
    n[WHO + i] = who
    if kind == DISC:
        n[WVER + i] = n[VER + disc(who)]

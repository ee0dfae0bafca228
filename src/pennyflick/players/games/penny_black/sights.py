"""What a player sees of a board of Penny Black: which due pennies can be sent off, what is in the way, what is loose.

Compiled, because every penny is looked at from the shooter towards every edge, past every other penny.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pennyflick.physics.kernels.jit import inlined, kernel
from pennyflick.players.games.penny_black.worth import winning_order
from pennyflick.players.noise import Floats
from pennyflick.players.search.boards_many import Bools
from pennyflick.rules.penny_black.game import PennyBlack
from pennyflick.rules.penny_black.pennies import value_of
from pennyflick.table import Circle

NAMES = (
    "best sight",
    "second sight",
    "third sight",
    "all sights",
    "edge of the best",
    "cut of the best",
    "reach of the best",
    "nearest due to an edge",
    "second due to an edge",
    "third due to an edge",
    "due near an edge",
    "due rather near an edge",
    "nearest other to an edge",
    "others near an edge",
    "loose points",
    "loose points due",
    "shooter to an edge",
    "shooter to a penny",
    "shooter to one due",
    "pennies near the shooter",
    "touching pairs",
    "due alone",
    "mean gap",
    "mean edge",
    "mean edge of those due next",
    "black to an edge",
)
BEST, SECOND, THIRD, ALL, EDGE, CUT, REACH = range(7)
DUE_1, DUE_2, DUE_3, DUE_NEAR, DUE_RATHER, OTHER_1, OTHER_NEAR, LOOSE, LOOSE_DUE = range(7, 16)
TO_EDGE, TO_PENNY, TO_DUE, NEAR, TOUCHING, ALONE, GAP, MEAN_EDGE, NEXT_EDGE, BLACK_EDGE = range(16, 26)

FAR_MM = 400.0  # what is not there is as far away as this
NEAR_EDGE_MM, RATHER_NEAR_MM = 40.0, 80.0
FADES_MM = 60.0  # how fast a sight fades with the way to the edge
STEADY = 0.35  # diameters by which the place of the hit may err
BEHIND, BETWEEN = 0.4, 0.15  # what is left of a sight with a penny behind the one due, or before it
ALONE_MM, TOUCHING_MM = 25.0, 3.0
BESIDE = 0.05  # diameters: a shooter that lies so near to the place of the hit has no cut
NO_RANK = 99


def seen(game: PennyBlack, xy: Floats, on: Bools, held: Bools, spread_deg: Floats) -> Floats:
    """(n, NAMES): what whoever is to flick sees; `held`: the shooter may be put on any corner spot."""
    found = np.empty((len(xy), len(NAMES)))
    spots = np.array([(spot.x_mm, spot.y_mm) for spot in game.board.corner_spots.values()])
    values = np.array([0.0, *(value_of(disc.id, game.options.set_colour) for disc in game.discs[1:])])
    ranks = winning_order(game)
    places = np.where(on[:, :, None], xy, 0.0)
    _look(places, on, held, np.radians(spread_deg), spots, _sides(game), values, ranks, game.board.diameter_mm, found)
    return found


def _sides(game: PennyBlack) -> Floats:
    """Rows of outward normal and distance from the middle; of a round board one without a normal."""
    edge = game.board.edge
    if isinstance(edge, Circle):
        return np.array([(0.0, 0.0, edge.radius_mm)])
    rows = []
    for number, b in enumerate(edge.corners):
        a = edge.corners[number - 1]
        length = a.distance_mm(b)
        nx, ny = (b.y_mm - a.y_mm) / length, (a.x_mm - b.x_mm) / length
        rows.append((nx, ny, a.x_mm * nx + a.y_mm * ny))
    return np.array(rows)


# ---- compiled ----


@inlined
def _normal(sides: Floats, k: int, x: float, y: float) -> tuple[float, float, float]:
    """The outward way over this side from a place, and how far it is."""
    nx, ny = sides[k, 0], sides[k, 1]
    if (nx == 0.0) & (ny == 0.0):
        r = np.sqrt(x * x + y * y) + 1e-9
        return x / r, y / r, max(sides[k, 2] - r, 0.0)
    return nx, ny, max(sides[k, 2] - x * nx - y * ny, 0.0)


@inlined
def _edge_mm(sides: Floats, x: float, y: float) -> float:
    least = FAR_MM
    for k in range(len(sides)):
        least = min(least, _normal(sides, k, x, y)[2])
    return least


@inlined
def _in_way(places: Floats, on: Bools, t: int, ax: float, ay: float, bx: float, by: float, width: float) -> bool:
    """Whether a penny other than t lies within a width of the stretch from a to b."""
    dx, dy = bx - ax, by - ay
    long2, wide2 = dx * dx + dy * dy, width * width
    for p in range(1, len(on)):
        if on[p] & (p != t):
            ox, oy = places[p, 0] - ax, places[p, 1] - ay
            along, across = ox * dx + oy * dy, ox * dy - oy * dx
            if (along > 0.0) & (along < long2) & (across * across < wide2 * long2):
                return True
            px, py = (ox, oy) if along <= 0.0 else (ox - dx, oy - dy)
            if px * px + py * py < wide2:
                return True
    return False


@inlined
def _sight(
    x: float, y: float, sx: float, sy: float, nx: float, ny: float, spread: float, d: float
) -> tuple[float, float, float]:
    """How well the penny at x, y can be sent this way from that place of the shooter; the cut and the reach."""
    dx, dy = x - d * nx - sx, y - d * ny - sy
    ahead = dx * nx + dy * ny
    run = np.sqrt(dx * dx + dy * dy) + 1e-9
    cut = 1.0 if run < BESIDE * d else ahead / run
    error = spread * run / (STEADY * d)
    return cut / (1.0 + error * error), cut, run


@inlined
def _clear(places: Floats, on: Bools, t: int, sx: float, sy: float, nx: float, ny: float, e: float, d: float) -> float:
    """What obstacles leave of a sight."""
    x, y = places[t, 0], places[t, 1]
    left = 1.0
    if _in_way(places, on, t, sx, sy, x - d * nx, y - d * ny, 0.98 * d):
        left *= BETWEEN
    if _in_way(places, on, t, x, y, x + e * nx, y + e * ny, 0.9 * d):
        left *= BEHIND
    return left


@inlined
def _best_sight(
    places: Floats, on: Bools, t: int, starts: Floats, sides: Floats, spread: float, d: float
) -> tuple[float, float, float, float]:
    """The best sight of penny t over all starts and sides, with its edge, cut and reach."""
    best, edge, bend, reach = 0.0, FAR_MM, 0.0, FAR_MM
    for k in range(len(sides)):
        nx, ny, e = _normal(sides, k, places[t, 0], places[t, 1])
        fade = np.exp(-e / FADES_MM)
        if fade > best:
            for s in range(len(starts)):
                sx, sy = starts[s, 0], starts[s, 1]
                sight, cut, run = _sight(places[t, 0], places[t, 1], sx, sy, nx, ny, spread, d)
                sight *= fade
                if sight > best:
                    sight *= _clear(places, on, t, sx, sy, nx, ny, e, d)
                    if sight > best:
                        best, edge, bend, reach = sight, e, cut, run
    return best, edge, bend, reach


@inlined
def _rank_due(on: Bools, ranks: NDArray[np.int64], above: int) -> int:
    """The first rank beyond this one that still has a penny."""
    first = NO_RANK
    for p in range(1, len(on)):
        if on[p] & (ranks[p] > above):
            first = min(first, ranks[p])
    return first


@inlined
def _empty(found: Floats) -> None:
    found[:] = 0.0
    for name in (EDGE, REACH, DUE_1, DUE_2, DUE_3, OTHER_1, TO_PENNY, TO_DUE, MEAN_EDGE, NEXT_EDGE, BLACK_EDGE):
        found[name] = FAR_MM


@inlined
def _add_sight(found: Floats, sight: float, edge: float, cut: float, reach: float) -> None:
    found[ALL] += sight
    if sight > found[BEST]:
        found[THIRD], found[SECOND], found[BEST] = found[SECOND], found[BEST], sight
        found[EDGE], found[CUT], found[REACH] = edge, cut, reach
    elif sight > found[SECOND]:
        found[THIRD], found[SECOND] = found[SECOND], sight
    elif sight > found[THIRD]:
        found[THIRD] = sight


@inlined
def _add_due(found: Floats, e: float, loose: float) -> None:
    found[LOOSE_DUE] += loose
    found[DUE_NEAR] += e < NEAR_EDGE_MM
    found[DUE_RATHER] += e < RATHER_NEAR_MM
    if e < found[DUE_1]:
        found[DUE_3], found[DUE_2], found[DUE_1] = found[DUE_2], found[DUE_1], e
    elif e < found[DUE_2]:
        found[DUE_3], found[DUE_2] = found[DUE_2], e
    elif e < found[DUE_3]:
        found[DUE_3] = e


@inlined
def _add_other(found: Floats, e: float) -> None:
    found[OTHER_NEAR] += e < NEAR_EDGE_MM
    found[OTHER_1] = min(found[OTHER_1], e)


@inlined
def _neighbour_mm(places: Floats, on: Bools, p: int, d: float, found: Floats) -> float:
    """The gap to the nearest penny; pairs that touch are counted, each once."""
    least2, touch2, touching = FAR_MM * FAR_MM, (d + TOUCHING_MM) ** 2, 0
    for q in range(1, len(on)):
        if on[q] & (q != p):
            dx, dy = places[p, 0] - places[q, 0], places[p, 1] - places[q, 1]
            far2 = dx * dx + dy * dy
            least2 = min(least2, far2)
            touching += far2 < touch2
    found[TOUCHING] += 0.5 * touching
    return float(np.sqrt(least2)) - d


@inlined
def _from_shooter(places: Floats, p: int, due: bool, d: float, found: Floats) -> None:
    dx, dy = places[p, 0] - places[0, 0], places[p, 1] - places[0, 1]
    gap = np.sqrt(dx * dx + dy * dy) - d
    found[NEAR] += gap < d
    found[TO_PENNY] = min(found[TO_PENNY], gap)
    if due:
        found[TO_DUE] = min(found[TO_DUE], gap)


@kernel
def _look(
    xy: Floats,
    on: Bools,
    held: Bools,
    spread: Floats,
    spots: Floats,
    sides: Floats,
    values: Floats,
    ranks: NDArray[np.int64],
    d: float,
    found: Floats,
) -> None:  # pragma: no cover - compiled
    for row in range(len(xy)):
        places, there, here = xy[row], on[row], found[row]
        _empty(here)
        due = _rank_due(there, ranks, -1)
        then = _rank_due(there, ranks, due)
        starts = spots if held[row] else places[:1]
        pennies, followers, edges_mm, follow_mm = 0, 0, 0.0, 0.0
        for p in range(1, len(there)):
            if there[p]:
                e = _edge_mm(sides, places[p, 0], places[p, 1])
                loose = values[p] * np.exp(-e / 45.0)
                here[LOOSE] += loose
                pennies += 1
                edges_mm += e
                gap = _neighbour_mm(places, there, p, d, here)
                here[GAP] += min(gap, 60.0)
                if ranks[p] == due:
                    _add_due(here, e, loose)
                    here[ALONE] += gap > ALONE_MM
                    sight, edge, cut, reach = _best_sight(places, there, p, starts, sides, spread[row], d)
                    _add_sight(here, sight, edge, cut, reach)
                else:
                    _add_other(here, e)
                if ranks[p] == then:
                    followers += 1
                    follow_mm += e
                if p == len(there) - 1:
                    here[BLACK_EDGE] = e
                if there[0] & (not held[row]):
                    _from_shooter(places, p, ranks[p] == due, d, here)
        if pennies > 0:
            here[GAP] /= pennies
            here[MEAN_EDGE] = edges_mm / pennies
        if followers > 0:
            here[NEXT_EDGE] = follow_mm / followers
        if there[0] & (not held[row]):
            here[TO_EDGE] = _edge_mm(sides, places[0, 0], places[0, 1])

"""The nearest legal point, found square by square.

Law: it misses nothing: of all points with one decimal it returns a legal one that no other beats by more than 0.1 mm
(1 mm if it is over 50 mm away, 5 mm if over 200 mm), or says that there is none.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator

from pennyflick.boards.regions.box import Box
from pennyflick.boards.regions.constraints import EXACT_MM, Constraint, KeepClear
from pennyflick.table import Point

STEPS_PER_MM = 10  # placements are written with one decimal

_Cell = tuple[int, int, int, int]  # inclusive, in tenths of a millimetre
_Slack = Callable[[float, float], float]
Constraints = tuple[Constraint, ...]


def nearest_legal(box: Box, constraints: Constraints, aim: Point) -> Point | None:
    """Best first over squares of the 0.1 mm grid, deeper before wider among those about equally near.

    A square that some constraint rules out whole is dropped; a constraint that holds all over a square is not asked
    again inside it.
    """
    whole = _cell(box)
    queue = [(0, 0, whole, slacks_of(constraints))]
    count = 0
    while queue:
        _, _, cell, slacks = heapq.heappop(queue)
        if cell[0] == cell[2] and cell[1] == cell[3]:
            return Point(cell[0] / STEPS_PER_MM, cell[1] / STEPS_PER_MM)
        parts = _parts(cell) if slacks else (_closest(cell, aim),)
        for part in parts:
            open_slacks = _undecided(part, slacks)
            if open_slacks is not None:
                count -= 1  # the latest first; it also keeps the heap from comparing functions
                heapq.heappush(queue, (_nearness(_cell_distance(part, aim)), count, part, open_slacks))
    return None


def any_legal(box: Box, constraints: Constraints) -> bool:
    """Whether any point of the 0.1 mm grid is legal: depth first, so that an area with room is settled at once."""
    stack = [(_cell(box), slacks_of(constraints))]
    while stack:
        cell, slacks = stack.pop()
        if not slacks:
            return True
        if cell[0] == cell[2] and cell[1] == cell[3]:
            return True
        decided = ((part, _undecided(part, slacks)) for part in _parts(cell))
        stack.extend((part, left) for part, left in decided if left is not None)
    return False


def slacks_of(constraints: Constraints) -> tuple[_Slack, ...]:
    """Every constraint on its own, the circles to keep clear of one by one."""
    found: list[_Slack] = []
    for each in constraints:
        if isinstance(each, KeepClear):
            found += [_room(circle) for circle in each.around]
        else:
            found.append(each.slack)
    return tuple(found)


def _room(circle: tuple[float, float, float]) -> _Slack:
    cx, cy, distance = circle
    return lambda x, y: math.hypot(x - cx, y - cy) - distance


def _undecided(cell: _Cell, slacks: tuple[_Slack, ...]) -> tuple[_Slack, ...] | None:
    """The constraints that hold in one part of the cell and not in another; None: one is broken all over it."""
    x0, y0, x1, y1 = cell
    x, y = (x0 + x1) / (2 * STEPS_PER_MM), (y0 + y1) / (2 * STEPS_PER_MM)
    reach = math.hypot(x1 - x0, y1 - y0) / (2 * STEPS_PER_MM)
    left = []
    for slack in slacks:
        room = slack(x, y)
        if room < -reach - EXACT_MM:
            return None
        if room < reach:
            left.append(slack)
    return tuple(left)


def _closest(cell: _Cell, aim: Point) -> _Cell:
    """The one point of the cell that is nearest to the aim."""
    x = min(max(round(aim.x_mm * STEPS_PER_MM), cell[0]), cell[2])
    y = min(max(round(aim.y_mm * STEPS_PER_MM), cell[1]), cell[3])
    return (x, y, x, y)


def _cell(box: Box) -> _Cell:
    return (
        math.ceil(box.x0_mm * STEPS_PER_MM - 1e-6),
        math.ceil(box.y0_mm * STEPS_PER_MM - 1e-6),
        math.floor(box.x1_mm * STEPS_PER_MM + 1e-6),
        math.floor(box.y1_mm * STEPS_PER_MM + 1e-6),
    )


def _parts(cell: _Cell) -> Iterator[_Cell]:
    x0, y0, x1, y1 = cell
    xm, ym = (x0 + x1) // 2, (y0 + y1) // 2
    for a, b in ((x0, xm), (xm + 1, x1)):
        for c, d in ((y0, ym), (ym + 1, y1)):
            if a <= b and c <= d:
                yield (a, c, b, d)


def _nearness(tenths: float) -> int:
    """Distances as the search orders them: to 0.1 mm up to 50 mm, to 1 mm up to 200 mm, to 5 mm beyond."""
    if tenths < 500:
        return int(tenths)
    return 500 + int((tenths - 500) / 10) if tenths < 2000 else 650 + int((tenths - 2000) / 50)


def _cell_distance(cell: _Cell, aim: Point) -> float:
    x, y = aim.x_mm * STEPS_PER_MM, aim.y_mm * STEPS_PER_MM
    return math.hypot(max(cell[0] - x, 0.0, x - cell[2]), max(cell[1] - y, 0.0, y - cell[3]))

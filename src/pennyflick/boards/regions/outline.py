"""The outline of any region as an SVG path: marching squares over its slack, only where the outline runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import hypot

from pennyflick.boards.regions.squares import FAR, Cell, Grid, Ring, Rings, Slack, Square, gather, square

_Place = tuple[float, float]
_THIN_MM = 0.25
_APART = 3  # steps of the grid between loops that share no node of it

# An edge of the grid is twice the number of its first node, and one more when it runs along y. By which corners of a
# cell are inside (bits, anticlockwise from the first): from the side where the outline enters to the one where it
# leaves, the inside on its left.
_SIDES = [
    [
        (enter, leave)
        for enter, leave in zip(
            [k for k in range(4) if inside >> k & 1 and not inside >> (k + 1) % 4 & 1],
            [k for k in range(4) if not inside >> k & 1 and inside >> (k + 1) % 4 & 1],
            strict=True,
        )
    ]
    for inside in range(16)
]


class Ground:
    """Where no slack is negative, in a box: drawn as often as wanted, each time less what rings keep clear."""

    def __init__(self, slacks: Sequence[Slack], x0: float, y0: float, x1: float, y1: float, step_mm: float) -> None:
        size = 1
        while size * step_mm < max(x1 - x0, y1 - y0) + 3 * step_mm:
            size *= 2
        self.grid = Grid(x0 - step_mm, y0 - step_mm, step_mm, size)
        self._slacks = tuple(slacks)
        self.whole = square(self.grid, 0, 0, size, self._slacks)

    def outline(self, rings: Iterable[Ring] = ()) -> str:
        """Closed loops round what is free; fill them by the even-odd rule."""
        groups = _groups((ring for ring in rings if self._reaches(ring)), _APART * self.grid.step_mm)
        islands = [group for group in groups if all(map(self._is_free_round, group))]
        ashore = tuple(ring for group in groups if group not in islands for ring in group)
        return _shore(self, ashore) + "".join([_island(self.grid, group) for group in islands])

    def _reaches(self, ring: Ring) -> bool:
        """Whether it may keep any free ground clear."""
        x, y, far = ring
        return all(slack(x, y) > -far - _APART * self.grid.step_mm for slack in self._slacks)

    def _is_free_round(self, ring: Ring) -> bool:
        """Whether there is free ground all round it, so that no cell of the grid holds both its loop and another."""
        x, y, far = ring
        return all(slack(x, y) >= far + _APART * self.grid.step_mm for slack in self._slacks)


def _groups(rings: Iterable[Ring], apart_mm: float) -> list[Rings]:
    """The rings in groups that are farther than this from each other."""
    found: list[Rings] = []
    for ring in rings:
        near = [group for group in found if any(_gap_mm(ring, each) <= apart_mm for each in group)]
        joined = tuple(each for group in near for each in group)
        found = [*(group for group in found if group not in near), (*joined, ring)]
    return found


def _gap_mm(a: Ring, b: Ring) -> float:
    return hypot(a[0] - b[0], a[1] - b[1]) - a[2] - b[2]


@lru_cache(maxsize=64)
def _shore(ground: Ground, rings: Rings) -> str:
    """The outline of the ground itself, and of what lies at its edge."""
    found: list[Cell] = []
    if ground.whole is not None:
        gather(ground.whole, rings, found)
    return _path(ground.grid, found)


@lru_cache(maxsize=1_024)  # most discs lie where they lay before the last flick
def _island(grid: Grid, rings: Rings) -> str:
    """The outline of rings with nothing but free ground round them."""
    found: list[Cell] = []
    gather(Square(grid, 0, 0, grid.size, (), ()), rings, found)
    return _path(grid, found)


def _path(grid: Grid, cells: Iterable[Cell]) -> str:
    stride, rooms, segments = grid.size + 1, dict[int, float](), dict[int, int]()
    for i, j, bare, rings in cells:
        first, inside = i * stride + j, 0
        for k, node in enumerate((first, first + stride, first + stride + 1, first + 1)):
            room = rooms.get(node)
            if room is None:
                room = rooms[node] = _room(grid, i, j, k, rings, bare[k]) if rings else bare[k]
            if room >= 0:
                inside |= 1 << k
        if sides := _SIDES[inside]:
            edges = (2 * first, 2 * (first + stride) + 1, 2 * (first + 1), 2 * first + 1)
            for enter, leave in sides:
                segments[edges[enter]] = edges[leave]
    return "".join([_loop_path(grid, rooms, loop) for loop in _loops(segments)])


def _room(grid: Grid, i: int, j: int, corner: int, rings: Rings, bare: float) -> float:
    x, y = grid.corner(i, j, corner)
    return max(min([bare, *[hypot(x - cx, y - cy) - far for cx, cy, far in rings]]), -FAR)


def _crossing(grid: Grid, rooms: dict[int, float], edge: int) -> _Place:
    """Where the slack is 0 on an edge of the grid."""
    node, upwards = divmod(edge, 2)
    i, j = divmod(node, grid.size + 1)
    fa, fb = rooms[node], rooms[node + 1 if upwards else node + grid.size + 1]
    share = fa / (fa - fb)
    if upwards:
        return grid.x_mm + i * grid.step_mm, grid.y_mm + (j + share) * grid.step_mm
    return grid.x_mm + (i + share) * grid.step_mm, grid.y_mm + j * grid.step_mm


def _loops(segments: dict[int, int]) -> Iterator[list[int]]:
    """The segments joined end to end; none is left."""
    while segments:
        start, here = segments.popitem()
        loop = [start]
        while here != start and here in segments:
            loop.append(here)
            here = segments.pop(here)
        yield loop


def _loop_path(grid: Grid, rooms: dict[int, float], loop: list[int]) -> str:
    points = [_crossing(grid, rooms, edge) for edge in loop]
    half = len(points) // 2
    kept = [*_thinned(points[: half + 1])[:-1], *_thinned([*points[half:], points[0]])[:-1]]
    return "M" + "L".join([f"{x:.1f} {y:.1f}" for x, y in kept]) + "z"


def _thinned(points: list[_Place]) -> list[_Place]:
    """The points that matter: leaving the others out moves the line by less than a quarter of a millimetre."""
    if len(points) < 3:
        return points
    a, b = points[0], points[-1]
    off = _off(points[1:-1], a, b)
    most = max(off)
    k = off.index(most) + 1
    return [a, b] if most < _THIN_MM else [*_thinned(points[: k + 1])[:-1], *_thinned(points[k:])]


def _off(points: list[_Place], a: _Place, b: _Place) -> list[float]:
    """How far each point is off the straight between two others."""
    (ax, ay), dx, dy = a, b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy)
    if length == 0.0:
        return [hypot(x - ax, y - ay) for x, y in points]
    return [abs(dx * (y - ay) - dy * (x - ax)) / length for x, y in points]

"""The outline of any region as an SVG path: marching squares over its slack, only where the outline runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

Slack = Callable[[float, float], float]  # at least 0 inside; changes by at most 1 per millimetre
_Node = tuple[int, int]
_Edge = tuple[_Node, _Node]
_Place = tuple[float, float]
_THIN_MM = 0.25
_FAR = 1_000.0  # "no limit at all" as a number that can be interpolated


def outline_path(slacks: Sequence[Slack], x0: float, y0: float, x1: float, y1: float, step_mm: float) -> str:
    """Closed loops round the places where no slack is negative; fill them by the even-odd rule."""
    grid = _Grid(x0 - step_mm, y0 - step_mm, step_mm)
    size = 1
    while size * step_mm < max(x1 - x0, y1 - y0) + 3 * step_mm:
        size *= 2
    segments: dict[_Edge, _Edge] = {}
    for cell, open_slacks in grid.boundary_cells(0, 0, size, tuple(slacks)):
        segments.update(grid.segments(cell, open_slacks))
    return "".join(_loop_path(grid, loop) for loop in _loops(segments))


class _Grid:
    """The least slack at the nodes of a square grid, measured once each, and only by the slacks that matter there."""

    def __init__(self, x_mm: float, y_mm: float, step_mm: float) -> None:
        self.x_mm, self.y_mm, self.step_mm = x_mm, y_mm, step_mm
        self.known: dict[_Node, float] = {}

    def measure(self, node: _Node, slacks: tuple[Slack, ...]) -> float:
        if node not in self.known:
            x, y = self.x_mm + node[0] * self.step_mm, self.y_mm + node[1] * self.step_mm
            self.known[node] = min(max(min(slack(x, y) for slack in slacks), -_FAR), _FAR)
        return self.known[node]

    def boundary_cells(
        self, i: int, j: int, size: int, slacks: tuple[Slack, ...]
    ) -> Iterator[tuple[_Node, tuple[Slack, ...]]]:
        """The single cells of a square through which the outline may run, with the slacks that change sign there."""
        half = size * self.step_mm / 2
        x, y = self.x_mm + i * self.step_mm + half, self.y_mm + j * self.step_mm + half
        reach = half * 1.415
        undecided = []
        for slack in slacks:
            room = slack(x, y)
            if room < -reach:
                return
            if room < reach:
                undecided.append(slack)
        if not undecided:
            return
        if size == 1:
            yield (i, j), tuple(undecided)
            return
        part = size // 2
        for di in (0, part):
            for dj in (0, part):
                yield from self.boundary_cells(i + di, j + dj, part, tuple(undecided))

    def segments(self, cell: _Node, slacks: tuple[Slack, ...]) -> Iterator[tuple[_Edge, _Edge]]:
        """From the edge where the outline enters the cell to the one where it leaves, the inside on its left."""
        i, j = cell
        corners = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
        inside = [self.measure(corner, slacks) >= 0 for corner in corners]
        sides = [(corners[k], corners[(k + 1) % 4]) for k in range(4)]
        enters = [_edge(*sides[k]) for k in range(4) if inside[k] and not inside[(k + 1) % 4]]
        leaves = [_edge(*sides[k]) for k in range(4) if not inside[k] and inside[(k + 1) % 4]]
        yield from zip(enters, leaves, strict=True)

    def crossing(self, edge: _Edge) -> _Place:
        """Where the slack is 0 on an edge of the grid."""
        a, b = edge
        fa, fb = self.known[a], self.known[b]
        share = fa / (fa - fb)
        return (
            self.x_mm + (a[0] + share * (b[0] - a[0])) * self.step_mm,
            self.y_mm + (a[1] + share * (b[1] - a[1])) * self.step_mm,
        )


def _edge(a: _Node, b: _Node) -> _Edge:
    return (a, b) if a < b else (b, a)


def _loops(segments: dict[_Edge, _Edge]) -> Iterator[list[_Edge]]:
    """The segments joined end to end."""
    left = dict(segments)
    while left:
        start, here = left.popitem()
        loop = [start]
        while here != start and here in left:
            loop.append(here)
            here = left.pop(here)
        yield loop


def _loop_path(grid: _Grid, loop: list[_Edge]) -> str:
    points = [grid.crossing(edge) for edge in loop]
    half = len(points) // 2
    kept = [*_thinned(points[: half + 1])[:-1], *_thinned([*points[half:], points[0]])[:-1]]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in kept) + "z"


def _thinned(points: list[_Place]) -> list[_Place]:
    """The points that matter: leaving the others out moves the line by less than a quarter of a millimetre."""
    if len(points) < 3:
        return points
    a, b = points[0], points[-1]
    k, off = max(((k, _off(points[k], a, b)) for k in range(1, len(points) - 1)), key=lambda each: each[1])
    return [a, b] if off < _THIN_MM else [*_thinned(points[: k + 1])[:-1], *_thinned(points[k:])]


def _off(p: _Place, a: _Place, b: _Place) -> float:
    """How far a point is off the straight between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    if length == 0.0:
        return math.hypot(p[0] - a[0], p[1] - a[1])
    return abs(dx * (p[1] - a[1]) - dy * (p[0] - a[0])) / length

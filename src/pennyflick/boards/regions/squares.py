"""Ground as squares within squares, measured once: discs that lie on it are then asked only where they matter.

Law: a slack is at least 0 inside and changes by at most 1 per millimetre, so one look at the middle of a square can
settle all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import hypot

Slack = Callable[[float, float], float]  # at least 0 inside; changes by at most 1 per millimetre
Ring = tuple[float, float, float]  # x, y and how far a centre must stay from there
Rings = tuple[Ring, ...]
Rooms = tuple[float, float, float, float]  # the least slack at each corner of a cell, anticlockwise from the first
Cell = tuple[int, int, Rooms, Rings]  # where it is; rooms without the rings, of which these matter there
_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))
FAR = 1_000.0  # "no limit at all" as a number that can be interpolated
_FREE: Rooms = (FAR, FAR, FAR, FAR)


@dataclass(frozen=True)
class Grid:
    """Where the nodes of a square grid are, and how many cells there are a side: a power of two."""

    x_mm: float
    y_mm: float
    step_mm: float
    size: int

    def middle(self, i: int, j: int, size: int) -> tuple[float, float, float]:
        """Where the middle of a square is, and how far from there its corners may be."""
        half = size * self.step_mm / 2
        return self.x_mm + i * self.step_mm + half, self.y_mm + j * self.step_mm + half, half * 1.415

    def corner(self, i: int, j: int, corner: int) -> tuple[float, float]:
        """Where a corner of a cell is."""
        di, dj = _CORNERS[corner]
        return self.x_mm + (i + di) * self.step_mm, self.y_mm + (j + dj) * self.step_mm


@dataclass(frozen=True, eq=False)
class Square:
    """A part of the grid in which at least some ground is free."""

    grid: Grid
    i: int
    j: int
    size: int
    slacks: tuple[Slack, ...]  # those that hold in one part of it and not in another; none: all of it is free
    parts: tuple[Square, ...]  # of a larger one that is not free all over

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The single cells in it through which the outline may run."""
        if self.size == 1:
            return ((self.i, self.j, self._rooms(), ()),) if self.slacks else ()
        return tuple(cell for part in self.parts for cell in part.cells)

    def _rooms(self) -> Rooms:
        a, b, c, d = (_least(self.slacks, *self.grid.corner(self.i, self.j, corner)) for corner in range(4))
        return a, b, c, d


def square(grid: Grid, i: int, j: int, size: int, slacks: tuple[Slack, ...]) -> Square | None:
    """This part of the grid, divided as far as the slacks need it; None: none of it is free."""
    x, y, reach = grid.middle(i, j, size)
    undecided = []
    for slack in slacks:
        room = slack(x, y)
        if room < -reach:
            return None
        if room < reach:
            undecided.append(slack)
    left = tuple(undecided)
    parts = (square(grid, *quarter, left) for quarter in _quarters(i, j, size)) if left and size > 1 else ()
    return Square(grid, i, j, size, left, tuple(part for part in parts if part is not None))


def gather(within: Square, rings: Rings, found: list[Cell]) -> None:
    """Add the cells through which the outline may run when these rings are kept clear too."""
    near = _near(within.grid, within.i, within.j, within.size, rings)
    if near is None:
        return
    if not near:
        found += within.cells
    elif not within.slacks:
        _gather_free(within.grid, within.i, within.j, within.size, near, found)
    elif within.size == 1:
        ((i, j, rooms, _),) = within.cells
        found.append((i, j, rooms, near))
    else:
        for part in within.parts:
            gather(part, near, found)


def _gather_free(grid: Grid, i: int, j: int, size: int, rings: Rings, found: list[Cell]) -> None:
    """The same where nothing but the rings matters."""
    if size == 1:
        found.append((i, j, _FREE, rings))
        return
    for quarter in _quarters(i, j, size):
        near = _near(grid, *quarter, rings)
        if near:
            _gather_free(grid, *quarter, near, found)


def _near(grid: Grid, i: int, j: int, size: int, rings: Rings) -> Rings | None:
    """The rings that cover one part of a square and not another; None: one covers all of it."""
    half = size * grid.step_mm / 2  # as Grid.middle has it; this is asked a thousand times a drawing
    x, y, reach = grid.x_mm + i * grid.step_mm + half, grid.y_mm + j * grid.step_mm + half, half * 1.415
    near = []
    for ring in rings:
        cx, cy, far = ring
        room = hypot(x - cx, y - cy) - far
        if room < reach:
            if room < -reach:
                return None
            near.append(ring)
    return tuple(near)


def _quarters(i: int, j: int, size: int) -> Iterator[tuple[int, int, int]]:
    part = size // 2
    return ((i + di, j + dj, part) for di in (0, part) for dj in (0, part))


def _least(slacks: tuple[Slack, ...], x: float, y: float) -> float:
    return min(max(min(slack(x, y) for slack in slacks), -FAR), FAR)

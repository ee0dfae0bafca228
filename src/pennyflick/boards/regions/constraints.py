"""What a place must satisfy, as constraints that can say how far they are from being broken.

Law: every constraint has a slack, a number that is at least 0 where it holds and changes by at most 1 per millimetre.
So whole squares of the board can be ruled in or out at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from pennyflick.boards.measure import Ring, Stroke, edge_sides
from pennyflick.table import Circle, Clause, Point, Polygon

EXACT_MM = 1e-9  # rounding noise that no rule means


class Constraint(Protocol):
    """One thing a place must satisfy."""

    @property
    def clause(self) -> Clause:
        """The clause that a place breaking it breaks."""

    def slack(self, x: float, y: float) -> float:
        """How far the place is from breaking it; negative: it is broken."""


@dataclass(frozen=True)
class Inside:
    """The centre at least `margin_mm` inside a convex polygon or a circle (a radius keeps the whole disc inside)."""

    clause: Clause
    shape: Polygon | Circle
    margin_mm: float = 0.0

    def slack(self, x: float, y: float) -> float:
        """Distance inside the shrunken shape."""
        shape = self.shape
        if isinstance(shape, Circle):
            return shape.radius_mm - math.hypot(x - shape.centre.x_mm, y - shape.centre.y_mm) - self.margin_mm
        return min(nx * x + ny * y - offset for nx, ny, offset in self._sides)

    @cached_property
    def _sides(self) -> tuple[tuple[float, float, float], ...]:
        """Every side as an inward unit normal and the least offset along it; the corners are anticlockwise."""
        assert isinstance(self.shape, Polygon)
        return tuple(_half_plane(a, b, self.margin_mm) for a, b in edge_sides(self.shape))


@dataclass(frozen=True, slots=True)
class KeepClear:
    """The centre at least a distance from each of these centres: (x, y, distance)."""

    clause: Clause
    around: tuple[tuple[float, float, float], ...]

    def slack(self, x: float, y: float) -> float:
        """The least room to any of them."""
        return min((math.hypot(x - cx, y - cy) - distance for cx, cy, distance in self.around), default=math.inf)

    def deepest(self, point: Point) -> Point:
        """The centre that the place comes too near to, most of all of them."""
        x, y = point.x_mm, point.y_mm
        cx, cy, _ = min(self.around, key=lambda each: math.hypot(x - each[0], y - each[1]) - each[2])
        return Point(cx, cy)


@dataclass(frozen=True, slots=True)
class HalfPlane:
    """The centre on one side of a straight line: nx·x + ny·y at least `offset_mm`; (nx, ny) is a unit vector."""

    clause: Clause
    nx: float
    ny: float
    offset_mm: float

    def slack(self, x: float, y: float) -> float:
        """Distance inside."""
        return self.nx * x + self.ny * y - self.offset_mm


@dataclass(frozen=True, slots=True)
class NearSegment:
    """The centre within a distance of a segment: on it, or so that a disc touches it."""

    clause: Clause
    a: Point
    b: Point
    within_mm: float

    def slack(self, x: float, y: float) -> float:
        """What is left of the distance."""
        ax, ay = self.a.x_mm, self.a.y_mm
        dx, dy = self.b.x_mm - ax, self.b.y_mm - ay
        length2 = dx * dx + dy * dy
        share = ((x - ax) * dx + (y - ay) * dy) / length2 if length2 else 0.0
        share = min(max(share, 0.0), 1.0)
        return self.within_mm - math.hypot(x - ax - share * dx, y - ay - share * dy)


@dataclass(frozen=True)
class NearArc:
    """The centre within a distance of a circular arc about `centre`, and inside the arc's angle."""

    clause: Clause
    centre: Point
    radius_mm: float
    axis_degrees: float
    half_angle_degrees: float  # less than 90
    within_mm: float

    def slack(self, x: float, y: float) -> float:
        """What is left of the distance to the arc and to the two bounding rays."""
        rx, ry = x - self.centre.x_mm, y - self.centre.y_mm
        band = self.within_mm - abs(math.hypot(rx, ry) - self.radius_mm)
        low, high = self._normals
        return min(band, low[0] * rx + low[1] * ry, high[0] * rx + high[1] * ry)

    @cached_property
    def _normals(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Inward normals of the two rays that bound the angle."""
        axis, half = math.radians(self.axis_degrees), math.radians(self.half_angle_degrees)
        low, high = axis - half, axis + half
        return (-math.sin(low), math.cos(low)), (math.sin(high), -math.cos(high))


@dataclass(frozen=True)
class NearerTo:
    """The centre nearer to one of these lines than to any of those circles (GRN-20, 22, 27)."""

    clause: Clause
    lines: tuple[Stroke, ...]
    rings: tuple[Ring, ...]

    def slack(self, x: float, y: float) -> float:
        """Half of how much nearer (a difference of two distances changes twice as fast); as near is not nearer."""
        to_ring = to_line = math.inf
        for cx, cy, radius, half in self._rings:  # loops: a search asks this ten thousand times
            to_ring = min(to_ring, abs(math.hypot(x - cx, y - cy) - radius) - half)
        for each in self._lines:
            to_line = min(to_line, _segment_distance(each, x, y) - each[5])
        return (max(to_ring, 0.0) - max(to_line, 0.0)) / 2 - 2 * EXACT_MM

    @cached_property
    def _rings(self) -> tuple[tuple[float, float, float, float], ...]:
        return tuple((r.centre.x_mm, r.centre.y_mm, r.radius_mm, r.width_mm / 2) for r in self.rings)

    @cached_property
    def _lines(self) -> tuple[tuple[float, float, float, float, float, float], ...]:
        return tuple(_along(line) for line in self.lines)


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every one of them; as one constraint, so that it can be an alternative of AnyOf."""

    clause: Clause
    constraints: tuple[Constraint, ...]

    def slack(self, x: float, y: float) -> float:
        """The least."""
        return min((each.slack(x, y) for each in self.constraints), default=math.inf)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of them."""

    clause: Clause
    constraints: tuple[Constraint, ...]

    def slack(self, x: float, y: float) -> float:
        """The greatest."""
        return max(each.slack(x, y) for each in self.constraints)


@dataclass(frozen=True, slots=True)
class Not:
    """A constraint turned round: broken where the other holds."""

    clause: Clause
    constraint: Constraint

    def slack(self, x: float, y: float) -> float:
        """The other's, negated; on the boundary the other wins."""
        return -self.constraint.slack(x, y) - 2 * EXACT_MM


def keep_clear(
    clause: Clause, others: Iterable[tuple[Point, float]], radius_mm: float, gap_mm: float = 0.0
) -> KeepClear:
    """Rims at least `gap_mm` apart from every other disc (centre, radius); 0: no overlap."""
    return KeepClear(clause, tuple((at.x_mm, at.y_mm, radius + radius_mm + gap_mm) for at, radius in others))


def clear_of_pegs(clause: Clause, pegs: Iterable[Circle], radius_mm: float) -> KeepClear:
    """No overlap with a peg."""
    return KeepClear(clause, tuple((p.centre.x_mm, p.centre.y_mm, p.radius_mm + radius_mm) for p in pegs))


def first_broken(constraints: Iterable[Constraint], point: Point) -> Constraint | None:
    """The first constraint that the place breaks, or None."""
    return next((each for each in constraints if broken_by(each, point) is not None), None)


def blocker(broken: Constraint | None, point: Point) -> Point | None:
    """The centre of what the place comes too near to, where that is what breaks the constraint."""
    return broken.deepest(point) if isinstance(broken, KeepClear) else None


def broken_by(constraint: Constraint, point: Point) -> Clause | None:
    """The clause that the place breaks, or None."""
    return None if constraint.slack(point.x_mm, point.y_mm) >= -EXACT_MM else constraint.clause


def _half_plane(a: Point, b: Point, margin_mm: float) -> tuple[float, float, float]:
    length = a.distance_mm(b)
    nx, ny = (a.y_mm - b.y_mm) / length, (b.x_mm - a.x_mm) / length
    return nx, ny, nx * a.x_mm + ny * a.y_mm + margin_mm


def _along(line: Stroke) -> tuple[float, float, float, float, float, float]:
    """Start, unit direction, length and half the thickness of a drawn line."""
    length = line.a.distance_mm(line.b)
    ux, uy = (line.b.x_mm - line.a.x_mm) / length, (line.b.y_mm - line.a.y_mm) / length
    return line.a.x_mm, line.a.y_mm, ux, uy, length, line.width_mm / 2


def _segment_distance(along: tuple[float, float, float, float, float, float], x: float, y: float) -> float:
    ax, ay, ux, uy, length, _ = along
    dx, dy = x - ax, y - ay
    forward = dx * ux + dy * uy
    beyond = -forward if forward < 0.0 else forward - length if forward > length else 0.0
    return math.hypot(dx * uy - dy * ux, beyond)

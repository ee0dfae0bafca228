"""Gaps, rim to rim and rim to line. Law: positive is free ground, zero is contact, negative is overlap."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from pennyflick.table import Circle, Disc, DiscId, Layout, Point, Polygon

TOUCH_MM = 0.05  # GEN, reading: at rest, a gap of at most this is touching


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line as it is drawn: a segment with a thickness."""

    a: Point
    b: Point
    width_mm: float


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle as it is drawn: a circular line with a thickness."""

    centre: Point
    radius_mm: float
    width_mm: float


def touching(gap_mm: float) -> bool:
    """Whether two things at rest with this gap touch."""
    return gap_mm <= TOUCH_MM


def within_a_diameter(gap_mm: float, diameter_mm: float) -> bool:
    """Whether a gap is less than a penny diameter (GEN-3)."""
    return gap_mm < diameter_mm


def rim_gap_mm(a: Point, a_radius_mm: float, b: Point, b_radius_mm: float) -> float:
    """From rim to rim of two discs."""
    return a.distance_mm(b) - a_radius_mm - b_radius_mm


def segment_distance_mm(point: Point, a: Point, b: Point) -> float:
    """From a point to the nearest point of a segment."""
    return point.distance_mm(segment_foot(point, a, b))


def segment_foot(point: Point, a: Point, b: Point) -> Point:
    """The point of a segment nearest to a point."""
    dx, dy = b.x_mm - a.x_mm, b.y_mm - a.y_mm
    length2 = dx * dx + dy * dy
    share = ((point.x_mm - a.x_mm) * dx + (point.y_mm - a.y_mm) * dy) / length2 if length2 else 0.0
    share = min(max(share, 0.0), 1.0)
    return Point(a.x_mm + share * dx, a.y_mm + share * dy)


def line_gap_mm(point: Point, radius_mm: float, line: Stroke | Ring) -> float:
    """From a disc's rim to the nearest point of a drawn line; negative when it lies on it."""
    if isinstance(line, Stroke):
        return segment_distance_mm(point, line.a, line.b) - line.width_mm / 2 - radius_mm
    return abs(point.distance_mm(line.centre) - line.radius_mm) - line.width_mm / 2 - radius_mm


def edge_distance_mm(point: Point, edge: Polygon | Circle) -> float:
    """From a disc's centre to the board's edge; negative beyond it (off the board, GEN-2)."""
    if isinstance(edge, Circle):
        return edge.radius_mm - point.distance_mm(edge.centre)
    return min(_inward(point, a, b)[0] for a, b in edge_sides(edge))


def edge_gap_mm(point: Point, radius_mm: float, edge: Polygon | Circle) -> float:
    """From a disc's rim to the board's edge; negative when it overlaps the edge."""
    return edge_distance_mm(point, edge) - radius_mm


def edge_sides(edge: Polygon) -> tuple[tuple[Point, Point], ...]:
    """The sides of a polygon, each from corner to corner, anticlockwise."""
    return tuple(zip(edge.corners, edge.corners[1:] + edge.corners[:1], strict=True))


@dataclass(frozen=True, slots=True)
class EdgePoint:
    """A point of the board's edge and the unit vector from it onto the board."""

    at: Point
    inward_x: float
    inward_y: float
    distance_mm: float  # from the disc's centre that asked

    def inside(self, depth_mm: float) -> Point:
        """The point that deep inside the edge."""
        return Point(self.at.x_mm + depth_mm * self.inward_x, self.at.y_mm + depth_mm * self.inward_y)


def edge_points(point: Point, edge: Polygon | Circle) -> tuple[EdgePoint, ...]:
    """The nearest perimeter point of each side, nearest first (a round edge has one)."""
    if isinstance(edge, Circle):
        return (_round_edge_point(point, edge),)
    found = (_side_edge_point(point, a, b) for a, b in edge_sides(edge))
    return tuple(sorted(found, key=lambda each: each.distance_mm))


def spot_covered(spot: Point, spot_radius_mm: float, point: Point, radius_mm: float) -> bool:
    """Whether a disc covers a spot, even partly (GEN-9); touching it counts, as touching a line does."""
    return touching(rim_gap_mm(spot, spot_radius_mm, point, radius_mm))


def lying(layout: Layout, discs: Iterable[Disc], but: Iterable[DiscId] = ()) -> tuple[tuple[Point, float], ...]:
    """Centre and radius of every disc on the board but the ones named."""
    skipped = set(but)
    return tuple(
        (at, disc.radius_mm) for disc in discs if disc.id not in skipped and (at := layout.point(disc.id)) is not None
    )


def _inward(point: Point, a: Point, b: Point) -> tuple[float, float, float]:
    """Signed distance inside the side's line and its inward unit normal; the polygon is anticlockwise."""
    dx, dy = b.x_mm - a.x_mm, b.y_mm - a.y_mm
    length = math.hypot(dx, dy)
    nx, ny = -dy / length, dx / length
    return (point.x_mm - a.x_mm) * nx + (point.y_mm - a.y_mm) * ny, nx, ny


def _side_edge_point(point: Point, a: Point, b: Point) -> EdgePoint:
    _, nx, ny = _inward(point, a, b)
    foot = segment_foot(point, a, b)
    return EdgePoint(foot, nx, ny, foot.distance_mm(point))


def _round_edge_point(point: Point, edge: Circle) -> EdgePoint:
    dx, dy = point.x_mm - edge.centre.x_mm, point.y_mm - edge.centre.y_mm
    away = math.hypot(dx, dy)
    ux, uy = (dx / away, dy / away) if away else (1.0, 0.0)
    at = Point(edge.centre.x_mm + edge.radius_mm * ux, edge.centre.y_mm + edge.radius_mm * uy)
    return EdgePoint(at, -ux, -uy, abs(edge.radius_mm - away))

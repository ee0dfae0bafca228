"""Where to aim, by drawing lines: direct hits, ghost discs, cannons, draws. No simulation; friction only for speeds."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from pennyflick.table import Circle, DiscId, Layout, Point, Polygon, Surface

HIT_OFFSETS = (-0.85, -0.55, -0.25, 0.0, 0.25, 0.55, 0.85)  # of the distance at which two discs touch
SPEEDS_MM_S = (500.0, 800.0, 1150.0, 1600.0, 2200.0, 3000.0)
THINNEST = math.cos(math.radians(78.0))  # a thinner cut moves the target too little to be worth an idea


@dataclass(frozen=True, slots=True)
class Round:
    """A disc as a circle."""

    x: float
    y: float
    r: float

    @property
    def point(self) -> Point:
        """Its centre."""
        return Point(self.x, self.y)


def rounds(layout: Layout, radius_mm: float) -> dict[DiscId, Round]:
    """Every disc on the board as a circle."""
    return {disc: Round(at.x_mm, at.y_mm, radius_mm) for disc, at in layout.on_board.items()}


def bearing_deg(from_x: float, from_y: float, to_x: float, to_y: float) -> float:
    """The direction from one place to another, anticlockwise from +x."""
    return math.degrees(math.atan2(to_y - from_y, to_x - from_x))


def hit_bearing_deg(shooter: Round, target: Round, offset: float) -> float | None:
    """The direction that hits the target so far off its centre (−1 to 1); None: the two lie too close for it."""
    distance = math.hypot(target.x - shooter.x, target.y - shooter.y)
    sine = offset * (shooter.r + target.r) / distance if distance > 0 else 2.0
    if abs(sine) >= 1.0:
        return None
    return bearing_deg(shooter.x, shooter.y, target.x, target.y) + math.degrees(math.asin(sine))


def ghost(shooter_r: float, target: Round, to_x: float, to_y: float) -> tuple[float, float] | None:
    """Where the shooter's centre must be as it hits, to send the target towards a place."""
    dx, dy = to_x - target.x, to_y - target.y
    length = math.hypot(dx, dy)
    if length < 1e-9:
        return None
    reach = shooter_r + target.r
    return target.x - dx / length * reach, target.y - dy / length * reach


def sending_bearing_deg(shooter: Round, target: Round, to_x: float, to_y: float) -> float | None:
    """The direction that sends the target towards a place; None: it cannot be cut that thin, or lies the wrong way."""
    at = ghost(shooter.r, target, to_x, to_y)
    if at is None:
        return None
    ax, ay = at[0] - shooter.x, at[1] - shooter.y
    bx, by = to_x - target.x, to_y - target.y
    cosine = (ax * bx + ay * by) / max(math.hypot(ax, ay) * math.hypot(bx, by), 1e-12)
    return bearing_deg(shooter.x, shooter.y, *at) if cosine > THINNEST else None


def cannon_bearing_deg(shooter: Round, first: Round, second: Round, to_x: float, to_y: float) -> float | None:
    """The direction that plays the first disc onto the second so that the second goes towards a place."""
    at = ghost(first.r, second, to_x, to_y)
    if at is None:
        return None
    ax, ay = at[0] - first.x, at[1] - first.y
    bx, by = to_x - second.x, to_y - second.y
    if ax * bx + ay * by <= THINNEST * math.hypot(ax, ay) * math.hypot(bx, by):
        return None
    return sending_bearing_deg(shooter, first, *at)


def distance_to_way_mm(at: Point, start: Point, end: Point) -> float:
    """From a place to the straight way between two others."""
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    along = (at.x_mm - start.x_mm) * dx + (at.y_mm - start.y_mm) * dy
    share = min(max(along / max(dx * dx + dy * dy, 1e-12), 0.0), 1.0)
    return math.hypot(at.x_mm - start.x_mm - share * dx, at.y_mm - start.y_mm - share * dy)


def slide_speed_mm_s(surface: Surface, length_mm: float) -> float:
    """The speed at which a free disc slides just so far."""
    return math.sqrt(2.0 * surface.deceleration_mm_s2 * max(length_mm, 0.0))


def sending_speed_mm_s(surface: Surface, run_mm: float, sent_mm: float, cosine: float = 1.0) -> float:
    """The speed that reaches a target after `run_mm` and sends it on for `sent_mm` (equal masses)."""
    passed = 0.5 * (1.0 + surface.restitution) * max(cosine, 0.2)
    at_hit = slide_speed_mm_s(surface, sent_mm) / passed
    return math.sqrt(at_hit * at_hit + 2.0 * surface.deceleration_mm_s2 * max(run_mm, 0.0))


def edge_points(surface: Surface, x: float, y: float, most: int = 6) -> list[Point]:
    """The nearest points of the edge, a few sides of it: where a disc here could be sent off."""
    edge = surface.edge
    if isinstance(edge, Circle):
        base = math.atan2(y - edge.centre.y_mm, x - edge.centre.x_mm)
        turns = (0.0, 0.4, -0.4, 0.9, -0.9)
        return [_on_circle(edge, base + turn) for turn in turns][:most]
    feet = sorted(_feet(edge, x, y), key=lambda point: math.hypot(point.x_mm - x, point.y_mm - y))
    return feet[:most]


def near_side(surface: Surface, x: float, y: float) -> tuple[Point, Point] | None:
    """The straight side of the edge that is nearest to a place; None: the edge is round."""
    edge = surface.edge
    if isinstance(edge, Circle):
        return None
    sides = list(zip(edge.corners, edge.corners[1:] + edge.corners[:1], strict=True))
    feet = list(_feet(edge, x, y))
    nearest = min(range(len(sides)), key=lambda side: math.hypot(feet[side].x_mm - x, feet[side].y_mm - y))
    return sides[nearest]


def _on_circle(circle: Circle, angle: float) -> Point:
    return Point(
        circle.centre.x_mm + circle.radius_mm * math.cos(angle), circle.centre.y_mm + circle.radius_mm * math.sin(angle)
    )


def _feet(edge: Polygon, x: float, y: float) -> Iterator[Point]:
    corners = edge.corners
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        dx, dy = b.x_mm - a.x_mm, b.y_mm - a.y_mm
        share = ((x - a.x_mm) * dx + (y - a.y_mm) * dy) / (dx * dx + dy * dy)
        share = min(max(share, 0.02), 0.98)
        yield Point(a.x_mm + share * dx, a.y_mm + share * dy)

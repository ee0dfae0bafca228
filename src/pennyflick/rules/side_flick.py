"""Side-flicks: where the struck penny may overlap the edge, and in which directions it can be struck.

Directions are those of the struck penny: within arccos(1 - overlap/r) of the inward normal, because only the rim that
hangs over the edge can be reached.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from pennyflick.boards.measure import TOUCH_MM, EdgePoint, edge_sides
from pennyflick.boards.regions import AllOf, AnyOf, Area, Box, KeepClear, overlapping_edge
from pennyflick.table import Circle, Clause, Point, Polygon, Refusal, SideFlick, phrase

ROOM_MM = 0.15  # kept to other pennies when looking for a place, so that one with one decimal is legal too
INSET_MM = 0.2  # kept to the corners and to both ends of the overlap, for the same reason

Lying = tuple[tuple[Point, float], ...]  # centre and radius of the pennies on the board


@dataclass(frozen=True, slots=True)
class Reach:
    """The directions in which the penny can be struck over one side of the edge."""

    normal_deg: float  # straight onto the board
    half_angle_deg: float

    def holds(self, direction_deg: float) -> bool:
        """Whether the direction is among them."""
        turn = (direction_deg - self.normal_deg + 180.0) % 360.0 - 180.0
        return abs(turn) <= self.half_angle_deg + 1e-9


def reaches(edge: Polygon | Circle, at: Point, radius_mm: float) -> tuple[Reach, ...]:
    """For every side of the edge that the penny overlaps, the directions that can be struck."""
    depths = ((depth, normal) for depth, normal in _depths(edge, at) if depth < radius_mm)
    return tuple(Reach(normal, math.degrees(math.acos(max(depth, 0.0) / radius_mm))) for depth, normal in depths)


def refuse_direction(clause: Clause, edge: Polygon | Circle, flick: SideFlick, radius_mm: float) -> Refusal | None:
    """Why the struck penny cannot be sent that way, or None."""
    found = reaches(edge, flick.at, radius_mm)
    if any(reach.holds(flick.direction_cdeg / 100) for reach in found):
        return None
    ways = " or ".join(f"{each.normal_deg % 360:.2f}° by at most {each.half_angle_deg:.2f}°" for each in found)
    sentence = (
        f"{flick.disc} cannot be struck in direction {flick.direction_cdeg / 100:.2f}°; it may differ from {ways}"
    )
    return Refusal(clause, phrase(sentence))


def perimeter_places(edge: Polygon, centre: Point, radius_mm: float, others: Lying) -> tuple[EdgePoint, ...]:
    """The point of the perimeter nearest to the penny at which it can overlap the edge; several when equally near."""
    found = [place for a, b in edge_sides(edge) for place in _side_places(a, b, centre, radius_mm, others)]
    least = min(place.distance_mm for place in found)
    return tuple(place for place in found if place.distance_mm <= least + TOUCH_MM)


def overlap_region(
    clause: Clause, edge: Polygon, places: Sequence[EdgePoint], radius_mm: float, clear: KeepClear
) -> Area:
    """Over any of these points of the edge, overlapping it by more than nothing and less than a radius."""
    areas = tuple(overlapping_edge(clause, edge, place, radius_mm, clear) for place in places)
    if len(areas) == 1:
        return areas[0]
    boxes = tuple(area.box for area in areas)
    whole = Box(
        min(box.x0_mm for box in boxes),
        min(box.y0_mm for box in boxes),
        max(box.x1_mm for box in boxes),
        max(box.y1_mm for box in boxes),
    )
    return Area(whole, (AnyOf(clause, tuple(AllOf(clause, area.constraints) for area in areas)),))


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of the edge with its own coordinates: `along` it and `deep` onto the board."""

    a: Point
    ux: float
    uy: float
    length_mm: float

    @staticmethod
    def between(a: Point, b: Point) -> _Side:
        length = a.distance_mm(b)
        return _Side(a, (b.x_mm - a.x_mm) / length, (b.y_mm - a.y_mm) / length, length)

    def coordinates(self, point: Point) -> tuple[float, float]:
        dx, dy = point.x_mm - self.a.x_mm, point.y_mm - self.a.y_mm
        return dx * self.ux + dy * self.uy, dy * self.ux - dx * self.uy

    def edge_point(self, along: float, asked: Point) -> EdgePoint:
        at = Point(self.a.x_mm + along * self.ux, self.a.y_mm + along * self.uy)
        return EdgePoint(at, -self.uy, self.ux, at.distance_mm(asked))


def _side_places(a: Point, b: Point, centre: Point, radius_mm: float, others: Lying) -> Iterator[EdgePoint]:
    """The nearest free point of one side, or the two on either side of what is in the way; none if it is full."""
    side = _Side.between(a, b)
    blocked = [(*side.coordinates(at), other_mm + radius_mm + ROOM_MM) for at, other_mm in others]
    foot = min(max(side.coordinates(centre)[0], INSET_MM), side.length_mm - INSET_MM)
    free = {along for along in _candidates(foot, radius_mm, blocked) if INSET_MM <= along <= side.length_mm - INSET_MM}
    below = max((along for along in free if along <= foot), default=None)
    above = min((along for along in free if along >= foot), default=None)
    yield from (side.edge_point(along, centre) for along in dict.fromkeys((below, above)) if along is not None)


def _candidates(foot: float, radius_mm: float, blocked: Sequence[tuple[float, float, float]]) -> Iterator[float]:
    """How far along the side the penny may stand: at the foot, or just where something in the way ends.

    Each penny in the way forbids a circle of places (along, deep); the free ones next to the foot lie at the foot
    itself, on a circle where it meets the shallowest or deepest overlap, at its extreme, or where two circles meet.
    """
    shallow, deep = radius_mm - INSET_MM, INSET_MM  # how deep the centre lies for the least and the most overlap
    depths = [shallow, deep, *_crossings_of_upright(foot, blocked)]
    places = [(foot, depth) for depth in depths]
    for along, depth, reach in blocked:
        places += [(along - reach, depth), (along + reach, depth)]
        for level in (shallow, deep):
            if abs(level - depth) < reach:
                half = math.sqrt(reach * reach - (level - depth) ** 2)
                places += [(along - half, level), (along + half, level)]
    for one, two in combinations(blocked, 2):
        places += _meetings(one, two)
    for along, depth in places:
        if deep - 1e-9 <= depth <= shallow + 1e-9 and not _in_the_way(along, depth, blocked):
            yield along


def _crossings_of_upright(foot: float, blocked: Iterable[tuple[float, float, float]]) -> Iterator[float]:
    """The depths at which the upright through the foot leaves a forbidden circle."""
    for along, depth, reach in blocked:
        if abs(foot - along) < reach:
            half = math.sqrt(reach * reach - (foot - along) ** 2)
            yield from (depth - half, depth + half)


def _meetings(one: tuple[float, float, float], two: tuple[float, float, float]) -> list[tuple[float, float]]:
    """Where two forbidden circles meet."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    apart = math.hypot(dx, dy)
    if apart == 0.0 or apart > one[2] + two[2] or apart < abs(one[2] - two[2]):
        return []
    share = (one[2] ** 2 - two[2] ** 2 + apart * apart) / (2 * apart)
    half = math.sqrt(max(one[2] ** 2 - share * share, 0.0))
    x, y = one[0] + share * dx / apart, one[1] + share * dy / apart
    return [(x - half * dy / apart, y + half * dx / apart), (x + half * dy / apart, y - half * dx / apart)]


def _in_the_way(along: float, depth: float, blocked: Iterable[tuple[float, float, float]]) -> bool:
    return any(math.hypot(along - x, depth - y) < reach - 1e-6 for x, y, reach in blocked)


def _depths(edge: Polygon | Circle, at: Point) -> Iterator[tuple[float, float]]:
    """How deep the point lies inside each side, and the inward normal's direction in degrees."""
    if isinstance(edge, Circle):
        dx, dy = edge.centre.x_mm - at.x_mm, edge.centre.y_mm - at.y_mm
        yield edge.radius_mm - math.hypot(dx, dy), math.degrees(math.atan2(dy, dx))
        return
    for a, b in edge_sides(edge):
        side = _Side.between(a, b)
        yield side.coordinates(at)[1], math.degrees(math.atan2(side.ux, -side.uy))

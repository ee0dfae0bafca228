"""Regions that several games ask for."""

from __future__ import annotations

from collections.abc import Iterable

from pennyflick.boards.measure import TOUCH_MM, EdgePoint
from pennyflick.boards.regions.area import Area
from pennyflick.boards.regions.box import Box
from pennyflick.boards.regions.constraints import Constraint, Inside, NearArc, NearSegment, Not
from pennyflick.boards.regions.spots import ON_LINE_MM, Points, Spots
from pennyflick.table import Circle, Clause, Point, Polygon


def on_board(clause: Clause, edge: Polygon | Circle, radius_mm: float, *more: Constraint) -> Area:
    """Wholly on the board, not overlapping the edge, and whatever more is asked."""
    return Area(Box.around(edge), (Inside(clause, edge, radius_mm), *more))


def along_segment(clause: Clause, a: Point, b: Point, within_mm: float, *more: Constraint) -> Area:
    """The centre within a distance of a segment (0.1 mm: on it), and whatever more is asked."""
    return Area(Box.along(a, b, within_mm), (NearSegment(clause, a, b, within_mm), *more))


def along_arc(clause: Clause, arc: NearArc, *more: Constraint) -> Area:
    """The centre within a distance of an arc, and whatever more is asked."""
    return Area(Box.about(arc.centre, arc.radius_mm + arc.within_mm), (arc, *more))


def overlapping_edge(
    clause: Clause, edge: Polygon | Circle, at: EdgePoint, radius_mm: float, *more: Constraint
) -> Area:
    """A disc over this point of the edge, overlapping it by more than nothing and less than a radius (BLU-13)."""
    line = NearSegment(clause, at.at, at.inside(radius_mm), ON_LINE_MM)
    still_on = Inside(clause, edge, TOUCH_MM)
    overhanging = Not(clause, Inside(clause, edge, radius_mm - TOUCH_MM))
    return Area(Box.along(line.a, line.b, ON_LINE_MM), (line, still_on, overhanging, *more))


def spots_or_beside(spots: Spots, ground: Area) -> Spots | Points:
    """The spots; when every one is blocked, the one legal point of the ground that is nearest to any of them."""
    if not spots.is_empty:
        return spots
    beside = nearest_to_any(spots.spots.values(), ground)
    return Points(() if beside is None else (beside,), spots.off_spot, spots.radius_mm)


def area_or_beside(area: Area, wish: Point, ground: Area, radius_mm: float) -> Area | Points:
    """The area; when no point of it is free, the one legal point of the ground that is nearest to the wish."""
    if not area.is_empty:
        return area
    beside = ground.find(wish)
    return Points(() if beside is None else (beside,), area.constraints[0].clause, radius_mm)


def nearest_to_any(wishes: Iterable[Point], area: Area) -> Point | None:
    """The legal point of the area that is nearest to any of the wishes."""
    found = [(place.distance_mm(wish), place) for wish in wishes if (place := area.find(wish)) is not None]
    return min(found, key=lambda each: each[0])[1] if found else None

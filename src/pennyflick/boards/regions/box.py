"""The part of the table that a search looks at."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.table import Circle, Point, Polygon


@dataclass(frozen=True)
class Box:
    """The part of the table that a search looks at."""

    x0_mm: float
    y0_mm: float
    x1_mm: float
    y1_mm: float

    @staticmethod
    def around(shape: Polygon | Circle) -> Box:
        """The box that holds a shape."""
        if isinstance(shape, Circle):
            return Box.about(shape.centre, shape.radius_mm)
        xs, ys = [c.x_mm for c in shape.corners], [c.y_mm for c in shape.corners]
        return Box(min(xs), min(ys), max(xs), max(ys))

    @staticmethod
    def about(centre: Point, half_mm: float) -> Box:
        """The square box about a point."""
        return Box(centre.x_mm - half_mm, centre.y_mm - half_mm, centre.x_mm + half_mm, centre.y_mm + half_mm)

    @staticmethod
    def along(a: Point, b: Point, half_mm: float) -> Box:
        """The box that holds a segment with that much room round it."""
        return Box(
            min(a.x_mm, b.x_mm) - half_mm,
            min(a.y_mm, b.y_mm) - half_mm,
            max(a.x_mm, b.x_mm) + half_mm,
            max(a.y_mm, b.y_mm) + half_mm,
        )

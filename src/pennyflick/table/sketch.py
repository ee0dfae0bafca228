"""A bare sketch of a layout or a shot for notebooks: no board, no colours; boards/picture.py makes the real picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from pennyflick.table.disc import DiscId
from pennyflick.table.point import Point

PENNY_MM = 10.0  # a layout does not know its discs' sizes: about a penny's radius
MARGIN_MM = 15.0


def sketch_svg(places: Mapping[DiscId, Point], lines: Iterable[tuple[Point, ...]] = ()) -> str:
    """Named circles where discs lie, and the lines along which they moved."""
    drawn = [tuple(line) for line in lines]
    everywhere = [*places.values(), *(point for line in drawn for point in line)] or [Point(0.0, 0.0)]
    left, right = min(p.x_mm for p in everywhere), max(p.x_mm for p in everywhere)
    low, high = min(p.y_mm for p in everywhere), max(p.y_mm for p in everywhere)
    edge = PENNY_MM + MARGIN_MM
    box = f"{left - edge:.1f} {-high - edge:.1f} {right - left + 2 * edge:.1f} {high - low + 2 * edge:.1f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="400" role="img" aria-label="A sketch">'
        + "".join(_line(line) for line in drawn)
        + "".join(_disc(name, point) for name, point in places.items())
        + "</svg>"
    )


def _line(points: tuple[Point, ...]) -> str:
    path = " ".join(f"{point.x_mm:.2f},{0.0 - point.y_mm:.2f}" for point in points)
    return f'<polyline points="{path}" fill="none" stroke="#888" stroke-width="1"/>'


def _disc(name: str, point: Point) -> str:
    at = f'x="{point.x_mm:.2f}" y="{-point.y_mm + 2.5:.2f}"'
    return (
        f'<circle cx="{point.x_mm:.2f}" cy="{-point.y_mm:.2f}" r="{PENNY_MM}" fill="#fff" stroke="#333"/>'
        f'<text {at} font-size="7" text-anchor="middle">{escape(name)}</text>'
    )

"""Polygons and places that several boards share."""

from __future__ import annotations

import math

from pennyflick.table import Point, Polygon


def polar(radius_mm: float, degrees: float) -> Point:
    """The point at this distance and direction from the centre, as six decimals."""
    turn = math.radians(degrees)
    return Point(radius_mm * math.cos(turn), radius_mm * math.sin(turn)).rounded()


def rectangle(length_mm: float, width_mm: float) -> Polygon:
    """A rectangle about the centre, its length along x."""
    x, y = length_mm / 2, width_mm / 2
    return Polygon((Point(x, y), Point(-x, y), Point(-x, -y), Point(x, -y)))


def hexagon(side_mm: float) -> Polygon:
    """A regular hexagon about the centre, its first corner on +x."""
    return Polygon(tuple(polar(side_mm, 60 * k) for k in range(6)))

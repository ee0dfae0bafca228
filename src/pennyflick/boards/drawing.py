"""What is drawn on a board, as data; svg.py turns it into a picture."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.table import Point


@dataclass(frozen=True, slots=True)
class LineMark:
    """A straight line on the wood."""

    name: str
    a: Point
    b: Point
    width_mm: float


@dataclass(frozen=True, slots=True)
class CircleMark:
    """A drawn circle."""

    name: str
    centre: Point
    radius_mm: float
    width_mm: float


@dataclass(frozen=True, slots=True)
class SpotMark:
    """A filled spot."""

    name: str
    centre: Point
    radius_mm: float


@dataclass(frozen=True, slots=True)
class AreaMark:
    """A tinted area: a polygon, under everything else."""

    name: str
    corners: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class TextMark:
    """A word or a number on the wood, centred."""

    text: str
    centre: Point
    height_mm: float


Mark = LineMark | CircleMark | SpotMark | AreaMark | TextMark

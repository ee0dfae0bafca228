"""Words on a picture of a board, each beside what it means, where it covers least."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from pennyflick.boards.picture.svg_wood import number
from pennyflick.table import Disc, Layout, Point

SIZE = 0.038  # of the picture's width: so high are the letters
_LETTER = 0.54  # of its height: so wide is a letter on average
_WITHIN = 0.93  # of the picture: the rest is margin
_WAYS = tuple(math.radians(degrees) for degrees in (90, 270, 0, 180, 45, 135, 225, 315))
_APART = 0.5  # of its height: so much is kept free on both sides of words
_STEPS = (0.7, 1.6, 2.6, 3.8, 5.2, 7.0)  # between what is meant and the words, in heights of letters
_SAMPLES = 12  # points of a line that are looked at
_ON_WORDS, _ON_DISC, _CUT = 10.0, 1.0, 100.0  # what it costs to cover other words, a disc, or to be cut off


@dataclass(frozen=True)
class Label:
    """Words, and the middle and the radius of what they mean."""

    words: str
    at: Point
    radius_mm: float = 0.0


@dataclass(frozen=True)
class _Box:
    """Room for words."""

    middle: Point
    half_x: float
    half_y: float

    def gap(self, point: Point) -> float:
        """How far a point is from it; nothing, inside it."""
        return point.distance_mm(self.nearest(point))

    def nearest(self, point: Point) -> Point:
        """The point of it that is nearest to a point."""
        x = min(max(point.x_mm, self.middle.x_mm - self.half_x), self.middle.x_mm + self.half_x)
        y = min(max(point.y_mm, self.middle.y_mm - self.half_y), self.middle.y_mm + self.half_y)
        return Point(x, y)

    def meets(self, other: _Box) -> bool:
        """Whether two of them overlap."""
        return (
            abs(self.middle.x_mm - other.middle.x_mm) < self.half_x + other.half_x
            and abs(self.middle.y_mm - other.middle.y_mm) < self.half_y + other.half_y
        )

    def leaves(self, half: tuple[float, float]) -> bool:
        """Whether part of it is outside of the picture, or on its margin."""
        reach_x, reach_y = abs(self.middle.x_mm) + self.half_x, abs(self.middle.y_mm) + self.half_y
        return reach_x > _WITHIN * half[0] or reach_y > _WITHIN * half[1]


@dataclass(frozen=True)
class _Placed:
    """Words in their room, and the line that leads to them."""

    label: Label
    box: _Box

    @property
    def ends(self) -> tuple[Point, Point]:
        """The two ends of the line: at the rim of what is meant, and at the words."""
        to = self.box.nearest(self.label.at)
        return _between(self.label.at, to, self.label.radius_mm), to

    def crosses(self, other: _Placed) -> bool:
        """Whether the one covers the other, or its line runs through it."""
        return self.box.meets(other.box) or self.runs_through(other.box) or other.runs_through(self.box)

    def runs_through(self, box: _Box) -> bool:
        """Whether the line passes through a box."""
        start, end = self.ends
        length = start.distance_mm(end)
        return any(box.gap(_between(start, end, length * step / _SAMPLES)) == 0 for step in range(_SAMPLES + 1))


def labels_svg(
    labels: Sequence[Label], half: tuple[float, float], discs: Iterable[Disc] = (), layout: Layout | None = None
) -> str:
    """All words of a picture that is twice `half` wide and high; none: nothing."""
    if not labels:
        return ""
    rounds = [(point, disc.radius_mm) for disc in discs if layout and (point := layout.point(disc.id))]
    placed: list[_Placed] = []
    for label in labels:
        tried = (_Placed(label, room) for room in _rooms(label, half))
        placed.append(min(tried, key=lambda each: _cost(each, half, rounds, placed)))
    drawn = "".join(_drawn(each, _height(half)) for each in placed)
    return f'<g class="words" aria-hidden="true">{drawn}</g>'


def _height(half: tuple[float, float]) -> float:
    return SIZE * 2 * half[0]


def _rooms(label: Label, half: tuple[float, float]) -> Iterable[_Box]:
    """Where the words may stand, the nearest first."""
    height = _height(half)
    wide, high = (0.5 * _LETTER * len(label.words) + _APART) * height, 0.6 * height
    for step in _STEPS:
        for way in _WAYS:
            ux, uy = math.cos(way), math.sin(way)
            reach = label.radius_mm + step * height
            middle = Point(label.at.x_mm + ux * (reach + wide), label.at.y_mm + uy * (reach + high))
            yield _Box(middle, wide, high)


def _cost(tried: _Placed, half: tuple[float, float], rounds: list[tuple[Point, float]], placed: list[_Placed]) -> float:
    on_discs = sum(tried.box.gap(point) < radius for point, radius in rounds)
    on_words = sum(tried.crosses(other) for other in placed)
    far = tried.box.gap(tried.label.at) / (10 * _height(half))
    return _ON_DISC * on_discs + _ON_WORDS * on_words + _CUT * tried.box.leaves(half) + far


def _drawn(placed: _Placed, height: float) -> str:
    """The line, and the words upright."""
    (start, end), middle = placed.ends, placed.box.middle
    return (
        f'<line x1="{number(start.x_mm)}" y1="{number(start.y_mm)}" x2="{number(end.x_mm)}" y2="{number(end.y_mm)}"/>'
        f'<text transform="translate({number(middle.x_mm)} {number(middle.y_mm)}) scale(1 -1)" '
        f'font-size="{number(height)}" dy=".33em">{escape(placed.label.words)}</text>'
    )


def _between(start: Point, end: Point, length_mm: float) -> Point:
    """The point so far from one on the way to another."""
    share = length_mm / max(start.distance_mm(end), length_mm, 1e-6)
    return Point(start.x_mm + share * (end.x_mm - start.x_mm), start.y_mm + share * (end.y_mm - start.y_mm))

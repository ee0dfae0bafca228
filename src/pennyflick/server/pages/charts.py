"""Small charts as SVG, drawn by the server: dots over time with their margins, and a line to compare with.

Law: a chart shows nothing that the table beside it does not say; colours are the page's, by class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 360, 170
LEFT, RIGHT, TOP, BOTTOM = 40, 8, 10, 22  # room for what stands beside the axes
TICKS = 4


@dataclass(frozen=True)
class Dot:
    """A figure and its margins."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Line:
    """Dots that belong together, oldest first."""

    kind: str  # its class: how it is drawn
    dots: Sequence[Dot]


@dataclass(frozen=True)
class Axis:
    """What stands beside a chart: heights as people read them, and what is at either end of time."""

    top: float
    unit: str  # after each height: "%", "°"
    first: str
    last: str


def chart(title: str, lines: Sequence[Line], axis: Axis, expert: float | None = None) -> str:
    """A chart; `expert` is a height to compare with."""
    drawn = "".join([*_grid(axis), *_expert(axis, expert), *(_line(axis, line) for line in lines)])
    frame = f'class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}"'
    return f"<svg {frame}>{drawn}</svg>"


def top_of(values: Sequence[float], step: float) -> float:
    """The height of a chart on which all of these fit: a multiple of the step for each tick."""
    each = step * TICKS
    return max(each, each * -(-max(values, default=0.0) // each))


def _x(number: int, count: int) -> float:
    """The middle of the number-th of so many equal shares of the width."""
    return LEFT + (WIDTH - LEFT - RIGHT) * (number + 0.5) / count


def _y(axis: Axis, value: float) -> float:
    share = min(max(value / axis.top, 0.0), 1.0)
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share


def _grid(axis: Axis) -> list[str]:
    heights = [axis.top * tick / TICKS for tick in range(TICKS + 1)]
    rules = [f'<path class="rule-line" d="M{LEFT} {_y(axis, each):.1f}H{WIDTH - RIGHT}"/>' for each in heights]
    words = [_words(LEFT - 5, _y(axis, each) + 4, "end", f"{each:g}{axis.unit}") for each in heights]
    ends = [
        _words(LEFT, HEIGHT - 5, "start", axis.first),
        *([_words(WIDTH - RIGHT, HEIGHT - 5, "end", axis.last)] if axis.last != axis.first else []),
    ]
    return [*rules, *words, *ends]


def _words(x: float, y: float, anchor: str, words: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _expert(axis: Axis, value: float | None) -> list[str]:
    if value is None:
        return []
    y = _y(axis, value)
    return [
        f'<path class="expert-line" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>',
        _words(WIDTH - RIGHT, y - 4, "end", "expert"),
    ]


def _line(axis: Axis, line: Line) -> str:
    points = [(_x(number, len(line.dots)), dot) for number, dot in enumerate(line.dots)]
    way = "L".join(f"{x:.1f} {_y(axis, dot.value):.1f}" for x, dot in points)
    margins = "".join(f"M{x:.1f} {_y(axis, dot.low):.1f}V{_y(axis, dot.high):.1f}" for x, dot in points)
    dots = "".join(_dot(line.kind, x, _y(axis, dot.value)) for x, dot in points)
    return f'<g class="{line.kind}"><path class="margin" d="{margins}"/><path class="way" d="M{way}"/>{dots}</g>'


def _dot(kind: str, x: float, y: float) -> str:
    """Told apart by shape as well as by colour."""
    if kind == "aim":
        return f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"/>'

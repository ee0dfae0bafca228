"""A region as SVG: rings where spots are, lines, outlines of areas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from pennyflick.boards.regions.box import Box
from pennyflick.boards.regions.constraints import AllOf, AnyOf, Constraint, KeepClear, NearSegment
from pennyflick.boards.regions.outline import Ground
from pennyflick.boards.regions.search import slacks_of
from pennyflick.boards.regions.squares import Ring
from pennyflick.table import Point


def _n(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def circle_svg(css_class: str, centre: Point, radius_mm: float) -> str:
    """A ring where a disc may be put."""
    return f'<circle class="{css_class}" cx="{_n(centre.x_mm)}" cy="{_n(centre.y_mm)}" r="{_n(max(radius_mm, 0))}"/>'


@lru_cache(maxsize=256)  # six pennies to place share one region, and a page asks for it again and again
def outline_svg(box: Box, constraints: tuple[Constraint, ...]) -> str:
    """The outline of an area, or the line itself where it is one."""
    lines = tuple(_lines(constraints))
    if lines:
        return '<g class="region-shape">' + "".join(map(_line_svg, lines)) + "</g>"
    path = _ground(box, tuple(each for each in constraints if not isinstance(each, KeepClear))).outline(
        _rings(each for each in constraints if isinstance(each, KeepClear))
    )
    return f'<g class="region-shape"><path class="region" fill-rule="evenodd" d="{path}"/></g>'


def _rings(constraints: Iterable[KeepClear]) -> list[Ring]:
    """What is to be kept clear of: of rings about the same centre the widest."""
    widest: dict[tuple[float, float], float] = {}
    for x, y, far in (ring for each in constraints for ring in each.around):
        widest[x, y] = max(widest.get((x, y), far), far)
    return [(x, y, far) for (x, y), far in widest.items()]


@lru_cache(maxsize=32)  # discs move, the ground under them stays
def _ground(box: Box, constraints: tuple[Constraint, ...]) -> Ground:
    step = min(max((box.x1_mm - box.x0_mm) / 80, (box.y1_mm - box.y0_mm) / 80, 0.5), 6.0)
    return Ground(slacks_of(constraints), box.x0_mm, box.y0_mm, box.x1_mm, box.y1_mm, step)


def _lines(constraints: Iterable[Constraint]) -> Iterator[NearSegment]:
    """The segments that leave no width to an area."""
    for each in constraints:
        if isinstance(each, NearSegment) and each.within_mm <= 1.0:
            yield each
        elif isinstance(each, AllOf | AnyOf):
            yield from _lines(each.constraints)


def _line_svg(line: NearSegment) -> str:
    a, b = line.a, line.b
    place = f'x1="{_n(a.x_mm)}" y1="{_n(a.y_mm)}" x2="{_n(b.x_mm)}" y2="{_n(b.y_mm)}"'
    return f'<line class="region-line" {place}/>'

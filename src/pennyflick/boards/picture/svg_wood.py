"""The board itself as SVG: a slab of wood with its shadow, grain, lines, spots, pegs and hole."""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape
from typing import assert_never

from pennyflick.boards.board import Board
from pennyflick.boards.drawing import AreaMark, CircleMark, LineMark, Mark, SpotMark, TextMark
from pennyflick.table import Circle, Point, Polygon, Surface

THICKNESS_MM = 9.0  # of the slab as it is drawn; no rule speaks of it
RAIL_MM, DITCH_MM = 26.0, 40.0  # round a board with a hole, as drawn


def number(value: float) -> str:
    """A coordinate with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def extent(surface: Surface) -> tuple[float, float]:
    """Half the width and half the height of the picture, margins included."""
    edge = surface.edge
    if isinstance(edge, Circle):
        half = edge.radius_mm + (DITCH_MM + RAIL_MM + 14 if surface.hole else 24)
        return half, half
    return max(c.x_mm for c in edge.corners) + 24, max(c.y_mm for c in edge.corners) + 24


def wood_defs(ids: str, surface: Surface) -> str:
    """The gradients and the clip that the board's picture uses."""
    half_x, half_y = extent(surface)
    return (
        f'<linearGradient id="{ids}-wood" gradientUnits="userSpaceOnUse" x1="{number(-half_x)}" y1="{number(half_y)}" '
        f'x2="{number(half_x)}" y2="{number(-half_y)}"><stop class="wood-1" offset="0"/>'
        '<stop class="wood-2" offset=".55"/><stop class="wood-3" offset="1"/></linearGradient>'
        f'<radialGradient id="{ids}-gloss" gradientUnits="userSpaceOnUse" cx="{number(-half_x * 0.35)}" '
        f'cy="{number(half_y * 0.45)}" r="{number(1.2 * half_x)}"><stop class="gloss-1" offset="0"/>'
        '<stop class="gloss-2" offset="1"/></radialGradient>'
        f'<radialGradient id="{ids}-pit"><stop class="pit-1" offset=".55"/><stop class="pit-2" offset="1"/>'
        "</radialGradient>"
        f'<radialGradient id="{ids}-peg" cx=".35" cy=".65" r=".75"><stop class="peg-1" offset="0"/>'
        '<stop class="peg-2" offset="1"/></radialGradient>'
        f'<filter id="{ids}-soft"><feGaussianBlur stdDeviation="6"/></filter>'
        f'<clipPath id="{ids}-top">{_shape(surface.edge, "", 0)}</clipPath>'
    )


def wood_svg(ids: str, board: Board) -> str:
    """Slab, grain and everything drawn on it, in board coordinates."""
    surface = board.surface
    marks = board.marks()
    return (
        f'<g class="wood">{_body(ids, surface)}'
        f'<g clip-path="url(#{ids}-top)">{_shape(surface.edge, "top", 0, f"url(#{ids}-wood)")}'
        f"{_marks(marks, AreaMark)}{_grain(surface)}"
        f"{_shape(surface.edge, 'gloss', 0, f'url(#{ids}-gloss)')}</g>"
        f"{_shape(surface.edge, 'bevel', -0.8)}"
        f"{_marks(marks, LineMark, CircleMark, SpotMark, TextMark)}"
        f"{_hole(ids, surface.hole)}{_pegs(ids, surface.pegs)}</g>"
    )


def _body(ids: str, surface: Surface) -> str:
    """The shadow on the table and the side of the slab; a board with a hole lies in a ditch with a rail round it."""
    if surface.hole is not None and isinstance(surface.edge, Circle):
        radius = surface.edge.radius_mm
        outer = radius + DITCH_MM + RAIL_MM
        return (
            f'<circle class="shadow" cx="3" cy="-6" r="{number(outer - 4)}" filter="url(#{ids}-soft)"/>'
            f'<circle class="rail" r="{number(outer)}"/><circle class="rail-edge" r="{number(outer - 1)}"/>'
            f'<circle class="ditch" r="{number(radius + DITCH_MM)}"/>'
            f'<circle class="side" cy="{number(-THICKNESS_MM / 2)}" r="{number(radius)}"/>'
        )
    shadow = _shape(surface.edge, "shadow", -2, "", f' filter="url(#{ids}-soft)"')
    return (
        f'<g transform="translate(4 {number(-THICKNESS_MM - 4)})">{shadow}</g>'
        f'<g transform="translate(0 {number(-THICKNESS_MM)})">{_shape(surface.edge, "side", 0)}</g>'
        f"{_sides(surface.edge)}"
    )


def _sides(edge: Polygon | Circle) -> str:
    """What joins the slab's top to its bottom: the hull of the two."""
    if isinstance(edge, Circle):
        side = (edge.radius_mm, 0.0, -edge.radius_mm, -THICKNESS_MM)
        return _rectangle("side", *side)
    left = min(edge.corners, key=lambda c: (c.x_mm, c.y_mm))
    right = max(edge.corners, key=lambda c: (c.x_mm, -c.y_mm))
    points = [left, right, Point(right.x_mm, right.y_mm - THICKNESS_MM), Point(left.x_mm, left.y_mm - THICKNESS_MM)]
    return f'<polygon class="side" points="{_points(points)}"/>'


def _shape(edge: Polygon | Circle, css_class: str, grow_mm: float, fill: str = "", more: str = "") -> str:
    """The edge as an element, grown outwards by scaling."""
    attributes = (f' class="{css_class}"' if css_class else "") + (f' fill="{fill}"' if fill else "") + more
    if isinstance(edge, Circle):
        return f'<circle{attributes} r="{number(edge.radius_mm + grow_mm)}"/>'
    reach = max(math.hypot(c.x_mm, c.y_mm) for c in edge.corners)
    scale = 1 + grow_mm / reach
    return f'<polygon{attributes} points="{_points(Point(c.x_mm * scale, c.y_mm * scale) for c in edge.corners)}"/>'


def _points(corners: Iterable[Point]) -> str:
    return " ".join(f"{number(c.x_mm)},{number(c.y_mm)}" for c in corners)


def _grain(surface: Surface) -> str:
    """Long lines along the wood, bent round two knots; always the same ones, no dice."""
    half_x, half_y = extent(surface)
    fine = "".join(_grain_line(k, 46, half_x, half_y) for k in range(46) if k % 3)
    broad = "".join(_grain_line(k, 46, half_x, half_y) for k in range(0, 46, 3))
    return f'<path class="grain" d="{fine}"/><path class="grain broad" d="{broad}"/>'


def _grain_line(k: int, count: int, half_x: float, half_y: float) -> str:
    y = half_y * (2 * (k + 0.5 + 0.45 * math.sin(2.4 * k)) / count - 1)
    bends = (
        f"S{number(half_x * (j / 2 - 1.25))} {_at(y, k, j - 0.5, half_y)} "
        f"{number(half_x * (j / 2 - 1))} {_at(y, k, j, half_y)}"
        for j in range(1, 5)
    )
    return f"M{number(-half_x)} {_at(y, k, 0, half_y)}" + "".join(bends)


def _at(y: float, k: int, j: float, half_y: float) -> str:
    """How the grain wavers: slowly along the board, alike for neighbours, more near a knot."""
    knot = 0.06 * half_y * math.exp(-(((y / half_y - 0.3) / 0.22) ** 2)) * math.cos(1.9 * j)
    return number(y + knot + 0.012 * half_y * math.sin(1.3 * j + 0.35 * k))


def _marks(marks: tuple[Mark, ...], *kinds: type[Mark]) -> str:
    return "".join(_mark(mark) for mark in marks if isinstance(mark, kinds))


def _mark(mark: Mark) -> str:
    match mark:
        case LineMark(name, a, b, width):
            return (
                f'<line class="line {_slug(name)}" x1="{number(a.x_mm)}" y1="{number(a.y_mm)}" x2="{number(b.x_mm)}" '
                f'y2="{number(b.y_mm)}" stroke-width="{number(width)}"/>'
            )
        case CircleMark(name, centre, radius, width):
            return _circle(f"line {_slug(name)}", centre, radius, f' stroke-width="{number(width)}"')
        case SpotMark(name, centre, radius):
            return _circle("spot", centre, radius, f' data-spot="{escape(name)}"')
        case AreaMark(name, corners):
            return f'<polygon class="area {_slug(name)}" points="{_points(corners)}"/>'
        case TextMark(text, centre, height):
            return (
                f'<text class="carved" transform="translate({number(centre.x_mm)} {number(centre.y_mm)}) scale(1 -1)" '
                f'font-size="{number(height)}" text-anchor="middle" dy=".35em" aria-hidden="true">{escape(text)}</text>'
            )
        case _:
            assert_never(mark)


def _slug(name: str) -> str:
    return escape(name.replace(" ", "-"))


def _circle(css_class: str, centre: Point, radius_mm: float, more: str = "") -> str:
    place = f'cx="{number(centre.x_mm)}" cy="{number(centre.y_mm)}" r="{number(radius_mm)}"'
    return f'<circle class="{css_class}" {place}{more}/>'


def _rectangle(css_class: str, x1: float, y1: float, x0: float, y0: float) -> str:
    place = f'x="{number(x0)}" y="{number(y0)}" width="{number(x1 - x0)}" height="{number(y1 - y0)}"'
    return f'<rect class="{css_class}" {place}/>'


def _hole(ids: str, hole: Circle | None) -> str:
    if hole is None:
        return ""
    return (
        f'<circle class="pit" r="{number(hole.radius_mm)}" fill="url(#{ids}-pit)"/>'
        f'<circle class="pit-edge" r="{number(hole.radius_mm)}"/>'
    )


def _pegs(ids: str, pegs: tuple[Circle, ...]) -> str:
    shadows = "".join(
        _circle("peg-shadow", Point(p.centre.x_mm + 1.2, p.centre.y_mm - 1.8), p.radius_mm * 1.15) for p in pegs
    )
    return shadows + "".join(_circle("peg", p.centre, p.radius_mm, f' fill="url(#{ids}-peg)"') for p in pegs)

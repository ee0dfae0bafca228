"""Discs as SVG: one drawing of a coin or puck that every disc uses, coloured by classes, told apart by marks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

from pennyflick.boards.picture.svg_wood import number
from pennyflick.table import Disc, Layout, Point, Side

# What each kind shows besides its colour; drawn in a circle of radius 1.
MARKS = {
    "dot": '<circle class="disc-ink" r=".3"/>',
    "bar": '<rect class="disc-ink" x="-.52" y="-.15" width="1.04" height=".3" rx=".08"/>',
    "ring": '<circle class="disc-ink-line" r=".36" stroke-width=".19"/>',
    "cross": '<path class="disc-ink-line" d="M-.46 0H.46M0-.46V.46" stroke-width=".22"/>',
    "triangle": '<path class="disc-ink" d="M0 .5 .48-.33H-.48z"/>',
    "star": '<path class="disc-ink" d="{star}"/>',
    "crown": '<path class="disc-ink" d="M-.5-.34H.5L.56.34.25.02 0 .5-.25.02-.56.34z"/>',
    "lozenge": '<path class="disc-ink" d="M0 .5 .36 0 0-.5-.36 0z"/>',
    "pair": '<path class="disc-ink-line" d="M-.2-.42V.42M.2-.42V.42" stroke-width=".2"/>',
    "crown-pair": '<path class="disc-ink-line" d="M-.46-.3H.46L.54.34.24.04 0 .46-.24.04-.54.34z" stroke-width=".13"/>'
    '<path class="disc-ink-line" d="M-.3-.12H.3" stroke-width=".12"/>',
}
_KIND_MARKS = {
    "yellow": "dot",
    "red": "bar",
    "green": "triangle",
    "blue": "ring",
    "black": "star",
    "shooter": "cross",
    "white": "cross",
}


def mark_of(disc: Disc) -> str:
    """The mark that tells this kind from the others without colour."""
    if disc.side is None:
        return _KIND_MARKS.get(disc.kind, "dot")
    if disc.kind == "sovereign":
        return "crown" if disc.side is Side.ONE else "crown-pair"
    return "lozenge" if disc.side is Side.ONE else "pair"


def disc_defs(ids: str, discs: Sequence[Disc]) -> str:
    """The shared drawings: bodies by size, marks, and the light on them."""
    marks = sorted({mark_of(disc) for disc in discs})
    radii = sorted({disc.radius_mm for disc in discs})
    return (
        f'<linearGradient id="{ids}-metal" x1=".1" y1=".9" x2=".9" y2=".1"><stop class="metal-1" offset="0"/>'
        '<stop class="metal-2" offset=".45"/><stop class="metal-3" offset="1"/></linearGradient>'
        f'<radialGradient id="{ids}-shine" cx=".34" cy=".7" r=".85"><stop class="shine-1" offset="0"/>'
        '<stop class="shine-2" offset=".5"/><stop class="shine-3" offset="1"/></radialGradient>'
        f'<radialGradient id="{ids}-cast"><stop class="cast-1" offset=".72"/><stop class="cast-2" offset="1"/>'
        "</radialGradient>"
        + "".join(f'<g id="{ids}-mark-{mark}">{_mark_svg(mark)}</g>' for mark in marks)
        + "".join(_body_def(ids, radius) for radius in radii)
    )


def discs_svg(ids: str, discs: Iterable[Disc], layout: Layout) -> str:
    """Every disc; those away from the board are there too, unseen, for a page that may have to show them later."""
    return "".join(disc_svg(ids, disc, layout.point(disc.id)) for disc in discs)


def disc_svg(ids: str, disc: Disc, point: Point | None) -> str:
    """One disc: focusable, named, with its mark and a label that shows on focus."""
    at, away = (point, "") if point else (Point(0.0, 0.0), " away")
    return (
        f'<g class="{disc_class(disc)}{away}" data-disc="{escape(disc.id)}" '
        f'transform="translate({number(at.x_mm)} {number(at.y_mm)})" tabindex="0" role="img" '
        f'aria-label="{escape(spoken(disc, point))}">{disc_drawing(ids, disc)}'
        f'<text class="label" transform="scale(1 -1)" y="{number(-disc.radius_mm - 3)}">{escape(disc.id)}</text></g>'
    )


def disc_class(disc: Disc) -> str:
    """The classes that colour it."""
    return f"disc kind-{escape(disc.kind)} side-{disc.side.value if disc.side else 'none'}"


def disc_key(disc: Disc) -> str:
    """The name of its drawing: discs of one size, mark and place share one, whatever their colours."""
    return f"disc-{_key(disc.radius_mm)}-{mark_of(disc)}{'-b' if disc.place == 1 else ''}"


def disc_drawing(ids: str, disc: Disc) -> str:
    """Its body, its mark and its pip, round the origin."""
    return (
        f'<use href="#{ids}-body-{_key(disc.radius_mm)}"/>'
        f'<use href="#{ids}-mark-{mark_of(disc)}" transform="scale({number(disc.radius_mm * 0.82)})"/>{_pip(disc)}'
    )


def spoken(disc: Disc, at: Point | None) -> str:
    """The disc in words: name, kind, side and place."""
    kind = "" if disc.kind == disc.id else f", {disc.kind}"
    whose = f" of side {disc.side.value}" if disc.side else ""
    where = f"at {at.x_mm:.1f}, {at.y_mm:.1f} mm" if at else "not on the board"
    return f"{disc.id}{kind}{whose}, {where}"


def _pip(disc: Disc) -> str:
    """What marks the discs of the second partner of a side (RED-20)."""
    if disc.place != 1:
        return ""
    return f'<circle class="disc-ink" cy="{number(-disc.radius_mm * 0.56)}" r="{number(disc.radius_mm * 0.11)}"/>'


def _mark_svg(mark: str) -> str:
    return MARKS[mark].replace("{star}", _star(5, 0.56, 0.24))


def _star(tips: int, outer: float, inner: float) -> str:
    turns = [math.pi / 2 + k * math.pi / tips for k in range(2 * tips)]
    radii = [outer if k % 2 == 0 else inner for k in range(2 * tips)]
    points = [f"{number(r * math.cos(t))} {number(r * math.sin(t))}" for r, t in zip(radii, turns, strict=True)]
    return "M" + "L".join(points) + "z"


def _body_def(ids: str, radius_mm: float) -> str:
    """Shadow, rim, face, light; side TWO shows a second ring."""
    r = radius_mm
    return (
        f'<g id="{ids}-body-{_key(r)}">'
        f'<circle cx="{number(r * 0.1)}" cy="{number(-r * 0.15)}" r="{number(r * 1.16)}" fill="url(#{ids}-cast)"/>'
        f'<circle class="disc-rim" r="{number(r)}"/><circle r="{number(r)}" fill="url(#{ids}-metal)"/>'
        f'<circle class="disc-beads" r="{number(r * 0.9)}" pathLength="72"/>'
        f'<circle class="disc-face" r="{number(r * 0.82)}"/>'
        f'<circle class="disc-ring" r="{number(r * 0.7)}" stroke-width="{number(r * 0.07)}"/>'
        f'<circle r="{number(r * 0.82)}" fill="url(#{ids}-shine)"/>'
        f'<circle class="disc-edge" r="{number(r - 0.15)}"/></g>'
    )


def _key(radius_mm: float) -> str:
    return f"{radius_mm:g}".replace(".", "-")

"""A shot as SVG: where discs started, the lines they drew, where they hit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from pennyflick.boards.picture.svg_wood import number
from pennyflick.table import Away, Contact, Disc, DiscId, Piece, Point, Shot

SHORTEST_MM = 2.0  # a shorter path is a shiver, not worth a line
FADES = 4  # a stretch is drawn in this many steps, the first the faintest


def trails_svg(discs: Sequence[Disc], shot: Shot) -> str:
    """Start ghosts, fading paths, crosses where discs left, sparks where they hit; to lie under the discs."""
    by_id = {disc.id: disc for disc in discs}
    moved = [by_id[disc] for disc, path in shot.paths.items() if _length(path) >= SHORTEST_MM]
    ghosts = "".join(_ghost(disc, shot) for disc in moved)
    lines = "".join(_trail(disc, shot) for disc in moved)
    return f'<g class="trails" aria-hidden="true">{ghosts}{lines}{_hits(discs, shot)}</g>'


def _hits(discs: Sequence[Disc], shot: Shot) -> str:
    """A spark where two discs hit, larger for a harder hit; the faintest are left out."""
    radii = {disc.id: disc.radius_mm for disc in discs}
    strongest = max((contact.impulse_g_mm_s for contact in shot.contacts), default=0.0)
    loud = [contact for contact in shot.contacts if contact.impulse_g_mm_s > 0.05 * strongest]
    return "".join(_spark(contact, shot, radii, strongest) for contact in loud[:40])


def _side_class(disc: Disc) -> str:
    return f"kind-{disc.kind} side-{disc.side.value if disc.side else 'none'}"


def _length(path: Sequence[Piece]) -> float:
    return sum(Point(piece.x_mm, piece.y_mm).distance_mm(piece.end) for piece in path)


def _ghost(disc: Disc, shot: Shot) -> str:
    at = shot.start.point(disc.id)
    if at is None:
        return ""
    return (
        f'<circle class="ghost {_side_class(disc)}" cx="{number(at.x_mm)}" cy="{number(at.y_mm)}" '
        f'r="{number(disc.radius_mm - 0.5)}"/>'
    )


def corners(path: Sequence[Piece]) -> tuple[Point, ...]:
    """The path's corners: its start, every change of direction, its end."""
    points = [Point(piece.x_mm, piece.y_mm) for piece in path] + [path[-1].end]
    kept = points[:1]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        if _bends(before, here, after):
            kept.append(here)
    return (*kept, points[-1])


def _bends(a: Point, b: Point, c: Point) -> bool:
    cross = (b.x_mm - a.x_mm) * (c.y_mm - b.y_mm) - (b.y_mm - a.y_mm) * (c.x_mm - b.x_mm)
    dot = (b.x_mm - a.x_mm) * (c.x_mm - b.x_mm) + (b.y_mm - a.y_mm) * (c.y_mm - b.y_mm)
    return abs(cross) > 1e-3 * math.hypot(cross, dot)


def _trail(disc: Disc, shot: Shot) -> str:
    """A dark line under one in the disc's colour that grows stronger towards the end."""
    points = corners(shot.paths[disc.id])
    under = "M" + "L".join(f"{number(p.x_mm)} {number(p.y_mm)}" for p in points)
    steps = tuple(pairwise(_steps(points)))
    lines = "".join(
        f'<path d="M{number(a.x_mm)} {number(a.y_mm)}L{number(b.x_mm)} {number(b.y_mm)}" '
        f'stroke-opacity="{number(0.25 + 0.75 * (k + 1) / len(steps))}"/>'
        for k, (a, b) in enumerate(steps)
    )
    left = shot.rest.where[disc.id] is Away.OFF
    gone = _cross(points[-1]) if left else ""
    return f'<g class="trail {_side_class(disc)}"><path class="trail-under" d="{under}"/>{lines}{gone}</g>'


def _steps(points: Sequence[Point]) -> tuple[Point, ...]:
    """The corners with points between them, so that the line can fade."""
    parts = max(1, FADES // (len(points) - 1))
    between = [
        Point(a.x_mm + (b.x_mm - a.x_mm) * k / parts, a.y_mm + (b.y_mm - a.y_mm) * k / parts)
        for a, b in pairwise(points)
        for k in range(parts)
    ]
    return (*between, points[-1])


def _cross(at: Point) -> str:
    """Here the disc left the board."""
    return f'<path class="gone" transform="translate({number(at.x_mm)} {number(at.y_mm)})" d="M-4-4 4 4M-4 4 4-4"/>'


def _spark(contact: Contact, shot: Shot, radii: dict[DiscId, float], strongest: float) -> str:
    a, b = shot.position(contact.a, contact.instant_s), shot.position(contact.b, contact.instant_s)
    if a is None or b is None:
        return ""
    share = radii[contact.a] / (radii[contact.a] + radii[contact.b])
    x, y = a.x_mm + share * (b.x_mm - a.x_mm), a.y_mm + share * (b.y_mm - a.y_mm)
    size = 2 + 4 * math.sqrt(contact.impulse_g_mm_s / strongest)
    return (
        f'<path class="hit" transform="translate({number(x)} {number(y)}) scale({number(size)})" '
        'd="M0 1 .25.25 1 0 .25-.25 0-1-.25-.25-1 0-.25.25z"/>'
    )

"""A surface and its discs as the flat arrays that kernels read, checked once and kept."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pennyflick.physics.contact_law import damping
from pennyflick.physics.errors import BadInputError
from pennyflick.physics.kernels import slots
from pennyflick.physics.kernels.arguments import Table
from pennyflick.table import Circle, Disc, DiscId, Polygon, Surface

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class World:
    """What a kernel knows about the board and the pieces."""

    table: Table
    index: dict[DiscId, int]


def _edges(polygon: Polygon) -> list[float]:
    """Outward normal and offset of each side, from the middle of the side so that a mirrored side mirrors exactly."""
    numbers: list[float] = []
    corners = polygon.corners
    for here, there in zip(corners, corners[1:] + corners[:1], strict=True):
        dx, dy = there.x_mm - here.x_mm, there.y_mm - here.y_mm
        length = math.sqrt(dx * dx + dy * dy)
        nx, ny = dy / length, -dx / length
        mx, my = 0.5 * (here.x_mm + there.x_mm), 0.5 * (here.y_mm + there.y_mm)
        numbers += [nx, ny, nx * mx + ny * my]
    return numbers


def _surface_array(surface: Surface) -> Reals:
    w = [0.0] * slots.PEG0
    w[slots.DEC] = surface.deceleration_mm_s2
    w[slots.REST] = surface.restitution
    w[slots.PEG_REST] = surface.peg_restitution
    w[slots.ALPHA] = damping(surface.restitution)
    w[slots.PEG_ALPHA] = damping(surface.peg_restitution)
    w[slots.FOLLOW] = surface.follow_through_mm
    if surface.hole is not None:
        w[slots.HOLE] = 1.0
        w[slots.HX], w[slots.HY] = surface.hole.centre.x_mm, surface.hole.centre.y_mm
        w[slots.HR] = surface.hole.radius_mm
        w[slots.HC] = surface.hole_capture_s
    w[slots.PEGS] = len(surface.pegs)
    pegs = [number for peg in surface.pegs for number in (peg.centre.x_mm, peg.centre.y_mm, peg.radius_mm)]
    edges: list[float] = []
    match surface.edge:
        case Circle(centre, radius):
            w[slots.CX], w[slots.CY], w[slots.CR] = centre.x_mm, centre.y_mm, radius
        case Polygon(corners):
            w[slots.EDGES] = len(corners)
            edges = _edges(surface.edge)
    return np.array(w + pegs + edges, dtype=np.float64)


def _check_polygon(polygon: Polygon) -> None:
    """Every corner must lie on the inner side of every side: that is what convex and anticlockwise mean."""
    corners = polygon.corners
    if len(corners) < 3:
        raise BadInputError(f"the edge has {len(corners)} corners; it must have at least 3")
    for here, there in zip(corners, corners[1:] + corners[:1], strict=True):
        dx, dy = there.x_mm - here.x_mm, there.y_mm - here.y_mm
        for corner in corners:
            aside = dx * (corner.y_mm - here.y_mm) - dy * (corner.x_mm - here.x_mm)
            if not (dx * dx + dy * dy > 0.0 and aside >= -1e-6):
                raise BadInputError(
                    f"the edge is not convex with its corners anticlockwise: see the side from "
                    f"({here.x_mm}, {here.y_mm}) to ({there.x_mm}, {there.y_mm})"
                )


def _check(surface: Surface, discs: tuple[Disc, ...]) -> None:
    if not 1 <= len(discs) <= slots.MOST_DISCS:
        raise BadInputError(f"{len(discs)} discs; from 1 to {slots.MOST_DISCS} can be simulated")
    if len(surface.pegs) > slots.MOST_PEGS:
        raise BadInputError(f"{len(surface.pegs)} pegs; up to {slots.MOST_PEGS} can be simulated")
    for disc in discs:
        if not (0.0 < disc.radius_mm < math.inf and 0.0 < disc.mass_g < math.inf):
            raise BadInputError(
                f"disc {disc.id!r} has radius {disc.radius_mm} mm and mass {disc.mass_g} g; both must be above 0"
            )
    if len({disc.id for disc in discs}) != len(discs):
        raise BadInputError("two discs have the same id; each must have its own")
    if not 0.0 < surface.friction < math.inf:
        raise BadInputError(f"friction {surface.friction} is not above 0; nothing would ever stop")
    for name, value in (("restitution", surface.restitution), ("peg restitution", surface.peg_restitution)):
        if not 0.05 <= value <= 1.0:
            raise BadInputError(f"{name} {value} is not between 0.05 and 1")
    for name, value in (
        ("follow-through", surface.follow_through_mm),
        ("hole capture time", surface.hole_capture_s),
    ):
        if not 0.0 <= value < math.inf:
            raise BadInputError(f"{name} {value} is not a number from 0 up")
    for circle in (*surface.pegs, surface.hole, surface.edge):
        if isinstance(circle, Circle) and not 0.0 < circle.radius_mm < math.inf:
            raise BadInputError(f"a peg, hole or edge has the radius {circle.radius_mm} mm; it must be above 0")
    if isinstance(surface.edge, Polygon):
        _check_polygon(surface.edge)


@lru_cache(maxsize=64)
def _world(surface: Surface, discs: tuple[Disc, ...]) -> World:
    _check(surface, discs)
    array = _surface_array(surface)
    if not np.isfinite(array).all():
        raise BadInputError(f"the surface has a number that is not finite: {surface}")
    return World(
        table=Table(
            surface=array,
            radius=np.array([disc.radius_mm for disc in discs], np.float64),
            mass=np.array([disc.mass_g for disc in discs], np.float64),
        ),
        index={disc.id: number for number, disc in enumerate(discs)},
    )


def world(surface: Surface, discs: Sequence[Disc]) -> World:
    """The arrays of this board with these pieces."""
    return _world(surface, tuple(discs))

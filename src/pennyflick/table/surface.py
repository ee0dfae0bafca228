"""What a board is to a sliding disc: an edge, pegs, a hole, friction and restitution."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.table.point import Point

GRAVITY_MM_S2 = 9_810.0


@dataclass(frozen=True, slots=True)
class Polygon:
    """A convex edge, its corners anticlockwise."""

    corners: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Circle:
    """A round edge, a peg or a hole."""

    centre: Point
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Surface:
    """The physical board. A disc vanishes the instant its centre passes the edge."""

    edge: Polygon | Circle
    pegs: tuple[Circle, ...] = ()
    hole: Circle | None = None
    friction: float = 0.20  # chosen: coins on varnished wood; deceleration is friction x gravity
    restitution: float = 0.85  # chosen: the "ping factor" of one piece on another
    peg_restitution: float = 0.50  # chosen
    follow_through_mm: float = 4.0  # chosen: how far the finger travels with the flicked disc
    hole_capture_s: float = 0.008  # fitted: how long the centre must stay unsupported before the disc drops

    @property
    def deceleration_mm_s2(self) -> float:
        """How fast a free disc slows down."""
        return self.friction * GRAVITY_MM_S2

"""Pichenotte's board: circles about the hole. ONE sits at −90° (the bottom); TWO opposite, or at 0° in doubles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pennyflick.boards.drawing import CircleMark, LineMark, Mark, TextMark
from pennyflick.boards.measure import TOUCH_MM, Ring
from pennyflick.boards.pieces import PIECES, PieceKind
from pennyflick.boards.shapes import polar
from pennyflick.boards.wood import Wood
from pennyflick.table import Circle, Point, Seat, Side, Spot, Surface

SURFACE_RADIUS_MM = 330.2  # sourced
BASELINE_RADIUS_MM = 304.8  # sourced
TEN_RADIUS_MM = 203.2  # sourced: the circle between 5 and 10
FIFTEEN_RADIUS_MM = 101.6  # sourced: the circle between 10 and 15
HOLE_DIAMETER_MM = 34.9  # sourced; 6.4 deep
POST_DIAMETER_MM = 9.5  # sourced
POSTS = 8  # sourced: at 22.5° + 45°k from a player's axis
LINE_MM = 1.6  # sourced: width
NUMERALS_MM = {5: 254.0, 10: 152.4, 15: 62.0}  # chosen: where the zones' values are written

CENTRE_POINT = Point(0.0, 0.0)
PUCK_WOOD = Wood(friction=0.12, restitution=0.80, peg_restitution=0.62)  # chosen
Ruling = Literal[0, 5, 10, 15]


@dataclass(frozen=True)
class PichenotteBoard:
    """The one size it has."""

    wood: Wood = PUCK_WOOD

    @property
    def piece(self) -> PieceKind:
        """The puck."""
        return PIECES["puck"]

    @property
    def diameter_mm(self) -> float:
        """A puck's diameter."""
        return self.piece.diameter_mm

    @property
    def name(self) -> str:
        """For people."""
        return f"round, {2 * SURFACE_RADIUS_MM:.0f} mm, pucks"

    @property
    def spot_radius_mm(self) -> float:
        """No spot is drawn."""
        return 0.0

    @property
    def spots(self) -> Mapping[Spot, Point]:
        """No place has a name: pucks come from the hand, and go to the ditch or the rail."""
        return {}

    @cached_property
    def surface(self) -> Surface:
        """The board as a sliding puck meets it."""
        posts = tuple(Circle(polar(FIFTEEN_RADIUS_MM, 22.5 + 45 * k), POST_DIAMETER_MM / 2) for k in range(POSTS))
        return self.wood.surface(
            Circle(CENTRE_POINT, SURFACE_RADIUS_MM), posts, Circle(CENTRE_POINT, HOLE_DIAMETER_MM / 2)
        )

    @property
    def baseline_ring(self) -> Ring:
        """The outermost circle, as drawn."""
        return Ring(CENTRE_POINT, BASELINE_RADIUS_MM, LINE_MM)

    @property
    def ten_ring(self) -> Ring:
        """The circle between 5 and 10, as drawn."""
        return Ring(CENTRE_POINT, TEN_RADIUS_MM, LINE_MM)

    @property
    def fifteen_ring(self) -> Ring:
        """The circle between 10 and 15, as drawn."""
        return Ring(CENTRE_POINT, FIFTEEN_RADIUS_MM, LINE_MM)

    def inside_mm(self, ring: Ring, point: Point, radius_mm: float) -> float:
        """How far a puck's rim is inside the whole of a circle's line; positive: wholly inside."""
        return ring.radius_mm - ring.width_mm / 2 - radius_mm - point.distance_mm(ring.centre)

    def points(self, point: Point, radius_mm: float) -> Ruling:
        """What a puck lying there counts: touching a line is the lower zone (PIC-10), the baseline or beyond 0."""
        if self.inside_mm(self.fifteen_ring, point, radius_mm) > TOUCH_MM:
            return 15
        if self.inside_mm(self.ten_ring, point, radius_mm) > TOUCH_MM:
            return 10
        return 5 if self.inside_mm(self.baseline_ring, point, radius_mm) > TOUCH_MM else 0

    def axis_degrees(self, seat: Seat, seats: int) -> float:
        """Where that seat sits: of two, ONE −90° and TWO 90°; of four, anticlockwise from ONE at −90° (PIC-13)."""
        if seats == 2:
            return -90.0 if seat.side is Side.ONE else 90.0
        order = (Seat(Side.ONE, 0), Seat(Side.TWO, 0), Seat(Side.ONE, 1), Seat(Side.TWO, 1))
        return -90.0 + 90.0 * order.index(seat)

    def baseline_centre(self, seat: Seat, seats: int) -> Point:
        """The middle of that seat's baseline."""
        return polar(BASELINE_RADIUS_MM, self.axis_degrees(seat, seats))

    def marks(self) -> tuple[Mark, ...]:
        """What is drawn on the wood."""
        rings = {"baseline": self.baseline_ring, "ten line": self.ten_ring, "fifteen line": self.fifteen_ring}
        return (
            *(CircleMark(name, ring.centre, ring.radius_mm, ring.width_mm) for name, ring in rings.items()),
            *(_quadrant_line(45 + 90 * k) for k in range(4)),
            *(_numeral(value, side * radius) for value, radius in NUMERALS_MM.items() for side in (-1, 1)),
        )


def _numeral(value: int, x_mm: float) -> TextMark:
    return TextMark(str(value), Point(x_mm, 0.0), 20.0)


def _quadrant_line(degrees: int) -> LineMark:
    return LineMark("quadrant line", polar(TEN_RADIUS_MM, degrees), polar(BASELINE_RADIUS_MM, degrees), LINE_MM)

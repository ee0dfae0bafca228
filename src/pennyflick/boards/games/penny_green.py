"""Penny Green's board: length along x. ONE defends the goal at x < 0 and attacks towards +x; TWO the other way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from pennyflick.boards.drawing import AreaMark, CircleMark, LineMark, Mark, SpotMark
from pennyflick.boards.games.coin_boards import CENTRE
from pennyflick.boards.games.sized import SizedBoard
from pennyflick.boards.measure import TOUCH_MM, Ring, Stroke
from pennyflick.boards.shapes import rectangle
from pennyflick.table import Circle, Point, Polygon, Side, Spot, Surface

SIDE_LINE_MM = {"standard": 800.0, "mini": 600.0, "tupenny": 1000.0}  # sourced
BOARD_LENGTH = 1.25  # chosen; this and the shares below are of the side line's length
BOARD_WIDTH = 0.75  # sourced
FIELD_WIDTH = 0.5  # inferred
GOAL_AREA_RADIUS = 90 / 800  # circle sourced, radius chosen
ZONE_LINE = 1 / 8  # chosen
PENALTY_LINE = 1 / 8  # chosen: the middle 100 of each zone line
SPOT_X, SPOT_YS = 450 / 800, (270 / 800, 220 / 800)  # number sourced, places chosen
PEG_DIAMETER_MM = 6.0  # chosen
LINE_MM = 2.0  # chosen: thickness
GOAL_WIDTHS_MM = (80.0, 100.0, 120.0)  # chosen: clear between the pegs


class Zone(Enum):
    """The three parts of the pitch, named by the goal they lie before."""

    ONE = "one"  # before ONE's goal: TWO shoots from here
    CENTRE = "centre"
    TWO = "two"  # before TWO's goal: ONE shoots from here

    @classmethod
    def before_goal(cls, side: Side) -> Zone:
        """The zone before the goal that side defends; the other side shoots from here."""
        return cls.ONE if side is Side.ONE else cls.TWO


class Perimeter(Enum):
    """The lines round the pitch."""

    GOAL_ONE = "goal line of one"
    GOAL_TWO = "goal line of two"
    SIDE_LOW = "side line at y < 0"
    SIDE_HIGH = "side line at y > 0"

    @property
    def goal_of(self) -> Side | None:
        """Whose goal line it is; None for a side line."""
        return {Perimeter.GOAL_ONE: Side.ONE, Perimeter.GOAL_TWO: Side.TWO}.get(self)

    @property
    def outward(self) -> tuple[float, float]:
        """The unit vector that points straight out of the pitch."""
        return _OUTWARD[self]


_OUTWARD = {
    Perimeter.GOAL_ONE: (-1.0, 0.0),
    Perimeter.GOAL_TWO: (1.0, 0.0),
    Perimeter.SIDE_LOW: (0.0, -1.0),
    Perimeter.SIDE_HIGH: (0.0, 1.0),
}


@dataclass(frozen=True)
class PennyGreenBoard(SizedBoard):
    """Standard (default), mini or Tupenny. `goal_width_one_mm` is the goal that ONE defends."""

    goal_width_one_mm: float = 100.0
    goal_width_two_mm: float = 100.0

    @property
    def side_line_mm(self) -> float:
        """The length of a side line, L."""
        return SIDE_LINE_MM[self.size]

    @property
    def goal_x_mm(self) -> float:
        """|x| of the goal lines."""
        return self.side_line_mm / 2

    @property
    def side_y_mm(self) -> float:
        """|y| of the side lines."""
        return FIELD_WIDTH * self.side_line_mm / 2

    @property
    def zone_x_mm(self) -> float:
        """|x| of the zone lines."""
        return ZONE_LINE * self.side_line_mm

    @property
    def line_half_mm(self) -> float:
        """Half the thickness of every line."""
        return LINE_MM / 2

    @property
    def goal_area_mm(self) -> float:
        """The radius of the goal areas."""
        return GOAL_AREA_RADIUS * self.side_line_mm

    @property
    def name(self) -> str:
        """For people: size and coin."""
        return f"{self.size}, side line {self.side_line_mm:.0f} mm, {self.piece.name}"

    @cached_property
    def edge(self) -> Polygon:
        """The board's edge."""
        return rectangle(BOARD_LENGTH * self.side_line_mm, BOARD_WIDTH * self.side_line_mm)

    @cached_property
    def surface(self) -> Surface:
        """The board as a sliding disc meets it: four corner pegs, then ONE's goal pegs, then TWO's."""
        return self.wood.surface(self.edge, self.pegs)

    @cached_property
    def pegs(self) -> tuple[Circle, ...]:
        """Every peg."""
        x, y = self.goal_x_mm, self.side_y_mm
        corners = (Point(x, y), Point(-x, y), Point(-x, -y), Point(x, -y))
        return (
            *(Circle(corner, PEG_DIAMETER_MM / 2) for corner in corners),
            *self.goal_pegs(Side.ONE),
            *self.goal_pegs(Side.TWO),
        )

    def goal_width_mm(self, side: Side) -> float:
        """The clear width of the goal that side defends."""
        return self.goal_width_one_mm if side is Side.ONE else self.goal_width_two_mm

    def goal_pegs(self, side: Side) -> tuple[Circle, Circle]:
        """The pegs of the goal that side defends, lower y first."""
        x, y = goal_sign(side) * self.goal_x_mm, (self.goal_width_mm(side) + PEG_DIAMETER_MM) / 2
        return Circle(Point(x, -y), PEG_DIAMETER_MM / 2), Circle(Point(x, y), PEG_DIAMETER_MM / 2)

    def goal_centre(self, side: Side) -> Point:
        """The middle of the goal line that side defends."""
        return Point(goal_sign(side) * self.goal_x_mm, 0.0)

    def goal_mouth(self, side: Side) -> Stroke:
        """The goal line between the pegs of the goal that side defends."""
        x, y = goal_sign(side) * self.goal_x_mm, self.goal_width_mm(side) / 2
        return Stroke(Point(x, -y), Point(x, y), LINE_MM)

    def goal_line(self, side: Side) -> Stroke:
        """The whole goal line that side defends."""
        x = goal_sign(side) * self.goal_x_mm
        return Stroke(Point(x, -self.side_y_mm), Point(x, self.side_y_mm), LINE_MM)

    @cached_property
    def side_lines(self) -> tuple[Stroke, Stroke]:
        """The side lines, y < 0 first."""
        x, y = self.goal_x_mm, self.side_y_mm
        return Stroke(Point(-x, -y), Point(x, -y), LINE_MM), Stroke(Point(-x, y), Point(x, y), LINE_MM)

    @cached_property
    def zone_lines(self) -> tuple[Stroke, Stroke]:
        """The zone lines: nearer ONE's goal, nearer TWO's goal."""
        return self.zone_line(Side.ONE), self.zone_line(Side.TWO)

    def zone_line(self, side: Side) -> Stroke:
        """The zone line nearer to the goal that side defends."""
        x = goal_sign(side) * self.zone_x_mm
        return Stroke(Point(x, -self.side_y_mm), Point(x, self.side_y_mm), LINE_MM)

    def penalty_line(self, side: Side) -> Stroke:
        """The middle part of the zone line nearer to the goal that side defends (GRN-28)."""
        x, y = goal_sign(side) * self.zone_x_mm, PENALTY_LINE * self.side_line_mm / 2
        return Stroke(Point(x, -y), Point(x, y), LINE_MM)

    @cached_property
    def goal_rings(self) -> tuple[Ring, Ring]:
        """The goal-area lines: ONE's, TWO's."""
        return self.goal_ring(Side.ONE), self.goal_ring(Side.TWO)

    def goal_ring(self, side: Side) -> Ring:
        """The line round the goal area of the goal that side defends."""
        return Ring(self.goal_centre(side), self.goal_area_mm, LINE_MM)

    def zone(self, point: Point, radius_mm: float) -> Zone:
        """The zone a piece is in by its x alone; one touching a zone line is in the centre (GRN-3)."""
        if abs(point.x_mm) - radius_mm - self.zone_x_mm - self.line_half_mm <= TOUCH_MM:
            return Zone.CENTRE
        return Zone.ONE if point.x_mm < 0 else Zone.TWO

    def goal_area_gap_mm(self, side: Side, point: Point, radius_mm: float) -> float:
        """From a piece's rim to the outside of that side's goal-area line; at most zero: it touches or is inside."""
        return point.distance_mm(self.goal_centre(side)) - radius_mm - self.goal_area_mm - self.line_half_mm

    def in_goal_area(self, side: Side, point: Point, radius_mm: float) -> bool:
        """Whether a piece is in that side's goal area; touching its line is in (GRN-3)."""
        return self.goal_area_gap_mm(side, point, radius_mm) <= TOUCH_MM

    def out_mm(self, line: Perimeter, radius_mm: float) -> float:
        """How far out a piece's centre is at most while it touches a perimeter line (taken as endless) (GRN-3)."""
        away = self.side_y_mm if line.goal_of is None else self.goal_x_mm
        return away + (self.line_half_mm + radius_mm + TOUCH_MM)

    def spots_behind(self, side: Side) -> dict[Spot, Point]:
        """The four spots behind the goal line that side defends: spot-one-1 … in order of y."""
        x = goal_sign(side) * SPOT_X * self.side_line_mm
        ys = sorted(sign * share * self.side_line_mm for share in SPOT_YS for sign in (-1, 1))
        return {Spot(f"spot-{side.value}-{k}"): Point(x, y).rounded() for k, y in enumerate(ys, 1)}

    @cached_property
    def spots(self) -> Mapping[Spot, Point]:
        """The centre spot and four spots behind each goal line."""
        return {CENTRE: Point(0.0, 0.0), **self.spots_behind(Side.ONE), **self.spots_behind(Side.TWO)}

    def marks(self) -> tuple[Mark, ...]:
        """What is drawn on the wood."""
        sides = (Side.ONE, Side.TWO)
        pitch = rectangle(self.side_line_mm, 2 * self.side_y_mm).corners
        lines = {f"goal line of {side.value}": self.goal_line(side) for side in sides}
        lines |= {f"zone line of {side.value}": self.zone_line(side) for side in sides}
        lines |= dict(zip(("low side line", "high side line"), self.side_lines, strict=True))
        lines |= {f"penalty line of {side.value}": self.penalty_line(side) for side in sides}
        return (
            AreaMark("pitch", pitch),
            *(LineMark(name, line.a, line.b, line.width_mm) for name, line in lines.items()),
            *(CircleMark("goal area", ring.centre, ring.radius_mm, ring.width_mm) for ring in self.goal_rings),
            *(SpotMark(name, point, self.spot_radius_mm) for name, point in self.spots.items()),
        )


def goal_sign(side: Side) -> float:
    """The sign of x at the goal that side defends: −1 for ONE, +1 for TWO."""
    return -1.0 if side is Side.ONE else 1.0

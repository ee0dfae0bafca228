"""Penny Red's board: length along x, the line across the middle; ONE's court is x < 0, TWO's is x > 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pennyflick.boards.drawing import LineMark, Mark, SpotMark
from pennyflick.boards.games.sized import SizedBoard
from pennyflick.boards.measure import TOUCH_MM, Stroke
from pennyflick.boards.shapes import rectangle
from pennyflick.table import Point, Polygon, Side, Spot, Surface

WIDTH_MM = {"standard": 229.0, "tupenny": 305.0}  # sourced
LENGTH_OVER_WIDTH = 2.0  # chosen
LINE_MM = 2.0  # sourced: thickness
SPOT_INSET_MM = 15.0  # corner spots sourced, serving spot chosen: from the edge


@dataclass(frozen=True)
class PennyRedBoard(SizedBoard):
    """Standard (default) or Tupenny; the coin is the one the size is made for unless named."""

    @property
    def width_mm(self) -> float:
        """Across the court (L of the rules), along y."""
        return WIDTH_MM[self.size]

    @property
    def length_mm(self) -> float:
        """Both courts together, along x."""
        return LENGTH_OVER_WIDTH * self.width_mm

    @property
    def name(self) -> str:
        """For people: size and coin."""
        return f"{self.size}, {self.length_mm:.0f} × {self.width_mm:.0f} mm, {self.piece.name}"

    @cached_property
    def edge(self) -> Polygon:
        """The board's edge."""
        return rectangle(self.length_mm, self.width_mm)

    @cached_property
    def surface(self) -> Surface:
        """The board as a sliding disc meets it."""
        return self.wood.surface(self.edge)

    @cached_property
    def line(self) -> Stroke:
        """The line between the courts, as drawn."""
        half = self.width_mm / 2
        return Stroke(Point(0.0, -half), Point(0.0, half), LINE_MM)

    @property
    def line_half_mm(self) -> float:
        """The line covers |x| up to this."""
        return LINE_MM / 2

    @cached_property
    def spots(self) -> Mapping[Spot, Point]:
        """Four of each court: corner-one-1 (the player's left), corner-one-2, serving-one, quarter-one; … -two."""
        return {**self.court_spots(Side.ONE), **self.court_spots(Side.TWO)}

    def court_spots(self, side: Side) -> dict[Spot, Point]:
        """The four spots of one court (RED-1)."""
        out = outward(side)
        back, wide = self.length_mm / 2 - SPOT_INSET_MM, self.width_mm / 2 - SPOT_INSET_MM
        places = {
            f"corner-{side.value}-1": Point(out * back, -out * wide),
            f"corner-{side.value}-2": Point(out * back, out * wide),
            f"serving-{side.value}": Point(out * back, 0.0),
            f"quarter-{side.value}": Point(out * (self.length_mm / 2 - self.width_mm / 2), 0.0),
        }
        return {Spot(name): point.rounded() for name, point in places.items()}

    def beyond_line_mm(self, side: Side, point: Point, radius_mm: float) -> float:
        """How far a disc's rim is beyond the line, on the court of `side`; positive: wholly beyond the whole line."""
        return outward(side) * point.x_mm - self.line_half_mm - radius_mm

    def on_court(self, side: Side, point: Point, radius_mm: float) -> bool:
        """Whether a disc at rest lies wholly on that court, not touching the line (RED-4, RED-16)."""
        return self.beyond_line_mm(side, point, radius_mm) > TOUCH_MM

    def marks(self) -> tuple[Mark, ...]:
        """What is drawn on the wood."""
        line = LineMark("line", self.line.a, self.line.b, self.line.width_mm)
        return (line, *(SpotMark(name, point, self.spot_radius_mm) for name, point in self.spots.items()))


def outward(side: Side) -> float:
    """The sign of x on that side's court: −1 for ONE, +1 for TWO."""
    return -1.0 if side is Side.ONE else 1.0

"""The board of Penny Bowls: length along x, the mat near one end (BWL-1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pennyflick.boards.drawing import LineMark, Mark, SpotMark
from pennyflick.boards.measure import TOUCH_MM
from pennyflick.boards.pieces import PIECES, PieceKind
from pennyflick.boards.shapes import rectangle
from pennyflick.boards.wood import PENNY_WOOD, Wood
from pennyflick.table import Point, Spot, Surface

LENGTH_MM, WIDTH_MM = 420.0, 220.0
MAT, JACK_SPOT = Spot("mat"), Spot("jack")
MAT_X_MM, HOG_X_MM, JACK_X_MM = -185.0, -65.0, 60.0
LINE_MM = 2.0  # thickness of the hog line


@dataclass(frozen=True)
class PennyBowlsBoard:
    """The one size it has, for any coin."""

    coin: str = "1p"
    wood: Wood = PENNY_WOOD

    spot_radius_mm = 5.0

    @property
    def name(self) -> str:
        """For people: size and coin."""
        return f"{LENGTH_MM:.0f} × {WIDTH_MM:.0f} mm, {self.coin}"

    @property
    def piece(self) -> PieceKind:
        """The coin it is played with."""
        return PIECES[self.coin]

    @cached_property
    def surface(self) -> Surface:
        """The board as a sliding disc meets it."""
        return self.wood.surface(rectangle(LENGTH_MM, WIDTH_MM))

    @property
    def spots(self) -> Mapping[Spot, Point]:
        """Where pennies are flicked from, and where the jack begins."""
        return {MAT: Point(MAT_X_MM, 0.0), JACK_SPOT: Point(JACK_X_MM, 0.0)}

    @property
    def alive_x_mm(self) -> float:
        """A penny is wholly beyond the hog line when its centre is further along than this."""
        return HOG_X_MM + LINE_MM / 2 + self.piece.radius_mm + TOUCH_MM

    def marks(self) -> tuple[Mark, ...]:
        """What is drawn on the wood."""
        hog = LineMark("hog line", Point(HOG_X_MM, -WIDTH_MM / 2), Point(HOG_X_MM, WIDTH_MM / 2), LINE_MM)
        return (hog, *(SpotMark(name, point, self.spot_radius_mm) for name, point in self.spots.items()))

"""The board that Penny Black and Penny Blue share: hexagon, square or round, with its outer spots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pennyflick.boards.drawing import Mark, SpotMark
from pennyflick.boards.pieces import PIECES, Coin, PieceKind, board_scale
from pennyflick.boards.shapes import hexagon, polar, rectangle
from pennyflick.boards.wood import PENNY_WOOD, Wood
from pennyflick.table import Circle, Point, Polygon, Spot, Surface

HEXAGON_SIDE_MM = 200.0  # chosen; apothem 173.2
HEXAGON_SPOT_MM = 182.7  # chosen: 15 from both edges, towards each corner
SQUARE_SIDE_MM = 305.0  # chosen
SQUARE_SPOT_MM = 137.5  # chosen: corner spots at (±, ±), straight-edge spots at (±, 0)
ROUND_RADIUS_MM = 190.0  # chosen
ROUND_SPOT_MM = 175.0  # chosen: six spots on this radius
SPOT_DIAMETER_MM = 10.0  # chosen
CENTRE = Spot("centre")

Shape = Literal["hexagon", "square", "round"]


@dataclass(frozen=True)
class CoinBoard:
    """A board of a shape for a coin; a 2p board is larger by the ratio of the coins."""

    shape: Shape = "hexagon"
    coin: Coin = "1p"
    wood: Wood = PENNY_WOOD

    @property
    def scale(self) -> float:
        """How much larger than the penny's board this one is."""
        return board_scale(self.coin)

    @property
    def piece(self) -> PieceKind:
        """The coin it is played with."""
        return PIECES[self.coin]

    @property
    def diameter_mm(self) -> float:
        """The penny diameter D of the rules (GEN-1)."""
        return self.piece.diameter_mm

    @property
    def spot_radius_mm(self) -> float:
        """Half the width of a drawn spot."""
        return SPOT_DIAMETER_MM / 2 * self.scale

    @property
    def name(self) -> str:
        """For people: shape and size."""
        size = {"hexagon": HEXAGON_SIDE_MM, "square": SQUARE_SIDE_MM, "round": 2 * ROUND_RADIUS_MM}[self.shape]
        return f"{self.shape}, {size * self.scale:.0f} mm, {self.coin}"

    @cached_property
    def edge(self) -> Polygon | Circle:
        """The board's edge."""
        if self.shape == "hexagon":
            return hexagon(HEXAGON_SIDE_MM * self.scale)
        if self.shape == "square":
            return rectangle(SQUARE_SIDE_MM * self.scale, SQUARE_SIDE_MM * self.scale)
        return Circle(Point(0.0, 0.0), ROUND_RADIUS_MM * self.scale)

    @cached_property
    def surface(self) -> Surface:
        """The board as a sliding disc meets it."""
        return self.wood.surface(self.edge)

    @cached_property
    def corner_spots(self) -> Mapping[Spot, Point]:
        """corner-1, corner-2, …: six on a hexagon or a round board, four on a square one, anticlockwise from +x."""
        if self.shape == "square":
            out = SQUARE_SPOT_MM * self.scale
            points = [Point(out, out), Point(-out, out), Point(-out, -out), Point(out, -out)]
        else:
            radius = (HEXAGON_SPOT_MM if self.shape == "hexagon" else ROUND_SPOT_MM) * self.scale
            points = [polar(radius, 60 * k) for k in range(6)]
        return {Spot(f"corner-{k}"): point.rounded() for k, point in enumerate(points, 1)}

    @cached_property
    def straight_spots(self) -> Mapping[Spot, Point]:
        """straight-1 on +x and straight-2 on −x of a square board; none on the others."""
        if self.shape != "square":
            return {}
        out = SQUARE_SPOT_MM * self.scale
        return {Spot("straight-1"): Point(out, 0.0).rounded(), Spot("straight-2"): Point(-out, 0.0).rounded()}

    @cached_property
    def drawn_spots(self) -> Mapping[Spot, Point]:
        """Every spot that can be seen: the centre, the corners, the straight edges."""
        return {CENTRE: Point(0.0, 0.0), **self.corner_spots, **self.straight_spots}

    def marks(self) -> tuple[Mark, ...]:
        """What is drawn on the wood."""
        return tuple(SpotMark(name, point, self.spot_radius_mm) for name, point in self.drawn_spots.items())

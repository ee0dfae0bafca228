"""Penny Blue's board: the blue in the centre, the teams alternating on the six outer spots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pennyflick.boards.games.coin_boards import CENTRE, CoinBoard, Shape
from pennyflick.table import DiscId, Point, Spot

BLUE = DiscId("blue")
# Round the board anticlockwise from +x: sovereigns opposite, teams alternating (BLU-3). A is side ONE, B is side TWO.
ROUND_THE_BOARD: tuple[DiscId, ...] = tuple(map(DiscId, ("SA", "B1", "A1", "SB", "A2", "B2")))


@dataclass(frozen=True)
class PennyBlueBoard(CoinBoard):
    """Square (default) or hexagon."""

    shape: Shape = "square"

    def __post_init__(self) -> None:
        if self.shape not in ("square", "hexagon"):
            raise ValueError(f"Penny Blue is not played on a {self.shape!r} board; it is 'square' or 'hexagon'")

    @cached_property
    def outer_spots(self) -> Mapping[Spot, Point]:
        """The six outer spots, anticlockwise from +x; neighbours here are adjacent in the sense of BLU-3."""
        if self.shape == "hexagon":
            return self.corner_spots
        order = ("straight-1", "corner-1", "corner-2", "straight-2", "corner-3", "corner-4")
        return {Spot(name): self.drawn_spots[Spot(name)] for name in order}

    @cached_property
    def set_spots(self) -> Mapping[DiscId, Spot]:
        """Where every disc of the set stands: SA, A1, A2 of side ONE, SB, B1, B2 of side TWO, and the blue."""
        return {BLUE: CENTRE, **dict(zip(ROUND_THE_BOARD, self.outer_spots, strict=True))}

    @cached_property
    def spots(self) -> Mapping[Spot, Point]:
        """The seven drawn spots, and "set-blue", "set-SA", … for the opening."""
        opening = {Spot(f"set-{disc}"): self.drawn_spots[spot] for disc, spot in self.set_spots.items()}
        return {**self.drawn_spots, **opening}

    @property
    def side_flick_mm(self) -> float:
        """The blue must be side-flicked when its centre is nearer to the edge than this: D + D/2 (BLU-12)."""
        return 1.5 * self.diameter_mm

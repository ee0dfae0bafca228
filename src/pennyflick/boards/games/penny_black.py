"""Penny Black's board and its set of nineteen. The shooter opens on +x, and a corner of the set points at it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pennyflick.boards.games.coin_boards import CENTRE, CoinBoard
from pennyflick.boards.shapes import polar
from pennyflick.table import DiscId, Point, Spot

SetColour = Literal["red", "yellow", "green", "blue"]
RAINBOW: tuple[SetColour, ...] = ("red", "yellow", "green", "blue")
BLACK = DiscId("black")


@dataclass(frozen=True)
class PennyBlackBoard(CoinBoard):
    """Hexagon (default), square or round; `set_colour` colours the outer pennies and names the set (BLK-3)."""

    set_colour: SetColour = "yellow"

    @property
    def opening_spot(self) -> Spot:
        """Where the shooter opens: a corner spot, or a straight-edge spot of a square board (BLK-5)."""
        return Spot("straight-1") if self.shape == "square" else Spot("corner-1")

    @cached_property
    def set_discs(self) -> Mapping[DiscId, Point]:
        """The nineteen of the set, touching (BLK-4): outer by outer from the shooter's corner, inner, black."""
        return {**_outer(self.set_colour, self.diameter_mm), **self._inner, BLACK: Point(0.0, 0.0)}

    @property
    def _inner(self) -> dict[DiscId, Point]:
        colours = [colour for colour in RAINBOW if colour != self.set_colour]
        return {DiscId(f"{colours[k % 3][0].upper()}{k // 3 + 1}"): polar(self.diameter_mm, 60 * k) for k in range(6)}

    @cached_property
    def spots(self) -> Mapping[Spot, Point]:
        """The drawn spots, and "set-Y1" … "set-black", "set-shooter" for the opening."""
        opening = {Spot(f"set-{disc}"): point for disc, point in self.set_discs.items()}
        shooter = {Spot("set-shooter"): self.drawn_spots[self.opening_spot]}
        return {**self.drawn_spots, **opening, **shooter}


def _outer(colour: SetColour, diameter_mm: float) -> dict[DiscId, Point]:
    """Twelve: corners at 2 D and sides at √3 D in turn, anticlockwise."""
    radii = (2 * diameter_mm, math.sqrt(3) * diameter_mm)
    return {DiscId(f"{colour[0].upper()}{k + 1}"): polar(radii[k % 2], 30 * k) for k in range(12)}


__all__ = ["BLACK", "CENTRE", "RAINBOW", "PennyBlackBoard", "SetColour"]

"""What every board can say of itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from pennyflick.boards.drawing import Mark
from pennyflick.table import Point, Spot, Surface


class Board(Protocol):
    """A board of one game, its options settled: exact geometry, no pixels."""

    @property
    def name(self) -> str:
        """For people: "hexagon, 200 mm"."""

    @property
    def surface(self) -> Surface:
        """The board as a sliding disc meets it."""

    @property
    def spots(self) -> Mapping[Spot, Point]:
        """Every named place, those of the opening set included ("set-Y1"): a Verdict sends discs only to these."""

    @property
    def spot_radius_mm(self) -> float:
        """Half the width of a drawn spot; 0 where none is drawn."""

    def __hash__(self) -> int:
        """Boards are frozen, so pictures of them can be kept."""

    def marks(self) -> tuple[Mark, ...]:
        """What is drawn on the wood: lines, circles, spots, zones, with their names."""

"""Where every disc of a match is. Law: every disc is always listed, so conservation is a count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NewType

from pennyflick.table.disc import DiscId
from pennyflick.table.point import Point
from pennyflick.table.sketch import sketch_svg

Spot = NewType("Spot", str)  # "corner-1", "serving-one", "centre": a named place of a board


class Away(Enum):
    """Where a disc is when it is not on the board."""

    OFF = "off"  # left the board, fate not yet ruled
    HOLED = "holed"  # dropped into the hole, fate not yet ruled
    WON_ONE = "won by one"
    WON_TWO = "won by two"
    DITCH = "ditch"
    RAIL = "rail"  # a twenty, safe
    HAND = "hand"  # lifted, waiting to be placed or flicked


@dataclass(frozen=True)
class Layout:
    """Every disc of the match and its place."""

    where: Mapping[DiscId, Point | Away]

    @property
    def on_board(self) -> dict[DiscId, Point]:
        """The discs that lie on the board, in the layout's order."""
        return {disc: place for disc, place in self.where.items() if isinstance(place, Point)}

    def point(self, disc: DiscId) -> Point | None:
        """Where the disc lies, or None when it is not on the board."""
        place = self.where[disc]
        return place if isinstance(place, Point) else None

    def moved(self, changes: Mapping[DiscId, Point | Away]) -> Layout:
        """The same layout with some discs elsewhere, in the same order."""
        unknown = set(changes) - set(self.where)
        assert not unknown, f"no such disc in this layout: {sorted(unknown)}"
        return Layout({disc: changes.get(disc, place) for disc, place in self.where.items()})

    def _repr_svg_(self) -> str:
        return sketch_svg(self.on_board)

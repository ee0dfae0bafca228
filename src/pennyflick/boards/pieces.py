"""The coins and the puck: sizes and masses, all sourced from coin tables and crokinole specifications."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from pennyflick.table import Disc, DiscId, Side

Coin = Literal["1p", "2p", "5c"]


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A coin or a puck as a thing: what it measures and weighs."""

    name: str
    diameter_mm: float
    thickness_mm: float
    mass_g: float

    @property
    def radius_mm(self) -> float:
        """Half the diameter."""
        return self.diameter_mm / 2

    def disc(self, disc: DiscId, kind: str, side: Side | None = None) -> Disc:
        """A disc of a match made of this piece."""
        return Disc(disc, kind, side, self.radius_mm, self.mass_g)


PIECES: Mapping[str, PieceKind] = MappingProxyType(
    {
        "1p": PieceKind("1p", 20.3, 1.65, 3.56),
        "2p": PieceKind("2p", 25.9, 2.03, 7.12),
        "5c": PieceKind("5c", 21.25, 1.67, 3.92),
        "puck": PieceKind("puck", 31.75, 9.5, 5.3),  # mass inferred from size and wood
    }
)

TUPENNY_SCALE = PIECES["2p"].diameter_mm / PIECES["1p"].diameter_mm  # chosen: a Tupenny board grows with its coin


def board_scale(coin: Coin) -> float:
    """How much larger the board for this coin is; the 5 euro cent plays on the penny's board."""
    return TUPENNY_SCALE if coin == "2p" else 1.0

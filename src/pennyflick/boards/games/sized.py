"""What the boards share that are made in sizes, each for a coin: Penny Red and Penny Green."""

from __future__ import annotations

from dataclasses import dataclass, field

from pennyflick.boards.pieces import PIECES, Coin, PieceKind
from pennyflick.boards.wood import PENNY_WOOD, Wood

SPOT_DIAMETER_MM = 10.0  # sourced for Penny Red (at most 10), chosen for Penny Green


@dataclass(frozen=True)
class SizedBoard:
    """A board of a size; the coin is the one the size is made for unless named."""

    size: str = "standard"
    coin: Coin | None = field(default=None, kw_only=True)
    wood: Wood = field(default=PENNY_WOOD, kw_only=True)

    @property
    def piece(self) -> PieceKind:
        """The coin it is played with."""
        return PIECES[self.coin or ("2p" if self.size == "tupenny" else "1p")]

    @property
    def diameter_mm(self) -> float:
        """The penny diameter D of the rules (GEN-1)."""
        return self.piece.diameter_mm

    @property
    def spot_radius_mm(self) -> float:
        """Half the width of a drawn spot."""
        return SPOT_DIAMETER_MM / 2

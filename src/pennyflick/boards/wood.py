"""The wood of a board and the finger on it: how discs slide and bounce, whatever the board's shape."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.table import Circle, Polygon, Surface


@dataclass(frozen=True)
class Wood:
    """What the players of a penny game can agree on besides the board's shape; pucks have a wood of their own."""

    friction: float = 0.20  # chosen: 0.15 polished to 0.25 dull
    restitution: float = 0.85  # chosen: low-ping coins 0.65
    peg_restitution: float = 0.50  # chosen
    follow_through_mm: float = 4.0  # chosen

    def surface(self, edge: Polygon | Circle, pegs: tuple[Circle, ...] = (), hole: Circle | None = None) -> Surface:
        """A board of this wood as a sliding disc meets it."""
        return Surface(
            edge,
            pegs=pegs,
            hole=hole,
            friction=self.friction,
            restitution=self.restitution,
            peg_restitution=self.peg_restitution,
            follow_through_mm=self.follow_through_mm,
        )


PENNY_WOOD = Wood()

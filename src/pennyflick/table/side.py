"""Who sits where."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Side(Enum):
    """One of the two sides of a match; in doubles a side is a team."""

    ONE = "one"
    TWO = "two"

    @property
    def other(self) -> Side:
        """The opposing side."""
        return Side.TWO if self is Side.ONE else Side.ONE


@dataclass(frozen=True, slots=True, order=False)
class Seat:
    """A place at the table."""

    side: Side
    place: int = 0  # 1 for the partner in doubles

    @property
    def name(self) -> str:
        """The seat as records and the wire write it: one, two, one-b, two-b."""
        return self.side.value + ("-b" if self.place else "")

    @staticmethod
    def from_name(name: str) -> Seat:
        """The seat that a record names."""
        side, _, partner = name.partition("-")
        return Seat(Side(side), 1 if partner == "b" else 0)

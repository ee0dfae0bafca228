"""Where a disc's centre is, exactly: six decimals of a millimetre."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """A place on the table: origin at the board's centre, x to the right, y away; multiples of 1e-6 mm in a Layout."""

    x_mm: float
    y_mm: float

    def distance_mm(self, other: Point) -> float:
        """How far apart the two points are."""
        return math.hypot(self.x_mm - other.x_mm, self.y_mm - other.y_mm)

    def rounded(self, decimals: int = 6) -> Point:
        """The nearest point that the record can hold (6 decimals at rest, 1 for a placement); never minus zero."""
        return Point(round(self.x_mm, decimals) + 0.0, round(self.y_mm, decimals) + 0.0)

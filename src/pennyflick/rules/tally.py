"""Two numbers, one for each side."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.rules.game import ScoreRow
from pennyflick.rules.kept import kept
from pennyflick.table import Side


@kept("Tally", "one two")
@dataclass(frozen=True, slots=True)
class Tally:
    """What each side has so far: points, games, sets, turns."""

    one: int = 0
    two: int = 0

    def of(self, side: Side) -> int:
        """The number of one side."""
        return self.one if side is Side.ONE else self.two

    def plus(self, side: Side, more: int = 1) -> Tally:
        """The tally with something added to one side."""
        return Tally(self.one + more, self.two) if side is Side.ONE else Tally(self.one, self.two + more)

    @property
    def leader(self) -> Side | None:
        """Who has more; None when equal."""
        return None if self.one == self.two else Side.ONE if self.one > self.two else Side.TWO

    def row(self, label: str, first_to: int = 0) -> ScoreRow:
        """The tally as a line of the score sheet, perhaps with the number that wins."""
        return ScoreRow(f"{label} (first to {first_to})" if first_to else label, str(self.one), str(self.two))


NIL = Tally()

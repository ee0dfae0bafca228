"""The umpire's book while a match goes on. Law: an entry is kept in the file before its ruling is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pennyflick.match.umpire.sitting import Said, Sitting, tell, undo
from pennyflick.record import Told
from pennyflick.table import Seat


@dataclass
class Book:
    """The sitting and how it is kept."""

    sitting: Sitting
    keep: Callable[[Sitting], None]

    def enter(self, by: Seat | None, told: Told) -> Said:
        """Make an entry; raises ToldError and changes nothing when it cannot be."""
        after = tell(self.sitting, by, told)
        self.keep(after)
        self.sitting = after
        return after.entries[-1]

    def strike(self, count: int) -> None:
        """Undo the last entries; raises ToldError."""
        before = undo(self.sitting, count)
        self.keep(before)
        self.sitting = before

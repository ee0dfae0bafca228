"""What a running server counts of itself, as its parts tell it; who counts is not their affair."""

from __future__ import annotations

from typing import Protocol

PEOPLE, HOUSE = "people", "house"  # who flicks


class Measures(Protocol):
    """Hears what happens."""

    def flicked(self, game: str, by: str, seconds: float) -> None:
        """A flick was stored, so long after its command had come; `by` PEOPLE or the HOUSE."""

    def refused(self, code: str) -> None:
        """A command was refused."""

    def stored(self, operation: str, seconds: float) -> None:
        """The store has done something."""

    def unstored(self, operation: str) -> None:
        """The store could not do something."""


class Unmeasured:
    """Where nobody counts."""

    def flicked(self, game: str, by: str, seconds: float) -> None:
        """Let it pass."""

    def refused(self, code: str) -> None:
        """Let it pass."""

    def stored(self, operation: str, seconds: float) -> None:
        """Let it pass."""

    def unstored(self, operation: str) -> None:
        """Let it pass."""


UNMEASURED = Unmeasured()

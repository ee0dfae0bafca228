"""Hints between workers: somebody should look at a match again. Law: a hint may be lost, and nothing depends on it."""

from __future__ import annotations

from typing import Protocol


class Hints(Protocol):
    """Tells the other workers."""

    def touch(self, *matches: str) -> None:
        """These have changed, already stored."""


class Alone:
    """There are no other workers."""

    def touch(self, *matches: str) -> None:
        """Nobody else has them in memory."""

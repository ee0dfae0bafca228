"""What the store keeps of practice: one try at a lesson, a drill, a puzzle or the flick of a day is one row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

LESSON, DRILL, PUZZLE, DAILY = KINDS = ("lesson", "drill", "puzzle", "daily")
MOST_MORE = 4_000  # characters of what else is known of a try


@dataclass(frozen=True)
class Try:
    """Somebody tried something once."""

    id: str  # of the practice match, and which of its tries it was: the same try is never kept twice
    holder: str
    kind: str  # one of KINDS
    game: str
    key: str  # which lesson, drill or puzzle; or the day, as 2026-05-01
    at: datetime
    hand: str  # as headers keep it
    done: bool
    more: Mapping[str, Any] = field(default_factory=dict)  # flicks, grade, number: whatever JSON can say, and short


@dataclass(frozen=True)
class Progress:
    """How far somebody is with one lesson, drill or puzzle, by one hand."""

    kind: str
    game: str
    key: str
    hand: str
    tries: int  # of those that are kept
    done: int
    last: datetime


class PracticeStore(Protocol):
    """The part of the store that keeps tries."""

    async def add_try(self, try_: Try, most: int) -> None:
        """A try, once; of the same person at the same thing the latest so many are kept. Raises StoreError."""

    async def tries(self, holder: str, kind: str, game: str, key: str) -> list[Try]:
        """His tries at one thing, oldest first."""

    async def lately(self, holder: str, most: int) -> list[Try]:
        """So many of his latest tries at anything, oldest first."""

    async def progress(self, holder: str) -> list[Progress]:
        """All that he tried."""

    async def of_day(self, key: str, most: int) -> list[Try]:
        """Everybody's tries at the flick of a day, so many of the first, oldest first."""

"""Hints between workers: somebody should look at a match again. Law: a hint may be lost, and nothing depends on it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

CHANNEL = "pennyflick_touched"
PAYLOAD_BYTES = 7_900  # what a database takes as one hint, and a little less


class Line(Protocol):
    """The way to the other workers: what is said may be lost, and comes back to whoever said it."""

    async def notify(self, channel: str, payload: str) -> None:
        """Say it; raises nothing when it cannot be said."""

    async def listen(self, channel: str, hear: Callable[[str], None]) -> None:
        """Hear what is said from now on."""


class Hints(Protocol):
    """Tells the other workers."""

    def touch(self, *matches: str) -> None:
        """These have changed, already stored."""


class Alone:
    """There are no other workers."""

    def touch(self, *matches: str) -> None:
        """Nobody else has them in memory."""


class Whispered:
    """Tells them by a line; what gathers while one hint is under way goes with the next."""

    def __init__(self, line: Line, worker: str) -> None:
        self._line = line
        self._worker = worker
        self._touched: dict[str, None] = {}
        self._something = asyncio.Event()

    def touch(self, *matches: str) -> None:
        """These have changed, already stored."""
        self._touched |= dict.fromkeys(matches)
        self._something.set()

    async def hear(self, others: Callable[[list[str]], None]) -> None:
        """Call this with the matches that other workers hint at."""

        def heard(payload: str) -> None:
            worker, *matches = payload.split()
            if worker != self._worker:
                others(matches)

        await self._line.listen(CHANNEL, heard)

    async def run(self) -> None:
        """Tell, for ever."""
        while True:
            await self._something.wait()
            self._something.clear()
            touched, self._touched = self._touched, {}
            for payload in _payloads(self._worker, touched):
                await self._line.notify(CHANNEL, payload)


def _payloads(worker: str, matches: Iterable[str]) -> Iterator[str]:
    """`worker match match …`, as many hints as it takes."""
    payload = worker
    for match in matches:
        if len(payload) + len(match) >= PAYLOAD_BYTES:
            yield payload
            payload = worker
        payload += f" {match}"
    if payload != worker:
        yield payload

"""When garbage is collected: in portions that nobody notices. Law: no collection looks at what has stayed before.

Python's own full collection looks at every object there is, more than a second with some thousand sockets open, and all
wait for it. Here what has stayed is frozen: the collector passes it over, and it is still freed when nothing refers to
it. Only rings of it that nobody needs any more stay; of a closed socket that is about seven small objects. They go when
the server is quiet, or at the latest after a great many.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from dataclasses import dataclass

THRESHOLDS = (1_000, 10, 1_000_000)  # objects, young collections, and never a full one by itself
PORTIONS = 2  # collections of the middle generation, each of ten thousand objects: then what stayed is frozen
OPENED = 60  # sockets since, about as many objects: Python does not see them grow while as many others go
LOOK_S = 0.1
QUIET_LOOKS = 20  # in a row in which nobody did anything: then everything may be looked at
CLOSED = 1_000  # sockets since: before that it is not worth it
MOST_CLOSED = 50_000  # sockets since, about 100 MB: then it must be, quiet or not


@dataclass(frozen=True)
class Activity:
    """What has happened since the start."""

    done: int  # requests, flicks, refusals
    closed: int  # sockets that were closed
    opened: int = 0


class Collector:
    """Decides from what it is told, look after look."""

    def __init__(self) -> None:
        self._last = Activity(0, 0)
        self._closed = 0  # at the last time when everything was looked at
        self._opened = 0  # at the last portion
        self._quiet = 0

    def begin(self) -> None:
        """Everything that is here stays."""
        gc.set_threshold(*THRESHOLDS)
        gc.collect()
        gc.freeze()

    def look(self, now: Activity) -> None:
        """A portion if there is one, and everything if it is time for that."""
        self._quiet = 0 if now.done != self._last.done else self._quiet + 1
        self._last = now
        if self.is_due(now):
            self._closed, self._quiet = now.closed, 0
            gc.unfreeze()
        elif gc.get_count()[2] < PORTIONS and now.opened - self._opened < OPENED:
            return
        self._opened = now.opened
        gc.collect()
        gc.freeze()

    def is_due(self, now: Activity) -> bool:
        """Whether everything is to be looked at."""
        closed = now.closed - self._closed
        return closed >= MOST_CLOSED or (closed >= CLOSED and self._quiet >= QUIET_LOOKS)


async def collect_on(is_ready: Callable[[], bool], activity: Callable[[], Activity]) -> None:
    """Collect as long as this runs, from when all is prepared; then the collector is as it was."""
    collector, before = Collector(), gc.get_threshold()
    while not is_ready():
        await asyncio.sleep(LOOK_S)
    collector.begin()
    try:
        while True:
            await asyncio.sleep(LOOK_S)
            collector.look(activity())
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()

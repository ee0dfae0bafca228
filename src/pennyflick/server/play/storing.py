"""Whether what happens can be stored. Law: what has begun goes on as long as anything can be written at all."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pennyflick.server.store.store import Store, StoreError

_LOG = logging.getLogger("pennyflick.server")
ANSWER_S = 5.0  # within which the store must have written: a disk that is only busy takes a second now and then
FRESH_S = 1.0  # for so long a look counts: whoever asks often does not write often
_UNSTORED = "The server cannot store anything at the moment, so nothing new begins. Try again in a minute."
_FULL = "The server has no room for new matches at the moment; those that have begun go on. Try again later."


class NoRoomError(StoreError):
    """Nothing new can begin: one sentence for whoever wanted it."""


@dataclass(frozen=True)
class Stores:
    """What was found at the last look."""

    writes: bool = True  # the store wrote something within ANSWER_S
    room: bool = True  # the disk has room for more than what has begun
    free_bytes: int | None = None  # on the disk of the data folder; None: it is not ours

    @property
    def sentence(self) -> str:
        """Why nothing new can begin; empty: it can."""
        if not self.writes:
            return _UNSTORED
        return "" if self.room else _FULL


class Storing:
    """Looks whether the store writes and the disk has room."""

    def __init__(
        self,
        store: Store,
        folder: Path | None,
        reserve_bytes: int,
        clock: Callable[[], datetime],
        ticks: Callable[[], float],
    ) -> None:
        """`reserve_bytes` are kept free for what has begun; without a folder nobody looks at a disk."""
        self._store = store
        self._folder = folder
        self._reserve_bytes = reserve_bytes
        self._clock = clock
        self._ticks = ticks
        self._looking: asyncio.Task[Stores] | None = None
        self._looked = -FRESH_S
        self.found = Stores()

    async def look(self) -> Stores:
        """What is so now, or was a moment ago; many who ask at once share one look."""
        if self._ticks() - self._looked < FRESH_S:
            return self.found
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(self._looking)

    def must_have_room(self) -> None:
        """Raises NoRoomError when nothing new can begin."""
        if self.found.sentence:
            raise NoRoomError(self.found.sentence)

    async def _look(self) -> Stores:
        try:
            free = None if self._folder is None else free_bytes(self._folder)
            room = free is None or free >= self._reserve_bytes
            self._tell(Stores(await self._writes(), room, free))
            self._looked = self._ticks()
            return self.found
        finally:
            self._looking = None

    async def _writes(self) -> bool:
        try:
            async with asyncio.timeout(ANSWER_S):
                await self._store.beat(self._clock())
        except Exception:  # whatever the reason, it does not write; the pulse logs why
            return False
        return True

    def _tell(self, found: Stores) -> None:
        before, self.found = self.found, found
        if found.sentence != before.sentence:
            _LOG.warning("%s", found.sentence or "The server stores again, and has room.")


def free_bytes(folder: Path) -> int:
    """Room for us on the disk of a folder; none where that cannot be told."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return 0

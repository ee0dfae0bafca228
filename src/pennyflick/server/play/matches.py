"""The matches in memory: rebuilt when asked for, forgotten when idle. Law: one Live for each match, ever."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from pennyflick.server.play.live import Live
from pennyflick.server.play.readiness import Readiness
from pennyflick.server.play.rebuild import rebuilt
from pennyflick.server.play.starting import Start
from pennyflick.server.store.store import Entry, Header, Store
from pennyflick.server.wire.codes import DELETED


class WarmingError(RuntimeError):
    """The match must be played again from its store, and the physics is not ready for that yet."""


class Matches:
    """Every match that somebody looks at."""

    def __init__(self, store: Store, readiness: Readiness, most: int) -> None:
        self._store = store
        self._readiness = readiness
        self._most = most
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self.after_entering: Callable[[Live], None] = lambda _: None  # the house looks whether it must act

    async def get(self, match: str) -> Live | None:
        """The match, or None: there is no such match. Waits for the physics when it must."""
        if match in self._live:
            self._live.move_to_end(match)
            return self._live[match]
        if match not in self._loading:
            header = self._store.header(match)
            if header is None:
                return None
            self._loading[match] = asyncio.create_task(self._load(header))
        return await asyncio.shield(self._loading[match])

    async def get_now(self, match: str) -> Live | None:
        """The same for whoever does not want to wait: raises WarmingError."""
        if match not in self._live and not self._readiness.status.ready and self._store.entries(match):
            raise WarmingError(match)
        return await self.get(match)

    async def add(self, start: Start) -> Live:
        """A new match, stored."""
        await self._store.create(start.new)
        return self._remember(Live(start.new.header, start.match, {}))

    async def delete(self, match: str) -> None:
        """Forget the match; its connections end. One that cannot be rebuilt can still be deleted."""
        if match in self._loading:
            await asyncio.wait((self._loading[match],))
        live = self._live.get(match)
        if live is None:
            await self._store.delete(match)
            return
        async with live.order:
            await self._store.delete(match)
            live.deleted = True
            self._live.pop(match, None)
        for listener in tuple(live.listeners):
            listener.close_soon(DELETED)

    def every(self) -> tuple[Live, ...]:
        """All that are in memory."""
        return tuple(self._live.values())

    async def _load(self, header: Header) -> Live:
        try:
            entries = self._store.entries(header.id)
            if entries:
                await self._readiness.wait()
            match = await asyncio.to_thread(rebuilt, header, entries)
            return self._remember(Live(header, match, _thoughts(entries)))
        finally:
            del self._loading[header.id]

    def _remember(self, live: Live) -> Live:
        self._live[live.id] = live
        for old in [each for each in self._live.values() if each.idle and each is not live]:
            if len(self._live) <= self._most:
                break
            del self._live[old.id]
        self.after_entering(live)
        return live


def _thoughts(entries: list[Entry]) -> dict[int, str]:
    return {entry.version: entry.thought for entry in entries if entry.thought}

"""Follows the matches that other workers change while somebody looks at them here. Law: at most a second behind."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterable

from pennyflick.server.play.live import Live
from pennyflick.server.play.matches import Matches
from pennyflick.server.play.refreshing import Refresher
from pennyflick.server.store.store import Store, StoreError

_LOG = logging.getLogger("pennyflick.server")
POLL_S = 1.0  # how often the counters are asked for, hint or no hint


class Following:
    """Reads on where a hint came, and everywhere once a second."""

    def __init__(self, store: Store, matches: Matches) -> None:
        self._store = store
        self._matches = matches
        self._hinted: set[str] = set()
        self._something = asyncio.Event()
        self._reading: set[asyncio.Task[None]] = set()

    def hear(self, matches: Iterable[str]) -> None:
        """Another worker hints that it changed these."""
        self._hinted |= set(matches)
        self._something.set()

    async def run(self, refresher: Refresher) -> None:
        """Follow, for ever."""
        loop = asyncio.get_running_loop()
        polled_s = loop.time()
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(polled_s + POLL_S):
                    await self._something.wait()
            self._something.clear()
            hinted, self._hinted = self._hinted, set()
            if loop.time() >= polled_s + POLL_S:
                polled_s = loop.time()
                hinted |= {live.id for live in self._matches.every()}
                self._matches.forget_companies()
            for live in await self._behind(hinted):
                self._read(live, refresher)

    async def _behind(self, matches: Iterable[str]) -> list[Live]:
        """Those of them that somebody looks at here and that have changed in the store."""
        lives = [live for match in matches if (live := self._matches.find(match)) is not None]
        if not lives:
            return []
        try:
            counters = await self._store.touched([live.id for live in lives])
        except StoreError as error:  # it is asked again in a second
            _LOG.warning("what other workers changed could not be read: %s", error)
            return []
        return [live for live in lives if counters.get(live.id) != live.touched]

    def _read(self, live: Live, refresher: Refresher) -> None:
        """In a task of its own: one match whose order is taken must not keep the others waiting."""
        task = asyncio.create_task(_current(live, refresher))
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)


async def _current(live: Live, refresher: Refresher) -> None:
    try:
        await refresher.current(live)
    except Exception:  # the others are followed all the same
        _LOG.exception("match %s: what another worker changed could not be read", live.id)

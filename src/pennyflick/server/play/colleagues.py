"""The other workers of the same database: what this one tells them, and what it hears from them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from pennyflick.server.buckets import Buckets
from pennyflick.server.play.asides import Asides
from pennyflick.server.play.following import Following
from pennyflick.server.play.hints import Line, Whispered
from pennyflick.server.play.matches import Matches
from pennyflick.server.play.passing import Batches
from pennyflick.server.play.refreshing import Refresher
from pennyflick.server.settings import Settings
from pennyflick.server.store.store import Store


class Colleagues:
    """Keeps this worker and the others in touch."""

    def __init__(
        self, line: Line, store: Store, settings: Settings, matches: Matches, buckets: Mapping[str, Buckets]
    ) -> None:
        worker = settings.new_token()[:8]
        self._hints = Whispered(line, worker)
        self._batches = Batches(line, worker, matches.companies, buckets, settings.ticks)
        self._following = Following(store, matches)
        self._batches.find = matches.find
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    async def start(self, refresher: Refresher, asides: Asides) -> None:
        """From now on they hear of each other."""
        refresher.hints, asides.passing = self._hints, self._batches
        self._batches.after_attending = asides.change
        await self._hints.hear(self._following.hear)
        await self._batches.hear()
        work = (self._hints.run(), self._batches.run(), self._following.run(refresher))
        self._tasks = tuple(asyncio.create_task(each) for each in work)

    async def stop(self) -> None:
        """Nobody is served here any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._batches.leave()

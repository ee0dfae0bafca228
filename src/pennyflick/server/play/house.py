"""The house plays the seats that no person holds. Law: where it must act is written down, so nobody can be stuck."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Coroutine, Sequence
from typing import Any

from pennyflick.server.play.acting import house_seat
from pennyflick.server.play.deputy import Deputy
from pennyflick.server.play.hints import Line
from pennyflick.server.play.live import Live
from pennyflick.server.play.matches import Matches
from pennyflick.server.play.readiness import Readiness
from pennyflick.server.settings import Settings
from pennyflick.server.store.store import PERSON, HouseTurn, Store

_LOG = logging.getLogger("pennyflick.server")
POLL_S = 1.0  # how long a turn may lie unseen when no hint of it came
WARM_S = 2.0  # after the physics is ready: pages come first
CHANNEL = "pennyflick_house"  # where it is told that there may be a turn to take
_TICKS_TOLD = 5  # for how many looks it is taken for known who attends a table


class House:
    """Looks where the house must act, and has its deputies answer there, one turn each at a time."""

    def __init__(
        self,
        store: Store,
        hints: Line | None,
        matches: Matches,
        deputies: Sequence[Deputy],
        readiness: Readiness,
        settings: Settings,
    ) -> None:
        self._store = store
        self._hints = hints  # the way to deputies elsewhere; None: there can be none
        self._matches = matches
        self._deputies = deputies
        self._readiness = readiness
        self._settings = settings
        self._hint = asyncio.Event()  # there may be a turn to take
        self._awaited: dict[str, Live] = {}  # the matches in memory that wait for the house
        self._tasks: set[asyncio.Task[None]] = set()
        self.thinking = 0  # turns that are thought about here

    def start(self) -> None:
        """Begin to take turns."""
        self._begin(self._look_on())
        if self._hints is not None and self._deputies:
            self._begin(self._hints.listen(CHANNEL, lambda _: self._hint.set()))
        for deputy in self._deputies:
            self._begin(self._sit(deputy))
            self._begin(self._warm(deputy))

    async def stop(self) -> None:
        """Act no more; what is due others do, or this server when it starts again."""
        for task in (tasks := tuple(self._tasks)):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.close()

    def close(self) -> None:
        """Let go of whoever thinks."""
        for deputy in self._deputies:
            deputy.close()

    def enter(self, live: Live) -> None:
        """A match has come into memory: should it not be written down that the house must act there, it is now."""
        if self.note(live):
            self._begin(self._ask(live))

    def consider(self, live: Live) -> None:
        """Something has happened in this match: where the house must act now, whoever acts for it hears of it."""
        if self.note(live) and self._hints is not None:
            self._begin(self._hints.notify(CHANNEL, live.id))

    def note(self, live: Live) -> bool:
        """Take note of whether the house must act there."""
        if not _awaits(live):
            self._awaited.pop(live.id, None)
            return False
        self._awaited[live.id] = live
        self._hint.set()
        return True

    @property
    def waiting(self) -> int:
        """How many matches in memory wait for the house."""
        return len(self._awaited)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, live: Live) -> None:
        try:
            await self._store.ask_turn(live.id, live.version, self._settings.clock())
        except Exception:  # whoever looks at the match again asks again
            _LOG.exception("match %s: that the house must act could not be stored", live.id)
        self._hint.set()

    async def _warm(self, deputy: Deputy) -> None:
        await self._readiness.prepared()
        await asyncio.sleep(WARM_S)
        deputy.warm()

    async def _sit(self, deputy: Deputy) -> None:
        await self._readiness.prepared()
        while True:
            self._hint.clear()
            if not await self._acted(deputy):
                await _within(POLL_S, self._hint)

    async def _acted(self, deputy: Deputy) -> bool:
        """Whether there was a turn to take."""
        self.thinking += 1
        try:
            return await deputy.act()
        except Exception:  # whatever it is, the house goes on
            _LOG.exception("the house could not learn where it must act; it asks again")
            return False
        finally:
            self.thinking -= 1

    async def _look_on(self) -> None:
        """Tell at which of the tables that wait somebody is: those come first."""
        told: dict[str, tuple[bool, int]] = {}
        for tick in itertools.count():
            await asyncio.sleep(POLL_S)
            told = told if tick % _TICKS_TOLD else {}
            self._awaited = {id_: live for id_, live in self._awaited.items() if self._matches.holds(live)}
            for live in tuple(self._awaited.values()):
                there = bool(live.company.pages)
                if told.get(live.id) != (there, live.version):
                    told[live.id] = there, live.version
                    await self._attend(live, there)

    async def _attend(self, live: Live, there: bool) -> None:
        try:
            if PERSON in live.header.players.values():
                await self._store.attend(live.id, there)
            elif there:
                await self._store.ask_turn(live.id, live.version, self._settings.clock())
                self._hint.set()
            else:  # only the house plays and nobody looks on: it waits for nothing, and nobody looks through it in vain
                await self._store.drop_turn(HouseTurn(live.id, live.version, self._settings.clock(), attended=False))
        except Exception:  # only the order suffers
            _LOG.warning("match %s: who attends it could not be stored", live.id)


def _awaits(live: Live) -> bool:
    return not live.deleted and not live.open_seats and house_seat(live.header, live.match) is not None


async def _within(seconds: float, event: asyncio.Event) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):  # wait_for may swallow that one is cancelled
            await event.wait()

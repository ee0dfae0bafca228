"""The matches in memory: opened when asked for, forgotten when idle. Law: one Live for each match, ever."""

from __future__ import annotations

import asyncio
import dataclasses
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import datetime

from pennyflick.server.play.acting import house_acts
from pennyflick.server.play.clocks import deadline_of
from pennyflick.server.play.filling import fill
from pennyflick.server.play.in_turn import in_turn
from pennyflick.server.play.invitations import invitations
from pennyflick.server.play.keeping import begun, read_kept
from pennyflick.server.play.live import Live, opened
from pennyflick.server.play.presence import Companies
from pennyflick.server.play.readiness import Readiness
from pennyflick.server.play.refreshing import Refresher, read_stored
from pennyflick.server.play.starting import Start
from pennyflick.server.play.wishes import shared
from pennyflick.server.settings import Settings
from pennyflick.server.store.people import PeopleStore
from pennyflick.server.store.store import Header, KeptVersion, NewMatch
from pennyflick.server.wire.messages import MatchEvent


class WarmingError(RuntimeError):
    """Something must be simulated first (an old match, a solution), and the physics is not ready yet."""


class Matches:
    """Every match that somebody looks at."""

    def __init__(
        self, store: PeopleStore, settings: Settings, readiness: Readiness, secret: bytes, refresher: Refresher
    ) -> None:
        self._store = store
        self._clock = settings.clock
        self._refresher = refresher
        self._secret = secret
        self._ticks = settings.ticks
        self._readiness = readiness
        self._most = settings.limits.live_matches
        self.companies = Companies(settings.ticks, settings.limits.absent_s)
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self.before_adding: Callable[[], None] = lambda: None  # raises NoRoomError when nothing new can begin
        self.after_entering: Callable[[Live], None] = lambda _: None  # the house looks whether it must act

    async def get(self, match: str) -> Live | None:
        """The match, or None: there is no such match. Waits for the physics when it must."""
        live = self._live.get(match)
        if live is not None and not self._dropped(live):
            return await self._current(live)
        if match not in self._loading:
            self._loading[match] = asyncio.create_task(self._load(match))
        return await asyncio.shield(self._loading[match])

    async def _current(self, live: Live) -> Live | None:
        """The match as the store has it now: what is in memory may be behind."""
        self._live.move_to_end(live.id)
        await self._refresher.current(live)
        return None if self._dropped(live) else live

    def _dropped(self, live: Live) -> bool:
        if live.deleted and self._live.get(live.id) is live:
            del self._live[live.id]
        return live.deleted

    async def get_now(self, match: str) -> Live | None:
        """The same for whoever does not want to wait: raises WarmingError."""
        if match not in self._live and not self._readiness.status.ready and not await self._is_filled(match):
            raise WarmingError(match)
        return await self.get(match)

    async def event(self, live: Live, version: int) -> MatchEvent | None:
        """An event of the match; None: it has none of that version."""
        known = live.event(version)
        if known is not None or not 1 <= version <= live.version:
            return known
        kept = await self._store.version(live.id, version)
        return None if kept is None else read_kept(kept).event

    async def versions(self, live: Live) -> list[KeptVersion]:
        """Everything that the store keeps of the match."""
        return await self._store.versions(live.id)

    async def add(self, start: Start) -> Live:
        """A new match, stored. Raises NoRoomError."""
        self.before_adding()
        links = invitations(start.new.header.id, start.open_seats, self._secret)
        new = dataclasses.replace(
            start.new, invitations=links, deadline=_first_deadline(start), house=_house_begins(start)
        )
        await self._store.create(new)
        if new.follows is not None:
            self._refresher.hints.touch(new.follows)
        return self._remember(await self._made(new))

    async def _made(self, new: NewMatch) -> Live:
        open_seats = tuple(sorted(each.seat for each in new.invitations))
        live = await in_turn(_opened, new.header, new.versions, self._ticks, open_seats)
        live.deadline, live.holders = new.deadline, dict(new.holders)
        return live

    async def unlist(self, match: str, holder: str, at: datetime) -> None:
        """Take the match off his list. When nobody lists it any more it is gone, and its connections end.

        One that cannot be opened can still be taken off.
        """
        if match in self._loading:
            await asyncio.wait((self._loading[match],))
        live = self._live.get(match)
        if live is None:
            await self._store.unlist(match, holder, at)
            return
        async with live.order:
            await self._store.unlist(match, holder, at)
            await self._refresher.refresh(live)
        self._refresher.hints.touch(match)

    def forget_companies(self) -> None:
        """Those of tables that nobody has come to for long, and that are not in memory."""
        self.companies.forget(self._live.keys())

    def find(self, match: str) -> Live | None:
        """That match, when somebody looks at it here."""
        live = self._live.get(match)
        return live if live is not None and live.listeners and not live.deleted else None

    def holds(self, live: Live) -> bool:
        """Whether this is the match as it is in memory now."""
        return self._live.get(live.id) is live

    def every(self) -> tuple[Live, ...]:
        """All that are in memory."""
        return tuple(live for live in tuple(self._live.values()) if not self._dropped(live))

    async def _is_filled(self, match: str) -> bool:
        return all(kept.event is not None for kept in await self._store.versions(match))

    async def _load(self, match: str) -> Live | None:
        try:
            return await self._open(match)
        finally:
            del self._loading[match]

    async def _open(self, match: str) -> Live | None:
        """The counter is read first: what comes meanwhile is read when the match is next looked at."""
        counter, header = (await self._store.touched([match])).get(match), await self._store.header(match)
        if header is None:
            return None
        versions = await self._store.versions(match)
        if any(kept.event is None for kept in versions):
            await self._readiness.wait()
            versions = await fill(self._store, header, versions)
        stored = await read_stored(self._store, match, versions[-1].version if versions else 0)
        if counter is None or stored is None:
            return None
        live = await in_turn(_opened, stored.header, versions, self._ticks, stored.open_seats)
        live.touched, live.holders, live.pleas = counter, stored.holders, stored.pleas
        live.deadline, live.wishes, live.next = stored.deadline, dict(stored.wishes), stored.next
        live.opened_before((self._clock() - stored.opened).total_seconds())
        return self._remember(live)

    def _remember(self, live: Live) -> Live:
        if live.id in self._live:  # the house was quicker: a new match was opened for it before it came here
            return self._live[live.id]
        self._live[live.id] = live
        live.company = self.companies.of(live.id)
        for old in [each for each in self._live.values() if each.idle and each is not live]:
            if len(self._live) <= self._most:
                break
            del self._live[old.id]
        self.forget_companies()
        self.after_entering(live)
        return live


def _house_begins(start: Start) -> bool:
    """Whether the house must act at once."""
    return not start.open_seats and house_acts(start.new.header, start.new.standing)


def _first_deadline(start: Start) -> datetime | None:
    """Where nobody is awaited time runs at once."""
    header, holders = start.new.header, start.new.holders
    if start.open_seats or not shared(holders):
        return None
    return deadline_of(header, begun(header), holders, header.created)


def _opened(
    header: Header, versions: Sequence[KeptVersion], ticks: Callable[[], float], open_seats: tuple[str, ...]
) -> Live:
    """The match, and what is to be done now worked out: in a thread, because drawing that can take long."""
    live = opened(header, versions, ticks, open_seats)
    _ = live.now  # kept by the match until it moves on
    return live

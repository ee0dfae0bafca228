"""A match in memory is a cache that may be behind. Law: what is newer is read from the store and told as ever.

Whoever decides on a match reads its counter first; of two workers that decide at once the store lets one write, and the
other reads again and decides again, as if he had been asked a moment later.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from pennyflick.server.play.asides import Asides
from pennyflick.server.play.hints import Hints
from pennyflick.server.play.keeping import read_kept, stood
from pennyflick.server.play.live import Live
from pennyflick.server.play.telling import Teller
from pennyflick.server.play.wishes import END, REMATCH
from pennyflick.server.store.people import PeopleStore, Plea, waiting
from pennyflick.server.store.store import Header, KeptVersion, UnsureError, VersionTakenError
from pennyflick.server.wire.codes import DELETED

Result = TypeVar("Result")
ATTEMPTS = 20  # so often others may be faster before it is given up


@dataclass(frozen=True)
class Stored:
    """What the store has of a match besides its versions."""

    header: Header
    open_seats: tuple[str, ...]
    holders: Mapping[str, str]
    pleas: tuple[Plea, ...]
    wishes: Mapping[str, tuple[str, ...]]
    next: str | None
    deadline: datetime | None
    opened: datetime  # when the decision at hand did


async def read_stored(store: PeopleStore, match: str, version: int) -> Stored | None:
    """What the store has of it now, wishes as of this version; None: there is no such match."""
    header, opened = await store.header(match), await store.opened(match)
    if header is None or opened is None:
        return None
    return Stored(
        header=header,
        open_seats=await store.open_seats(match),
        holders=await store.holders(match),
        pleas=waiting(await store.pleas(match)),
        wishes={kind: seats for kind in (END, REMATCH) if (seats := await store.wishes(match, kind, version))},
        next=await store.next_of(match),
        deadline=await store.deadline(match),
        opened=opened,
    )


async def insist(work: Callable[[], Awaitable[Result]]) -> Result:
    """Read and decide, and again when another worker was faster, or when nobody knows whether it was stored.

    Raises what `work` raises; VersionTakenError, when others are always faster.
    """
    for _ in range(ATTEMPTS - 1):
        with contextlib.suppress(VersionTakenError, UnsureError):
            return await work()
    return await work()


@dataclass(frozen=True)
class News:
    """What a match in memory did not know."""

    versions: int = 0
    seats: bool = False  # who sits where, and what each is called
    clock: bool = False
    wishes: bool = False


NOTHING = News()


class Refresher:
    """Brings matches in memory up to date."""

    def __init__(
        self, store: PeopleStore, clock: Callable[[], datetime], teller: Teller, asides: Asides, hints: Hints
    ) -> None:
        self._store = store
        self._clock = clock
        self.teller = teller
        self._asides = asides
        self.hints = hints
        self.after_news: Callable[[Live], object] = lambda _: None  # the house looks whether it must act

    async def current(self, live: Live) -> None:
        """The same as `refresh` for whoever does not hold the order of the match."""
        if live.deleted or (await self._counter(live)) == live.touched:
            return
        async with live.order:
            await self.refresh(live)

    async def refresh(self, live: Live) -> News:
        """Read what is newer and tell those who listen; whoever calls holds the order of the match."""
        if live.deleted:
            return NOTHING
        counter = await self._counter(live)
        if counter is None:
            gone(live)
        elif counter != live.touched:
            return await self._read_on(live, counter)
        return NOTHING

    async def kept(self, live: Live, command: str) -> str | None:
        """The same, and what that command was answered before; None: it never was, and nothing newer is to be read."""
        while not live.deleted:
            glance = await self._store.glance(live.id, command)
            if glance is None:
                gone(live)
            elif glance.reply is not None or glance.touched == live.touched:
                return glance.reply
            else:
                await self._read_on(live, glance.touched)
        return None

    async def _counter(self, live: Live) -> int | None:
        return (await self._store.touched([live.id])).get(live.id)

    async def _read_on(self, live: Live, counter: int) -> News:
        """The counter was read before all that it counts: what comes in between is read once more the next time."""
        versions = await self._store.versions(live.id, live.version)
        stored = await read_stored(self._store, live.id, versions[-1].version if versions else live.version)
        if stored is None:
            gone(live)
            return NOTHING
        begins = live.open_seats and not stored.open_seats
        news = _brought_on(live, stored, versions)
        live.touched = counter
        if versions or begins:
            live.opened_before((self._clock() - stored.opened).total_seconds())
        await self._tell(live, news)
        self.after_news(live)
        return news

    async def _tell(self, live: Live, news: News) -> None:
        if news.seats:
            self._asides.seat(live)
            await live.prepare_now()
            self.teller.seated(live, tuple(live.listeners.values()))
        elif news.versions == 1:
            await self.teller.happened(live)
        elif news.versions:
            await self.teller.missed(live, live.version - news.versions)
        elif news.clock:
            self.teller.clock(live, tuple(live.listeners.values()))
        if news.wishes and not news.seats:
            self.teller.wishes(live, tuple(live.listeners.values()))


def _brought_on(live: Live, stored: Stored, versions: Collection[KeptVersion]) -> News:
    """The match as it is stored; what was new in it. No await: nobody sees it half done."""
    seats = (stored.header, stored.open_seats, dict(stored.holders), stored.pleas)
    reseated = seats != (live.header, live.open_seats, dict(live.holders), live.pleas)
    if reseated:
        live.reseat(stored.header, stored.open_seats, stored.holders)
        live.pleas = stored.pleas
        _seat_listeners(live)
    for kept in versions:
        live.advance(stood(stored.header, kept), read_kept(kept).event, stored.deadline)
    wished = {kind: found for kind, found in live.wishes.items() if found}
    clock, wishes = live.deadline != stored.deadline, (wished, live.next) != (stored.wishes, stored.next)
    live.deadline, live.wishes, live.next = stored.deadline, dict(stored.wishes), stored.next
    return News(len(versions), reseated, clock, wishes)


def _seat_listeners(live: Live) -> None:
    """Every connection has the seats that its browser holds now."""
    for listener, asker in live.listeners.items():
        live.listeners[listener] = dataclasses.replace(asker, seats=live.seats_of(asker.holder))


def gone(live: Live) -> None:
    """The match is not there any more; its connections end."""
    live.deleted = True
    for listener in tuple(live.listeners):
        listener.close_soon(DELETED)

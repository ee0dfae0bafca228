"""Who sits where: open seats are taken, and every page of the match is told. Law: stored first, then told."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Collection
from contextlib import AsyncExitStack
from datetime import datetime

from pennyflick.server.play.asides import Asides
from pennyflick.server.play.desk import Desk
from pennyflick.server.play.keeping import begun
from pennyflick.server.play.live import Asker, Live
from pennyflick.server.play.matches import Matches
from pennyflick.server.play.starting import EXACT, refuse_half_exact
from pennyflick.server.play.viewers import may_look
from pennyflick.server.store.people import PeopleStore, waiting
from pennyflick.server.store.store import Header, Sitting
from pennyflick.server.wire.codes import NOT_FOR_YOU


class Seats:
    """Lets people sit down."""

    def __init__(self, store: PeopleStore, matches: Matches, desk: Desk, asides: Asides) -> None:
        self._store = store
        self._matches = matches
        self._desk = desk
        self._asides = asides

    async def sit(self, match: str, seat: str, who: Sitter) -> Live | None:
        """Take an open seat; None: the match is gone. Raises SeatTakenError or FormError, and nothing has changed."""
        live = await self._matches.get(match)
        if live is None or live.deleted:
            return None
        async with live.order:
            header = _with(live.header, seat, who)
            refuse_half_exact(header.hands, _sitting(header, live.open_seats, seat))
            deadline = await self._first_deadline(live, header, seat, who.holder)
            await self._store.sit(Sitting(header, seat, who.holder, deadline))
            live.seated(header, seat, deadline)
            await self.tell(live)
        self._desk.after_change(live)
        self._desk.after_opening(live)
        return live

    async def _first_deadline(self, live: Live, header: Header, seat: str, holder: str) -> datetime | None:
        """Of the first decision, when he is the last to sit down."""
        if live.open_seats != (seat,):
            return None
        return self._desk.deadline(header, begun(header), {**await self._store.holders(live.id), seat: holder})

    async def call(self, live: Live, seat: str, name: str) -> None:
        """Give who sits there another name; once all sit, what is said and recorded stays as it is."""
        async with live.order:
            if name and live.open_seats and not live.deleted:
                header = dataclasses.replace(live.header, names={**live.header.names, seat: name})
                await self._store.rename(header)
                live.seated(header, seat, None)
                await self.tell(live)

    async def change(self, matches: Collection[str], stored: Callable[[], Awaitable[None]]) -> None:
        """Change who holds what while nothing else happens in these matches; then tell all their pages."""
        async with AsyncExitStack() as ordered:
            for live in sorted(self._among(matches), key=lambda each: each.id):
                await ordered.enter_async_context(live.order)
            await stored()
            for live in self._among(matches):  # one may have been opened meanwhile
                live.pleas = waiting(await self._store.pleas(live.id))
                await self.tell(live)

    def _among(self, matches: Collection[str]) -> list[Live]:
        return [live for live in self._matches.every() if live.id in matches]

    async def tell(self, live: Live) -> None:
        """Who holds what has changed: every connection hears where it stands now, and which seats are its own."""
        await live.prepare_now()
        await self._asides.seat(live)
        for listener, asker in tuple(live.listeners.items()):
            seats = await self._store.seats(live.id, asker.holder)
            if listener in live.listeners:
                live.listeners[listener] = dataclasses.replace(live.listeners[listener], seats=seats)
                self._tell(live, live.listeners[listener])

    def _tell(self, live: Live, asker: Asker) -> None:
        if may_look(live.header, asker.seats):
            self._desk.teller.catch_up(live, None, asker)
        else:  # he has handed his seat on, and nobody may look on here
            asker.listener.close_soon(NOT_FOR_YOU)


@dataclasses.dataclass(frozen=True)
class Sitter:
    """Whoever sits down: his browser, what he is called, his hand."""

    holder: str
    name: str
    hand: str  # EXACT: none


def _with(header: Header, seat: str, who: Sitter) -> Header:
    """His own hand, whatever was proposed for the seat."""
    others = {each: hand for each, hand in header.hands.items() if each != seat}
    hands = others if who.hand == EXACT else {**others, seat: who.hand}
    return dataclasses.replace(header, names={**header.names, seat: who.name or header.names[seat]}, hands=hands)


def _sitting(header: Header, open_seats: tuple[str, ...], seat: str) -> dict[str, str]:
    """Who plays each seat that is taken once this one is."""
    return {each: player for each, player in header.players.items() if each == seat or each not in open_seats}

"""Who sits where: open seats are taken, and every page of the match is told. Law: stored first, then told."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Collection
from contextlib import AsyncExitStack
from datetime import datetime

from pennyflick.server.play.desk import Desk
from pennyflick.server.play.keeping import begun
from pennyflick.server.play.live import Live
from pennyflick.server.play.matches import Matches
from pennyflick.server.play.refreshing import Refresher, insist
from pennyflick.server.play.starting import EXACT, refuse_half_exact
from pennyflick.server.settings import Settings
from pennyflick.server.store.people import PeopleStore
from pennyflick.server.store.store import Header, SeatTakenError, Sitting


class Seats:
    """Lets people sit down."""

    def __init__(
        self, store: PeopleStore, settings: Settings, matches: Matches, desk: Desk, refresher: Refresher
    ) -> None:
        self._store = store
        self._settings = settings
        self._matches = matches
        self._desk = desk
        self._refresher = refresher

    async def sit(self, match: str, seat: str, who: Sitter) -> Live | None:
        """Take an open seat; None: the match is gone. Raises SeatTakenError or FormError, and nothing has changed."""
        live = await self._matches.get(match)
        if live is None or live.deleted:
            return None
        await self.change({match}, lambda: self._sat(live, seat, who))
        self._desk.after_change(live)
        self._desk.after_opening(live)
        return live

    async def _sat(self, live: Live, seat: str, who: Sitter) -> None:
        if live.holders.get(seat) == who.holder:  # he sits there: he came twice, or the first time nobody could tell
            return
        if seat not in live.open_seats or live.deleted:
            raise SeatTakenError(f"seat {seat} of match {live.id} is not open")
        header = _with(live.header, seat, who)
        refuse_half_exact(header.hands, _sitting(header, live.open_seats, seat))
        deadline, at = self._first_deadline(live, header, seat, who.holder), self._settings.clock()
        house = self._desk.house_due(header, begun(header)) if live.open_seats == (seat,) else None
        await self._store.sit(Sitting(header, seat, who.holder, deadline, house, live.touched, at))

    def _first_deadline(self, live: Live, header: Header, seat: str, holder: str) -> datetime | None:
        """Of the first decision, when he is the last to sit down."""
        if live.open_seats != (seat,):
            return None
        return self._desk.deadline(header, begun(header), {**live.holders, seat: holder})

    async def call(self, live: Live, seat: str, name: str) -> None:
        """Give who sits there another name; once all sit, what is said and recorded stays as it is."""

        async def stored() -> None:
            if name and live.open_seats and not live.deleted:
                header = dataclasses.replace(live.header, names={**live.header.names, seat: name})
                await self._store.rename(header, live.touched)

        await self.change({live.id}, stored)

    async def change(self, matches: Collection[str], stored: Callable[[], Awaitable[None]]) -> None:
        """Change who holds what while nothing else happens in these matches; then tell all their pages.

        `stored` finds the matches in memory as the store has them, and comes again when another worker was faster.
        """
        async with AsyncExitStack() as ordered:
            lives = self._among(matches)
            for live in sorted(lives, key=lambda each: each.id):
                await ordered.enter_async_context(live.order)
            try:
                await insist(lambda: self._current_and(lives, stored))
            finally:  # what was refused may have been so because of news
                for live in lives:
                    await self._refresher.refresh(live)
        self._refresher.hints.touch(*matches)
        for live in self._among(matches):  # one may have been opened meanwhile
            await self._refresher.current(live)

    async def _current_and(self, lives: Collection[Live], stored: Callable[[], Awaitable[None]]) -> None:
        for live in lives:
            await self._refresher.refresh(live)
        await stored()

    def _among(self, matches: Collection[str]) -> list[Live]:
        return [live for live in self._matches.every() if live.id in matches]


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

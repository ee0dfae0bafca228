"""Seats left open for whoever comes. Law: strangers know each other by generated names only."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import datetime, timedelta

from pennyflick.server.play.live import Live
from pennyflick.server.play.matches import Matches
from pennyflick.server.play.names import stranger
from pennyflick.server.play.seats import Seats, Sitter
from pennyflick.server.settings import Settings
from pennyflick.server.store.people import PeopleStore, Vacancy
from pennyflick.server.store.store import DEFAULT_TERMS, Header, SeatTakenError

SPANS = {"1h": timedelta(hours=1), "1d": timedelta(days=1)}  # for how long a seat can be left open
SPAN_WORDS = {"1h": "an hour", "1d": "a day"}
TIME = "60s"  # a decision, unless the terms say otherwise


class VacancyError(ValueError):
    """Why a seat cannot be left open, or taken: one sentence."""


@dataclass(frozen=True)
class Offer:
    """A table where somebody waits."""

    match: str
    game: str
    name: str  # what he is called to strangers
    time: str
    until: datetime


class Vacancies:
    """Leaves seats open, and seats who comes."""

    def __init__(self, store: PeopleStore, matches: Matches, seats: Seats, settings: Settings) -> None:
        self._store = store
        self._matches = matches
        self._seats = seats
        self._settings = settings
        self._since = settings.ticks()

    async def leave(self, live: Live, holder: str, span: str) -> None:
        """Leave the open seats of a table to whoever comes; raises VacancyError."""
        await self.must_be_possible(holder, span, live.id)

        async def stored() -> None:
            mine = live.seats_of(holder)
            if not mine or not live.open_seats:
                raise VacancyError("Only who waits at a table can leave its seat open.")
            names = {seat: live.header.names[seat] for seat in mine if seat in live.header.names}
            kept = await self._store.vacancy(live.id)
            until = self._settings.clock() + SPANS[span]
            header = _for_strangers(live.header, mine, holder)
            vacancy = Vacancy(live.id, holder, until, kept.names if kept else names)
            await self._store.keep_vacancy(vacancy, header, live.touched)

        await self._seats.change({live.id}, stored)
        self._matches.companies.see(live.id, holder)

    async def must_be_possible(self, holder: str, span: str, match: str = "") -> None:
        """Raises VacancyError when no further seat can be left open, or none for so long."""
        limits = self._settings.limits
        if span not in SPANS:
            raise VacancyError(f"A seat is left open for {' or '.join(SPANS)}, not {span[:20]!r}.")
        others = [vacancy for vacancy in await self._standing() if vacancy.match != match]
        if sum(vacancy.holder == holder for vacancy in others) >= limits.vacancies_per_person:
            raise VacancyError(
                f"You wait at {limits.vacancies_per_person} tables already; take one of those seats back first."
            )
        if len(others) >= limits.vacancies:
            raise VacancyError("As many seats are open as can be listed here; try again later.")

    async def take_back(self, live: Live) -> None:
        """The open seats are for those with a link only; whoever waits is called as before."""

        async def stored() -> None:
            vacancy = await self._store.vacancy(live.id)
            if vacancy is not None:
                header = dataclasses.replace(live.header, names={**live.header.names, **vacancy.names})
                await self._store.close_vacancy(header, live.touched)

        await self._seats.change({live.id}, stored)

    async def sit(self, match: str, holder: str, hand: str) -> Live:
        """First come, first seated; raises VacancyError."""
        live, vacancy = await self._matches.get(match), await self._store.vacancy(match)
        if live is None or live.deleted or vacancy is None or not await self._stands(vacancy):
            raise VacancyError("That seat is not open any more.")
        who = Sitter(holder, stranger(holder, match), hand)
        while live.open_seats:
            try:
                await self._seats.sit(match, live.open_seats[0], who)
            except SeatTakenError:
                continue
            await self._after(live, vacancy)
            return live
        raise VacancyError("Somebody else was faster: that seat is taken.")

    async def offers(self, most: int) -> list[Offer]:
        """So many tables where somebody waits for whoever comes."""
        found = []
        for vacancy in (await self._standing())[:most]:
            header = await self._store.header(vacancy.match)
            seats = await self._store.seats(vacancy.match, vacancy.holder)
            if header is not None and seats:
                found.append(Offer(header.id, header.game, header.names[seats[0]], header.terms.time, vacancy.until))
        return found

    async def _standing(self) -> list[Vacancy]:
        return [vacancy for vacancy in await self._store.vacancies() if await self._stands(vacancy)]

    async def _stands(self, vacancy: Vacancy) -> bool:
        """Until its time; and whoever waits has a page open, or had a moment ago."""
        if vacancy.until <= self._settings.clock():
            return False
        away_s = self._matches.companies.away_s(vacancy.match, vacancy.holder)
        return (await self._unseen_s(vacancy) if away_s is None else away_s) <= self._settings.limits.absent_s

    async def _unseen_s(self, vacancy: Vacancy) -> float:
        """For how long he could have come and did not: since this server or the table began."""
        header = await self._store.header(vacancy.match)
        created = self._settings.clock() if header is None else header.created
        return min(self._settings.ticks() - self._since, (self._settings.clock() - created).total_seconds())

    async def _after(self, live: Live, vacancy: Vacancy) -> None:
        """A stranger sits there: what whoever waited is called by his friends is not told any more."""

        async def stored() -> None:
            if live.open_seats:
                nameless = dataclasses.replace(vacancy, names={})
                await self._store.keep_vacancy(nameless, live.header, live.touched)
            else:
                await self._store.close_vacancy(live.header, live.touched)

        await self._seats.change({live.id}, stored)


def _for_strangers(header: Header, seats: tuple[str, ...], holder: str) -> Header:
    called = stranger(holder, header.id)
    names = {seat: called if seat == seats[0] else f"{called}'s partner" for seat in seats if seat in header.names}
    time = TIME if header.terms.time == DEFAULT_TERMS.time else header.terms.time
    terms = dataclasses.replace(header.terms, time=time)
    return dataclasses.replace(header, names={**header.names, **names}, terms=terms)

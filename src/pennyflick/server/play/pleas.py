"""*I am Ann*: who lost his cookie pleas his seat, and whoever plays with him says whether it is true."""

from __future__ import annotations

from datetime import timedelta

from pennyflick.server.play.live import Live
from pennyflick.server.play.matches import Matches
from pennyflick.server.play.seats import Seats
from pennyflick.server.settings import Settings
from pennyflick.server.store.people import PeopleStore, Plea, SpentError


class PleaError(ValueError):
    """Why a plea is not made, or not granted: one sentence."""


class Pleas:
    """Takes pleas and their answers."""

    def __init__(self, store: PeopleStore, matches: Matches, seats: Seats, settings: Settings) -> None:
        self._store = store
        self._matches = matches
        self._seats = seats
        self._settings = settings

    async def plead(self, live: Live, seat: str, holder: str) -> None:
        """Ask those who play there; raises PleaError."""
        await self._must_be_possible(live, seat, holder)
        await self._must_not_nag(live, seat, holder)
        made = Plea(self._settings.new_id(), live.id, seat, holder, self._settings.clock())

        async def stored() -> None:
            await self._store.keep_plea(made)

        await self._seats.change({live.id}, stored)

    async def answer(self, live: Live, plea: str, by: str, answer: str) -> None:
        """Whoever sits there says yes or no; raises PleaError."""
        found = next((each for each in live.pleas if each.id == plea), None)
        if found is None:
            raise PleaError("Nobody waits for that answer any more.")
        if found.holder == by or not await self._store.seats(live.id, by):
            raise PleaError("Only who sits at this table can say whose seat it is.")

        async def stored() -> None:
            if answer == "yes":
                await self._must_be_away(live, found.seat, by)
                await self._store.grant(found)
            else:
                await self._store.refuse(found)

        try:
            await self._seats.change({live.id}, stored)
        except SpentError:
            raise PleaError("Nobody waits for that answer any more.") from None

    async def _must_be_possible(self, live: Live, seat: str, holder: str) -> None:
        holders = await self._store.holders(live.id)
        if seat not in holders or seat not in live.header.players:
            raise PleaError("Nobody has sat down in that seat.")
        if holder in holders.values():
            raise PleaError("This browser sits at the table already.")
        if all(each == holders[seat] for each in holders.values()):
            raise PleaError("Nobody else sits at this table who could say so.")
        await self._must_be_away(live, seat, holder)

    async def _must_be_away(self, live: Live, seat: str, by: str) -> None:
        """Nobody's seat is given away before his eyes, unless by himself."""
        whose = (await self._store.holders(live.id)).get(seat, "")
        if whose != by and any(page.holder == whose for page in live.company.pages):
            raise PleaError(f"{live.header.names[seat]} has the table open on another device at this moment.")

    async def _must_not_nag(self, live: Live, seat: str, holder: str) -> None:
        limits = self._settings.limits
        since = self._settings.clock() - timedelta(seconds=limits.plea_pause_s)
        lately = [plea for plea in await self._store.pleas(live.id) if plea.at > since]
        if any((plea.seat, plea.holder) == (seat, holder) for plea in lately):
            raise PleaError("You have asked already; ask again in an hour.")
        if len(lately) >= limits.pleas_per_match:
            raise PleaError("That has been asked often enough at this table; try again in an hour.")

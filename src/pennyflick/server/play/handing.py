"""Going on at another device: what a browser holds moves as a whole, by a link that works once."""

from __future__ import annotations

from datetime import timedelta

from pennyflick.server.play.invitations import hashed
from pennyflick.server.play.seats import Seats
from pennyflick.server.settings import Settings
from pennyflick.server.store.people import Handover, PeopleStore, SpentError


class Handing:
    """Makes links to another device, and hands over."""

    def __init__(self, store: PeopleStore, seats: Seats, settings: Settings) -> None:
        self._store = store
        self._seats = seats
        self._settings = settings

    async def offer(self, holder: str, match: str | None) -> str:
        """A token that fetches the seats of a match, or everything of its holder. The store keeps only its hash."""
        token = self._settings.new_token()
        until = self._settings.clock() + timedelta(seconds=self._settings.limits.handover_s)
        await self._store.keep_handover(Handover(hashed(token), holder, match, until))
        return token

    async def found(self, token: str) -> Handover | None:
        """What a token would fetch now; None: nothing any more."""
        found = await self._store.handover(hashed(token))
        return None if found is None or found.until < self._settings.clock() else found

    async def fetch(self, token: str, to: str) -> Handover:
        """Everything that the token offers is this browser's now, and every page is told. Raises SpentError."""
        found = await self.found(token)
        if found is None:
            raise SpentError("the link to another device has passed, or was used already")
        matches = {found.match} if found.match is not None else set(await self._store.held(found.holder))

        async def stored() -> None:
            await self._store.hand_over(found, to)

        await self._seats.change(matches, stored)
        return found

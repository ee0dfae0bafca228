"""The next match between the same people, begun when all of them want it. Law: a match is followed by one rematch."""

from __future__ import annotations

from collections.abc import Mapping

from pennyflick.server.play.live import Live
from pennyflick.server.play.matches import Matches
from pennyflick.server.play.starting import rematch_between
from pennyflick.server.play.wishes import REMATCH, unanimous
from pennyflick.server.settings import Settings
from pennyflick.server.store.store import KeptReply, Store


class Rematches:
    """Keeps wishes for a rematch, and begins it with the last of them."""

    def __init__(self, store: Store, matches: Matches, settings: Settings) -> None:
        self._store = store
        self._matches = matches
        self._settings = settings

    async def wish(self, live: Live, seat: str, reply: KeptReply) -> None:
        """Somebody wishes a rematch. The match is stored before the last wish: a wish that is kept has come true."""
        holders = await self._store.holders(live.id)
        wished = tuple(sorted({*live.wishes.get(REMATCH, ()), seat}))
        if live.next is None and unanimous(wished, holders):
            live.next = await self._begun(live, holders)
        await self._store.wish(live.id, REMATCH, seat, live.version, reply)
        live.wishes = {**live.wishes, REMATCH: wished}

    async def _begun(self, live: Live, holders: Mapping[str, str]) -> str:
        start = rematch_between(live.header, self._settings, holders)
        return (await self._matches.add(start)).id

"""Wishes that come true when all who play have them: an end without a result, a rematch. Law: one rematch a match."""

from __future__ import annotations

from collections.abc import Mapping

from pennyflick.server.play.live import Live
from pennyflick.server.play.matches import Matches
from pennyflick.server.play.starting import rematch_between
from pennyflick.server.play.wishes import END, REMATCH, unanimous
from pennyflick.server.settings import Settings
from pennyflick.server.store.store import KeptReply, Store


class Wishing:
    """Keeps wishes, and begins a rematch with the last of them."""

    def __init__(self, store: Store, matches: Matches, settings: Settings) -> None:
        self._store = store
        self._matches = matches
        self._settings = settings

    async def wish(self, live: Live, kind: str, seat: str, reply: KeptReply) -> None:
        """Somebody wishes it: stored, then so in memory."""
        await self._store.wish(live.id, kind, seat, live.version, reply)
        live.wishes = {**live.wishes, kind: with_wish(live, kind, seat)}

    async def withdraw(self, live: Live, kind: str, seat: str, reply: KeptReply) -> None:
        """Somebody no longer wishes it."""
        await self._store.withdraw(live.id, kind, seat, live.version, reply)
        live.wishes = {**live.wishes, kind: tuple(each for each in live.wishes.get(kind, ()) if each != seat)}

    async def wish_rematch(self, live: Live, seat: str, reply: KeptReply) -> None:
        """Somebody wishes a rematch. The match is stored before the last wish: a wish that is kept has come true."""
        holders = await self._store.holders(live.id)
        if live.next is None and unanimous(with_wish(live, REMATCH, seat), holders):
            live.next = await self._begun(live, holders)
        await self.wish(live, REMATCH, seat, reply)

    async def _begun(self, live: Live, holders: Mapping[str, str]) -> str:
        start = rematch_between(live.header, self._settings, holders)
        return (await self._matches.add(start)).id


def with_wish(live: Live, kind: str, seat: str) -> tuple[str, ...]:
    """The seats that wish it, this one too."""
    return tuple(sorted({*live.wishes.get(kind, ()), seat}))


def ends(live: Live, seat: str, holders: Mapping[str, str]) -> bool:
    """Whether all would wish the end, with this seat."""
    return unanimous(with_wish(live, END, seat), holders)

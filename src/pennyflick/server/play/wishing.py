"""Wishes that come true when all who play have them: an end without a result, a rematch. Law: one rematch a match."""

from __future__ import annotations

from collections.abc import Mapping

from pennyflick.server.play.live import Live
from pennyflick.server.play.matches import Matches
from pennyflick.server.play.starting import rematch_between
from pennyflick.server.play.wishes import REMATCH, unanimous
from pennyflick.server.settings import Settings
from pennyflick.server.store.store import KeptReply, Store


class Wishing:
    """Keeps wishes, and begins a rematch with the last of them."""

    def __init__(self, store: Store, matches: Matches, settings: Settings) -> None:
        self._store = store
        self._matches = matches
        self._settings = settings

    async def wish(self, live: Live, kind: str, seat: str, reply: KeptReply) -> None:
        """Somebody wishes it, and is not the last; raises VersionTakenError."""
        await self._store.wish(live.id, kind, seat, live.version, reply, live.touched)

    async def withdraw(self, live: Live, kind: str, seat: str, reply: KeptReply) -> None:
        """Somebody no longer wishes it; raises VersionTakenError."""
        await self._store.withdraw(live.id, kind, seat, live.version, reply, live.touched)

    async def wish_rematch(self, live: Live, seat: str, reply: KeptReply) -> None:
        """Somebody wishes a rematch; raises VersionTakenError.

        The match is stored before the last wish: a wish that is kept has come true.
        """
        if live.next is None and granted(live, REMATCH, seat, live.holders):
            await self._matches.add(rematch_between(live.header, self._settings, live.holders))
            await self._store.wish(live.id, REMATCH, seat, live.version, reply)
        else:
            await self.wish(live, REMATCH, seat, reply)


def granted(live: Live, kind: str, seat: str, holders: Mapping[str, str]) -> bool:
    """Whether all would wish it, with this seat."""
    return unanimous({*live.wishes.get(kind, ()), seat}, holders)

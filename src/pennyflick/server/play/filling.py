"""Matches written before events were kept get theirs: played again once, under the physics they were played with.

Law: each match is filled in one transaction, so that a stop in between loses nothing and the next start goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from pennyflick.server.play.in_turn import in_turn
from pennyflick.server.play.keeping import ChangedError, filled
from pennyflick.server.store.store import Header, KeptVersion, Store

_LOG = logging.getLogger("pennyflick.server")


async def fill(store: Store, header: Header, versions: list[KeptVersion]) -> list[KeptVersion]:
    """The versions with what came of each, stored; raises ChangedError."""
    if all(kept.event is not None for kept in versions):
        return versions
    found = await in_turn(filled, header, versions)
    await store.fill(header.id, found)
    return found


async def fill_all(store: Store, tell: Callable[[int, int], None]) -> None:
    """Fill every match that needs it; `tell` hears how many are done, of how many."""
    waiting = await store.unfilled()
    for done, match in enumerate(waiting):
        tell(done, len(waiting))
        await _fill_one(store, match)
    if waiting:
        tell(len(waiting), len(waiting))


async def _fill_one(store: Store, match: str) -> None:
    header = await store.header(match)
    if header is None:
        return
    try:
        await fill(store, header, await store.versions(match))
    except ChangedError as error:  # it stays as it is; the others must not wait for it
        _LOG.warning("%s", error)

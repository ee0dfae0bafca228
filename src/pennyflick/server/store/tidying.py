"""What nobody will miss: matches that were left in their first minute, and imported records, when they are old."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from pennyflick.server.store.engine import Engine, Rows, Steps, do
from pennyflick.server.store.folder import FolderError, locked
from pennyflick.server.store.opening import is_database, open_engine
from pennyflick.server.store.schema import SCHEMA_VERSION
from pennyflick.server.store.sql.texts import time_text
from pennyflick.server.store.sqlite import DATABASE

FIRST_MINUTE = timedelta(minutes=1)
_AT_ONCE = 100  # matches that go in one transaction, so that nobody who plays waits long


@dataclass(frozen=True)
class Untidy:
    """Matches that may go: id -> when they last changed."""

    left: dict[str, str]  # begun, and left within a minute
    imported: dict[str, str]


async def untidy(engine: Engine, before: datetime) -> Untidy:
    """What has not changed since then and nobody will miss."""
    sql = "SELECT id, created, updated, imported FROM match WHERE updated < $1 AND practice IS NULL"
    rows = await engine.read_long(sql, time_text(before))
    return Untidy(
        {id_: updated for id_, created, updated, imported in rows if not imported and _brief(created, updated)},
        {id_: updated for id_, _, updated, imported in rows if imported},
    )


async def tidy(engine: Engine, found: Untidy) -> int:
    """Let it go, unless it has changed meanwhile; how many went."""
    going = [*found.left.items(), *found.imported.items()]
    gone = 0
    for first in range(0, len(going), _AT_ONCE):
        gone += await engine.write(lambda some=going[first : first + _AT_ONCE]: _delete(some))  # type: ignore[misc]
    return gone


@contextlib.asynccontextmanager
async def opened(place: Path | str) -> AsyncIterator[Engine]:
    """The engine of a place that a server may be using meanwhile. Raises FolderError, DatabaseError."""
    if not is_database(place):
        _must_not_be_changed_under_a_server(Path(place))
    engine = await open_engine(place)
    try:
        yield engine
    finally:
        await engine.close()


def _delete(some: Rows) -> Steps[int]:
    gone = 0
    for id_, updated in some:
        gone += len((yield do("DELETE FROM match WHERE id = $1 AND updated = $2 RETURNING id", id_, updated)))
    return gone


def _brief(created: str, updated: str) -> bool:
    return datetime.fromisoformat(updated) - datetime.fromisoformat(created) < FIRST_MINUTE


def _must_not_be_changed_under_a_server(folder: Path) -> None:
    """Tables of another version would change under whoever serves them."""
    if not (folder / DATABASE).is_file():
        raise FolderError(f"nothing is kept in {str(folder)!r}: it has no file {DATABASE}")
    with contextlib.closing(sqlite3.connect(folder / DATABASE, timeout=10.0)) as connection:
        ((schema,),) = connection.execute("PRAGMA user_version").fetchall()
    if schema != SCHEMA_VERSION:
        locked(folder).close()

"""Deadlines and the server's pulse in SQLite. Law: instants that are counted with are whole milliseconds."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)


def ms_of(instant: datetime | None) -> int | None:
    """An instant as it is kept, or None."""
    return None if instant is None else (instant - _EPOCH) // _MS


def instant_of(ms: int | None) -> datetime | None:
    """A kept instant."""
    return None if ms is None else _EPOCH + ms * _MS


class SqliteTime:
    """What the store in SQLite keeps of time."""

    async def deadline(self, match: str) -> datetime | None:
        """After what instant the match may be claimed; None: it may not."""
        rows = self._read("SELECT deadline FROM match WHERE id = ?", match)
        return instant_of(rows[0][0]) if rows else None

    async def postpone(self, match: str, deadline: datetime) -> None:
        """Move a deadline on: whoever must act has been seen."""
        values = (ms_of(deadline), match)

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE match SET deadline = ? WHERE id = ? AND deadline IS NOT NULL", values)

        await self._write(job)

    async def beat(self, at: datetime) -> None:
        """The server runs."""
        await self._write(lambda connection: _beat(connection, at))

    async def resume(self, at: datetime) -> None:
        """The server runs again: what it was down since its last beat is given back to every deadline."""

        def job(connection: sqlite3.Connection) -> None:
            down = "(SELECT max(0, ? - at) FROM pulse)"  # nothing before the first beat: then there is no deadline
            connection.execute(
                f"UPDATE match SET deadline = coalesce(deadline + {down}, deadline) WHERE deadline IS NOT NULL",
                (ms_of(at),),
            )
            _beat(connection, at)

        await self._write(job)

    def _read(self, sql: str, *values: str | int) -> list[Any]:
        raise NotImplementedError

    async def _write(self, job: Callable[[sqlite3.Connection], None]) -> None:
        raise NotImplementedError


def _beat(connection: sqlite3.Connection, at: datetime) -> None:
    connection.execute("INSERT OR REPLACE INTO pulse (id, at) VALUES (1, ?)", (ms_of(at),))

"""Where people can be rung, and who was, in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

from pennyflick.server.store.store import Bell

_LATEST = "SELECT rowid FROM bell WHERE holder = ?1 ORDER BY rowid DESC LIMIT ?2"
# only where there is a bell: whoever is forgotten meanwhile stays so
_RING = "INSERT OR IGNORE INTO rung (match, holder) SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM bell WHERE holder = ?2)"


class SqliteBells:
    """What the store in SQLite keeps of the doorbell."""

    async def keep_bell(self, holder: str, bell: Bell, most: int) -> None:
        """A browser wants to be rung there; of one holder the latest so many are kept."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM bell WHERE endpoint = ?", (bell.endpoint,))  # it may have a new holder
            connection.execute(
                "INSERT INTO bell (endpoint, holder, p256dh, auth) VALUES (?, ?, ?, ?)",
                (bell.endpoint, holder, bell.p256dh, bell.auth),
            )
            connection.execute(f"DELETE FROM bell WHERE holder = ?1 AND rowid NOT IN ({_LATEST})", (holder, most))

        await self._write(job)

    async def bells(self, holder: str) -> list[Bell]:
        """Where this holder can be rung, the oldest first."""
        rows = self._read("SELECT endpoint, p256dh, auth FROM bell WHERE holder = ? ORDER BY rowid", holder)
        return [Bell(*row) for row in rows]

    async def drop_bell(self, endpoint: str) -> None:
        """Nobody can be rung there any more."""
        await self._execute("DELETE FROM bell WHERE endpoint = ?", endpoint)

    async def forget_bells(self, holder: str) -> None:
        """This holder is not to be rung any more, and nothing is left of where and when he was."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM bell WHERE holder = ?", (holder,))
            connection.execute("DELETE FROM rung WHERE holder = ?", (holder,))

        await self._write(job)

    async def ring(self, match: str, holder: str) -> bool:
        """Take note that he is rung about a match; False: he was and has not been there since, or cannot be."""
        fresh: list[bool] = []

        def job(connection: sqlite3.Connection) -> None:
            fresh.append(connection.execute(_RING, (match, holder)).rowcount == 1)

        await self._write(job)
        return fresh[-1]

    async def answer_bell(self, match: str, holder: str) -> None:
        """He has been there: the next time he may be rung again."""
        if self._read("SELECT 1 FROM rung WHERE match = ? AND holder = ?", match, holder):
            await self._execute("DELETE FROM rung WHERE match = ? AND holder = ?", match, holder)

    def _read(self, sql: str, *values: str | int) -> list[Any]:
        raise NotImplementedError

    async def _write(self, job: Callable[[sqlite3.Connection], None]) -> None:
        raise NotImplementedError

    async def _execute(self, sql: str, *values: str) -> None:
        raise NotImplementedError

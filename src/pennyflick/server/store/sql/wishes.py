"""What all who play must want, deadlines, and the server's pulse."""

from __future__ import annotations

from datetime import datetime, timedelta

from pennyflick.server.store.engine import Steps, do
from pennyflick.server.store.sql.base import OverEngine, touch_at
from pennyflick.server.store.sql.matches import keep_reply
from pennyflick.server.store.sql.texts import instant_of, whole_ms
from pennyflick.server.store.store import KeptReply

_WISH = (
    "INSERT INTO wish (match, kind, seat, version) VALUES ($1, $2, $3, $4) "
    "ON CONFLICT (match, kind, seat) DO UPDATE SET version = excluded.version"
)
_BEAT = "INSERT INTO pulse (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at"


class Wishes(OverEngine):
    """The part of the store that keeps wishes and time."""

    async def wish(
        self, match: str, kind: str, seat: str, version: int, reply: KeptReply | None = None, seen: int | None = None
    ) -> int:
        """Somebody wishes what all must want, as the match stands at this version; the reply to his command."""

        def job() -> Steps[int]:
            touched = yield from touch_at(match, version, seen)
            yield do(_WISH, match, kind, seat, version)
            yield from keep_reply(match, reply)
            return touched

        return await self._write(job)

    async def withdraw(
        self, match: str, kind: str, seat: str, version: int, reply: KeptReply | None = None, seen: int | None = None
    ) -> int:
        """Somebody no longer wishes it."""

        def job() -> Steps[int]:
            touched = yield from touch_at(match, version, seen)
            yield do("DELETE FROM wish WHERE match = $1 AND kind = $2 AND seat = $3", match, kind, seat)
            yield from keep_reply(match, reply)
            return touched

        return await self._write(job)

    async def wishes(self, match: str, kind: str, version: int) -> tuple[str, ...]:
        """The seats that wish it at this version; what was wished earlier is void."""
        sql = "SELECT seat FROM wish WHERE match = $1 AND kind = $2 AND version = $3 ORDER BY seat"
        return tuple(row[0] for row in await self._read(sql, match, kind, version))

    async def opened(self, match: str) -> datetime | None:
        """When the decision at hand opened: with the last version, or when the last sat down. None: no such match."""
        rows = await self._read("SELECT updated FROM match WHERE id = $1", match)
        return datetime.fromisoformat(rows[0][0]) if rows else None

    async def deadline(self, match: str) -> datetime | None:
        """After what instant the match may be claimed; None: it may not."""
        rows = await self._read("SELECT deadline FROM match WHERE id = $1", match)
        return instant_of(rows[0][0]) if rows else None

    async def postpone(self, match: str, version: int, deadline: datetime) -> int | None:
        """Move a deadline on: whoever must act at this version has been seen. None: nobody's time runs there."""
        sql = (
            "UPDATE match SET deadline = $1, touched = touched + 1 "
            "WHERE id = $2 AND version = $3 AND deadline IS NOT NULL RETURNING touched"
        )
        rows = await self._execute(sql, whole_ms(deadline), match, version)
        return int(rows[0][0]) if rows else None

    async def beat(self, at: datetime) -> None:
        """The server runs."""
        await self._execute(_BEAT, whole_ms(at))

    async def resume(self, at: datetime, silence: timedelta = timedelta()) -> None:
        """The server runs again: what it was down since its last beat is given back to every deadline."""
        await self._write(lambda: _resume(whole_ms(at), silence // timedelta(milliseconds=1)))


def _resume(at_ms: int, silence_ms: int) -> Steps[None]:
    beats = yield do("UPDATE pulse SET at = at WHERE id = 1 RETURNING at")  # who resumes as well waits for us
    down = at_ms - beats[0][0] if beats else 0  # nothing before the first beat: then there is no deadline
    if down > silence_ms:
        yield do("UPDATE match SET deadline = deadline + $1, touched = touched + 1 WHERE deadline IS NOT NULL", down)
    yield do(_BEAT, at_ms)

"""Lists of matches, a page at a time, and what somebody took off his list."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from typing import Any

from pennyflick.server.store.engine import Steps, do
from pennyflick.server.store.sql.base import OverEngine, touch
from pennyflick.server.store.sql.texts import HEADER, STANDING, header_of, instant_of, standing_of, time_text
from pennyflick.server.store.store import Cursor, Row

LISTED = "SELECT 1 FROM seat WHERE match = id AND holder NOT IN (SELECT holder FROM unlisted WHERE match = id)"
_OFF = "SELECT 1 FROM unlisted WHERE unlisted.match = match.id AND unlisted.holder = $1"  # he took it off his list
_HIS = "practice IS NULL AND id IN (SELECT seat.match FROM seat WHERE seat.holder = $1)"
_ROW = f"{HEADER}, {STANDING}, updated, deadline"
_AWAITS = "EXISTS (SELECT 1 FROM invitation WHERE invitation.match = page.listed AND NOT spent)"
_ON = f"deleted IS NULL AND NOT EXISTS ({_OFF})"
_LATEST = "updated DESC, id"
_HIS_TURN = (  # as server/pages/lists.py reads a row
    "NOT imported AND NOT EXISTS (SELECT 1 FROM invitation WHERE invitation.match = match.id AND NOT spent) "
    "AND (act = '' OR EXISTS (SELECT 1 FROM seat WHERE seat.match = match.id AND seat.holder = $1 "
    "AND ',' || act || ',' LIKE '%,' || seat.seat || ',%'))"
)
_URGENT = f"CASE WHEN {_HIS_TURN} THEN 0 ELSE 1 END, CASE WHEN deadline IS NULL THEN 1 ELSE 0 END, deadline, {_LATEST}"
_PUT_AWAY = (
    "INSERT INTO unlisted (match, holder, since) VALUES ($1, $2, $3) "
    "ON CONFLICT (match, holder) DO UPDATE SET since = excluded.since"
)


class Lists(OverEngine):
    """The part of the store that lists matches."""

    async def rows(self, holder: str, most: int | None = None, after: Cursor | None = None) -> list[Row]:
        """The matches in which this holder has a seat, latest first; practice is left out.

        A page of them: so many at the most, those that come after the cursor of the last page.
        """
        if after is None:
            return await self._listed(_ON, _LATEST, most, holder)
        further = f"{_ON} AND (updated < $2 OR (updated = $2 AND id > $3))"
        return await self._listed(further, _LATEST, most, holder, time_text(after.updated), after.id)

    async def going_on(self, holder: str, most: int) -> list[Row]:
        """So many of those that are not over: where he must act, and where time runs out, before the others."""
        return await self._listed(f"{_ON} AND NOT over", _URGENT, most, holder)

    async def put_away(self, holder: str, most: int | None = None) -> list[Row]:
        """Those that he has taken off his list and that can still be restored, so many of the latest."""
        return await self._listed(f"EXISTS ({_OFF} AND since IS NOT NULL)", _LATEST, most, holder)

    async def unlist(self, match: str, holder: str, at: datetime) -> int:
        """Take a match off somebody's list. When nobody lists it any more it is as if it were not there."""

        def job() -> Steps[int]:
            touched = yield from touch(match)
            yield do(_PUT_AWAY, match, holder, time_text(at))
            yield do(f"UPDATE match SET deleted = $1 WHERE id = $2 AND NOT EXISTS ({LISTED})", time_text(at), match)
            return touched

        return await self._write(job)

    async def restore(self, match: str, holder: str) -> int:
        """Bring back a match that he took off his list."""

        def job() -> Steps[int]:
            touched = yield from touch(match)
            yield do("DELETE FROM unlisted WHERE match = $1 AND holder = $2", match, holder)
            yield do("UPDATE match SET deleted = NULL WHERE id = $1", match)
            return touched

        return await self._write(job)

    async def _listed(self, condition: str, order: str, most: int | None, *values: str) -> list[Row]:
        """The first so many in an order; then those, latest first."""
        page = f"SELECT id AS listed FROM match WHERE {_HIS} AND {condition} ORDER BY {order}"
        page += "" if most is None else f" LIMIT {most:d}"
        sql = (  # only what is on the page is read as a whole
            f"SELECT {_ROW}, {_AWAITS}, seat FROM ({page}) AS page JOIN match ON match.id = page.listed "
            "JOIN seat ON seat.match = page.listed AND seat.holder = $1 ORDER BY updated DESC, id, seat"
        )
        return list(_rows(await self._engine.read_long(sql, *values)))


def _rows(found: list[tuple[Any, ...]]) -> Iterable[Row]:
    """One for each match, with all seats that its reader has there."""
    for _, same in groupby(found, key=lambda values: values[0]):
        several = list(same)
        *header, version, over, sentence, score, act, updated, deadline, awaits, _ = several[0]
        standing = standing_of((version, over, sentence, score, act))
        seats, changed = tuple(values[-1] for values in several), datetime.fromisoformat(updated)
        yield Row(header_of(tuple(header)), standing, changed, seats, instant_of(deadline), bool(awaits))

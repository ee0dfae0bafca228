"""Seats on the move: handovers to another device, and pleas of who has lost his cookie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from pennyflick.server.store.engine import Steps, do
from pennyflick.server.store.people import Handover, Plea, SpentError
from pennyflick.server.store.sql.base import OverEngine, touch
from pennyflick.server.store.sql.texts import time_text

_PLEA = "id, match, seat, holder, at, refused"


class Handing(OverEngine):
    """The part of the store in which seats go from one browser to another."""

    async def keep_handover(self, handover: Handover) -> None:
        """A link to another device; an earlier one for the same is void."""
        values = (handover.token, handover.holder, handover.match, time_text(handover.until))

        def job() -> Steps[None]:
            if handover.match is None:
                yield do("DELETE FROM handover WHERE holder = $1 AND match IS NULL", handover.holder)
            else:
                yield do("DELETE FROM handover WHERE holder = $1 AND match = $2", handover.holder, handover.match)
            yield do("INSERT INTO handover (token, holder, match, until) VALUES ($1, $2, $3, $4)", *values)

        await self._write(job)

    async def handover(self, token: str) -> Handover | None:
        """The one with this hash of its token; None: used, replaced, or never made."""
        rows = await self._read("SELECT token, holder, match, until FROM handover WHERE token = $1", token)
        return _handover(rows[0]) if rows else None

    async def hand_over(self, handover: Handover, to: str) -> Mapping[str, int]:
        """The seats, or everything, are another browser's now. Raises SpentError when it was used already."""

        def job() -> Steps[Mapping[str, int]]:
            if not (yield do("DELETE FROM handover WHERE token = $1 RETURNING token", handover.token)):
                raise SpentError("the link to another device was used already")
            if handover.match is None:
                return (yield from _move_person(handover.holder, to))
            touched = yield from touch(handover.match)
            yield from _move_seats(handover.match, handover.holder, to)
            return {handover.match: touched}

        return await self._write(job)

    async def keep_plea(self, plea: Plea) -> int:
        """Somebody says that a seat is his."""
        values = (plea.id, plea.match, plea.seat, plea.holder, time_text(plea.at))

        def job() -> Steps[int]:
            touched = yield from touch(plea.match)
            yield do("INSERT INTO plea (id, match, seat, holder, at) VALUES ($1, $2, $3, $4, $5)", *values)
            return touched

        return await self._write(job)

    async def pleas(self, match: str) -> list[Plea]:
        """All pleas to seats of a match, the refused too, oldest first."""
        rows = await self._read(f"SELECT {_PLEA} FROM plea WHERE match = $1 ORDER BY at, id", match)
        return [_plea(row) for row in rows]

    async def pleas_to_answer(self, holder: str) -> list[Plea]:
        """Those that wait at the tables where he sits."""
        there = (
            "SELECT seat.match FROM seat JOIN match ON seat.match = match.id WHERE seat.holder = $1 AND deleted IS NULL"
        )
        sql = f"SELECT {_PLEA} FROM plea WHERE NOT refused AND holder <> $1 AND match IN ({there}) ORDER BY at, id"
        return [_plea(row) for row in await self._read(sql, holder)]

    async def refuse(self, plea: Plea) -> int:
        """It is not his; raises SpentError when it was answered already."""

        def job() -> Steps[int]:
            touched = yield from touch(plea.match)
            yield from _answer_plea("UPDATE plea SET refused = TRUE WHERE id = $1 AND NOT refused RETURNING id", plea)
            return touched

        return await self._write(job)

    async def grant(self, plea: Plea) -> int:
        """The seat is his, with all that its holder had in this match. Raises SpentError likewise."""

        def job() -> Steps[int]:
            touched = yield from touch(plea.match)
            yield from _answer_plea("DELETE FROM plea WHERE id = $1 AND NOT refused RETURNING id", plea)
            found = yield do("SELECT holder FROM seat WHERE match = $1 AND seat = $2", plea.match, plea.seat)
            if not found:
                raise SpentError("nobody has the seat any more")
            yield from _move_seats(plea.match, found[0][0], plea.holder)
            yield do("DELETE FROM plea WHERE match = $1 AND seat = $2", plea.match, plea.seat)
            return touched

        return await self._write(job)


def touch_all(matches: Iterable[str]) -> Steps[dict[str, int]]:
    """Raise the counters of several matches, always in one order so that two who do it do not block each other."""
    touched = {}
    for match in sorted(matches):
        touched[match] = yield from touch(match)
    return touched


def _move_seats(match: str, holder: str, to: str) -> Steps[None]:
    for table in ("seat", "vacancy"):
        yield do(f"UPDATE {table} SET holder = $1 WHERE match = $2 AND holder = $3", to, match, holder)
    yield do("DELETE FROM unlisted WHERE match = $1 AND holder IN ($2, $3)", match, holder, to)


def _move_person(holder: str, to: str) -> Steps[dict[str, int]]:
    """Everything: whatever the other browser told of itself gives way."""
    held = yield do("SELECT DISTINCT match FROM seat WHERE holder = $1", holder)
    touched = yield from touch_all(match for (match,) in held)
    if (yield do("SELECT 1 FROM person WHERE holder = $1", holder)):
        yield do("DELETE FROM person WHERE holder = $1", to)
    same = "SELECT match FROM unlisted WHERE holder = $2"
    yield do(f"DELETE FROM unlisted WHERE holder = $1 AND match IN ({same})", to, holder)
    for table in ("person", "seat", "unlisted", "vacancy", "sent_flick", "try"):
        yield do(f"UPDATE {table} SET holder = $1 WHERE holder = $2", to, holder)
    yield do("DELETE FROM handover WHERE holder = $1", holder)
    return touched


def _answer_plea(sql: str, plea: Plea) -> Steps[None]:
    if not (yield do(sql, plea.id)):
        raise SpentError("the plea was answered already")


def _handover(row: tuple[Any, ...]) -> Handover:
    token, holder, match, until = row
    return Handover(token, holder, match, datetime.fromisoformat(until))


def _plea(row: tuple[Any, ...]) -> Plea:
    id_, match, seat, holder, at, refused = row
    return Plea(id_, match, seat, holder, datetime.fromisoformat(at), bool(refused))

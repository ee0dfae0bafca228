"""Vacancies for strangers, and flicks that were sent."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pennyflick.server.store.engine import Steps, do, marks
from pennyflick.server.store.people import SentFlick, Vacancy
from pennyflick.server.store.sql.base import OverEngine, touch
from pennyflick.server.store.sql.matches import tell_header
from pennyflick.server.store.sql.texts import json_text, mapping, time_text
from pennyflick.server.store.store import Header

_FLICK = "id, game, options, setup, seat, event, name, hand, holder, answers, created"
_LEAVE = (
    "INSERT INTO vacancy (match, holder, until, names) VALUES ($1, $2, $3, $4) ON CONFLICT (match) "
    "DO UPDATE SET holder = excluded.holder, until = excluded.until, names = excluded.names"
)
_OPEN = (
    "SELECT vacancy.match, holder, until, vacancy.names FROM vacancy JOIN match ON vacancy.match = match.id "
    "WHERE deleted IS NULL AND EXISTS (SELECT 1 FROM invitation WHERE invitation.match = match.id AND NOT spent)"
)


class Vacancies(OverEngine):
    """The part of the store for people who do not know each other."""

    async def keep_vacancy(self, vacancy: Vacancy, header: Header, seen: int | None = None) -> int:
        """The open seats of this match are for whoever comes; names and terms of the header change with it."""
        values = (vacancy.match, vacancy.holder, time_text(vacancy.until), json_text(vacancy.names))

        def job() -> Steps[int]:
            touched = yield from touch(header.id, seen)
            yield do(_LEAVE, *values)
            yield from tell_header(header)
            return touched

        return await self._write(job)

    async def close_vacancy(self, header: Header, seen: int | None = None) -> int:
        """They are so no longer."""

        def job() -> Steps[int]:
            touched = yield from touch(header.id, seen)
            yield do("DELETE FROM vacancy WHERE match = $1", header.id)
            yield from tell_header(header)
            return touched

        return await self._write(job)

    async def vacancy(self, match: str) -> Vacancy | None:
        """What strangers are offered at this table, or None."""
        rows = await self._read(f"{_OPEN} AND match.id = $1", match)
        return _vacancy(rows[0]) if rows else None

    async def vacancies(self) -> list[Vacancy]:
        """All of them, oldest first."""
        return [_vacancy(row) for row in await self._read(f"{_OPEN} ORDER BY until, match.id")]

    async def keep_flick(self, flick: SentFlick) -> None:
        """A flick to be sent; the same one again changes nothing."""
        sql = f"INSERT INTO sent_flick ({_FLICK}) VALUES ({marks(11)}) ON CONFLICT (id) DO NOTHING"
        where = (flick.id, flick.game, json_text(flick.options), flick.setup, flick.seat, flick.event)
        who = (flick.name, flick.hand, flick.holder, flick.answers, time_text(flick.created))
        await self._execute(sql, *where, *who)

    async def flick(self, flick: str) -> SentFlick | None:
        """A flick that was sent, or None."""
        rows = await self._read(f"SELECT {_FLICK} FROM sent_flick WHERE id = $1", flick)
        return _flick(rows[0]) if rows else None

    async def flicks(self) -> int:
        """How many there are."""
        return int((await self._read("SELECT count(*) FROM sent_flick"))[0][0])


def _vacancy(row: tuple[Any, ...]) -> Vacancy:
    match, holder, until, names = row
    return Vacancy(match, holder, datetime.fromisoformat(until), mapping(names))


def _flick(row: tuple[Any, ...]) -> SentFlick:
    id_, game, options, setup, seat, event, name, hand, holder, answers, created = row
    at = datetime.fromisoformat(created)
    return SentFlick(id_, game, mapping(options), setup, seat, event, name, hand, holder, at, answers)

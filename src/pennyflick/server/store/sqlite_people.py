"""The part of the SQLite store that knows people: seats on the move, pleas, vacancies for strangers, sent flicks."""

from __future__ import annotations

import re
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from pennyflick.server.store.people import Forgetting, Handover, Plea, SentFlick, SpentError, Vacancy
from pennyflick.server.store.store import Header

Job = Callable[[sqlite3.Connection], None]
NOBODY = "…"  # stands where a text of an earlier version called somebody by name

_PLEA = "id, match, seat, holder, at, refused"
_FLICK = "id, game, options, setup, seat, event, name, hand, holder, answers, created"
# tables in which one row is one person's
_HOLDERS = ("person", "seat", "unlisted", "handover", "plea", "vacancy", "bell", "rung")
_LISTED = "SELECT 1 FROM seat WHERE match = id AND holder NOT IN (SELECT holder FROM unlisted WHERE match = id)"
_FAMILY = (
    "WITH RECURSIVE family (id) AS (SELECT ? UNION SELECT match.id FROM match JOIN family ON branch_match = family.id) "
    "SELECT id FROM family"
)


class SqlitePeople(ABC):
    """What the store of matches lends itself to keep people."""

    @abstractmethod
    def _read(self, sql: str, *values: str | int) -> list[Any]:
        """What a question finds."""

    @abstractmethod
    async def _write(self, job: Job, afterwards: Job | None = None) -> None:
        """A transaction, and what must come after its commit."""

    @abstractmethod
    def _headers(self, condition: str, *values: str) -> list[Header]:
        """The matches for which this holds."""

    @staticmethod
    @abstractmethod
    def _tell_header(connection: sqlite3.Connection, header: Header) -> None:
        """What can change in a header: names and hands, and the terms of a match that has not begun."""

    async def held(self, holder: str) -> Mapping[str, tuple[str, ...]]:
        """Match -> the seats that he has in it: practice, and what was put away, too."""
        sql = "SELECT match, group_concat(seat) FROM seat WHERE holder = ? GROUP BY match ORDER BY match"
        return {match: tuple(sorted(seats.split(","))) for match, seats in self._read(sql, holder)}

    async def family(self, match: str) -> list[Header]:
        """This match, be it put away or not, those that were branched from it, and from those."""
        return self._headers(f"id IN ({_FAMILY})", match)

    async def keep_handover(self, handover: Handover) -> None:
        """A link to another device; an earlier one for the same is void."""

        def job(connection: sqlite3.Connection) -> None:
            same = "DELETE FROM handover WHERE holder = ? AND match IS ?"
            connection.execute(same, (handover.holder, handover.match))
            values = (handover.token, handover.holder, handover.match, _time(handover.until))
            connection.execute("INSERT INTO handover (token, holder, match, until) VALUES (?, ?, ?, ?)", values)

        await self._write(job)

    async def handover(self, token: str) -> Handover | None:
        """The one with this hash of its token; None: used, replaced, or never made."""
        rows = self._read("SELECT token, holder, match, until FROM handover WHERE token = ?", token)
        return _handover(rows[0]) if rows else None

    async def hand_over(self, handover: Handover, to: str) -> None:
        """The seats, or everything, are another browser's now. Raises SpentError when it was used already."""

        def job(connection: sqlite3.Connection) -> None:
            if connection.execute("DELETE FROM handover WHERE token = ?", (handover.token,)).rowcount != 1:
                raise SpentError("the link to another device was used already")
            if handover.match is None:
                _move_person(connection, handover.holder, to)
            else:
                _move_seats(connection, handover.match, handover.holder, to)

        await self._write(job)

    async def keep_plea(self, plea: Plea) -> None:
        """Somebody says that a seat is his."""

        def job(connection: sqlite3.Connection) -> None:
            values = (plea.id, plea.match, plea.seat, plea.holder, _time(plea.at))
            connection.execute("INSERT INTO plea (id, match, seat, holder, at) VALUES (?, ?, ?, ?, ?)", values)

        await self._write(job)

    async def pleas(self, match: str) -> list[Plea]:
        """All pleas to seats of a match, the refused too, oldest first."""
        sql = f"SELECT {_PLEA} FROM plea WHERE match = ? ORDER BY at, id"
        return [_plea(row) for row in self._read(sql, match)]

    async def pleas_to_answer(self, holder: str) -> list[Plea]:
        """Those that wait at the tables where he sits."""
        there = (
            "SELECT seat.match FROM seat JOIN match ON seat.match = match.id WHERE seat.holder = ? AND deleted IS NULL"
        )
        sql = f"SELECT {_PLEA} FROM plea WHERE NOT refused AND holder <> ? AND match IN ({there}) ORDER BY at, id"
        return [_plea(row) for row in self._read(sql, holder, holder)]

    async def refuse(self, plea: str) -> None:
        """It is not his; raises SpentError when it was answered already."""

        def job(connection: sqlite3.Connection) -> None:
            _answer_plea(connection, "UPDATE plea SET refused = 1 WHERE id = ? AND NOT refused", plea)

        await self._write(job)

    async def grant(self, plea: Plea) -> None:
        """The seat is his, with all that its holder had in this match. Raises SpentError likewise."""

        def job(connection: sqlite3.Connection) -> None:
            _answer_plea(connection, "DELETE FROM plea WHERE id = ? AND NOT refused", plea.id)
            whose = "SELECT holder FROM seat WHERE match = ? AND seat = ?"
            found = connection.execute(whose, (plea.match, plea.seat)).fetchone()
            if found is None:
                raise SpentError("nobody has the seat any more")
            _move_seats(connection, plea.match, found[0], plea.holder)
            connection.execute("DELETE FROM plea WHERE match = ? AND seat = ?", (plea.match, plea.seat))

        await self._write(job)

    async def keep_vacancy(self, vacancy: Vacancy, header: Header) -> None:
        """The open seats of this match are for whoever comes; names and terms of the header change with it."""

        def job(connection: sqlite3.Connection) -> None:
            values = (vacancy.match, vacancy.holder, _time(vacancy.until), _json(vacancy.names))
            connection.execute(
                "INSERT OR REPLACE INTO vacancy (match, holder, until, names) VALUES (?, ?, ?, ?)", values
            )
            self._tell_header(connection, header)

        await self._write(job)

    async def close_vacancy(self, header: Header) -> None:
        """They are so no longer."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM vacancy WHERE match = ?", (header.id,))
            self._tell_header(connection, header)

        await self._write(job)

    async def vacancy(self, match: str) -> Vacancy | None:
        """What strangers are offered at this table, or None."""
        found = [vacancy for vacancy in await self.vacancies() if vacancy.match == match]
        return found[0] if found else None

    async def vacancies(self) -> list[Vacancy]:
        """All of them, oldest first."""
        sql = (
            "SELECT match, holder, until, vacancy.names FROM vacancy JOIN match ON match = id "
            "WHERE deleted IS NULL AND EXISTS (SELECT 1 FROM invitation AS open WHERE open.match = id AND NOT spent) "
            "ORDER BY until, match"
        )
        return [_vacancy(row) for row in self._read(sql)]

    async def keep_flick(self, flick: SentFlick) -> None:
        """A flick to be sent; the same one again changes nothing."""

        def job(connection: sqlite3.Connection) -> None:
            sql = f"INSERT OR IGNORE INTO sent_flick ({_FLICK}) VALUES ({', '.join('?' * 11)})"
            connection.execute(sql, _flick_values(flick))

        await self._write(job)

    async def flick(self, flick: str) -> SentFlick | None:
        """A flick that was sent, or None."""
        rows = self._read(f"SELECT {_FLICK} FROM sent_flick WHERE id = ?", flick)
        return _flick(rows[0]) if rows else None

    async def flicks(self) -> int:
        """How many there are."""
        return int(self._read("SELECT count(*) FROM sent_flick")[0][0])

    async def tries(self, holder: str, practice: str) -> list[Header]:
        """His practice matches of this mark, oldest first."""
        mine = "practice = ? AND id IN (SELECT match FROM seat WHERE holder = ?)"
        return sorted(self._headers(mine, practice, holder), key=lambda header: (header.created, header.id))

    async def forget(self, forgetting: Forgetting) -> None:
        """Forget somebody, on the disk too: what was overwritten cannot be read there any more."""

        def job(connection: sqlite3.Connection) -> None:
            holder = (forgetting.holder,)
            connection.executemany("DELETE FROM match WHERE id = ?", [(match,) for match in forgetting.own])
            for header in forgetting.shared:
                self._tell_header(connection, header)
                _clear_texts(connection, header.id, forgetting.names)
            for table in _HOLDERS:
                connection.execute(f"DELETE FROM {table} WHERE holder = ?", holder)
            connection.execute("UPDATE sent_flick SET name = '', holder = '' WHERE holder = ?", holder)
            alone = [(_time(forgetting.at), header.id) for header in forgetting.shared]
            connection.executemany(f"UPDATE match SET deleted = ? WHERE id = ? AND NOT EXISTS ({_LISTED})", alone)

        await self._write(job, _empty_log)

    async def sweep_people(self, now: datetime, pleaded_before: datetime, sent_before: datetime) -> None:
        """Forget what has passed: links and vacancies by now, pleas and sent flicks before then."""

        def job(connection: sqlite3.Connection) -> None:
            for table in ("handover", "vacancy"):
                connection.execute(f"DELETE FROM {table} WHERE until < ?", (_time(now),))
            connection.execute("DELETE FROM plea WHERE at < ?", (_time(pleaded_before),))
            connection.execute("DELETE FROM sent_flick WHERE created < ?", (_time(sent_before),))

        await self._write(job)


def _move_seats(connection: sqlite3.Connection, match: str, holder: str, to: str) -> None:
    for table in ("seat", "vacancy"):
        connection.execute(f"UPDATE {table} SET holder = ? WHERE match = ? AND holder = ?", (to, match, holder))
    connection.execute("DELETE FROM unlisted WHERE match = ? AND holder IN (?, ?)", (match, holder, to))


def _move_person(connection: sqlite3.Connection, holder: str, to: str) -> None:
    """Everything: whatever the other browser told of itself gives way."""
    if connection.execute("SELECT 1 FROM person WHERE holder = ?", (holder,)).fetchone():
        connection.execute("DELETE FROM person WHERE holder = ?", (to,))
    for table in ("person", "seat", "unlisted", "vacancy", "sent_flick"):
        connection.execute(f"UPDATE OR REPLACE {table} SET holder = ? WHERE holder = ?", (to, holder))
    connection.execute("DELETE FROM handover WHERE holder = ?", (holder,))


def _answer_plea(connection: sqlite3.Connection, sql: str, plea: str) -> None:
    if connection.execute(sql, (plea,)).rowcount != 1:
        raise SpentError("the plea was answered already")


def _clear_texts(connection: sqlite3.Connection, match: str, names: Sequence[str]) -> None:
    """What version 0.1.0 wrote as plain text called people by their names."""
    known = [re.escape(name) for name in names if name]
    if not known:
        return
    called = re.compile(rf"(?<!\w)(?:{'|'.join(known)})(?!\w)")
    cleared = "UPDATE {} SET {} = ? WHERE {} = ? AND {} = ?"
    for table, column, id_ in (("match", "sentence", "id"), ("entry", "thought", "match")):
        rows = connection.execute(f"SELECT DISTINCT {column} FROM {table} WHERE {id_} = ?", (match,)).fetchall()
        for (text,) in rows:
            if not text.startswith("[") and called.search(text):
                values = (called.sub(NOBODY, text), match, text)
                connection.execute(cleared.format(table, column, id_, column), values)
    refusals = connection.execute("SELECT command, reply FROM reply WHERE match = ? AND refusal NOTNULL", (match,))
    named = [(match, command) for command, reply in refusals.fetchall() if called.search(reply)]
    connection.executemany("DELETE FROM reply WHERE match = ? AND command = ?", named)


def _empty_log(connection: sqlite3.Connection) -> None:
    """Move everything out of the log of writes: it still holds pages as they were before."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _flick_values(flick: SentFlick) -> tuple[Any, ...]:
    where = (flick.id, flick.game, _json(flick.options), flick.setup, flick.seat, flick.event)
    return (*where, flick.name, flick.hand, flick.holder, flick.answers, _time(flick.created))


def _handover(row: tuple[Any, ...]) -> Handover:
    token, holder, match, until = row
    return Handover(token, holder, match, datetime.fromisoformat(until))


def _plea(row: tuple[Any, ...]) -> Plea:
    id_, match, seat, holder, at, refused = row
    return Plea(id_, match, seat, holder, datetime.fromisoformat(at), bool(refused))


def _vacancy(row: tuple[Any, ...]) -> Vacancy:
    match, holder, until, names = row
    return Vacancy(match, holder, datetime.fromisoformat(until), msgspec.json.decode(names))


def _flick(row: tuple[Any, ...]) -> SentFlick:
    id_, game, options, setup, seat, event, name, hand, holder, answers, created = row
    at = datetime.fromisoformat(created)
    return SentFlick(id_, game, msgspec.json.decode(options), setup, seat, event, name, hand, holder, at, answers)


def _json(value: Mapping[str, str]) -> str:
    return msgspec.json.encode(dict(value)).decode()


def _time(instant: datetime) -> str:
    return instant.isoformat(timespec="milliseconds")

"""The store in one SQLite file: WAL, synchronous=FULL, one writing connection in one thread, group commit."""

from __future__ import annotations

import asyncio
import dataclasses
import queue
import sqlite3
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from pennyflick.server.store.schema import copy_before_migrating, migrate
from pennyflick.server.store.sqlite_bells import SqliteBells
from pennyflick.server.store.sqlite_people import Job, SqlitePeople
from pennyflick.server.store.sqlite_time import SqliteTime, instant_of, ms_of
from pennyflick.server.store.store import (
    DEFAULT_TERMS,
    Advance,
    Branch,
    Header,
    Invitation,
    KeptReply,
    KeptVersion,
    NewMatch,
    Person,
    Row,
    SeatTakenError,
    Sitting,
    Standing,
    StoreError,
    Terms,
    Under,
    VersionTakenError,
)
from pennyflick.table.sentence_json import sentence_from_text, sentence_text

GROUP_LIMIT = 64  # writes in one transaction: more would make the first of them wait too long
REFUSALS_KEPT = 100  # of a match: a client sends again only what it has had no reply to, and that is soon
_HEADER = (
    "id, game, options, starter, names, players, hands, seed, created, branch_match, branch_after, imported, "
    "rules, physics, setup, practice, terms, strokes, first_contact"
)
_STANDING = "version, over, sentence, score, act"
_NEW_MATCH = f"INSERT INTO match ({_HEADER}, updated, {_STANDING}, deadline) VALUES ({', '.join('?' * 26)})"
_NEW_SEAT = "INSERT INTO seat (match, seat, holder) VALUES (?, ?, ?)"
_THERE = "deleted IS NULL"
_OFF = "SELECT 1 FROM unlisted WHERE match = id AND holder = ?1"  # he has taken it off his list
_VERSION = "version, kind, seat, answer, actual, digest, thought, rules, physics, event"
_NEW_VERSION = f"INSERT INTO entry (match, {_VERSION}) VALUES ({', '.join('?' * 11)})"
_FILL = "UPDATE entry SET rules = ?, physics = ?, event = ? WHERE match = ? AND version = ? AND event IS NULL"


@dataclass(frozen=True)
class _Write:
    job: Job
    afterwards: Job | None
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]

    def tell(self, error: Exception | None) -> None:
        self.loop.call_soon_threadsafe(self._settle, error)

    def _settle(self, error: Exception | None) -> None:
        if self.done.done():  # whoever waited has gone
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class SqliteStore(SqliteTime, SqlitePeople, SqliteBells):
    """Matches in the file `matches.db` of a data folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / "matches.db"
        copy_before_migrating(self._path)
        writing = _connect(self._path)
        migrate(writing)
        self._reading = _connect(self._path)
        self._reading.execute("PRAGMA query_only = ON")
        self._lock = threading.Lock()  # rebuilding a match reads from a worker thread
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_on, args=(writing,), name="store", daemon=True)
        self._thread.start()

    async def create(self, new: NewMatch) -> None:
        """A new match and who holds its seats."""
        header, standing = new.header, new.standing
        values = (*_header_values(header), _time(header.created), *_standing_values(standing), ms_of(new.deadline))
        seats = [(header.id, seat, holder) for seat, holder in new.holders.items()]
        invitations = [(each.token, each.match, each.seat) for each in new.invitations]

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(_NEW_MATCH, values)
            connection.executemany(_NEW_SEAT, seats)
            connection.executemany("INSERT INTO invitation (token, match, seat) VALUES (?, ?, ?)", invitations)
            connection.executemany(_NEW_VERSION, [_version_values(header.id, kept) for kept in new.versions])
            if new.follows is not None:
                # one that followed before was deleted, or there would be no other
                connection.execute("UPDATE match SET follows = NULL WHERE follows = ?", (new.follows,))
                connection.execute("UPDATE match SET follows = ? WHERE id = ?", (new.follows, header.id))

        await self._write(job)

    async def advance(self, step: Advance) -> None:
        """The next version of a match; raises VersionTakenError when there is one already."""

        def job(connection: sqlite3.Connection) -> None:
            kept, standing = step.kept, step.standing
            try:
                connection.execute(_NEW_VERSION, _version_values(step.match, kept))
            except sqlite3.IntegrityError as error:
                raise VersionTakenError(f"match {step.match} already has version {kept.version}, or is gone") from error
            connection.execute(
                f"UPDATE match SET ({_STANDING}, updated, deadline) = (?, ?, ?, ?, ?, ?, ?) WHERE id = ?",
                (*_standing_values(standing), _time(step.at), ms_of(step.deadline), step.match),
            )
            if step.reply is not None:
                _keep(connection, step.match, step.reply, None)

        await self._write(job)

    async def fill(self, match: str, versions: Sequence[KeptVersion]) -> None:
        """Add to versions that were written before events were kept what came of them; nothing else changes."""
        values = [(*_under_values(kept), kept.event, match, kept.version) for kept in versions]

        def job(connection: sqlite3.Connection) -> None:
            connection.executemany(_FILL, values)

        await self._write(job)

    async def keep_refusal(self, match: str, reply: KeptReply) -> None:
        """A refusal changed nothing: only the latest of a match are kept."""

        def job(connection: sqlite3.Connection) -> None:
            (last,) = connection.execute("SELECT max(refusal) FROM reply WHERE match = ?", (match,)).fetchone()
            number = (last or 0) + 1
            _keep(connection, match, reply, number)
            connection.execute("DELETE FROM reply WHERE match = ? AND refusal <= ?", (match, number - REFUSALS_KEPT))

        await self._write(job)

    async def unlist(self, match: str, holder: str, at: datetime) -> None:
        """Take a match off somebody's list. When nobody lists it any more it is as if it were not there."""
        listed = "SELECT 1 FROM seat WHERE match = id AND holder NOT IN (SELECT holder FROM unlisted WHERE match = id)"

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO unlisted VALUES (?, ?, ?)", (match, holder, _time(at)))
            connection.execute(
                f"UPDATE match SET deleted = ? WHERE id = ? AND NOT EXISTS ({listed})", (_time(at), match)
            )

        await self._write(job)

    async def restore(self, match: str, holder: str) -> None:
        """Bring back a match that he took off his list."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM unlisted WHERE match = ? AND holder = ?", (match, holder))
            connection.execute("UPDATE match SET deleted = NULL WHERE id = ?", (match,))

        await self._write(job)

    async def sweep(self, deleted_before: datetime, practised_before: datetime) -> None:
        """Forget for good what was put away, and what was only practice, before then."""
        old = "deleted < ? OR (practice IS NOT NULL AND updated < ?)"
        await self._execute(f"DELETE FROM match WHERE {old}", _time(deleted_before), _time(practised_before))
        await self._execute("UPDATE unlisted SET since = NULL WHERE since < ?", _time(deleted_before))

    async def header(self, match: str) -> Header | None:
        """How it began, or None: there is no such match."""
        rows = self._read(f"SELECT {_HEADER} FROM match WHERE id = ? AND deleted IS NULL", match)
        return _header(rows[0]) if rows else None

    async def versions(self, match: str) -> list[KeptVersion]:
        """Its versions, oldest first."""
        sql = f"SELECT {_VERSION} FROM entry WHERE match = ? ORDER BY version"
        return [_version(row) for row in await asyncio.to_thread(self._read, sql, match)]

    async def version(self, match: str, version: int) -> KeptVersion | None:
        """One of its versions, or None."""
        rows = self._read(f"SELECT {_VERSION} FROM entry WHERE match = ? AND version = ?", match, version)
        return _version(rows[0]) if rows else None

    async def unfilled(self) -> list[str]:
        """The matches with versions that were written before events were kept."""
        return [row[0] for row in self._read("SELECT DISTINCT match FROM entry WHERE event IS NULL")]

    async def reply(self, match: str, command: str) -> str | None:
        """What that command was answered, or None: it never came, or its refusal is forgotten."""
        rows = self._read("SELECT reply FROM reply WHERE match = ? AND command = ?", match, command)
        return rows[0][0] if rows else None

    async def seats(self, match: str, holder: str) -> tuple[str, ...]:
        """The seats that this holder has."""
        rows = self._read("SELECT seat FROM seat WHERE match = ? AND holder = ? ORDER BY seat", match, holder)
        return tuple(row[0] for row in rows)

    async def holders(self, match: str) -> Mapping[str, str]:
        """Who has each seat that is taken; seats of the house have nobody."""
        return dict(self._read("SELECT seat, holder FROM seat WHERE match = ? ORDER BY seat", match))

    async def open_seats(self, match: str) -> tuple[str, ...]:
        """The seats that wait for somebody to sit down."""
        rows = self._read("SELECT seat FROM invitation WHERE match = ? AND NOT spent ORDER BY seat", match)
        return tuple(row[0] for row in rows)

    async def invitation(self, token: str) -> Invitation | None:
        """The invitation with this hash of its token, spent or not; None: there is none, or its match is gone."""
        sql = f"SELECT token, match, seat, spent FROM invitation JOIN match ON id = match WHERE token = ? AND {_THERE}"
        rows = self._read(sql, token)
        return None if not rows else Invitation(rows[0][0], rows[0][1], rows[0][2], bool(rows[0][3]))

    async def sit(self, sitting: Sitting) -> None:
        """Somebody takes an open seat; its invitation is spent. Raises SeatTakenError when it is not open."""
        header, seat = sitting.header, sitting.seat

        def job(connection: sqlite3.Connection) -> None:
            spent = "UPDATE invitation SET spent = 1 WHERE match = ? AND seat = ? AND NOT spent"
            if connection.execute(spent, (header.id, seat)).rowcount != 1:
                raise SeatTakenError(f"seat {seat} of match {header.id} is not open")
            connection.execute(_NEW_SEAT, (header.id, seat, sitting.holder))
            self._tell_header(connection, header)
            connection.execute("UPDATE match SET deadline = ? WHERE id = ?", (ms_of(sitting.deadline), header.id))

        await self._write(job)

    async def wish(self, match: str, kind: str, seat: str, version: int, reply: KeptReply | None = None) -> None:
        """Somebody wishes what all must want, as the match stands at this version; the reply to his command."""
        sql = "INSERT OR REPLACE INTO wish (match, kind, seat, version) VALUES (?, ?, ?, ?)"
        await self._replied(match, reply, sql, match, kind, seat, version)

    async def withdraw(self, match: str, kind: str, seat: str, reply: KeptReply | None = None) -> None:
        """Somebody no longer wishes it."""
        sql = "DELETE FROM wish WHERE match = ? AND kind = ? AND seat = ?"
        await self._replied(match, reply, sql, match, kind, seat)

    async def next_of(self, match: str) -> str | None:
        """The rematch that followed this match; None: there is none."""
        rows = self._read(f"SELECT id FROM match WHERE follows = ? AND {_THERE}", match)
        return rows[0][0] if rows else None

    async def wishes(self, match: str, kind: str, version: int) -> tuple[str, ...]:
        """The seats that wish it at this version; what was wished earlier is void."""
        sql = "SELECT seat FROM wish WHERE match = ? AND kind = ? AND version = ? ORDER BY seat"
        return tuple(row[0] for row in self._read(sql, match, kind, version))

    async def _replied(self, match: str, reply: KeptReply | None, sql: str, *values: str | int) -> None:
        """One statement that changes something, and the reply to the command that asked for it."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(sql, values)
            if reply is not None:
                _keep(connection, match, reply, None)

        await self._write(job)

    async def rename(self, header: Header) -> None:
        """Who sits at a table that waits is called otherwise: as the names of this header say."""
        await self._execute("UPDATE match SET names = ? WHERE id = ?", _json(header.names), header.id)

    async def open_tables(self, holder: str) -> int:
        """How many matches in which this holder has a seat wait for somebody to sit down."""
        sql = (
            "SELECT count(DISTINCT invitation.match) FROM invitation JOIN match ON id = invitation.match "
            f"JOIN seat ON seat.match = id WHERE NOT spent AND holder = ? AND {_THERE}"
        )
        return int(self._read(sql, holder)[0][0])

    async def person(self, holder: str) -> Person:
        """What is known of a browser; nothing but its holder when it has told nothing."""
        rows = self._read("SELECT name, settings FROM person WHERE holder = ?", holder)
        return Person(holder, rows[0][0], msgspec.json.decode(rows[0][1])) if rows else Person(holder)

    async def keep_person(self, person: Person) -> None:
        """What a browser told of itself."""
        sql = "INSERT OR REPLACE INTO person (holder, name, settings) VALUES (?, ?, ?)"
        await self._execute(sql, person.holder, person.name, _json(person.settings))

    async def rows(self, holder: str) -> list[Row]:
        """The matches in which this holder has a seat, latest first; practice is left out."""
        return await self._listed(f"deleted IS NULL AND NOT EXISTS ({_OFF})", holder)

    async def put_away(self, holder: str) -> list[Row]:
        """Those that he has taken off his list and that can still be restored."""
        return await self._listed(f"EXISTS ({_OFF} AND since IS NOT NULL)", holder)

    async def _listed(self, condition: str, holder: str) -> list[Row]:
        sql = (
            f"SELECT {_HEADER}, {_STANDING}, updated, deadline, "
            "EXISTS (SELECT 1 FROM invitation WHERE match = id AND NOT spent), "
            "(SELECT group_concat(seat) FROM seat WHERE match = id AND holder = ?1) AS seats FROM match "
            f"WHERE seats IS NOT NULL AND practice IS NULL AND {condition} ORDER BY updated DESC, id"
        )
        return [_row(values) for values in await asyncio.to_thread(self._read, sql, holder)]

    def close(self) -> None:
        """Finish what was begun and let go of the files."""
        self._queue.put(None)
        self._thread.join()
        with self._lock:
            self._reading.close()

    def _read(self, sql: str, *values: str | int) -> list[Any]:
        with self._lock:
            return self._reading.execute(sql, values).fetchall()

    async def _execute(self, sql: str, *values: str) -> None:
        """One statement that changes something."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(sql, values)

        await self._write(job)

    @staticmethod
    def _tell_header(connection: sqlite3.Connection, header: Header) -> None:
        told = (_json(header.names), _json(header.hands), _terms_text(header.terms), header.id)
        connection.execute("UPDATE match SET names = ?, hands = ?, terms = ? WHERE id = ?", told)

    def _headers(self, condition: str, *values: str) -> list[Header]:
        return [_header(row) for row in self._read(f"SELECT {_HEADER} FROM match WHERE {condition}", *values)]

    async def _write(self, job: Job, afterwards: Job | None = None) -> None:
        loop = asyncio.get_running_loop()
        write = _Write(job, afterwards, loop, loop.create_future())
        self._queue.put(write)
        await write.done

    def _write_on(self, connection: sqlite3.Connection) -> None:
        while (first := self._queue.get()) is not None:
            writes = self._group(first)
            _commit(connection, [write for write in writes if write is not None])
            if None in writes:
                break
        connection.close()

    def _group(self, first: _Write) -> list[_Write | None]:
        """The write that woke the thread and all that have gathered since: they share one commit."""
        writes: list[_Write | None] = [first]
        while len(writes) < GROUP_LIMIT and writes[-1] is not None:
            try:
                writes.append(self._queue.get_nowait())
            except queue.Empty:
                break
        return writes


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10.0)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # what is forgotten cannot be read in the file either
    return connection


def _commit(connection: sqlite3.Connection, writes: list[_Write]) -> None:
    """One transaction for all; a job that fails is undone alone, a commit that fails undoes all."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        errors = [_attempt(connection, write.job) for write in writes]
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        errors = [StoreError(f"could not be stored: {error}")] * len(writes)
    for write, each in zip(writes, errors, strict=True):
        if write.afterwards is not None and each is None:
            write.afterwards(connection)
    for write, each in zip(writes, errors, strict=True):
        write.tell(each)


def _attempt(connection: sqlite3.Connection, job: Job) -> Exception | None:
    connection.execute("SAVEPOINT job")
    try:
        job(connection)
    except (sqlite3.IntegrityError, StoreError) as error:
        connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
        return error if isinstance(error, StoreError) else StoreError(f"could not be stored: {error}")
    connection.execute("RELEASE job")
    return None


def _keep(connection: sqlite3.Connection, match: str, reply: KeptReply, refusal: int | None) -> None:
    connection.execute(
        "INSERT INTO reply (match, command, reply, refusal) VALUES (?, ?, ?, ?)",
        (match, reply.command, reply.reply, refusal),
    )


def _version_values(match: str, kept: KeptVersion) -> tuple[Any, ...]:
    told = (kept.version, kept.kind, kept.seat, kept.answer, kept.actual, kept.digest, kept.thought)
    return (match, *told, *_under_values(kept), kept.event)


def _under_values(kept: KeptVersion) -> tuple[int | None, int | None]:
    return (None, None) if kept.under is None else (kept.under.rules, kept.under.physics)


def _version(row: tuple[Any, ...]) -> KeptVersion:
    version, kind, seat, answer, actual, digest, thought, rules, physics, event = row
    under = None if physics is None else Under(rules, physics)
    return KeptVersion(version, kind, seat, answer, actual, digest, thought, under, event)


def _header_values(header: Header) -> tuple[Any, ...]:
    branch = header.branch
    return (
        header.id,
        header.game,
        _json(header.options),
        header.starter,
        _json(header.names),
        _json(header.players),
        _json(header.hands),
        str(header.seed),
        _time(header.created),
        branch.match if branch else None,
        branch.after if branch else None,
        int(header.imported),
        header.under.rules,
        header.under.physics,
        header.setup,
        header.practice,
        _terms_text(header.terms),
        int(header.strokes),
        None if header.first_contact is None else int(header.first_contact),
    )


def _header(row: tuple[Any, ...]) -> Header:
    id_, game, options, starter, names, players, hands, seed, created, branch_match, branch_after, *rest = row
    imported, rules, physics, setup, practice, terms, strokes, first_contact = rest
    return Header(
        id=id_,
        game=game,
        options=msgspec.json.decode(options),
        starter=starter,
        names=msgspec.json.decode(names),
        players=msgspec.json.decode(players),
        hands=msgspec.json.decode(hands),
        seed=int(seed),
        created=datetime.fromisoformat(created),
        branch=Branch(branch_match, branch_after) if branch_match is not None else None,
        imported=bool(imported),
        under=Under(rules, physics),
        setup=setup,
        practice=practice,
        terms=_terms(terms),
        strokes=bool(strokes),
        first_contact=None if first_contact is None else bool(first_contact),
    )


def _terms_text(terms: Terms) -> str:
    """What differs from the default."""
    told = {each.name: getattr(terms, each.name) for each in dataclasses.fields(Terms)}
    return _json({name: value for name, value in told.items() if value != getattr(DEFAULT_TERMS, name)})


def _terms(text: str) -> Terms:
    return Terms(**msgspec.json.decode(text))


def _row(values: tuple[Any, ...]) -> Row:
    *header, version, over, sentence, score, act, updated, deadline, awaits, seats = values
    acting = tuple(act.split(",")) if act else ()
    standing = Standing(version, bool(over), sentence_from_text(sentence), score, acting)
    changed, mine = datetime.fromisoformat(updated), tuple(sorted(seats.split(",")))
    return Row(_header(tuple(header)), standing, changed, mine, instant_of(deadline), bool(awaits))


def _standing_values(standing: Standing) -> tuple[Any, ...]:
    told = (standing.version, standing.over, sentence_text(standing.sentence))
    return (*told, standing.score, ",".join(standing.act))


def _json(value: Mapping[str, str]) -> str:
    return msgspec.json.encode(dict(value)).decode()


def _time(instant: datetime) -> str:
    return instant.isoformat(timespec="milliseconds")

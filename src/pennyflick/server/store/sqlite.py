"""The engine in one SQLite file: WAL, synchronous=FULL, one writing connection in one thread, group commit."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, assert_never

from pennyflick.server.store.engine import Do, DoMany, Job, Lock, Result, Rows, Statement, Steps, Value
from pennyflick.server.store.schema import copy_before_migrating, migrate
from pennyflick.server.store.secrets import InFolder
from pennyflick.server.store.store import StoreError

DATABASE = "matches.db"  # the file in a data folder
GROUP_LIMIT = 64  # writes in one transaction: more would make the first of them wait too long
_Outcome: TypeAlias = tuple[Any, Exception | None]  # what a job returned, or why it failed


@dataclass(frozen=True)
class _Write:
    job: Job[Any]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]

    def tell(self, outcome: _Outcome) -> None:
        self.loop.call_soon_threadsafe(_settle, self.done, outcome)


@dataclass(frozen=True)
class _Aside:
    """What the writing thread does outside any transaction."""

    work: Callable[[sqlite3.Connection], None]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


_Told: TypeAlias = _Write | _Aside | None  # None: stop


class SqliteEngine:
    """The file `matches.db` of a data folder."""

    hints = None  # one process at a time has the folder
    skip_locked = ""  # there is one process, and one of its threads writes

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / DATABASE
        copy_before_migrating(self._path)
        writing = _connect(self._path)
        migrate(writing)
        self.secrets = InFolder(folder)
        self._reading = _Reading(self._path)
        self._long = _Reading(self._path)  # apart, so that no short question waits for a long answer
        self._queue: queue.SimpleQueue[_Told] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_on, args=(writing,), name="store", daemon=True)
        self._thread.start()

    async def read(self, sql: str, *values: Value) -> Rows:
        """What a short question finds: at once, faster than any thread could be asked."""
        return self._reading.rows(sql, values)

    async def read_long(self, sql: str, *values: Value) -> Rows:
        """What may be much is read in a thread."""
        return await asyncio.to_thread(self._long.rows, sql, values)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[_Snapshot]:
        """A connection that goes on reading the file as it stands now."""
        reading = _Reading(self._path)
        try:
            reading.rows("BEGIN", ())
            reading.rows("SELECT 1 FROM match LIMIT 1", ())  # from the first question on nothing new is seen
            yield _Snapshot(reading)
        finally:
            reading.close()

    async def write(self, job: Job[Result]) -> Result:
        """Carry out a job in the writing thread; it returns after the commit."""
        loop = asyncio.get_running_loop()
        write = _Write(job, loop, loop.create_future())
        self._queue.put(write)
        found: Result = await write.done
        return found

    async def scrub(self) -> None:
        """Move everything out of the log of writes: it still holds pages as they were before."""
        loop = asyncio.get_running_loop()
        aside = _Aside(_empty_log, loop, loop.create_future())
        self._queue.put(aside)
        await aside.done

    async def close(self) -> None:
        """Finish what was begun and let go of the files."""
        self._queue.put(None)
        self._thread.join()
        self._reading.close()
        self._long.close()

    def _write_on(self, connection: sqlite3.Connection) -> None:
        while (first := self._queue.get()) is not None:
            told = self._group(first)
            _commit(connection, [each for each in told if isinstance(each, _Write)])
            if isinstance(told[-1], _Aside):
                _step_aside(connection, told[-1])
            if told[-1] is None:
                break
        connection.close()

    def _group(self, first: _Told) -> list[_Told]:
        """What woke the thread and all writes that have gathered since: they share one commit."""
        told: list[_Told] = [first]
        while len(told) < GROUP_LIMIT and isinstance(told[-1], _Write):
            try:
                told.append(self._queue.get_nowait())
            except queue.Empty:
                break
        return told


@dataclass(frozen=True)
class _Snapshot:
    """Questions about one instant, answered in a thread."""

    reading: _Reading

    async def read(self, sql: str, *values: Value) -> Rows:
        return await asyncio.to_thread(self.reading.rows, sql, values)


class _Reading:
    """A connection that only reads, by one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._connection = _connect(path)
        self._connection.execute("PRAGMA query_only = ON")
        self._lock = threading.Lock()

    def rows(self, sql: str, values: tuple[Value, ...]) -> Rows:
        with self._lock:
            return self._connection.execute(sql, _named(values)).fetchall()

    def close(self) -> None:
        with self._lock:
            self._connection.close()


def _settle(waiting: asyncio.Future[Any], outcome: _Outcome) -> None:
    result, error = outcome
    if waiting.done():  # whoever waited has gone
        return
    if error is None:
        waiting.set_result(result)
    else:
        waiting.set_exception(error)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10.0)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # what is forgotten cannot be read in the file either
    return connection


def _named(values: tuple[Value, ...]) -> dict[str, Value]:
    """SQLite takes `$1` for a name."""
    return {str(number): value for number, value in enumerate(values, 1)}


def _commit(connection: sqlite3.Connection, writes: list[_Write]) -> None:
    """One transaction for all; a job that fails is undone alone, a commit that fails undoes all."""
    if not writes:
        return
    try:
        connection.execute("BEGIN IMMEDIATE")
        outcomes = [_attempt(connection, write.job) for write in writes]
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        outcomes = [(None, StoreError(f"could not be stored: {error}"))] * len(writes)
    for write, outcome in zip(writes, outcomes, strict=True):
        write.tell(outcome)


def _attempt(connection: sqlite3.Connection, job: Job[Any]) -> _Outcome:
    connection.execute("SAVEPOINT job")
    try:
        result = _carried_out(connection, job())
    except sqlite3.OperationalError:  # the disk is full, or worse: it is so for all of them
        raise
    except Exception as error:  # a value that cannot be kept, or a bug: it must not end the thread that writes for all
        connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
        return None, error if isinstance(error, StoreError) else StoreError(f"could not be stored: {error}")
    connection.execute("RELEASE job")
    return result, None


def _carried_out(connection: sqlite3.Connection, steps: Steps[Any]) -> Any:
    try:
        statement = next(steps)
        while True:
            statement = steps.send(_rows(connection, statement))
    except StopIteration as end:
        return end.value


def _rows(connection: sqlite3.Connection, statement: Statement) -> Rows:
    match statement:
        case Do(sql, values):
            return connection.execute(sql, _named(values)).fetchall()
        case DoMany(sql, rows):
            connection.executemany(sql, [_named(values) for values in rows])
            return []
        case Lock():  # nobody else writes
            return []
        case _:
            assert_never(statement)


def _step_aside(connection: sqlite3.Connection, aside: _Aside) -> None:
    aside.work(connection)
    aside.loop.call_soon_threadsafe(_settle, aside.done, (None, None))


def _empty_log(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

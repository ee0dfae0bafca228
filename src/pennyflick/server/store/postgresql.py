"""The engine in PostgreSQL: a pool of connections, a transaction a job. Law: nothing waits for a lost database."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, assert_never
from urllib.parse import urlsplit

from pennyflick.server.store.engine import Do, DoMany, Job, Lock, Result, Rows, Statement, Steps, Value
from pennyflick.server.store.postgresql_hints import PostgresqlHints
from pennyflick.server.store.postgresql_schema import migrate
from pennyflick.server.store.secrets import InDatabase
from pennyflick.server.store.store import StoreError, UnsureError

CONNECTIONS = 10  # of one worker; each answers one question at a time
CONNECTING_S = 5.0  # how long a new connection may take, and how long one is waited for
ANSWERING_S = 10.0  # how long a statement may take
COPYING_S = 300.0  # how long a page may take of what is copied as a whole
ATTEMPTS = 4  # of a job that PostgreSQL asks to begin again, because two waited for each other
SCHEMES = ("postgresql://", "postgres://")


class DatabaseError(RuntimeError):
    """The database cannot be used; says why."""


class ThereAlreadyError(StoreError):
    """What was to be added is there."""


class PostgresqlEngine:
    """A database of PostgreSQL."""

    skip_locked = "FOR UPDATE SKIP LOCKED"

    def __init__(self, address: str, pool: Any) -> None:
        self._pool = pool
        self.secrets = InDatabase(self)
        self.hints = PostgresqlHints(lambda: _connect(address))

    @classmethod
    async def open(cls, address: str, connections: int = CONNECTIONS) -> PostgresqlEngine:
        """Connect, and bring the tables up to date. Raises DatabaseError, NewerSchemaError."""
        asyncpg = _asyncpg()
        try:
            await _bring_up_to_date(address)
            pool = asyncpg.create_pool(address, min_size=0, max_size=connections, reset=_as_it_was, **_OPTIONS)
            return cls(address, await pool)
        except (asyncpg.PostgresError, *_lost(), ValueError) as error:
            raise DatabaseError(f"cannot use the database {without_password(address)!r}: {_why(error)}") from None

    async def read(self, sql: str, *values: Value) -> Rows:
        """What a question finds."""
        with _told("could not be read"):
            async with self._connection() as connection:
                return [tuple(row) for row in await connection.fetch(sql, *values)]

    async def read_long(self, sql: str, *values: Value) -> Rows:
        """Nobody waits here for another's answer."""
        return await self.read(sql, *values)

    @contextlib.asynccontextmanager
    async def snapshot(self) -> AsyncIterator[_Snapshot]:
        """A transaction that goes on reading what stands now."""
        with _told("could not be read"):
            async with (
                self._pool.acquire(timeout=CONNECTING_S) as connection,
                connection.transaction(isolation="repeatable_read", readonly=True),
            ):
                await connection.fetch("SELECT 1 FROM match LIMIT 1")
                yield _Snapshot(connection)

    async def write(self, job: Job[Result]) -> Result:
        """Carry out a job in a transaction; it returns after the commit."""
        return await self._insisted(lambda connection: _in_transaction(connection, job))

    async def write_once(self, sql: str, *values: Value) -> Rows:
        """One statement that is a transaction of its own; raises ThereAlreadyError when what it adds is there."""
        return await self._insisted(lambda connection: _at_once(connection, sql, values))

    async def _insisted(self, work: Callable[[Any], Awaitable[Result]]) -> Result:
        """Begin again as often as PostgreSQL asks for it."""
        for _ in range(ATTEMPTS - 1):
            try:
                return await self._attempt(work, but=_again())
            except _again():
                continue
        return await self._attempt(work)

    async def _attempt(self, work: Callable[[Any], Awaitable[Result]], but: tuple[type[Exception], ...] = ()) -> Result:
        with _told("could not be stored", but):
            async with self._connection() as connection:
                return await work(connection)

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        """One of the pool; nobody gets it again when the driver has lost track of what it does."""
        async with self._pool.acquire(timeout=CONNECTING_S) as connection:
            try:
                yield connection
            except (_asyncpg().InternalClientError, UnsureError):
                connection.terminate()
                raise

    async def scrub(self) -> None:
        """PostgreSQL writes over what was deleted when its own housekeeping comes by; it cannot be hurried safely."""

    async def close(self) -> None:
        """Let go of every connection."""
        await self.hints.close()
        try:
            await asyncio.wait_for(self._pool.close(), CONNECTING_S)
        except (TimeoutError, OSError):
            self._pool.terminate()


@dataclass(frozen=True)
class _Snapshot:
    """Questions about one instant."""

    connection: Any

    async def read(self, sql: str, *values: Value) -> Rows:
        return [tuple(row) for row in await self.connection.fetch(sql, *values, timeout=COPYING_S)]


def without_password(address: str) -> str:
    """The address as it may be shown."""
    parts = urlsplit(address)
    who, _, where = parts.netloc.rpartition("@")
    return f"{parts.scheme}://{who.partition(':')[0]}{'@' if who else ''}{where}{parts.path}"


def _asyncpg() -> Any:
    """The driver, where it is installed."""
    try:
        import asyncpg
    except ImportError:
        raise DatabaseError(
            "a PostgreSQL database needs the package asyncpg; install it with: pip install 'pennyflick[postgresql]'"
        ) from None
    return asyncpg


async def _bring_up_to_date(address: str) -> None:
    connection = await _connect(address, command_timeout=None)  # tables may be large, or another server at it already
    try:
        await migrate(connection)
    finally:
        await connection.close()


async def _connect(address: str, **changes: Any) -> Any:
    return await _asyncpg().connect(address, **{**_OPTIONS, **changes})


_OPTIONS: dict[str, Any] = {
    "timeout": CONNECTING_S,
    "command_timeout": ANSWERING_S,
    "server_settings": {"application_name": "pennyflick", "synchronous_commit": "on"},
}


async def _as_it_was(_connection: Any) -> None:
    """No job leaves anything behind in a connection, so nothing is reset: it would cost a question each time."""


def _again() -> tuple[type[Exception], ...]:
    """What asks to begin a job again: nothing of it happened."""
    asyncpg = _asyncpg()
    return (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)


def _lost() -> tuple[type[Exception], ...]:
    """What leaves open whether a statement that was under way has happened."""
    asyncpg = _asyncpg()
    connection = (asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError, asyncpg.InterfaceError)
    return (*connection, asyncpg.InternalClientError, OSError, TimeoutError)


@contextlib.contextmanager
def _told(what: str, but: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    asyncpg = _asyncpg()
    try:
        yield
    except but:
        raise
    except (asyncpg.PostgresError, *_lost()) as error:
        raise StoreError(f"{what}: {_why(error)}") from error


def _why(error: BaseException) -> str:
    return str(error) or ("the database does not answer" if isinstance(error, TimeoutError) else type(error).__name__)


async def _in_transaction(connection: Any, job: Job[Result]) -> Result:
    transaction = connection.transaction()
    await transaction.start()
    try:
        result = await _carried_out(connection, job())
    except BaseException:
        await _undone(transaction)
        raise
    await _committed(transaction)
    return result


async def _at_once(connection: Any, sql: str, values: tuple[Value, ...]) -> Rows:
    try:
        return [tuple(row) for row in await connection.fetch(sql, *values)]
    except _asyncpg().UniqueViolationError as error:
        raise ThereAlreadyError(f"could not be stored: {error}") from None
    except _lost() as error:
        raise UnsureError(f"the database was lost while storing: {_why(error)}") from None


async def _committed(transaction: Any) -> None:
    try:
        await transaction.commit()
    except _lost() as error:
        raise UnsureError(f"the database was lost while storing: {_why(error)}") from None


async def _undone(transaction: Any) -> None:
    """Roll back; where the connection is lost PostgreSQL does it."""
    with contextlib.suppress(Exception):
        await transaction.rollback()


async def _carried_out(connection: Any, steps: Steps[Result]) -> Result:
    try:
        statement = next(steps)
        while True:
            statement = steps.send(await _rows(connection, statement))
    except StopIteration as end:
        result: Result = end.value
        return result


async def _rows(connection: Any, statement: Statement) -> Rows:
    match statement:
        case Do(sql, values):
            return [tuple(row) for row in await connection.fetch(sql, *values)]
        case DoMany(sql, rows):
            if rows:
                await connection.executemany(sql, rows)
            return []
        case Lock(match):
            await connection.fetch("SELECT 1 FROM match WHERE id = $1 FOR UPDATE", match)
            return []
        case _:
            assert_never(statement)

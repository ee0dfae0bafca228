"""Opens the store that an address names."""

from __future__ import annotations

from pathlib import Path

from pennyflick.server.store.engine import Engine
from pennyflick.server.store.postgresql import SCHEMES, PostgresqlEngine
from pennyflick.server.store.postgresql_store import PostgresqlStore
from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.sqlite import SqliteEngine


async def open_store(place: Path | str) -> SqlStore:
    """The store in a data folder, or at an address `postgresql://…`. Raises DatabaseError, NewerSchemaError."""
    engine = await open_engine(place)
    return PostgresqlStore(engine) if isinstance(engine, PostgresqlEngine) else SqlStore(engine)


async def open_engine(place: Path | str) -> Engine:
    """Its engine, the tables brought up to date."""
    if is_database(place):
        return await PostgresqlEngine.open(str(place))
    return SqliteEngine(Path(place))


def is_database(place: Path | str) -> bool:
    """Whether it is an address of a database, not a folder."""
    return isinstance(place, str) and place.startswith(SCHEMES)

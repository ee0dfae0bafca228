"""Opens the store that an address names."""

from __future__ import annotations

from pathlib import Path

from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.sqlite import SqliteEngine


async def open_store(folder: Path) -> SqlStore:
    """The store in a data folder, its tables brought up to date. Raises NewerSchemaError."""
    return SqlStore(SqliteEngine(folder))

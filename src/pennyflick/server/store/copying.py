"""Copies everything that is kept from one place to another. Law: every row is read back and compared."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

from pennyflick.server.store.engine import DoMany, Engine, Reading, Rows, Steps
from pennyflick.server.store.folder import locked
from pennyflick.server.store.opening import is_database, open_engine
from pennyflick.server.store.tables import TABLES, Table

PAGE = 200  # rows at a time: the events of matches are the largest, some kilobytes each
Tell = Callable[[str, float], None]  # hears what is being done, and how much of it is


class CopyError(RuntimeError):
    """It was not copied; says why."""


@dataclass(frozen=True)
class Copied:
    """What was copied, and compared."""

    rows: dict[str, int]  # table -> how many
    keys: tuple[str, ...]  # names of the server's keys


async def copy(source: Path | str, target: Path | str, tell: Tell) -> Copied:
    """From a folder or a database to another that is empty.

    Raises CopyError, FolderError, DatabaseError, NewerSchemaError, StoreError.
    """
    if is_same(source, target):
        raise CopyError("the two places are one and the same")
    async with held(source) as old, held(target) as new:
        return await copy_between(old, new, tell)


def is_same(source: Path | str, target: Path | str) -> bool:
    """Whether two places are one."""
    if is_database(source) or is_database(target):
        return source == target
    return Path(source).resolve() == Path(target).resolve()


async def copy_between(old: Engine, new: Engine, tell: Tell) -> Copied:
    """Everything as it stands at this instant, read back and compared."""
    await must_be_empty(new)
    async with old.snapshot() as standing:
        counts = {table.name: await _count(standing, table) for table in TABLES}
        progress = _Progress(tell, 2 * sum(counts.values()))
        for table in TABLES:
            await _fill(standing, new, table, progress)
        for table in TABLES:
            await _compare(standing, new, table, progress)
    return Copied(counts, await _copy_keys(old, new))


async def must_be_empty(engine: Engine) -> None:
    """Raises CopyError when anything is kept there."""
    full = [table.name for table in TABLES if await engine.read(f"SELECT 1 FROM {table.name} LIMIT 1")]
    kept = [*full, *await engine.secrets.every()]
    if kept:
        raise CopyError(f"the target is not empty (it holds {', '.join(kept[:3])}); take a fresh one")


class _Progress:
    def __init__(self, tell: Tell, of: int) -> None:
        self._tell, self._of, self._done = tell, of, 0

    def add(self, what: str, rows: int) -> None:
        self._done += rows
        self._tell(what, self._done / self._of if self._of else 1.0)


@contextlib.asynccontextmanager
async def held(place: Path | str) -> AsyncIterator[Engine]:
    """An engine that nobody else uses meanwhile, where that can be known."""
    with contextlib.ExitStack() as holding:
        if not is_database(place):
            holding.enter_context(locked(Path(place)))
        engine = await open_engine(place)
        try:
            yield engine
        finally:
            await engine.close()


async def _count(standing: Reading, table: Table) -> int:
    ((count,),) = await standing.read(f"SELECT count(*) FROM {table.name}")
    return int(count)


async def _pages(reading: Reading, table: Table) -> AsyncIterator[Rows]:
    after = None
    while True:
        rows = [table.row(row) for row in await reading.read(table.page(after, PAGE), *(after or ()))]
        yield rows
        if len(rows) < PAGE:
            return
        after = rows[-1][: table.keys]


async def _fill(standing: Reading, new: Engine, table: Table, progress: _Progress) -> None:
    async for rows in _pages(standing, table):
        await new.write(lambda some=rows: _insert(table, some))  # type: ignore[misc]
        progress.add("copying", len(rows))


def _insert(table: Table, rows: Rows) -> Steps[None]:
    yield DoMany(table.insert, rows)


async def _compare(standing: Reading, new: Engine, table: Table, progress: _Progress) -> None:
    copies = _pages(new, table)
    async for rows in _pages(standing, table):
        if await anext(copies, None) != rows:
            raise CopyError(f"the copy of {table.name} differs from the original; do not use it")
        progress.add("comparing", len(rows))


async def _copy_keys(old: Engine, new: Engine) -> tuple[str, ...]:
    keys = await old.secrets.every()
    for name, key in keys.items():
        await new.secrets.kept(name, lambda key=key: key)  # type: ignore[misc]
    if await new.secrets.every() != keys:
        raise CopyError("the copied keys differ from the original; do not use the copy")
    return tuple(keys)

"""What the store promises, it promises on every engine: SQLite with the fast tests, PostgreSQL with the slow ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pennyflick.server.store.opening import open_store
from pennyflick.server.store.sql.store import SqlStore
from tests.server.store.running import Running, run

if TYPE_CHECKING:
    from tests.server.postgresql import Cluster

ENGINES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]


@pytest.fixture(autouse=True)
def _loop() -> Iterator[None]:
    with Running():
        yield


@pytest.fixture(params=ENGINES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """A folder, or the address of an empty database."""
    if request.param == "sqlite":
        return tmp_path / "store"
    cluster: Cluster = request.getfixturevalue("postgresql")
    return cluster.fresh()


@pytest.fixture
def store(place: Path | str) -> Iterator[SqlStore]:
    opened: SqlStore = run(open_store(place))
    yield opened
    run(opened.close())


@pytest.fixture
def stores(place: Path | str) -> Iterator[list[SqlStore]]:
    """Two who share a database, as two workers do; a folder has one process, so there it is one store twice."""
    opened = [run(open_store(place)) for _ in range(1 if isinstance(place, Path) else 2)]
    yield [opened[0], opened[-1]]
    for each in opened:
        run(each.close())

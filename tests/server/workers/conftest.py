"""Two servers on one database, as two workers are: each with its own port, so that a test can choose."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest

from pennyflick.server.client import Client
from tests.server.conftest import Serving

if TYPE_CHECKING:
    from tests.server.postgresql import Cluster


class Pair:
    """Two workers."""

    def __init__(self, database: str, folder: Any, **changes: Any) -> None:
        self._database = database
        self.workers = tuple(Serving(folder, database=database, **changes) for _ in range(2))
        for worker in self.workers:
            worker.start()

    def stop(self) -> None:
        for worker in self.workers:
            worker.stop()

    def database_does(self, sql: str) -> None:
        """Something that time would do."""

        async def done() -> None:
            connection = await asyncpg.connect(self._database)
            await connection.execute(sql)
            await connection.close()

        asyncio.run(done())

    def person(self) -> tuple[Client, Client]:
        """One browser, as it comes to the one worker and to the other."""
        first, second = (Client(worker.address) for worker in self.workers)
        first.get("/")
        second.cookie = first.cookie
        return first, second


@pytest.fixture(scope="module")
def two(postgresql: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    pair = Pair(postgresql.fresh(), tmp_path_factory.mktemp("data"))
    yield pair
    pair.stop()

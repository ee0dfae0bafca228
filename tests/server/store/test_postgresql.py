"""The engine in PostgreSQL: it comes back by itself, and nobody waits for it for ever."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pennyflick.server.store.opening import open_store
from pennyflick.server.store.postgresql import (
    ANSWERING_S,
    CONNECTING_S,
    DatabaseError,
    PostgresqlEngine,
    without_password,
)
from pennyflick.server.store.postgresql_schema import MIGRATIONS
from pennyflick.server.store.schema import SCHEMA_VERSION, NewerSchemaError
from pennyflick.server.store.secrets import BELL, COOKIES, InFolder, cookie_secret
from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.sqlite import SqliteEngine
from pennyflick.server.store.store import NewMatch, StoreError
from tests.server.postgresql import Cluster
from tests.server.store.running import run
from tests.server.store.test_store import HEADER, STANDING

pytestmark = pytest.mark.slow
NEW = NewMatch(HEADER, STANDING, {"one": "ann"})


@pytest.fixture
def address(postgresql: Cluster) -> str:
    return postgresql.fresh()


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """One that a test may kill."""
    made = Cluster()
    yield made
    made.stop()


def test_a_database_that_was_killed_is_an_error_meanwhile_and_comes_back_by_itself(cluster: Cluster) -> None:
    async def story() -> None:
        store = await open_store(await asyncio.to_thread(cluster.fresh))
        await store.create(NEW)
        await asyncio.to_thread(cluster.kill)
        for work in (store.header("abc"), store.beat(HEADER.created), store.header("abc")):
            began = time.monotonic()
            with pytest.raises(StoreError):
                await work
            assert time.monotonic() - began < 10
        await asyncio.to_thread(cluster.start)
        assert await store.header("abc") == HEADER, "what was acknowledged is there"
        await store.beat(HEADER.created)
        await store.close()

    run(story())


def test_nobody_waits_for_ever_for_a_database_that_stands_still(cluster: Cluster) -> None:
    async def story() -> None:
        store = await open_store(await asyncio.to_thread(cluster.fresh))
        await store.create(NEW)
        await asyncio.to_thread(cluster.freeze)
        began = time.monotonic()
        work = [store.header("abc"), store.beat(HEADER.created), *(store.touched(["abc"]) for _ in range(20))]
        outcomes = await asyncio.gather(*work, return_exceptions=True)
        assert all(isinstance(each, StoreError) for each in outcomes), outcomes
        assert time.monotonic() - began < ANSWERING_S + 2 * CONNECTING_S + 5
        await asyncio.to_thread(cluster.thaw)
        assert await store.header("abc") == HEADER
        await store.close()

    run(story())


def test_hints_are_heard_by_every_worker_also_after_the_database_was_gone(cluster: Cluster) -> None:
    async def story() -> None:
        address = await asyncio.to_thread(cluster.fresh)
        stores = [await open_store(address) for _ in range(2)]
        heard: list[list[str]] = [[], []]
        for store, ears in zip(stores, heard, strict=True):
            assert store.hints is not None
            await store.hints.listen("touched", ears.append)
        await _told_until_heard(stores[0], heard, "first")
        await asyncio.to_thread(cluster.kill)
        await _told(stores[0], "lost")
        await asyncio.to_thread(cluster.start)
        await _told_until_heard(stores[0], heard, "second")
        assert ["lost" in ears for ears in heard] == [False, False]
        for store in stores:
            await store.close()

    run(story())


async def _told(store: SqlStore, payload: str) -> None:
    assert store.hints is not None
    await store.hints.notify("touched", payload)


async def _told_until_heard(store: SqlStore, heard: list[list[str]], payload: str) -> None:
    until = time.monotonic() + 20
    while not all(payload in ears for ears in heard):
        assert time.monotonic() < until, f"{payload!r} was not heard: {heard}"
        await _told(store, payload)
        await asyncio.sleep(0.05)


def test_two_servers_that_start_at_once_make_the_tables_once(address: str) -> None:
    async def both() -> list[bytes]:
        stores = await asyncio.gather(open_store(address), open_store(address))
        keys = await asyncio.gather(*(cookie_secret(store.secrets) for store in stores))
        for store in stores:
            await store.close()
        return keys

    first, second = run(both())
    assert first == second, "and know the same browsers"


def test_keys_are_kept_in_the_database_and_made_once(address: str) -> None:
    async def story() -> dict[str, bytes]:
        store = await open_store(address)
        made = await cookie_secret(store.secrets)
        assert await store.secrets.kept(COOKIES, lambda: b"another") == made
        await store.secrets.kept(BELL, lambda: b"bell")
        found = await store.secrets.every()
        await store.close()
        return found

    assert set(run(story())) == {COOKIES, BELL}


def test_a_database_of_a_later_version_is_left_alone(postgresql: Cluster, address: str) -> None:
    run(_opened_and_closed(address))
    database = address.split("/")[3].split("?")[0]
    postgresql.run(f"INSERT INTO schema_version VALUES ({len(MIGRATIONS) + 1})", database)

    with pytest.raises(NewerSchemaError, match=f"the database has schema {len(MIGRATIONS) + 1}"):
        run(open_store(address))


async def _opened_and_closed(address: str) -> None:
    await (await open_store(address)).close()


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("postgresql://ann:secret@127.0.0.1:1/nowhere", "refused|failed"),
        ("postgresql://ann:secret@127.0.0.1:port/nowhere", "port"),
    ],
)
def test_why_a_database_cannot_be_used_is_said_without_its_password(address: str, why: str) -> None:
    with pytest.raises(DatabaseError, match=why) as told:
        run(open_store(address))
    assert "ann@127.0.0.1" in str(told.value)
    assert "secret" not in str(told.value)


def test_a_database_that_is_not_there_is_named(postgresql: Cluster) -> None:
    with pytest.raises(DatabaseError, match='database "nowhere" does not exist'):
        run(open_store(postgresql.address("nowhere")))


def test_without_the_driver_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(DatabaseError, match=r"pip install 'pennyflick\[postgresql\]'"):
        run(open_store("postgresql://127.0.0.1/any"))


def test_an_address_is_shown_without_its_password() -> None:
    assert without_password("postgresql://ann:a@b@host:5432/db?password=x") == "postgresql://ann@host:5432/db"
    assert without_password("postgresql:///db?host=/tmp") == "postgresql:///db"


def test_both_engines_have_the_same_tables_and_columns(address: str, tmp_path: Path) -> None:
    async def columns() -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
        folder, database = SqliteEngine(tmp_path), await PostgresqlEngine.open(address)
        lite = await folder.read(
            "SELECT m.name, p.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS p WHERE m.type = 'table'"
        )
        post = await database.read(
            "SELECT table_name::text, column_name::text FROM information_schema.columns WHERE table_schema = 'public'"
        )
        await folder.close()
        await database.close()
        return set(lite), set(post)

    lite, post = run(columns())
    assert post - lite == {("secret", "name"), ("secret", "value"), ("schema_version", "version")}
    assert lite <= post, f"schema {SCHEMA_VERSION} of SQLite has more"


def test_the_keys_of_a_folder_are_its_files(tmp_path: Path) -> None:
    (tmp_path / BELL).write_bytes(b"key")
    assert run(InFolder(tmp_path).every()) == {BELL: b"key"}

"""Where people can be rung, as the store keeps it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.sqlite import SqliteEngine
from pennyflick.server.store.store import Bell, NewMatch, StoreError
from tests.server.store.test_store import HEADER, STANDING

NEW = NewMatch(HEADER, STANDING, {})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    opened = SqlStore(SqliteEngine(tmp_path))
    yield opened
    asyncio.run(opened.close())


def _bell(name: str) -> Bell:
    return Bell(f"https://push.example/{name}", "key", "auth")


def test_a_bell_belongs_to_whoever_asked_last(store: SqlStore) -> None:
    async def asked() -> tuple[list[Bell], list[Bell]]:
        await store.keep_bell("ann", _bell("a"), 5)
        await store.keep_bell("bob", _bell("a"), 5)
        return await store.bells("ann"), await store.bells("bob")

    assert asyncio.run(asked()) == ([], [_bell("a")])


def test_of_one_person_the_latest_are_kept(store: SqlStore) -> None:
    async def asked() -> list[Bell]:
        await store.keep_bell("bob", _bell("b"), 2)
        for name in ("1", "2", "1", "3"):
            await store.keep_bell("ann", _bell(name), 2)
        assert await store.bells("bob") == [_bell("b")]
        return await store.bells("ann")

    assert asyncio.run(asked()) == [_bell("1"), _bell("3")]


def test_somebody_is_rung_once_until_he_has_been_there_also_after_a_restart(tmp_path: Path) -> None:
    async def rung(store: SqlStore) -> bool:
        return await store.ring("abc", "ann")

    store = SqlStore(SqliteEngine(tmp_path))
    asyncio.run(store.create(NEW))
    assert not asyncio.run(rung(store)), "he cannot be rung yet"
    asyncio.run(store.keep_bell("ann", _bell("a"), 5))
    assert asyncio.run(rung(store))
    asyncio.run(store.close())
    store = SqlStore(SqliteEngine(tmp_path))
    assert not asyncio.run(rung(store))
    asyncio.run(store.answer_bell("abc", "ann"))
    assert asyncio.run(rung(store))
    asyncio.run(store.close())


def test_about_a_match_that_is_gone_nobody_is_rung(store: SqlStore) -> None:
    asyncio.run(store.keep_bell("ann", _bell("a"), 5))
    with pytest.raises(StoreError):
        asyncio.run(store.ring("gone", "ann"))


def test_whoever_is_forgotten_leaves_nothing_behind(store: SqlStore) -> None:
    async def forgotten() -> None:
        await store.create(NEW)
        for who in ("ann", "bob"):
            await store.keep_bell(who, _bell(who), 5)
            await store.ring("abc", who)
        await store.forget_bells("ann")

    asyncio.run(forgotten())
    assert asyncio.run(store._read("SELECT holder FROM bell")) == [("bob",)]
    assert asyncio.run(store._read("SELECT holder FROM rung")) == [("bob",)]


def test_a_bell_that_is_gone_is_dropped_alone(store: SqlStore) -> None:
    async def left() -> list[Bell]:
        await store.keep_bell("ann", _bell("a"), 5)
        await store.keep_bell("ann", _bell("b"), 5)
        await store.drop_bell(_bell("a").endpoint)
        return await store.bells("ann")

    assert asyncio.run(left()) == [_bell("b")]

"""Where people can be rung, as the store keeps it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pennyflick.server.store.opening import open_store
from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.store import Bell, NewMatch, StoreError
from tests.server.store.running import run
from tests.server.store.test_store import HEADER, STANDING

NEW = NewMatch(HEADER, STANDING, {})


def _bell(name: str) -> Bell:
    return Bell(f"https://push.example/{name}", "key", "auth")


def test_a_bell_belongs_to_whoever_asked_last(store: SqlStore) -> None:
    async def asked() -> tuple[list[Bell], list[Bell]]:
        await store.keep_bell("ann", _bell("a"), 5)
        await store.keep_bell("bob", _bell("a"), 5)
        return await store.bells("ann"), await store.bells("bob")

    assert run(asked()) == ([], [_bell("a")])


def test_of_one_person_the_latest_are_kept(store: SqlStore) -> None:
    async def asked() -> list[Bell]:
        await store.keep_bell("bob", _bell("b"), 2)
        for name in ("1", "2", "1", "3"):
            await store.keep_bell("ann", _bell(name), 2)
        assert await store.bells("bob") == [_bell("b")]
        return await store.bells("ann")

    assert run(asked()) == [_bell("1"), _bell("3")]


def test_somebody_is_rung_once_until_he_has_been_there_also_after_a_restart(place: Path | str) -> None:
    async def rung(store: SqlStore) -> bool:
        return await store.ring("abc", "ann")

    store = run(open_store(place))
    run(store.create(NEW))
    assert not run(rung(store)), "he cannot be rung yet"
    run(store.keep_bell("ann", _bell("a"), 5))
    assert run(rung(store))
    run(store.close())
    store = run(open_store(place))
    assert not run(rung(store))
    run(store.answer_bell("abc", "ann"))
    assert run(rung(store))
    run(store.close())


def test_about_a_match_that_is_gone_nobody_is_rung(store: SqlStore) -> None:
    run(store.keep_bell("ann", _bell("a"), 5))
    with pytest.raises(StoreError):
        run(store.ring("gone", "ann"))


def test_whoever_is_forgotten_leaves_nothing_behind(store: SqlStore) -> None:
    async def forgotten() -> None:
        await store.create(NEW)
        for who in ("ann", "bob"):
            await store.keep_bell(who, _bell(who), 5)
            await store.ring("abc", who)
        await store.forget_bells("ann")

    run(forgotten())
    assert run(store._read("SELECT holder FROM bell")) == [("bob",)]
    assert run(store._read("SELECT holder FROM rung")) == [("bob",)]


def test_a_bell_that_is_gone_is_dropped_alone(store: SqlStore) -> None:
    async def left() -> list[Bell]:
        await store.keep_bell("ann", _bell("a"), 5)
        await store.keep_bell("ann", _bell("b"), 5)
        await store.drop_bell(_bell("a").endpoint)
        return await store.bells("ann")

    assert run(left()) == [_bell("b")]

"""Turns of the house: written with the version, taken by one thinker at a time, fair to who is there."""

from __future__ import annotations

import dataclasses
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pennyflick.server.store.schema import MIGRATIONS
from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.sqlite import SqliteEngine
from pennyflick.server.store.store import (
    Advance,
    HouseTurn,
    Invitation,
    KeptVersion,
    NewMatch,
    Sitting,
    Standing,
    Turns,
    Under,
)
from pennyflick.table import phrase
from tests.server.store.running import run
from tests.server.store.samples import HEADER as BETWEEN_PEOPLE
from tests.server.store.samples import NOW

SECOND = timedelta(seconds=1)
LEASE_MS = 10_000
HEADER = dataclasses.replace(BETWEEN_PEOPLE, players={"one": "person", "two": "good"})
STANDING = Standing(0, False, phrase("somebody flicks"))


def _new(match: str = "abc", at: datetime = NOW, **players: str) -> NewMatch:
    header = dataclasses.replace(HEADER, id=match, created=at, players=players or HEADER.players)
    return NewMatch(header, STANDING, {"one": "ann"}, house=True)


def _step(version: int, **changes: Any) -> Advance:
    kept = KeptVersion(version, "action", "one", "{}", None, "0" * 8, "", Under(1, 1), b"")
    return dataclasses.replace(Advance("abc", kept, Standing(version, False, phrase("on")), NOW), **changes)


def _taken(store: SqlStore, at: datetime = NOW, by: str = "thinker") -> HouseTurn | None:
    found: HouseTurn | None = run(store.take_turn(by, at, LEASE_MS))
    return found


def test_a_turn_comes_with_its_version_and_goes_with_the_next(store: SqlStore) -> None:
    run(store.create(_new()))
    assert _taken(store) == HouseTurn("abc", 0, NOW, True)

    run(store.advance(_step(1, house=True, at=NOW + SECOND)))
    assert _taken(store) == HouseTurn("abc", 1, NOW + SECOND, True), "the lease of the turn before it is void"

    run(store.advance(_step(2)))
    assert _taken(store) is None
    assert run(store.turns()) == Turns(0, None)


def test_the_last_to_sit_down_may_open_a_turn_of_the_house(store: SqlStore) -> None:
    new = dataclasses.replace(_new(), house=False, invitations=[Invitation("t", "abc", "two")])
    run(store.create(new))
    run(store.sit(Sitting(new.header, "two", "bo", house=NOW)))

    assert _taken(store) == HouseTurn("abc", 0, NOW, True)


def test_a_turn_is_one_thinkers_until_he_releases_it_or_his_lease_runs_out(store: SqlStore) -> None:
    run(store.create(_new()))
    turn = _taken(store)
    assert turn is not None

    assert _taken(store, by="another") is None
    run(store.release_turn(turn, "another"))  # it is not his
    assert _taken(store, by="another") is None
    run(store.release_turn(turn, "thinker"))
    assert _taken(store, by="another") == turn
    assert _taken(store, NOW + 10 * SECOND) is None
    assert _taken(store, NOW + 11 * SECOND) == turn


def test_a_thinker_keeps_his_turn_as_long_as_he_renews_it_and_somebody_needs_it(store: SqlStore) -> None:
    run(store.create(_new()))
    turn = _taken(store)
    assert turn is not None

    assert not run(store.renew_turn(turn, "another", NOW, LEASE_MS))
    assert run(store.renew_turn(turn, "thinker", NOW + 9 * SECOND, LEASE_MS))
    assert _taken(store, NOW + 19 * SECOND, by="another") is None
    run(store.unlist("abc", "ann", NOW))
    assert not run(store.renew_turn(turn, "thinker", NOW + 19 * SECOND, LEASE_MS))
    run(store.restore("abc", "ann"))
    run(store.advance(_step(1, house=True)))
    assert not run(store.renew_turn(turn, "thinker", NOW, LEASE_MS)), "another version is another turn"


def test_tables_with_people_come_first_and_each_by_its_turn(store: SqlStore) -> None:
    for number, match in enumerate(("left", "later", "first")):
        run(store.create(_new(match, NOW - number * SECOND)))
    run(store.create(_new("last", NOW + SECOND)))
    run(store.attend("left", False))

    assert run(store.turns()) == Turns(4, NOW - 2 * SECOND)
    assert [turn.match for turn in iter(lambda: _taken(store), None)] == ["first", "later", "last", "left"]


def test_where_only_the_house_plays_somebody_must_look_on(store: SqlStore) -> None:
    run(store.create(_new(one="good", two="good")))
    run(store.attend("abc", False))
    assert _taken(store) is None
    assert run(store.turns()) == Turns(0, None)

    run(store.attend("abc", True))
    assert _taken(store) is not None


def test_of_a_match_that_was_put_away_nobody_thinks(store: SqlStore) -> None:
    run(store.create(_new()))
    run(store.unlist("abc", "ann", NOW))

    assert _taken(store) is None
    run(store.restore("abc", "ann"))
    assert _taken(store) is not None


def test_a_turn_that_is_none_is_dropped_and_one_that_was_missed_is_asked_for(store: SqlStore) -> None:
    run(store.create(_new()))
    turn = _taken(store)
    assert turn is not None
    run(store.drop_turn(dataclasses.replace(turn, version=7)))  # of another version: it stays
    assert run(store.turns()).waiting == 1
    run(store.drop_turn(turn))
    assert run(store.turns()).waiting == 0

    run(store.ask_turn("abc", 7, NOW))  # the match is not there
    assert run(store.turns()).waiting == 0
    run(store.ask_turn("abc", 0, NOW))
    run(store.ask_turn("abc", 0, NOW + SECOND))
    assert _taken(store) == HouseTurn("abc", 0, NOW, True)


@pytest.mark.parametrize(
    ("act", "over", "waiting"),
    [("two", 0, 1), ("one", 0, 0), ("", 0, 1), ("two", 1, 0)],
    ids=["the house's turn", "a person's turn", "written before it was kept", "over"],
)
def test_the_turns_of_an_older_folder_are_found(tmp_path: Path, act: str, over: int, waiting: int) -> None:
    before = next(step for step, sql in enumerate(MIGRATIONS) if "house_turn" in sql)
    connection = sqlite3.connect(tmp_path / "matches.db")
    connection.executescript(f"{''.join(MIGRATIONS[:before])}PRAGMA user_version = {before};")
    connection.execute(
        "INSERT INTO match (id, game, options, starter, names, players, hands, seed, created, imported, updated, "
        "version, over, sentence, act) VALUES ('abc', 'penny-black', '{}', 'one', '{}', "
        """'{"one":"person","two":"good"}', '{}', '1', '2026-05-01', 0, '2026-05-01', 3, ?, '', ?)""",
        (over, act),
    )
    connection.commit()
    connection.close()

    store = SqlStore(SqliteEngine(tmp_path))
    turn = _taken(store)
    run(store.close())

    assert turn == (HouseTurn("abc", 3, datetime(2026, 5, 1, tzinfo=UTC), False) if waiting else None)

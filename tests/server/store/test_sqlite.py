"""The engine in SQLite: one commit for many, and older folders become newer ones."""

from __future__ import annotations

import asyncio
import dataclasses
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pennyflick.server.store import sqlite as sqlite_store
from pennyflick.server.store.schema import (
    MIGRATIONS,
    SCHEMA_VERSION,
    NewerSchemaError,
    copy_before_migrating,
    migrate,
)
from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.sqlite import SqliteEngine
from pennyflick.server.store.store import (
    KeptReply,
    NewMatch,
    StoreError,
    VersionTakenError,
)
from tests.server.store.running import run
from tests.server.store.test_store import HEADER, STANDING, _created, _kept, _step


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    store = SqlStore(SqliteEngine(tmp_path))
    yield store
    run(store.close())


def test_another_connection_sees_it_as_soon_as_the_call_returns(store: SqlStore, tmp_path: Path) -> None:
    _created(store)

    with sqlite3.connect(tmp_path / "matches.db") as other:
        assert other.execute("SELECT count(*) FROM match").fetchone() == (1,)
    other.close()


def test_the_file_is_written_ahead_and_fully_synchronous(store: SqlStore, tmp_path: Path) -> None:
    connection = sqlite_store._connect(tmp_path / "matches.db")

    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()


def test_many_writes_at_once_share_commits_and_each_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    groups: list[int] = []
    commit = sqlite_store._commit

    def counted(connection: sqlite3.Connection, writes: list[Any]) -> None:
        groups.append(len(writes))
        commit(connection, writes)

    monkeypatch.setattr(sqlite_store, "_commit", counted)
    store = SqlStore(SqliteEngine(tmp_path))

    async def all_at_once() -> None:
        await asyncio.gather(
            *(
                store.create(NewMatch(dataclasses.replace(HEADER, id=f"m{i}"), STANDING, {"one": "h"}, [_kept(1)]))
                for i in range(200)
            )
        )

    run(all_at_once())
    assert len(run(store.rows("h"))) == 200
    assert len(groups) < 50, f"200 writes took {len(groups)} commits"
    run(store.close())


def test_one_failing_write_of_a_group_leaves_the_others(store: SqlStore) -> None:
    _created(store)

    async def together() -> list[Any]:
        steps = [store.advance(step) for step in (_step(1), _step(1), _step(2))]
        return await asyncio.gather(*steps, return_exceptions=True)

    first, second, third = run(together())
    assert (first, third) == (1, 2)
    assert isinstance(second, VersionTakenError)
    assert [kept.version for kept in run(store.versions("abc"))] == [1, 2]


def test_what_cannot_be_kept_fails_alone_and_the_next_is_stored(store: SqlStore) -> None:
    with pytest.raises(StoreError, match="surrogates not allowed"):
        _created(store, names={"one": "half \ud800"}, id="half \ud800")
    _created(store)
    assert run(store.header("abc")) == HEADER


def test_a_commit_that_fails_fails_every_write_of_its_group(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_space(*_: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(sqlite_store, "_attempt", no_space)
    with pytest.raises(StoreError, match="disk is full"):
        _created(store)
    monkeypatch.undo()
    _created(store)
    assert run(store.header("abc")) == HEADER


def test_an_empty_file_is_brought_to_the_newest_schema_and_stays_there(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "a.db")
    for _ in range(2):
        migrate(connection)
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    connection.close()


def test_the_refusals_of_an_older_folder_are_counted_and_its_other_replies_are_left_alone(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "matches.db")
    connection.executescript(f"{MIGRATIONS[0]}PRAGMA user_version = 1;")
    match = (
        "abc",
        "penny-black",
        "{}",
        "one",
        "{}",
        "{}",
        "{}",
        "1",
        "2026-05-01",
        None,
        None,
        0,
        "2026-05-01",
        1,
        0,
        "",
    )
    connection.execute(f"INSERT INTO match VALUES ({', '.join('?' * len(match))})", match)
    for command, kind in {"a": "refused", "b": "done", "c": "refused"}.items():
        connection.execute("INSERT INTO reply VALUES ('abc', ?, ?)", (command, f'{{"type":"{kind}","id":"{command}"}}'))
    connection.commit()
    connection.close()

    store = SqlStore(SqliteEngine(tmp_path))
    run(store.keep_refusal("abc", KeptReply("d", "{}")))
    run(store.close())

    with sqlite3.connect(tmp_path / "matches.db") as other:
        found = dict(other.execute("SELECT command, refusal FROM reply").fetchall())
    other.close()
    assert found == {"a": 1, "b": None, "c": 2, "d": 3}


@pytest.mark.parametrize(
    ("players", "strokes"),
    [
        ('{"one":"person","two":"beginner"}', True),
        ('{"one":"person","two":"person"}', False),
        ('{"one":"person","two":"good","one-b":"good","two-b":"person"}', False),
    ],
)
def test_an_older_match_has_strokes_against_the_house_and_leaves_the_first_contact_to_each(
    tmp_path: Path, players: str, strokes: bool
) -> None:
    before = next(step for step, sql in enumerate(MIGRATIONS) if "strokes" in sql)
    with sqlite3.connect(tmp_path / "matches.db") as connection:
        connection.executescript(f"{''.join(MIGRATIONS[:before])}PRAGMA user_version = {before};")
        connection.execute(
            "INSERT INTO match (id, game, options, starter, names, players, hands, seed, created, imported, updated, "
            "version, over, sentence) VALUES ('abc', 'penny-black', '{}', 'one', '{}', ?, '{}', '1', '2026-05-01', 0, "
            "'2026-05-01', 0, 0, '')",
            (players,),
        )
    connection.close()

    store = SqlStore(SqliteEngine(tmp_path))
    header = run(store.header("abc"))
    run(store.close())

    assert (header.strokes, header.first_contact) == (strokes, None)


def test_a_folder_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "matches.db")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()

    with pytest.raises(NewerSchemaError, match=f"schema {SCHEMA_VERSION + 1}"):
        SqlStore(SqliteEngine(tmp_path))


@pytest.mark.parametrize("schema", range(1, SCHEMA_VERSION))
def test_a_file_is_copied_once_before_its_tables_change(tmp_path: Path, schema: int) -> None:
    path = tmp_path / "matches.db"
    connection = sqlite3.connect(path)
    for step in range(schema):
        connection.executescript(f"{MIGRATIONS[step]}PRAGMA user_version = {step + 1};")
    connection.close()

    copy = copy_before_migrating(path)

    assert copy == tmp_path / f"matches.schema-{schema}.db"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["matches.db", copy.name]
    assert copy_before_migrating(path) is None, "the first copy is the one to keep"


def test_nothing_is_copied_where_nothing_changes(tmp_path: Path) -> None:
    assert copy_before_migrating(tmp_path / "matches.db") is None
    run(SqliteEngine(tmp_path).close())
    assert copy_before_migrating(tmp_path / "matches.db") is None

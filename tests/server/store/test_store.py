"""The store: stored means stored, one commit for many, and older folders become newer ones."""

from __future__ import annotations

import asyncio
import dataclasses
import sqlite3
from collections.abc import Coroutine, Iterator
from datetime import UTC, datetime, timedelta
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
from pennyflick.server.store.sql.matches import REFUSALS_KEPT
from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.sqlite import SqliteEngine
from pennyflick.server.store.store import (
    Advance,
    Branch,
    Header,
    KeptReply,
    KeptVersion,
    NewMatch,
    Standing,
    StoreError,
    Under,
    VersionTakenError,
)
from pennyflick.table import Side, Subject, phrase, says, verb

LATER = timedelta(minutes=11)
NOW = datetime(2026, 5, 1, 12, 30, 15, 250_000, tzinfo=UTC)
HEADER = Header(
    id="abc",
    game="penny-black",
    options={"shape": "square"},
    starter="one",
    names={"one": "Ann", "two": "Bo “B” Ö"},
    players={"one": "person", "two": "beginner"},
    hands={"two": "beginner"},
    seed=2**128 - 1,
    created=NOW,
    under=Under(1, 2),
    branch=Branch("xyz", 4),
    imported=True,
    setup='{"ledger":{},"layout":{}}',
)
STANDING = Standing(0, False, says(Subject(Side.ONE), verb("flicks")))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    store = SqlStore(SqliteEngine(tmp_path))
    yield store
    _run(store.close())


def _kept(version: int) -> KeptVersion:
    answer = '{"kind":"choose","key":"a"}'
    return KeptVersion(version, "action", "one", answer, None, f"{version:08x}", "A thought.", Under(3, 4), b"\x00\xff")


def _step(version: int, command: str | None = None, match: str = "abc") -> Advance:
    reply = None if command is None else KeptReply(command, "{}")
    return Advance(match, _kept(version), Standing(version, False, phrase(f"version {version}")), NOW, reply)


def _run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)


def _created(store: SqlStore, **changes: Any) -> None:
    header = dataclasses.replace(HEADER, **changes)
    _run(store.create(NewMatch(header, STANDING, {"one": "holder-a", "two": "holder-b"}, [])))


def test_what_is_stored_is_read_back_the_same(store: SqlStore) -> None:
    _created(store)
    _run(store.advance(_step(1, "first-command")))

    assert _run(store.header("abc")) == HEADER
    assert _run(store.versions("abc")) == [_kept(1)]
    assert _run(store.reply("abc", "first-command")) == "{}"
    assert _run(store.seats("abc", "holder-a")) == ("one",)
    (row,) = _run(store.rows("holder-b"))
    assert (row.header, row.standing.sentence, row.updated) == (HEADER, phrase("version 1"), NOW)


def test_what_is_not_there_is_none(store: SqlStore) -> None:
    assert _run(store.header("abc")) is None
    assert _run(store.versions("abc")) == []
    assert _run(store.reply("abc", "x")) is None
    assert _run(store.seats("abc", "x")) == ()
    assert _run(store.rows("x")) == []


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


def test_a_version_is_taken_only_once_and_the_second_changes_nothing(store: SqlStore) -> None:
    _created(store)
    _run(store.advance(_step(1, "first-command")))

    with pytest.raises(VersionTakenError):
        _run(store.advance(_step(1, "second-command")))
    assert _run(store.reply("abc", "second-command")) is None


def test_a_step_of_a_match_that_is_gone_is_refused(store: SqlStore) -> None:
    with pytest.raises(StoreError):
        _run(store.advance(_step(1)))


def test_of_the_refusals_of_a_match_only_the_latest_are_kept(store: SqlStore, tmp_path: Path) -> None:
    for match in ("abc", "other"):
        _created(store, id=match)
    _run(store.advance(_step(1, "done")))
    _run(store.keep_refusal("other", KeptReply("refused-0", "other")))

    for number in range(REFUSALS_KEPT + 5):
        _run(store.keep_refusal("abc", KeptReply(f"refused-{number}", f"reply {number}")))

    forgotten = [number for number in range(REFUSALS_KEPT + 5) if _run(store.reply("abc", f"refused-{number}")) is None]
    assert forgotten == [0, 1, 2, 3, 4]
    assert _run(store.reply("abc", f"refused-{REFUSALS_KEPT + 4}")) == f"reply {REFUSALS_KEPT + 4}"
    assert _run(store.reply("abc", "done")) == "{}"
    assert _run(store.reply("other", "refused-0")) == "other"
    _run(store.keep_refusal("abc", KeptReply("refused-0", "again")))  # a forgotten one may come again
    assert _run(store.reply("abc", "refused-0")) == "again"


def test_what_is_taken_off_a_list_stays_on_the_others_and_can_be_brought_back(store: SqlStore) -> None:
    _created(store)
    before = {holder: _run(store.rows(holder)) for holder in ("holder-a", "holder-b")}
    _run(store.unlist("abc", "holder-a", NOW))

    assert _run(store.header("abc")) is not None
    assert _run(store.rows("holder-a")) == []
    assert _run(store.put_away("holder-a")) == before["holder-a"]
    assert _run(store.rows("holder-b")) == before["holder-b"]
    assert _run(store.put_away("holder-b")) == []

    _run(store.sweep(NOW, NOW))  # only what was put away before
    _run(store.restore("abc", "holder-a"))
    assert _run(store.rows("holder-a")) == before["holder-a"]
    assert _run(store.put_away("holder-a")) == []


def test_a_match_is_gone_when_nobody_lists_it_any_more(store: SqlStore) -> None:
    _created(store)
    for holder in ("holder-a", "holder-b"):
        _run(store.unlist("abc", holder, NOW))

    assert _run(store.header("abc")) is None
    assert [len(_run(store.put_away(holder))) for holder in ("holder-a", "holder-b")] == [1, 1]

    _run(store.restore("abc", "holder-b"))
    assert _run(store.header("abc")) is not None
    assert [len(_run(store.rows(holder))) for holder in ("holder-a", "holder-b")] == [0, 1]


def test_what_was_taken_off_a_list_long_ago_stays_off_it_for_good(store: SqlStore) -> None:
    _created(store)
    _run(store.unlist("abc", "holder-a", NOW))
    _run(store.sweep(NOW + LATER, NOW))

    assert _run(store.rows("holder-a")) == []
    assert _run(store.put_away("holder-a")) == []
    assert len(_run(store.rows("holder-b"))) == 1
    _run(store.unlist("abc", "holder-b", NOW + LATER))
    assert _run(store.header("abc")) is None


def test_what_the_server_was_down_is_given_back_to_every_deadline(store: SqlStore) -> None:
    _created(store)
    _run(store.advance(dataclasses.replace(_step(1), deadline=NOW + LATER)))
    _run(store.resume(NOW))  # nothing is known before the first beat
    assert _run(store.deadline("abc")) == NOW + LATER
    _run(store.beat(NOW + timedelta(minutes=1)))
    _run(store.resume(NOW + timedelta(minutes=4)))
    assert _run(store.deadline("abc")) == NOW + LATER + timedelta(minutes=3)
    _run(store.resume(NOW))  # a clock that was set back takes nothing away
    assert _run(store.deadline("abc")) == NOW + LATER + timedelta(minutes=3)


def test_a_deadline_is_listed_postponed_and_gone_with_the_next_version(store: SqlStore) -> None:
    _created(store)
    _run(store.advance(dataclasses.replace(_step(1), deadline=NOW)))
    _run(store.postpone("abc", 1, NOW + LATER))
    assert [row.deadline for row in _run(store.rows("holder-a"))] == [NOW + LATER]
    _run(store.advance(_step(2)))
    assert _run(store.deadline("abc")) is None
    assert _run(store.postpone("abc", 1, NOW + LATER)) is None  # too late: the match has moved on
    assert _run(store.postpone("abc", 2, NOW + LATER)) is None  # and nobody's time runs
    assert _run(store.deadline("abc")) is None


def test_practice_is_never_listed_and_swept_away_when_it_is_old(store: SqlStore) -> None:
    _created(store, practice="1")

    assert _run(store.header("abc")) is not None
    assert _run(store.rows("me")) == []
    _run(store.sweep(NOW, NOW))
    assert _run(store.header("abc")) is not None
    _run(store.sweep(NOW, NOW + LATER))
    assert _run(store.header("abc")) is None


def test_sweeping_forgets_everything_of_what_was_deleted_long_ago(store: SqlStore, tmp_path: Path) -> None:
    _created(store)
    _run(store.advance(_step(1, "first-command")))
    for holder in ("holder-a", "holder-b"):
        _run(store.unlist("abc", holder, NOW))
    _run(store.sweep(NOW + LATER, NOW))

    with sqlite3.connect(tmp_path / "matches.db") as other:
        counts = [
            other.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("match", "entry", "seat", "reply")
        ]
    other.close()
    assert counts == [(0,)] * 4


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

    _run(all_at_once())
    assert len(_run(store.rows("h"))) == 200
    assert len(groups) < 50, f"200 writes took {len(groups)} commits"
    _run(store.close())


def test_one_failing_write_of_a_group_leaves_the_others(store: SqlStore) -> None:
    _created(store)

    async def together() -> list[Any]:
        steps = [store.advance(step) for step in (_step(1), _step(1), _step(2))]
        return await asyncio.gather(*steps, return_exceptions=True)

    first, second, third = _run(together())
    assert (first, third) == (1, 2)
    assert isinstance(second, VersionTakenError)
    assert [kept.version for kept in _run(store.versions("abc"))] == [1, 2]


def test_a_commit_that_fails_fails_every_write_of_its_group(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_space(*_: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(sqlite_store, "_attempt", no_space)
    with pytest.raises(StoreError, match="disk is full"):
        _created(store)
    monkeypatch.undo()
    _created(store)
    assert _run(store.header("abc")) == HEADER


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
    _run(store.keep_refusal("abc", KeptReply("d", "{}")))
    _run(store.close())

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
    header = _run(store.header("abc"))
    _run(store.close())

    assert (header.strokes, header.first_contact) == (strokes, None)


def test_a_folder_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "matches.db")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()

    with pytest.raises(NewerSchemaError, match=f"schema {SCHEMA_VERSION + 1}"):
        SqlStore(SqliteEngine(tmp_path))


def test_what_was_written_before_events_were_kept_is_filled_once_and_changes_nothing_else(store: SqlStore) -> None:
    bare = dataclasses.replace(_kept(1), under=None, event=None)
    header = dataclasses.replace(HEADER)
    _run(store.create(NewMatch(header, STANDING, {"one": "h"}, [bare])))
    assert _run(store.unfilled()) == ["abc"]

    _run(store.fill("abc", [dataclasses.replace(_kept(1), digest="ffffffff")]))
    _run(store.fill("abc", [dataclasses.replace(_kept(1), event=b"other")]))

    assert _run(store.versions("abc")) == [_kept(1)]
    assert _run(store.version("abc", 1)) == _kept(1)
    assert _run(store.version("abc", 2)) is None
    assert _run(store.unfilled()) == []


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
    _run(SqliteEngine(tmp_path).close())
    assert copy_before_migrating(tmp_path / "matches.db") is None


def test_a_wish_stands_at_its_version_and_can_be_withdrawn(store: SqlStore) -> None:
    _created(store)
    _run(store.wish("abc", "end", "one", 0, KeptReply("command-1", "{}")))
    assert _run(store.wishes("abc", "end", 0)) == ("one",)
    assert _run(store.reply("abc", "command-1")) == "{}"

    _run(store.advance(_step(1)))
    assert _run(store.wishes("abc", "end", 1)) == ()
    for kind, seat in (("end", "two"), ("rematch", "one"), ("end", "one")):
        _run(store.wish("abc", kind, seat, 1))
    assert _run(store.wishes("abc", "end", 0)) == ()
    assert _run(store.wishes("abc", "end", 1)) == ("one", "two")
    _run(store.withdraw("abc", "end", "two", 1, KeptReply("command-2", "{}")))
    assert _run(store.wishes("abc", "end", 1)) == ("one",)
    assert _run(store.wishes("abc", "rematch", 1)) == ("one",)
    assert _run(store.reply("abc", "command-2")) == "{}"

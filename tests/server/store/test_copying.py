"""Copies, backups and what is tidied away: every row compared, nothing lost, nothing half done."""

from __future__ import annotations

import asyncio
import dataclasses
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pennyflick.server.store import copying
from pennyflick.server.store.backup import back_up, restore
from pennyflick.server.store.copying import CopyError, copy
from pennyflick.server.store.engine import Engine
from pennyflick.server.store.folder import FolderError, locked
from pennyflick.server.store.opening import open_engine, open_store
from pennyflick.server.store.people import Handover, Plea, SentFlick, Vacancy
from pennyflick.server.store.practice import DRILL, Try
from pennyflick.server.store.secrets import BELL, cookie_secret
from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.sqlite import SqliteEngine
from pennyflick.server.store.store import Bell, Invitation, KeptReply, NewMatch, Person
from pennyflick.server.store.tables import TABLES
from pennyflick.server.store.tidying import opened, tidy, untidy
from tests.server.postgresql import Cluster
from tests.server.store.running import run
from tests.server.store.test_store import HEADER, NOW, STANDING, _kept, _step

DAY = timedelta(days=1)


def _quiet(what: str, share: float) -> None:
    assert 0.0 <= share <= 1.0, what


async def _furnish(store: SqlStore) -> None:
    """Something in every table."""
    for number in range(copying.PAGE + 7):
        header = dataclasses.replace(HEADER, id=f"m{number:04}", branch=None, imported=number % 2 == 0)
        await store.create(NewMatch(header, STANDING, {"one": "ann"}, house=number % 3 == 0))
    invited = [Invitation("token", "abc", "two")]
    await store.create(NewMatch(HEADER, STANDING, {"one": "ann"}, [], invited, "m0001", NOW, house=True))
    await store.advance(dataclasses.replace(_step(1, "command"), house=True))
    await store.keep_refusal("abc", KeptReply("refused", "no — “never”"))
    await store.wish("abc", "end", "one", 1)
    await store.beat(NOW)
    await store.unlist("m0000", "ann", NOW)
    await store.keep_person(Person("ann", "Ann Ö", {"sound": "off"}))
    await store.keep_handover(Handover("h", "ann", None, NOW))
    await store.keep_plea(Plea("p", "abc", "one", "cy", NOW))
    await store.keep_vacancy(Vacancy("abc", "ann", NOW, {"one": "Ann"}), HEADER)
    await store.keep_flick(SentFlick("f", "penny-black", {}, "{}", "one", b"\x00\xff", "Ann", "good", "ann", NOW))
    await store.keep_bell("ann", Bell("https://push.example/a", "key", "auth"), 5)
    await store.ring("abc", "ann")
    await store.add_try(Try("t", "ann", DRILL, "penny-black", "break", NOW, "good", True, {"number": 1}), 5)
    await store.take_turn("thinker", NOW, 1_000)
    await cookie_secret(store.secrets)
    await store.secrets.kept(BELL, lambda: b"bell")


@asynccontextmanager
async def _open(place: Path | str) -> AsyncIterator[Engine]:
    engine = await open_engine(place)
    try:
        yield engine
    finally:
        await engine.close()


async def _everything(place: Path | str) -> dict[str, Any]:
    async with _open(place) as engine:
        rows = {table.name: [table.row(row) for row in await engine.read(table.page(None, 10_000))] for table in TABLES}
        return {**rows, "keys": await engine.secrets.every()}


@pytest.fixture
def furnished(place: Path | str) -> Path | str:
    async def furnish() -> None:
        store = await open_store(place)
        await _furnish(store)
        await store.close()

    run(furnish())
    return place


def test_every_table_and_every_column_is_copied(tmp_path: Path) -> None:
    run(SqliteEngine(tmp_path).close())
    connection = sqlite3.connect(tmp_path / "matches.db")
    sql = "SELECT m.name, p.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS p WHERE m.type = 'table'"
    found = set(connection.execute(sql).fetchall())
    connection.close()

    assert found == {(table.name, column) for table in TABLES for column in table.columns}


def test_a_copy_holds_everything_and_so_does_the_copy_of_the_copy(furnished: Path | str, tmp_path: Path) -> None:
    before = run(_everything(furnished))
    assert all(before.values()), f"nothing is left empty: {before}"

    copied = run(copy(furnished, tmp_path / "second", _quiet))
    run(copy(tmp_path / "second", tmp_path / "third", _quiet))

    assert copied.rows == {name: len(rows) for name, rows in before.items() if name != "keys"}
    assert run(_everything(tmp_path / "third")) == before
    assert ((tmp_path / "third" / "secret.key").stat().st_mode & 0o777) == 0o600


@pytest.mark.slow
def test_there_and_back_are_the_same_bytes(postgresql: Cluster, tmp_path: Path) -> None:
    async def story() -> None:
        store = await open_store(tmp_path / "first")
        await _furnish(store)
        await store.close()
        database = await asyncio.to_thread(postgresql.fresh)
        await copy(tmp_path / "first", database, _quiet)
        await copy(database, tmp_path / "back", _quiet)
        assert await _everything(tmp_path / "back") == await _everything(tmp_path / "first")
        assert await _everything(database) == await _everything(tmp_path / "first")
        with pytest.raises(CopyError, match="not empty"):
            await copy(tmp_path / "first", database, _quiet)

    run(story())


def test_what_is_there_is_not_written_over(furnished: Path | str, tmp_path: Path) -> None:
    async def other() -> None:
        store = await open_store(tmp_path / "other")
        await store.keep_person(Person("bo"))
        await store.close()

    run(other())
    with pytest.raises(CopyError, match=r"not empty \(it holds person\)"):
        run(copy(furnished, tmp_path / "other", _quiet))
    with pytest.raises(CopyError, match="one and the same"):
        run(copy(furnished, furnished, _quiet))
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "secret.key").write_bytes(b"key")
    with pytest.raises(CopyError, match=r"not empty \(it holds secret.key"):
        run(copy(furnished, tmp_path / "keys", _quiet))


def test_a_folder_that_is_served_is_not_copied(tmp_path: Path) -> None:
    with locked(tmp_path / "served"), pytest.raises(FolderError, match="already serves"):
        run(copy(tmp_path / "served", tmp_path / "other", _quiet))


def test_a_copy_that_differs_is_an_error(
    furnished: Path | str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    insert = copying._insert

    def forgetful(table: Any, rows: list[Any]) -> Any:
        return insert(table, rows[:-1] if table.name == "reply" else rows)

    monkeypatch.setattr(copying, "_insert", forgetful)
    with pytest.raises(CopyError, match="the copy of reply differs"):
        run(copy(furnished, tmp_path / "other", _quiet))


def test_a_backup_restores_to_all_that_was_acknowledged_before_it_began(place: Path | str, tmp_path: Path) -> None:
    async def story() -> tuple[int, int, int]:
        store = await open_store(place)
        await _furnish(store)
        acknowledged = 1
        stop = asyncio.Event()

        async def play() -> None:
            nonlocal acknowledged
            while not stop.is_set():
                await store.advance(_step(acknowledged + 1, f"command {acknowledged}"))
                acknowledged += 1

        playing = asyncio.create_task(play())
        while acknowledged < 20:
            await asyncio.sleep(0.01)
        before = acknowledged
        await back_up(place, tmp_path / "backup", _quiet)
        after = acknowledged
        stop.set()
        await playing
        await store.close()
        await restore(tmp_path / "backup", tmp_path / "restored", _quiet)
        restored = await open_store(tmp_path / "restored")
        versions = [kept.version for kept in await restored.versions("abc")]
        replied = [await restored.reply("abc", f"command {version}") for version in range(1, versions[-1])]
        await restored.close()
        assert versions == list(range(1, len(versions) + 1))
        assert None not in replied, "the reply of each version is kept with it"
        return before, len(versions), after

    before, kept, after = run(story())
    assert before <= kept <= after + 1


def test_a_backup_is_whole_or_not_there(furnished: Path | str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(back_up(furnished, tmp_path / "backup", _quiet))
    assert run(_everything(tmp_path / "backup")) == run(_everything(furnished))
    with pytest.raises(CopyError, match="is not empty"):
        run(back_up(furnished, tmp_path / "backup", _quiet))

    def interrupted(what: str, share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(back_up(furnished, tmp_path / "second", interrupted))
    assert not (tmp_path / "second").exists()
    run(back_up(furnished, tmp_path / "second", _quiet))  # what was left aside is in nobody's way


def test_what_is_no_backup_or_a_damaged_one_is_not_restored(tmp_path: Path) -> None:
    with pytest.raises(CopyError, match="is no backup"):
        run(restore(tmp_path, tmp_path / "target", _quiet))
    (tmp_path / "matches.db").write_bytes(b"nonsense" * 1_000)
    with pytest.raises(CopyError, match="is damaged"):
        run(restore(tmp_path, tmp_path / "target", _quiet))
    with pytest.raises(FolderError, match="nothing is kept in"):
        run(back_up(tmp_path / "nowhere", tmp_path / "backup", _quiet))


def test_only_what_was_left_at_once_and_what_was_imported_is_tidied_away_and_only_when_it_is_old(
    place: Path | str,
) -> None:
    async def story() -> None:
        store = await open_store(place)
        for name, imported in {"left": False, "imported": True, "played": False, "practice": False}.items():
            practice = "1" if name == "practice" else None
            header = dataclasses.replace(HEADER, id=name, imported=imported, practice=practice, created=NOW - 10 * DAY)
            await store.create(NewMatch(header, STANDING, {"one": "ann"}))
        await store.create(NewMatch(dataclasses.replace(HEADER, id="new", imported=False), STANDING, {"one": "ann"}))
        await store.advance(dataclasses.replace(_step(1, match="played"), at=NOW - 9 * DAY))
        async with opened(place) as engine:  # while the server goes on
            assert await untidy(engine, NOW - 11 * DAY) == await untidy(engine, datetime(2000, 1, 1, tzinfo=UTC))
            found = await untidy(engine, NOW - 8 * DAY)
            assert (list(found.left), list(found.imported)) == (["left"], ["imported"])
            await store.advance(dataclasses.replace(_step(1, match="imported"), at=NOW))
            assert await tidy(engine, found) == 1, "what was played meanwhile stays"
        assert [name for name in ("left", "imported", "played", "new") if await store.header(name) is None] == ["left"]
        await store.close()

    run(story())


def test_a_folder_of_another_version_is_not_changed_under_its_server(tmp_path: Path) -> None:
    async def tidied() -> None:
        async with opened(tmp_path):
            pass

    with pytest.raises(FolderError, match="nothing is kept in"):
        run(tidied())
    connection = sqlite3.connect(tmp_path / "matches.db")
    connection.execute("PRAGMA user_version = 3")
    connection.close()
    with locked(tmp_path), pytest.raises(FolderError, match="already serves"):
        run(tidied())


def test_versions_of_a_match_are_copied_byte_for_byte(furnished: Path | str, tmp_path: Path) -> None:
    run(copy(furnished, tmp_path / "copy", _quiet))

    async def versions() -> Any:
        store = await open_store(tmp_path / "copy")
        found = await store.versions("abc")
        await store.close()
        return found

    assert run(versions()) == [_kept(1)]

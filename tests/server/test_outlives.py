"""What is stored outlives us: a data folder of version 0.1.0, and the same after the physics has changed."""

from __future__ import annotations

import asyncio
import html
import random
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pennyflick.match.replay import replay
from pennyflick.physics import version as physics_version
from pennyflick.record import parse_record
from pennyflick.server.client import Client, any_answer
from pennyflick.server.play.filling import fill_all
from pennyflick.server.store.opening import open_store
from pennyflick.server.wire.messages import Json
from pennyflick.table import surface

OLD = Path(__file__).parents[1] / "data" / "folder-0.1.0"
Starter = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the old folder, as somebody who has just upgraded has it."""
    return Path(shutil.copytree(OLD, tmp_path / "data"))


@pytest.fixture
def another_physics(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gravity a little lower and the version raised: every golden shot changes."""
    monkeypatch.setattr(surface, "GRAVITY_MM_S2", 9_700.0)
    monkeypatch.setattr(physics_version, "PHYSICS_VERSION", physics_version.PHYSICS_VERSION + 1)


def _filled(folder: Path, tell: Callable[[int, int], None] = lambda done, of: None) -> None:
    async def filled() -> None:
        store = await open_store(folder)
        try:
            await fill_all(store, tell)
        finally:
            await store.close()

    asyncio.run(filled())


def _client(server: Any) -> Client:
    client: Client = server.client()
    client.cookie = (OLD / "cookie.txt").read_text(encoding="utf-8").strip()
    return client


def _matches(folder: Path) -> list[str]:
    with sqlite3.connect(folder / "matches.db") as connection:
        found = [row[0] for row in connection.execute("SELECT id FROM match ORDER BY id")]
    connection.close()
    return found


def _watched(client: Client, match: str) -> list[Json]:
    """Every event of a match; its pages must be there too."""
    for page in ("", "/replay", "/record.txt"):
        assert client.get(f"/match/{match}{page}").status == 200
    snapshot = client.get(f"/match/{match}/snapshot.json").json()
    events = [client.get(f"/match/{match}/events/{number}.json").json() for number in range(1, snapshot["version"] + 1)]
    assert [line["version"] for line in snapshot["history"]] == [event["version"] for event in events]
    assert all(event["shot"]["paths"] for event in events if event["shot"])
    return events


def _gone_on(client: Client, match: str) -> bool:
    """Whether the match went on: a person answers, or the house does. False: it is over, or only to be looked at."""
    with client.sit(match) as table:
        snapshot = table.opening["snapshot"]
        if table.result is not None or snapshot["match"]["imported"]:
            return False
        before = table.version
        while not table.act["house"] and table.answer(any_answer(table, random.Random(5)))["type"] != "done":
            pass
        table.wait_for(before + 1)
    return True


def test_filling_tells_how_far_it_is_and_leaves_a_copy_of_the_file_as_it_was(folder: Path) -> None:
    told: list[tuple[int, int]] = []

    _filled(folder, lambda done, of: told.append((done, of)))

    count = told[-1][1]
    assert told == [(done, count) for done in range(count + 1)]
    assert count > 20
    with sqlite3.connect(folder / "matches.schema-2.db") as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (2,)
        assert copy.execute("SELECT count(*) FROM match").fetchone() == (len(_matches(folder)),)
    copy.close()


def test_filling_can_be_interrupted_and_goes_on_where_it_stopped(folder: Path) -> None:
    class StopError(Exception):
        pass

    def stop_after_three(done: int, of: int) -> None:
        if done == 3:
            raise StopError

    with pytest.raises(StopError):
        _filled(folder, stop_after_three)
    told: list[tuple[int, int]] = []
    _filled(folder, lambda done, of: told.append((done, of)))
    again: list[tuple[int, int]] = []
    _filled(folder, lambda done, of: again.append((done, of)))

    everything = len(_unfilled_at_first(folder))
    assert told[-1] == (everything - 3, everything - 3)
    assert again == []


def _unfilled_at_first(folder: Path) -> set[str]:
    with sqlite3.connect(folder / "matches.schema-2.db") as copy:
        found = {row[0] for row in copy.execute("SELECT DISTINCT match FROM entry")}
    copy.close()
    return found


@pytest.fixture
def upgraded(folder: Path, start_server: Starter) -> tuple[Path, Client]:
    """The old folder under a server of today, opened match by match without filling it first."""
    return folder, _client(start_server(folder))


def _leafed(client: Client) -> Iterator[str]:
    """The list of matches, page by page."""
    path: str | None = "/matches"
    while path is not None:
        page = client.get(path).text
        yield page
        older = re.search(r'rel="next" href="([^"]+)"', page)
        path = None if older is None else html.unescape(older[1])


@pytest.mark.slow
def test_every_match_of_the_old_folder_is_listed_shown_watched_and_verified(upgraded: tuple[Path, Client]) -> None:
    folder, client = upgraded
    listed = "".join(_leafed(client))
    for match in _matches(folder):
        assert match in listed
        _watched(client, match)
        found = replay(parse_record(client.get(f"/match/{match}/record.txt").text))
        assert found.verified, (match, found.difference)


@pytest.mark.slow
def test_every_match_of_the_old_folder_that_is_not_over_goes_on(upgraded: tuple[Path, Client]) -> None:
    folder, client = upgraded
    gone_on = [match for match in _matches(folder) if _gone_on(client, match)]
    assert len(gone_on) > 10


@pytest.mark.slow
def test_under_another_physics_everything_is_shown_as_it_was_and_goes_on(
    folder: Path, start_server: Starter, request: pytest.FixtureRequest
) -> None:
    first = start_server(folder)
    before = {match: _watched(_client(first), match) for match in _matches(folder)}
    first.stop()
    request.getfixturevalue("another_physics")

    second = start_server(folder)
    client = _client(second)
    assert {match: _watched(client, match) for match in before} == before
    gone_on = [match for match in before if _gone_on(client, match)]
    assert len(gone_on) > 10
    second.stop()

    client = _client(start_server(folder))
    for match in gone_on:
        events = _watched(client, match)
        assert events[: len(before[match])] == before[match]
        assert len(events) > len(before[match])


@pytest.mark.slow
def test_a_branch_of_a_match_of_another_physics_begins_where_it_stood(
    folder: Path, start_server: Starter, request: pytest.FixtureRequest
) -> None:
    first = start_server(folder)
    old = max(_matches(folder), key=lambda match: len(_watched(_client(first), match)))
    first.stop()
    request.getfixturevalue("another_physics")
    client = _client(start_server(folder))
    after = client.get(f"/match/{old}/events/9.json").json()

    reply = client.post(f"/match/{old}/branch", {"after": "9"})

    branch = reply.headers["location"].removeprefix("/match/")
    snapshot = client.get(f"/match/{branch}/snapshot.json").json()
    assert (snapshot["version"], snapshot["layout"], snapshot["hash"]) == (0, after["layout"], after["hash"])
    assert snapshot["match"]["branch"] == {"match": old, "after": 9}
    assert _gone_on(client, branch)
    record = parse_record(client.get(f"/match/{branch}/record.txt").text)
    assert replay(record).verified, replay(record).difference

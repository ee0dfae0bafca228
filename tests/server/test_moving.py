"""What is kept moves: to a database and back, into a backup while people play, and every browser keeps its seat."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pennyflick.cli.main import main
from pennyflick.server.client import Client, Conversation
from pennyflick.server.wire.messages import Json
from tests.server.postgresql import Cluster

pytestmark = pytest.mark.slow
Starter = Callable[..., Any]
Flicker = Callable[[Conversation], Json]


def _again(client: Client, serving: Any) -> Client:
    """The same browser at another server."""
    back: Client = serving.client()
    back.cookie = client.cookie
    return back


def test_records_are_the_same_bytes_and_seats_the_same_browsers_after_a_way_through_a_database(
    start_server: Starter, postgresql: Cluster, tmp_path: Path, flick: Flicker
) -> None:
    first = start_server(tmp_path / "first")
    client: Client = first.client()
    matches = [client.new_match(game, {"seating": "screen", "seed": "7"}) for game in ("penny-black", "pichenotte")]
    with client.sit(matches[0]) as table:
        for version in range(1, 5):
            table.answer(flick(table))
            table.wait_for(version)
        done = table.answer(flick(table), id="last-command")
    records = [client.get(f"/match/{match}/record.txt").body for match in matches]
    first.stop()

    database = postgresql.fresh()
    assert main(["copy", "--from", str(tmp_path / "first"), "--to", database]) == 0
    assert main(["copy", "--from", database, "--to", str(tmp_path / "back")]) == 0

    for place in ({"data": tmp_path / "unused", "database": database}, {"data": tmp_path / "back"}):
        there = _again(client, start_server(**place))
        assert [there.get(f"/match/{match}/record.txt").body for match in matches] == records
        with there.sit(matches[0]) as table:
            assert table.opening["snapshot"]["yours"] == ["one", "two"]
            assert table.answer({"kind": "choose", "key": "?"}, id="last-command", version=4) == done


@pytest.mark.parametrize("kept", ["folder", "database"])
def test_a_backup_that_is_taken_while_people_play_holds_all_that_was_acknowledged_before(
    kept: str, start_server: Starter, request: pytest.FixtureRequest, tmp_path: Path, flick: Flicker
) -> None:
    database = request.getfixturevalue("postgresql").fresh() if kept == "database" else ""
    server = start_server(tmp_path / "first", database=database)
    client: Client = server.client()
    match = client.new_match("penny-black", {"seating": "screen", "seed": "7"})
    begun, backed_up = threading.Event(), threading.Event()
    acknowledged: list[Json] = []

    def play() -> None:
        with client.sit(match) as table:
            while not backed_up.is_set() and table.decision is not None:
                acknowledged.append(table.answer(flick(table)))
                table.wait_for(len(acknowledged))
                if len(acknowledged) == 3:
                    begun.set()

    playing = threading.Thread(target=play)
    playing.start()
    assert begun.wait(60)
    before = len(acknowledged)
    assert main(["backup", "--from", database or str(tmp_path / "first"), "--to", str(tmp_path / "backup")]) == 0
    backed_up.set()
    playing.join(60)
    server.stop()

    assert main(["restore", "--from", str(tmp_path / "backup"), "--to", str(tmp_path / "restored")]) == 0
    back = _again(client, start_server(tmp_path / "restored"))
    snapshot = back.get(f"/match/{match}/snapshot.json").json()
    assert before <= snapshot["version"] <= len(acknowledged)
    with back.sit(match, version=0) as table:
        hashes = [event["hash"] for event in table.opening["events"]]
        assert hashes == [done["hash"] for done in acknowledged][: len(hashes)]
        assert len(hashes) == snapshot["version"]

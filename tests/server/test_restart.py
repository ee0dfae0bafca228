"""What was acknowledged is there after a restart, and the same command is still the same command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pennyflick.server.client import Client, Conversation
from pennyflick.server.wire.messages import Json

Starter = Callable[..., Any]
Flicker = Callable[[Conversation], Json]
ONE_STARTS = {"starter": "one"}


def _again(client: Client, serving: Any) -> Client:
    """The same browser at the restarted server."""
    back: Client = serving.client()
    back.cookie = client.cookie
    return back


@pytest.mark.slow
def test_a_match_goes_on_after_a_restart_where_it_was(start_server: Starter, tmp_path: Path, flick: Flicker) -> None:
    first = start_server(tmp_path)
    client: Client = first.client()
    match = client.new_match("penny-black", {"seating": "screen", "seed": "7"})
    with client.sit(match) as table:
        for version in range(1, 5):
            table.answer(flick(table))
            table.wait_for(version)
        resent = flick(table)
        done = table.answer(resent, id="resent-command")
        table.wait_for(5)
        refused = table.answer({"kind": "choose", "key": "?"}, id="refused-command")
        events = table.events
    before = client.get(f"/match/{match}/snapshot.json").json()
    first.stop()

    client = _again(client, start_server(tmp_path))

    assert client.get(f"/match/{match}/snapshot.json").json() == before
    with client.sit(match, version=0) as table:
        assert table.opening["events"] == events
        assert table.answer(resent, id="resent-command", version=4) == done
        assert table.answer({"kind": "choose", "key": "?"}, id="refused-command") == refused
        assert table.ask("sync")["version"] == 5
        assert table.answer(flick(table))["version"] == 6


@pytest.mark.slow
def test_endings_survive_a_restart(start_server: Starter, tmp_path: Path) -> None:
    first = start_server(tmp_path)
    client: Client = first.client()
    resigned, abandoned = (client.new_match("penny-black", {"seating": "screen"}) for _ in range(2))
    with client.sit(resigned) as table:
        table.ask("resign", seat="one")
    with client.sit(abandoned) as table:
        table.ask("abandon")
    before = [client.get(f"/match/{match}/snapshot.json").json() for match in (resigned, abandoned)]
    first.stop()

    client = _again(client, start_server(tmp_path))

    assert [client.get(f"/match/{match}/snapshot.json").json() for match in (resigned, abandoned)] == before
    assert [snapshot["result"]["winner"] for snapshot in before] == ["two", None]


@pytest.mark.slow
def test_the_house_goes_on_thinking_after_a_restart(start_server: Starter, tmp_path: Path) -> None:
    first = start_server(tmp_path)
    client: Client = first.client()
    match = client.new_match("penny-black", {"seating": "house", "side": "two", "starter": "one", "seed": "3"})
    # as if the server had been killed while the house thought: its answers are taken off the disk again
    with client.sit(match) as table:
        while not table.version:
            table.receive()
    first.stop()
    _forget_entries(tmp_path)

    client = _again(client, start_server(tmp_path))

    with client.sit(match) as table:
        table.wait_for(1)
    assert client.get(f"/match/{match}/events/1.json").json()["house"]


def _forget_entries(folder: Path) -> None:
    import sqlite3

    connection = sqlite3.connect(folder / "matches.db")
    with connection:
        connection.execute("DELETE FROM entry")
        connection.execute("DELETE FROM reply")
        connection.execute("UPDATE match SET version = 0, over = 0")
    connection.close()


@pytest.mark.slow
def test_a_match_of_before_events_were_kept_that_comes_out_differently_is_named_and_can_still_be_deleted(
    start_server: Starter, tmp_path: Path, flick: Flicker
) -> None:
    first = start_server(tmp_path)
    client: Client = first.client()
    match = client.new_match("penny-black", {"seating": "screen", "seed": "7"})
    with client.sit(match) as table:
        table.answer(flick(table))
    first.stop()
    _change_digest(tmp_path)

    client = _again(client, start_server(tmp_path))

    reply = client.get(f"/match/{match}")
    assert reply.status == 409
    assert "other rules or another physics" in reply.text
    assert client.post(f"/match/{match}/delete").status == 303
    assert client.get(f"/match/{match}").status == 404


def _change_digest(folder: Path) -> None:
    import sqlite3

    connection = sqlite3.connect(folder / "matches.db")
    with connection:
        connection.execute("UPDATE entry SET digest = '00000000', event = NULL")
    connection.close()


@pytest.mark.slow
def test_after_a_restart_a_decision_is_still_open_since_it_was_with_the_same_number(
    start_server: Starter, tmp_path: Path, flick: Flicker
) -> None:
    first = start_server(tmp_path, ticks=lambda: 50.0)
    client: Client = first.client()
    hands = {"hand.one": "visible good", "hand.two": "good"}
    match = client.new_match("penny-black", {"seating": "screen", "seed": "7"} | hands | ONE_STARTS)
    with client.sit(match) as table:
        before = table.receive()
    first.stop()

    client = _again(client, start_server(tmp_path, ticks=lambda: 900.0))

    with client.sit(match) as table:
        after = table.receive()
        assert after | {"elapsed_ms": 0} == before | {"elapsed_ms": 0}
        assert after["elapsed_ms"] > before["elapsed_ms"]
        assert table.answer(flick(table) | {"instant_ms": after["elapsed_ms"] + 251})["code"] == "untimely"
        assert table.answer(flick(table) | {"instant_ms": after["elapsed_ms"]})["type"] == "done"

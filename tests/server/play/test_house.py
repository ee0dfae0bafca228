"""The house plays: off the event loop, by the same path as people, and never stuck."""

from __future__ import annotations

import os
import random
import re
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pennyflick.server.client import Client, any_answer
from pennyflick.server.pages.games import offered
from pennyflick.server.play.deputy import command_of
from pennyflick.server.play.thinking import ATTEMPTS
from pennyflick.server.settings import Limits
from pennyflick.table.sentence_json import sentence_of


@pytest.mark.slow
@pytest.mark.parametrize("game", offered())
def test_every_game_is_played_against_the_house_to_its_end(
    start_server: Callable[..., Any], tmp_path: Path, game: str
) -> None:
    client: Client = start_server(tmp_path, limits=Limits(messages_burst=100_000)).client()
    match = client.new_match(game, {"seed": "11", "option.turn_limit": "6", "option.length": "short"})
    dice = random.Random(1)

    with client.sit(match) as table:
        while table.result is None:
            if table.act["house"]:
                table.receive()
            elif (reply := table.answer(any_answer(table, dice)))["type"] == "done":
                table.wait_for(reply["version"])

    by_house = [event for event in table.events if event["house"]]
    assert table.act["seats"] == []
    assert all(event["seat"] == "two" and event["actual"] for event in by_house if event["shot"])
    assert all(event["actual"] is None for event in table.events if not event["house"])


def test_nobody_can_answer_for_the_house(client: Client) -> None:
    match = client.new_match("penny-black", {"side": "one", "starter": "one"})

    with client.sit(match) as table:
        assert table.opening["snapshot"]["yours"] == ["one"]
        assert table.ask("resign", seat="two")["code"] == "no-seat"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "fields"),
    [("claim", {"seat": "one"}), ("resign", {"seat": "two"}), ("withdraw", {"wish": "end"}), ("rematch", {})],
)
def test_no_id_that_a_client_may_send_stands_in_the_way_of_the_house(
    client: Client, kind: str, fields: dict[str, str]
) -> None:
    """Once its own ids were such: whoever used them up first made it refuse itself for ever."""
    match = client.new_match("penny-black", {"side": "one", "starter": "one", "seed": "3"})

    with client.sit(match) as table:
        for attempt in range(ATTEMPTS + 1):
            table.ask(kind, id=f"house-000002-{attempt}", **fields)
        table.answer(any_answer(table, random.Random(1)))
        table.wait_for(2)

    assert table.events[1]["house"]


@pytest.mark.parametrize("attempt", range(ATTEMPTS + 1))
def test_the_ids_of_the_house_are_no_ids_of_clients(client: Client, attempt: int) -> None:
    match = client.new_match("penny-black", {"side": "one", "starter": "one", "seed": "3"})

    with client.sit(match) as table:
        table.send({"type": "resign", "id": command_of(1, attempt), "version": 0, "seat": "one"})

        assert table.receive()["code"] == "malformed"


@pytest.mark.slow
def test_what_the_house_meant_is_told_with_its_chance(client: Client) -> None:
    match = client.new_match("pichenotte", {"side": "one", "starter": "two", "seed": "4"})

    with client.sit(match) as table:
        table.wait_for(1)  # it may have flicked before anybody sat down
    told = client.get(f"/match/{match}/events/1.json").json()

    assert re.fullmatch(r"[a-z].+, \d{1,3} %(; leaves One a .+)?", str(sentence_of(told["thought"])))


@pytest.mark.slow
def test_a_process_that_is_killed_while_it_thinks_stops_nobody(
    start_server: Callable[..., Any], tmp_path: Path
) -> None:
    server = start_server(tmp_path)
    client: Client = server.client()
    match = client.new_match("penny-black", {"side": "one", "starter": "one", "opponent": "expert", "seed": "3"})
    (deputy,) = server.app.state.service.house._deputies

    with client.sit(match) as table:
        table.answer(any_answer(table, random.Random(1)))
        _wait_until(lambda: server.app.state.service.house.thinking and deputy._thinker.process is not None)
        os.kill(deputy._thinker.process, signal.SIGKILL)
        table.wait_for(2)

    assert table.events[1]["house"]


@pytest.mark.slow
def test_when_the_server_has_stopped_nobody_thinks(start_server: Callable[..., Any], tmp_path: Path) -> None:
    server = start_server(tmp_path)
    client: Client = server.client()
    match = client.new_match("penny-black", {"side": "one", "starter": "one", "opponent": "expert", "seed": "3"})
    (deputy,) = server.app.state.service.house._deputies
    with client.sit(match) as table:
        table.answer(any_answer(table, random.Random(1)))
        _wait_until(lambda: deputy._thinker.process is not None)
    process = deputy._thinker.process

    server.stop()

    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def _wait_until(found: Callable[[], object]) -> None:
    until = time.monotonic() + 30.0
    while not found():
        assert time.monotonic() < until
        time.sleep(0.01)

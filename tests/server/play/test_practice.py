"""The first minute on the server: practice flicks are set up, in no list, and lead into a match."""

from __future__ import annotations

import pytest

from pennyflick.lessons.lesson import first_minute
from pennyflick.match import replay
from pennyflick.record import parse_record
from pennyflick.server.client import Client
from pennyflick.server.pages.games import offered
from pennyflick.server.wire.messages import Json


def learnt(client: Client, game: str, **form: str) -> str:
    reply = client.post(f"/learn/{game}", form)
    assert reply.status == 303
    return reply.headers["location"].removeprefix("/match/")


def snapshot(client: Client, match: str) -> Json:
    return client.get(f"/match/{match}/snapshot.json").json()


@pytest.mark.parametrize("game", [game for game in offered() if first_minute(game)])
def test_a_step_is_set_up_for_side_one_and_is_in_no_list(client: Client, game: str) -> None:
    match = learnt(client, game, step="2")
    told = snapshot(client, match)
    page = client.get(f"/match/{match}").text

    assert told["yours"] == ["one"]
    assert told["now"]["decision"]["seats"] == ["one"]
    assert 'id="lesson"' in page
    assert "2 of 3" in page
    assert match not in client.get("/matches").text
    assert match not in client.get("/").text


def test_what_is_flicked_in_a_lesson_is_ruled_on_and_recorded_as_anywhere(client: Client) -> None:
    match = learnt(client, "penny-black", step="2")
    with client.sit(match) as table:
        table.answer({"kind": "flick", "disc": "shooter", "direction_cdeg": 9_000, "speed_mm_s": 700})
        table.wait_for(1)
    clauses = [reason["clause"] for reason in table.events[-1]["reasons"]]
    record = client.get(f"/match/{match}/record.txt").text

    assert clauses == list(first_minute("penny-black")[1].ruled)
    assert "[Setup " in record
    assert replay(parse_record(record)).verified


def test_after_the_last_step_a_match_against_the_house_begins_by_the_first_preset(client: Client) -> None:
    match = learnt(client, "penny-blue", step="4")
    told = snapshot(client, match)["match"]

    assert told["players"] == {"one": "person", "two": "beginner"}
    assert told["options"]["games"] == "3"
    assert 'id="lesson"' not in client.get(f"/match/{match}").text
    assert match in client.get("/matches").text


def test_what_is_tried_again_from_a_lesson_is_a_match_of_ones_own(client: Client) -> None:
    match = learnt(client, "penny-black", step="2")
    branch = client.post(f"/match/{match}/branch", {"after": "0"}).headers["location"].removeprefix("/match/")

    assert branch in client.get("/matches").text


@pytest.mark.parametrize("step", ["0", "12", "one", "½"])
def test_a_step_that_is_no_number_from_one_to_nine_is_refused(client: Client, step: str) -> None:
    reply = client.post("/learn/penny-black", {"step": step})

    assert reply.status == 422
    assert "a number from 1 to 9" in reply.text


def test_only_games_can_be_learnt(client: Client) -> None:
    assert client.post("/learn/penny-pink").status == 404

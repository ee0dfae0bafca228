"""Tries at the table: opened by a form, settled by the referee, kept once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from pennyflick.lessons.kinds import Lesson
from pennyflick.lessons.shelf import shelf
from pennyflick.lessons.trying import answered, game_of, parsed, replied, set_up_match
from pennyflick.rules import registry
from pennyflick.server.client import Client
from pennyflick.server.wire.answers import wire_answer
from pennyflick.server.wire.messages import Json
from tests.server.conftest import Serving

LESSONS = [lesson for game in registry.names() for lesson in shelf(game).lessons]
KILL = next(lesson for lesson in shelf("penny-blue").lessons if lesson.ruled == ("BLU-4",))
MISS = {"kind": "flick", "disc": "A1", "direction_cdeg": 9_000, "speed_mm_s": 20}


def named(lesson: Lesson) -> str:
    return f"{lesson.game}-{lesson.id}"


def opened(client: Client, game: str, kind: str, key: str, **fields: str) -> str:
    reply = client.post(f"/learn/{game}/{kind}/{key}/try", fields)
    assert reply.status == 303, reply.text
    return reply.headers["location"].removeprefix("/match/")


def tried(client: Client, match: str, way: str = "pull") -> Json:
    told: Json = client.post(f"/match/{match}/tried", {"way": way}).json()
    return told


def after(client: Client, match: str, *answers: Json) -> Json:
    """How the try stands after these answers, asked after each."""
    standing = tried(client, match)
    with client.sit(match) as table:
        for answer in answers:
            if standing["state"] == "open":
                table.answer(answer)
                standing = tried(client, match)
                table.wait_for(client.get(f"/match/{match}/snapshot.json").json()["version"])
    return standing


def solution(lesson: Lesson) -> list[Json]:
    """The answers of a solution as a page sends them."""
    match, sent = set_up_match(game_of(lesson.game, lesson.options), lesson.position), []
    for text in lesson.solution:
        sent.append(msgspec.to_builtins(wire_answer(parsed(match, text))))
        match = replied(lesson, answered(match, text))
    return sent


def test_a_lesson_solved_is_done_goes_on_to_the_next_and_is_told_alike_when_asked_again(client: Client) -> None:
    match = opened(client, KILL.game, "lesson", KILL.id)
    assert tried(client, match)["state"] == "open"

    standing = after(client, match, *solution(KILL))

    assert standing["state"] == "done"
    assert [each["words"] for each in standing["onward"]] == ["Next lesson", "All lessons", "With your own hand"]
    assert tried(client, match) == standing


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_every_solution_is_done_at_the_table_with_the_other_side_s_replies(client: Client, lesson: Lesson) -> None:
    match = opened(client, lesson.game, "lesson", lesson.id)

    assert after(client, match, *solution(lesson))["state"] == "done"


def test_after_two_failures_there_is_a_hint_and_after_three_the_solution(client: Client) -> None:
    said = [after(client, opened(client, KILL.game, "lesson", KILL.id), MISS) for _ in range(3)]

    assert [each["state"] for each in said] == ["failed"] * 3
    assert [KILL.hint in each["says"] for each in said] == [False, True, True]
    assert ["Show me" in [way["words"] for way in each["onward"]] for each in said] == [False, False, True]


def test_the_star_is_for_one_s_own_hand(client: Client) -> None:
    match = opened(client, KILL.game, "lesson", KILL.id, hand="own")

    assert client.get(f"/match/{match}/snapshot.json").json()["match"]["hands"] == {"one": "visible good"}


@pytest.mark.slow
def test_a_drill_numbers_its_tries_and_says_what_a_row_came_to(client: Client) -> None:
    drill = next(each for each in shelf("penny-blue").drills if not each.counts and not each.turn)
    miss = [after(client, opened(client, drill.game, "drill", drill.id), MISS) for _ in range(drill.tries)]

    assert [each["by_itself"] for each in miss] == [True] * (drill.tries - 1) + [False]
    assert miss[2]["marks"] == "○○○"
    assert miss[-1]["says"].endswith(f"0 of {drill.tries}.")


def test_what_is_not_there_cannot_be_tried(client: Client, two_at_one_screen: str) -> None:
    assert client.post("/learn/penny-blue/lesson/nothing/try").status == 404
    assert client.post("/learn/penny-blue/nothing/kill/try").status == 404
    assert client.post(f"/match/{two_at_one_screen}/tried").status == 404


def test_only_who_tries_is_told_how_it_stands(serving: Serving, client: Client) -> None:
    match = opened(client, KILL.game, "lesson", KILL.id)

    assert serving.client().post(f"/match/{match}/tried").status == 403


@pytest.mark.slow
def test_a_try_is_kept_and_goes_on_after_a_restart(start_server: Callable[..., Serving], tmp_path: Path) -> None:
    server = start_server(tmp_path)
    client = server.client()
    first = opened(client, KILL.game, "lesson", KILL.id)
    after(client, first, MISS)
    second = opened(client, KILL.game, "lesson", KILL.id)
    server.stop()
    again = start_server(tmp_path).client()
    again.cookie = client.cookie

    standing = after(again, second, MISS)

    assert KILL.hint in standing["says"]
    assert tried(again, first)["state"] == "failed"

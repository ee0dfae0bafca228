"""A flick a day at the server: three tries, whatever page was closed; older days; everybody's flick."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from pennyflick.lessons.daily import FIRST, asked_on, begun_on
from pennyflick.lessons.trying import parsed
from pennyflick.server.client import Client
from pennyflick.server.pages.games import title
from pennyflick.server.wire.answers import wire_answer
from pennyflick.server.wire.messages import Json
from tests.server.conftest import ROOMY, Serving

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
TODAY = NOON.date()


class Clock:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        self.now += timedelta(milliseconds=1)
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def served(start_server: Callable[..., Serving], tmp_path: Path, clock: Clock) -> Serving:
    return start_server(tmp_path, clock=clock)


@pytest.fixture
def ann(served: Serving) -> Client:
    return served.client()


def opened(client: Client, address: str = "/daily/try") -> str:
    """The match of the next try."""
    reply = client.post(address)
    assert reply.status == 303, reply.text
    return reply.headers["location"].removeprefix("/match/")


def flick(client: Client, match: str, speed_mm_s: int | None = None, on: date = TODAY) -> None:
    """Flicks as the day's own flick is meant, or as softly as is told."""
    day = asked_on(on)
    answer = msgspec.to_builtins(wire_answer(parsed(begun_on(day), day.flick)))
    if speed_mm_s is not None:
        answer["speed_mm_s"] = speed_mm_s
    with client.sit(match) as table:
        table.answer(answer)


def tried(client: Client, match: str) -> Json:
    told: Json = client.post(f"/match/{match}/tried", {"way": "keys"}).json()
    return told


def three(client: Client, speed_mm_s: int | None = None) -> list[Json]:
    """All tries of a day, one after the other."""
    told = []
    for _ in range(3):
        match = opened(client)
        flick(client, match, speed_mm_s)
        told.append(tried(client, match))
    return told


def ghosts(client: Client, day: str = str(TODAY)) -> Json:
    reply = client.get(f"/daily/{day}/flicks.json")
    assert reply.status == 200, reply.text
    told: Json = reply.json()
    return told


def line_of(client: Client) -> str:
    found = re.search(r'id="line">([^<]*)<', client.get("/daily").text)
    return html.unescape(found[1]) if found else ""


# Today's ------------------------------------------------------------------------------------------------------------


def test_the_page_asks_for_the_flick_of_the_date(ann: Client) -> None:
    page = ann.get("/daily").text

    assert html.escape(asked_on(TODAY).task, quote=False).replace("'", "&#39;") in page
    assert "Day 3 · " in page
    assert "Friday, 20 November 2026" in page
    assert "Try 1 of 3" in page
    assert 'id="everybody"' not in page
    assert ann.get(f"/daily/{TODAY}").text == page


def test_three_tries_with_the_good_visible_hand_are_graded_and_told(ann: Client) -> None:
    told = three(ann)

    assert [each["state"] in ("done", "failed") for each in told] == [True] * 3
    assert [len(each["marks"]) for each in told] == [1, 2, 3]
    assert set(told[-1]["marks"]) <= set("●◐○")
    assert [each["onward"][0]["words"] for each in told] == ["Try 2 of 3", "Try 3 of 3", "Everybody's flick"]
    assert all((mark == "●") == (each["state"] == "done") for mark, each in zip(told[-1]["marks"], told, strict=True))
    line = line_of(ann)
    assert line.startswith(f"pennyflick 3 · {title(asked_on(TODAY).game)} {told[-1]['marks']}")
    assert " · streak 1 · http://" in line
    assert line.endswith(f"/daily/{TODAY}")


def test_the_band_at_the_table_says_the_task_and_the_number(ann: Client) -> None:
    opened_first = opened(ann)
    flick(ann, opened_first, 20)
    page = ann.get(f"/match/{opened(ann)}").text

    assert '<span class="which">2 of 3</span>' in page
    assert 'href="/daily"' in page


def test_nobody_strikes_past_the_hand(ann: Client) -> None:
    head = ann.get(f"/match/{opened(ann)}/snapshot.json").json()["match"]

    assert head["hands"] == {"one": "visible good"}
    assert head["strokes"] is False


def test_a_fourth_try_is_refused_with_a_sentence(ann: Client) -> None:
    three(ann, 20)
    reply = ann.post("/daily/try")

    assert reply.status == 409
    assert "Your 3 tries of today are made; the next flick comes at midnight, UTC." in reply.text


def test_a_try_that_was_opened_and_not_flicked_goes_on(ann: Client) -> None:
    first = opened(ann)

    assert opened(ann) == first
    assert "Go on with try 1" in ann.get("/daily").text


def test_a_try_that_is_asked_for_twice_at_once_is_one(served: Serving, ann: Client) -> None:
    ann.get("/daily")
    tabs = [served.client() for _ in range(6)]
    for tab in tabs:
        tab.cookie = ann.cookie
    with ThreadPoolExecutor(len(tabs)) as threads:
        found = set(threads.map(opened, tabs))

    assert len(found) == 1


def test_a_closed_tab_saves_nobody(ann: Client) -> None:
    for _ in range(3):
        flick(ann, opened(ann), 20)  # and nothing is told of it

    assert ann.post("/daily/try").status == 409
    assert len(ghosts(ann)["ghosts"]) == 3
    assert line_of(ann)


def test_another_address_does_not_give_a_fourth_try(ann: Client) -> None:
    game = asked_on(TODAY).game

    assert ann.post(f"/learn/{game}/daily/{TODAY}/try").status == 404


def test_the_wander_is_drawn_per_person_and_try(served: Serving, ann: Client) -> None:
    def number(client: Client) -> str:
        with client.sit(opened(client)) as table:
            while table.wander is None:
                table.receive()
            return str(table.wander["number"])

    first, again = number(ann), number(ann)
    flick(ann, opened(ann), 20)

    assert first == again
    assert len({first, number(ann), number(served.client())}) == 3


@pytest.mark.slow
def test_tries_and_streak_survive_a_restart(start_server: Callable[..., Serving], tmp_path: Path, clock: Clock) -> None:
    server = start_server(tmp_path, clock=clock)
    before = server.client()
    three(before, 20)
    line = line_of(before).partition(" · http")[0]
    server.stop()
    after = start_server(tmp_path, clock=clock).client()
    after.cookie = before.cookie

    assert line_of(after).partition(" · http")[0] == line
    assert after.post("/daily/try").status == 409


def test_a_streak_grows_with_the_days_and_waits_for_today_s(ann: Client, clock: Clock) -> None:
    for day in (TODAY, TODAY + timedelta(days=1)):
        match = opened(ann)
        flick(ann, match, 20, day)
        tried(ann, match)
        clock.now += timedelta(days=1)

    assert "You have flicked on 2 days in a row." in ann.get("/daily").text
    opened(ann)  # and not flicked
    clock.now += timedelta(days=1)
    assert "A streak begins with your first flick." in ann.get("/daily").text


def test_a_row_of_days_is_not_lost_by_a_page_that_was_closed_in_mid_shot(ann: Client, clock: Clock) -> None:
    flick(ann, opened(ann), 20)
    clock.now += timedelta(days=1)

    assert "You have flicked on one day" in ann.get("/daily").text
    assert len(ghosts(ann, str(TODAY))["ghosts"]) == 1


def test_the_home_page_says_how_far_one_is(ann: Client) -> None:
    assert f"{title(asked_on(TODAY).game)} · 0 of 3" in ann.get("/").text
    match = opened(ann)
    flick(ann, match, 20)
    mark = tried(ann, match)["marks"]

    home = ann.get("/").text
    assert f'<span aria-hidden="true">{mark}</span> 1 of 3 · streak 1' in home


# Other days ---------------------------------------------------------------------------------------------------------


def test_a_day_to_come_is_not_told(ann: Client) -> None:
    reply = ann.get("/daily/2026-11-21")

    assert reply.status == 404
    assert "The flick of 2026-11-21 is still to come." in reply.text
    assert asked_on(TODAY + timedelta(days=1)).task not in reply.text


@pytest.mark.slow
@pytest.mark.parametrize("day", ["2026-11-17", "2026-1-1", "20261118", "yesterday", "2026-11-18-again"])
def test_what_is_no_day_is_not_found(ann: Client, day: str) -> None:
    assert ann.get(f"/daily/{day}").status == 404
    assert ann.post(f"/daily/{day}/try").status == 404
    assert ann.get(f"/daily/{day}/flicks.json").status == 404


def test_a_clock_before_the_first_day_asks_the_first(ann: Client, clock: Clock) -> None:
    clock.now = NOON - timedelta(days=10)

    assert "Day 1 · " in ann.get("/daily").text
    assert ann.get(f"/daily/{FIRST}").status == 200
    assert ann.get(f"/daily/{FIRST + timedelta(days=1)}").status == 404


def test_an_older_day_is_practice_and_counts_for_nothing(ann: Client) -> None:
    address = f"/daily/{FIRST}/try"
    for _ in range(4):
        match = opened(ann, address)
        flick(ann, match, on=FIRST)
        assert [each["words"] for each in tried(ann, match)["onward"]] == ["Once more"]

    assert '<span class="which">Practice</span>' in ann.get(f"/match/{match}").text
    assert ghosts(ann, str(FIRST)) == ghosts(ann, str(FIRST)) | {"ghosts": [], "people": 0, "did": 0}
    assert "A streak begins with your first flick." in ann.get("/daily").text
    assert "Try it for practice" in ann.get(f"/daily/{FIRST}").text


# Everybody's flick --------------------------------------------------------------------------------------------------


def test_everybody_s_flick_is_shown_after_one_s_own_last_try_only(served: Serving, ann: Client) -> None:
    three(ann, 20)
    bob = served.client()
    for _ in range(3):
        assert bob.get(f"/daily/{TODAY}/flicks.json").status == 403
        flick(bob, opened(bob))

    told = ghosts(bob)
    assert [each["mine"] for each in told["ghosts"]] == [False] * 3 + [True] * 3
    assert told["people"] == 2
    assert len([each for each in ghosts(ann)["ghosts"] if each["mine"]]) == 3


def test_ghosts_go_where_the_shots_went(ann: Client) -> None:
    match = opened(ann)
    flick(ann, match)
    shot = ann.get(f"/match/{match}/events/1.json").json()["shot"]
    for _ in range(2):
        flick(ann, opened(ann), 20)

    first = ghosts(ann)["ghosts"][0]
    assert first["paths"] == shot["paths"]
    assert first["start"] == shot["start"]
    assert first["gone"] == {event[2]: event[1] for event in shot["events"] if event[0] in ("left", "holed")}


def test_when_the_day_is_over_all_may_see_it(served: Serving, ann: Client, clock: Clock) -> None:
    three(ann, 20)
    clock.now += timedelta(days=1)

    assert ghosts(served.client())["people"] == 1


def test_of_many_flicks_the_first_are_shown_and_one_s_own(
    start_server: Callable[..., Serving], tmp_path: Path, clock: Clock
) -> None:
    limits = replace(ROOMY, day_flicks=2)
    server = start_server(tmp_path, clock=clock, limits=limits)
    first, last = server.client(), server.client()
    three(first, 20)
    three(last, 30)

    assert [each["mine"] for each in ghosts(last)["ghosts"]] == [False, False, True, True, True]

"""A drill's page: honest when empty, and what was tried, with margins, beside the expert."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import msgspec
import pytest

from pennyflick.lessons.kinds import Drill
from pennyflick.lessons.shelf import shelf
from pennyflick.lessons.trying import game_of as game_with
from pennyflick.lessons.trying import parsed, set_up_match
from pennyflick.rules import registry
from pennyflick.server.client import Client
from pennyflick.server.pages.courses.drills import marks as signs
from pennyflick.server.pages.courses.drills import named
from pennyflick.server.pages.drill_pages import context, listed
from pennyflick.server.pages.rendering import Renderer, web_folder
from pennyflick.server.store.practice import DRILL, Try
from pennyflick.server.wire.answers import wire_answer
from tests.server.conftest import Serving
from tests.server.pages.test_tasks import after, opened

DRILLS = [drill for game in registry.names() for drill in shelf(game).drills]
NOW = datetime(2026, 5, 1, tzinfo=UTC)
OPEN = named("pichenotte", "open-twenties")
RUNS = named("penny-black", "runs")
WIDE = {"kind": "flick", "disc": "A1", "direction_cdeg": 4_500, "speed_mm_s": 300, "start": [0, -304.8]}


def _tries(drill: Drill, scores: Sequence[int], way: str = "pull") -> list[Try]:
    made = enumerate(scores, 1)
    first = Try("", "ann", DRILL, drill.game, drill.id, NOW, drill.hand, True)
    return [
        replace(
            first,
            id=f"{way}{number}",
            at=NOW + timedelta(days=number),
            done=score > 0,
            more={"way": way, "number": number} | ({"score": score} if drill.counts else {}),
        )
        for number, score in made
    ]


@pytest.mark.parametrize("drill", DRILLS, ids=lambda drill: f"{drill.game}-{drill.id}")
def test_every_drill_has_a_page_that_says_the_task_and_what_an_expert_makes_of_it(client: Client, drill: Drill) -> None:
    page = client.get(f"/learn/{drill.game}/drill/{drill.id}")

    assert page.status == 200
    assert drill.task.replace("'", "&#39;") in page.text
    assert "Nothing yet" in page.text
    assert context(drill, [])["expert"], "an expert was measured"
    assert f'action="/learn/{drill.game}/drill/{drill.id}/try"' in page.text
    assert 'class="chart"' not in page.text


def test_there_is_no_page_of_no_drill(client: Client) -> None:
    assert client.get("/learn/pichenotte/drill/nothing").status == 404
    assert client.get("/learn/pichenot/drill/open-twenties").status == 404


def test_what_was_tried_is_told_with_margins_the_best_and_the_last_ten() -> None:
    told = context(OPEN, _tries(OPEN, [1] * 82 + [0] * 116 + [1, 0]))["told"]

    assert (told["made"], told["of"]) == ("42 % (35–48)", 200)
    assert told["best"] == "10 of 10 in a row"
    assert [mark.words for mark in told["last"]] == ["missed"] * 8 + ["done", "missed"]
    assert len(told["periods"]) == 20
    assert told["periods"][0] == {"first": 1, "last": 10, "day": "11 May 2026", "made": "100 % (72–100)"}


def test_a_row_that_is_not_full_is_no_best() -> None:
    assert context(OPEN, _tries(OPEN, [1, 1]))["told"]["best"] == "no row of 10 yet"


def test_a_drill_that_counts_is_told_by_the_turn() -> None:
    told = context(RUNS, _tries(RUNS, [2, 7, 0, 3]))["told"]
    assert (told["made"], told["best"]) == ("3.0 (0.1–5.9) a turn", "7 in one turn")
    assert [mark.sign for mark in told["last"]] == ["2", "7", "0", "3"]
    assert context(RUNS, _tries(RUNS, [4]))["told"]["made"] == "4.0 a turn", "one turn has no margins"


@pytest.mark.parametrize("drill", [OPEN, RUNS], ids=lambda drill: drill.id)
@pytest.mark.parametrize(("count", "dots"), [(1, 1), (26, 3)])
def test_the_chart_is_well_formed_and_shows_the_expert(drill: Drill, count: int, dots: int) -> None:
    drawn = ElementTree.fromstring(str(context(drill, _tries(drill, [1] * count))["told"]["chart"]))
    assert "expert" in [each.text for each in drawn.iter("text")]
    assert len([*drawn.iter("circle")]) == dots


def test_ways_to_let_go_are_told_only_where_there_is_more_than_one() -> None:
    both = [*_tries(OPEN, [1] * 5), *_tries(OPEN, [0] * 4, "keys")]
    assert [(each["way"], each["of"]) for each in context(OPEN, both)["told"]["ways"]] == [("Pull", 5), ("Keys", 4)]


def test_the_row_goes_on_where_it_was_left() -> None:
    shown = context(OPEN, _tries(OPEN, [1] * 13))
    assert (shown["next"], len(shown["row"])) == (4, 3)
    assert context(OPEN, _tries(OPEN, [1] * 10))["row"] == []


def test_the_list_says_what_was_made_of_each() -> None:
    assert listed(OPEN, [])["made"] == ""
    assert listed(OPEN, _tries(OPEN, [1, 0]))["made"] == "50 % (9–91)"


def test_the_partial_shows_every_drill_and_what_was_made_of_it() -> None:
    renderer = Renderer(web_folder())
    shown = renderer.page("_drills.html", {"drills": [listed(OPEN, _tries(OPEN, [1, 0])), listed(RUNS, [])]})
    text = bytes(shown.body).decode()
    assert re.search(r'<a href="/learn/pichenotte/drill/open-twenties">.*<strong>Open twenties</strong>', text)
    assert "<b>50 % (9–91)</b> of 2 tries · an expert 57 %" in text
    assert "Not tried yet · an expert 6.4 a turn" in text
    assert "no drills yet" in bytes(renderer.page("_drills.html", {"drills": []}).body).decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    "drill", [each for each in DRILLS if not each.turn], ids=lambda drill: f"{drill.game}-{drill.id}"
)
def test_the_expert_s_flick_can_be_made_at_the_table_and_is_a_whole_try(client: Client, drill: Drill) -> None:
    expert = shelf(drill.game).expert_at(drill.id)
    assert expert is not None
    best = parsed(set_up_match(game_with(drill.game, drill.options), drill.position(0)), expert.best[0])

    standing = after(client, opened(client, drill.game, "drill", drill.id), msgspec.to_builtins(wire_answer(best)))

    assert standing["state"] in ("done", "failed")
    assert standing["marks"] in ("○", "●")
    page = client.get(f"/learn/{drill.game}/drill/{drill.id}").text
    assert f"Go on: try 2 of {drill.tries}" in page


def test_the_picture_is_of_the_position_that_comes_next() -> None:
    drill = named("pichenotte", "take-outs")
    first, second = (str(context(drill, _tries(drill, [0] * count))["board"].picture) for count in (0, 1))
    assert first != second
    assert str(context(drill, _tries(drill, [0] * len(drill.positions)))["board"].picture) == first


def test_a_long_row_shows_its_latest_signs() -> None:
    hundred = named("pichenotte", "open-twenties-100")
    assert signs(hundred, (1, 0, 1)) == "●○●"
    assert signs(hundred, (0,) * 20 + (1,) * 10) == "…" + "●" * 10
    assert signs(RUNS, (3, 0, 12)) == "3 0 12"


def test_tries_at_the_table_are_on_the_page_of_their_drill_and_of_nobody_else(serving: Serving, client: Client) -> None:
    for _ in range(2):
        after(client, opened(client, "pichenotte", "drill", "open-twenties"), WIDE)
    page = client.get("/learn/pichenotte/drill/open-twenties").text

    assert "0 % (0–66)" in page
    assert "Go on: try 3 of 10" in page
    assert re.findall(r'class="unseen">(missed|done)<', page) == ["missed"] * 4, "in this row, and the latest"
    assert "<b>0 % (0–66)</b> of 2 tries" in client.get("/learn/pichenotte").text
    assert "Nothing yet" in serving.client().get("/learn/pichenotte/drill/open-twenties").text

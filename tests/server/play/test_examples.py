"""The board beside a clause: what it plays ends with the clause, always alike, and can be tried by oneself."""

from __future__ import annotations

import re
from html import escape

import pytest

from pennyflick.lessons.kinds import Example, Picture
from pennyflick.lessons.shelf import shelf
from pennyflick.rules import rulebook
from pennyflick.server.client import Client
from pennyflick.server.play.examples import played, played_json, tag_of
from pennyflick.server.wire.messages import Json

EXAMPLES = [(page, each) for page in rulebook.pages() for each in shelf(page).examples]
PICTURES = [(page, each) for page in rulebook.pages() for each in shelf(page).pictures]


def named(each: object) -> str:
    return each.clause if isinstance(each, Example | Picture) else ""


def address(page: str, example: Example) -> str:
    return f"/rules/{page}/{example.clause}/example.json"


def cited(told: Json) -> list[str]:
    """The clauses by which the referee speaks at the end."""
    last = [reason["clause"] for reason in told["events"][-1]["reasons"]] if told["events"] else []
    return [*last, *([told["said"]["clause"]] if told["said"] else [])]


@pytest.mark.parametrize(("page", "example"), EXAMPLES, ids=named)
def test_an_example_ends_with_the_referee_speaking_by_its_clause(client: Client, page: str, example: Example) -> None:
    reply = client.get(address(page, example))
    told: Json = reply.json()

    assert reply.status == 200
    assert told["says"] == example.says
    assert example.clause in cited(told)
    assert len(told["events"]) == len(example.answers)
    assert (told["refused"] is not None) is bool(example.refused)


def test_an_example_is_kept_for_ever_under_its_tag_and_asked_for_each_time_under_another(client: Client) -> None:
    page, example = EXAMPLES[0]
    mine = client.get(f"{address(page, example)}?{tag_of(example)}")
    other = client.get(f"{address(page, example)}?000000000000")

    assert "immutable" in mine.headers["cache-control"]
    assert other.headers["cache-control"] == "no-cache"
    assert mine.body == other.body


def test_an_example_comes_out_the_same_each_time_it_is_played() -> None:
    _, example = EXAMPLES[0]

    assert played(example) == played(example)
    assert played_json(example.clause) is played_json(example.clause)


def test_the_page_asks_for_the_examples_that_there_are(client: Client) -> None:
    for page in dict.fromkeys(page for page, _ in EXAMPLES):
        asked = re.findall(r'data-example="([^"]+)"', client.get(f"/rules/{page}").text)
        there = [f"{address(page, each)}?{tag_of(each)}" for owner, each in EXAMPLES if owner == page]
        assert sorted(asked) == sorted(there)


@pytest.mark.parametrize(("page", "picture"), PICTURES, ids=named)
def test_a_clause_that_nothing_can_play_has_a_picture_with_its_words(
    client: Client, page: str, picture: Picture
) -> None:
    card = client.get(f"/rules/{page}").text.partition(f'id="{picture.clause}"')[2].partition("</section>")[0]

    assert all(f">{escape(words)}</text>" in card for _, words in picture.labels)
    assert "Try it" not in card
    assert client.get(f"/rules/{page}/{picture.clause}/example.json").status == 404
    assert client.post(f"/rules/{page}/{picture.clause}/try").status == 404


@pytest.mark.parametrize("path", ["common/BLU-4", "penny-blue/BLU-99", "penny-blue/blu-4", "chess/BLU-4"])
def test_what_is_no_clause_of_that_page_is_not_there(client: Client, path: str) -> None:
    assert client.get(f"/rules/{path}/example.json").status == 404
    assert client.post(f"/rules/{path}/try").status == 404


@pytest.mark.slow
@pytest.mark.parametrize(("page", "example"), EXAMPLES, ids=named)
def test_trying_it_opens_the_position_with_both_sides_ones_own_and_in_no_list(
    client: Client, page: str, example: Example
) -> None:
    match = client.post(f"/rules/{page}/{example.clause}/try").headers["location"].removeprefix("/match/")
    told = client.get(f"/match/{match}/snapshot.json").json()
    table = client.get(f"/match/{match}").text

    assert sorted(told["yours"]) == sorted(told["match"]["seats"])
    assert told["layout"] == client.get(address(page, example)).json()["layout"]
    assert told["match"]["hands"] == {}
    assert f'href="/rules/{page}#{example.clause}"' in table
    assert match not in client.get("/matches").text


def test_whoever_tries_it_may_answer_as_the_example_does(client: Client) -> None:
    page, example = next(each for each in EXAMPLES if len(each[1].answers) == 1)
    told = client.get(address(page, example)).json()
    match = client.post(f"/rules/{page}/{example.clause}/try").headers["location"].removeprefix("/match/")
    with client.sit(match) as table:
        table.answer(told["events"][0]["answer"], seat=told["events"][0]["seat"])
        table.wait_for(1)

    assert table.events[-1]["reasons"] == told["events"][0]["reasons"]
    assert table.events[-1]["hash"] == told["events"][0]["hash"]


def test_only_our_own_pages_open_boards(client: Client) -> None:
    page, example = EXAMPLES[0]
    reply = client.post(f"/rules/{page}/{example.clause}/try", headers={"origin": "http://elsewhere.example"})

    assert reply.status == 403

"""Beat this flick: any flick becomes a link, three tries from the same position, and the best goes back."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pennyflick.server.client import Client, Conversation, any_answer
from pennyflick.server.pages.games import offered
from pennyflick.server.settings import Limits
from pennyflick.server.wire.messages import Json
from tests.server.conftest import Serving

Flicker = Callable[[Conversation], Json]


@pytest.fixture
def sent(client: Client, flick: Flicker) -> str:
    """The address of a flick that Ann has sent."""
    form = {"seating": "screen", "starter": "one", "name.one": "Ann"}
    return _sent(client, client.new_match("penny-black", form), flick)


def _sent(client: Client, match: str, flick: Flicker) -> str:
    with client.sit(match) as table:
        table.answer(flick(table))
        table.wait_for(1)
    reply = client.post(f"/match/{match}/flicks", {"version": "1"})
    assert reply.status == 303, reply.text
    return reply.headers["location"]


def _try(client: Client, sent: str, flick: Flicker) -> str:
    client.post("/me/settings", {"hand": "exact"})
    match = client.post(f"{sent}/try").headers["location"].removeprefix("/match/")
    with client.sit(match) as table:
        assert table.answer(flick(table))["type"] == "done"
        table.wait_for(1)
    return match


def test_the_link_shows_the_flick_and_changes_nothing(serving: Serving, sent: str) -> None:
    bob = serving.client()
    for _ in range(2):
        page = bob.get(sent)
        assert page.status == 200
        assert "Ann flicked this at Penny Black" in page.text
        assert "Try it" in page.text
    assert bob.get("/matches").text.count("Penny Black</strong>") == 0


def test_a_flick_is_beaten_there_and_back(serving: Serving, client: Client, sent: str, flick: Flicker) -> None:
    bob = serving.client()
    bob.post("/me", {"name": "Bob"})
    _try(bob, sent, lambda table: {**flick(table), "direction_cdeg": 9_000, "speed_mm_s": 2_000})
    page = bob.get(sent).text
    assert "Your try 1" in page
    assert "Send it back" in page
    back = bob.post(f"{sent}/back").headers["location"]
    assert back != sent
    answer = client.get(back).text
    assert "Bob flicked this" in answer
    assert f'<a href="{sent}">another flick</a>' in answer
    assert "Your try 1" not in client.get(sent).text, "the tries of others are their own"


def test_the_same_flick_from_the_same_position_is_worth_the_same(serving: Serving, sent: str, flick: Flicker) -> None:
    bob = serving.client()
    _try(bob, sent, flick)
    assert "As good as Ann&#39;s." in bob.get(sent).text


def test_there_are_three_tries(serving: Serving, sent: str, flick: Flicker) -> None:
    bob = serving.client()
    tries = {_try(bob, sent, flick) for _ in range(3)}
    assert len(tries) == 3
    assert bob.post(f"{sent}/try").headers["location"] == sent
    assert "/try" not in bob.get(sent).text


def test_a_try_that_was_not_flicked_goes_on(serving: Serving, sent: str) -> None:
    bob = serving.client()
    first = bob.post(f"{sent}/try").headers["location"]
    assert bob.post(f"{sent}/try").headers["location"] == first
    page = bob.get(first).text
    assert "One flick: beat Ann." in page
    assert "1 of 3" in page


def test_a_try_is_made_with_ones_own_hand_and_is_in_no_list(serving: Serving, sent: str) -> None:
    bob = serving.client()
    bob.post("/me", {"name": "Bob", "hand": "visible beginner"})
    match = bob.post(f"{sent}/try").headers["location"]
    head = bob.get(f"{match}/snapshot.json").json()["match"]
    assert head["hands"] == {"one": "visible beginner"}
    assert head["names"]["one"] == "Bob"
    assert "Continue" not in bob.get("/").text


def test_sending_the_same_flick_twice_is_one_link(client: Client, two_at_one_screen: str, flick: Flicker) -> None:
    assert _sent(client, two_at_one_screen, flick).startswith("/flick/")
    links = {client.post(f"/match/{two_at_one_screen}/flicks", {"version": "1"}).headers["location"] for _ in range(2)}
    assert len(links) == 1


def test_what_is_no_flick_cannot_be_sent(serving: Serving, client: Client, sent: str) -> None:
    match = client.new_match("penny-black")
    assert client.post(f"/match/{match}/flicks", {"version": "1"}).status == 422
    assert client.post(f"/match/{match}/flicks", {"version": "x"}).status == 422
    assert client.get("/flick/nosuchflick0").status == 404
    assert serving.client().post(f"{sent}/back").status == 422


def test_a_flick_outlives_its_match(serving: Serving, client: Client, two_at_one_screen: str, flick: Flicker) -> None:
    sent = _sent(client, two_at_one_screen, flick)
    client.post(f"/match/{two_at_one_screen}/delete")
    assert serving.client().get(sent).status == 200


def test_a_try_itself_can_be_sent(serving: Serving, sent: str, flick: Flicker) -> None:
    bob = serving.client()
    match = _try(bob, sent, flick)
    assert bob.post(f"/match/{match}/flicks", {"version": "1"}).status == 303


@pytest.mark.slow
@pytest.mark.parametrize("game", offered())
def test_every_game_says_what_a_flick_was_worth(serving: Serving, client: Client, game: str) -> None:
    match, dice = client.new_match(game, {"seating": "screen"}), random.Random(7)
    with client.sit(match) as table:
        while not (table.events and table.events[-1]["shot"]) and table.version < 30:
            version = table.version
            if table.answer(any_answer(table, dice))["type"] == "done":
                table.wait_for(version + 1)
        version = table.version
    sent = client.post(f"/match/{match}/flicks", {"version": str(version)}).headers["location"]
    page = serving.client().get(sent)
    assert page.status == 200
    assert " before it and " in page.text


@pytest.mark.slow
def test_flicks_are_kept_for_a_year_and_so_many(
    tmp_path: Path, start_server: Callable[..., Serving], flick: Flicker
) -> None:
    now = [datetime(2026, 5, 1, tzinfo=UTC)]
    server = start_server(tmp_path, clock=lambda: now[0], limits=Limits(sent_flicks=1))
    ann = server.client()
    sent = _sent(ann, ann.new_match("penny-black", {"seating": "screen"}), flick)
    other = ann.new_match("penny-black", {"seating": "screen"})
    with ann.sit(other) as table:
        table.answer(flick(table))
        table.wait_for(1)
    assert ann.post(f"/match/{other}/flicks", {"version": "1"}).status == 503
    now[0] += timedelta(days=366)
    ann.post(f"/match/{ann.new_match('penny-black')}/delete")
    assert ann.get(sent).status == 404
    assert ann.post(f"/match/{other}/flicks", {"version": "1"}).status == 303

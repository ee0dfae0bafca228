"""*Me*: a name and settings that are remembered, and used."""

from __future__ import annotations

import pytest

from pennyflick.server.client import Client


def test_the_name_is_remembered_and_stands_in_the_header(client: Client) -> None:
    assert '<a href="/me" class="me">Me</a>' in client.get("/").text
    assert client.post("/me", {"name": "Ann"}).headers["location"] == "/me?kept"
    assert 'value="Ann"' in client.get("/me").text
    assert '<a href="/me" class="me">Ann</a>' in client.get("/").text


def test_the_name_is_used_in_new_matches_and_a_typed_one_before_it(client: Client) -> None:
    client.post("/me", {"name": "Ann"})
    forms: tuple[dict[str, str], ...] = ({}, {"side": "two"}, {"seating": "screen", "side": "two"}, {"name.one": "Zoe"})
    names = [_names(client, form) for form in forms]
    assert [names[0]["one"], names[1]["two"], names[2]["one"], names[3]["one"]] == ["Ann", "Ann", "Ann", "Zoe"]
    assert names[1]["one"] != "Ann"


def _names(client: Client, form: dict[str, str]) -> dict[str, str]:
    match = client.new_match("penny-black", form)
    names: dict[str, str] = client.get(f"/match/{match}/snapshot.json").json()["match"]["names"]
    return names


def test_the_hand_is_what_the_forms_begin_with(client: Client) -> None:
    client.post("/me", {"hand": "beginner"})
    assert '<option value="beginner" selected>' in client.get("/new/penny-black").text
    assert 'name="hand.one" value="beginner"' in client.get("/").text


def test_what_is_switched_at_the_table_is_kept_with_the_person(client: Client) -> None:
    client.post("/me", {"name": "Ann"})
    assert client.post("/me/settings", {"sound": "off"}).status == 204
    assert client.post("/me/settings", {"way": "finger"}).status == 204
    assert 'data-sound="off" data-way="finger"' in client.get("/").text
    assert 'value="Ann"' in client.get("/me").text


@pytest.mark.parametrize("form", [{"name": "A" * 41}, {"sound": "loud"}, {"way": "kick"}, {"hand": "lucky"}])
def test_what_cannot_be_is_refused_with_a_sentence(client: Client, form: dict[str, str]) -> None:
    reply = client.post("/me", form)
    assert reply.status == 422
    assert 'role="alert"' in reply.text


def test_opening_the_page_stores_nothing(client: Client) -> None:
    for _ in range(2):
        assert client.get("/me").status == 200
    assert 'href="/me" class="me">Me<' in client.get("/").text

"""Sitting down by a link: once, by one browser, before anything is played."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from pennyflick.server.client import Client, Conversation
from pennyflick.server.wire.messages import Json
from tests.server.conftest import Serving

FRIEND = {"seating": "friend", "starter": "one", "name.one": "Ann"}


def _link(client: Client, match: str) -> str:
    found = re.search(r"/join/[A-Za-z0-9_-]{22}", client.get(f"/match/{match}").text)
    assert found is not None, "the table shows no invitation"
    return found[0]


def _invited(ann: Client, game: str = "penny-black") -> tuple[str, str]:
    match = ann.new_match(game, FRIEND)
    return match, _link(ann, match)


def test_a_friend_sits_down_by_a_link_and_both_play(
    serving: Serving, client: Client, flick: Callable[[Conversation], Json]
) -> None:
    bob = serving.client()
    match, link = _invited(client)
    with client.sit(match) as anns:
        assert anns.opening["snapshot"]["open"] == ["two"]
        assert anns.opening["snapshot"]["hand_words"] == {"one": "exact", "two": "awaited"}
        assert bob.post(link, {"name": "Bob"}).headers["location"] == f"/match/{match}"
        told = anns.receive()["snapshot"]
        assert (told["open"], told["yours"], told["match"]["names"]) == ([], ["one"], {"one": "Ann", "two": "Bob"})
        assert told["hand_words"] == {"one": "exact", "two": "exact"}
        with bob.sit(match) as bobs:
            assert bobs.opening["snapshot"]["yours"] == ["two"]
            assert anns.answer(flick(anns))["type"] == "done"
            bobs.wait_for(1)


def test_whoever_was_cut_when_somebody_sat_down_is_told_when_he_is_back(serving: Serving, client: Client) -> None:
    bob = serving.client()
    match, link = _invited(client)
    with client.sit(match):
        pass
    assert bob.post(link, {"name": "Bob"}).status == 303
    with client.sit(match, 0, yours="one", open="two") as anns:
        told = anns.opening["snapshot"]
        assert (told["open"], told["match"]["names"]["two"]) == ([], "Bob")


def test_a_page_that_believes_in_other_seats_gets_everything_anew(
    serving: Serving, client: Client, flick: Callable[[Conversation], Json]
) -> None:
    bob = serving.client()
    match, link = _invited(client)
    bob.post(link, {"name": "Bob"})
    with client.sit(match) as anns:
        anns.answer(flick(anns))
        anns.wait_for(1)
    with bob.sit(match, 1, yours="two", open="") as bobs:
        assert bobs.opening["events"] == []
    with bob.sit(match, 1, yours="", open="") as bobs:
        assert bobs.opening["snapshot"]["yours"] == ["two"]


def test_opening_the_link_changes_nothing(serving: Serving, client: Client) -> None:
    match, link = _invited(client)
    for _ in range(3):
        assert "Sit down" in serving.client().get(link).text
    with client.sit(match) as table:
        assert table.opening["snapshot"]["open"] == ["two"]


def test_a_link_is_spent_once(serving: Serving, client: Client) -> None:
    bob, eve = serving.client(), serving.client()
    match, link = _invited(client)
    assert bob.post(link).status == 303
    taken = eve.post(link)
    assert taken.status == 200
    assert "This seat is taken." in taken.text
    assert eve.get(f"/match/{match}/snapshot.json").json()["yours"] == []
    assert bob.get(f"/match/{match}/snapshot.json").json()["yours"] == ["two"]


def test_nothing_is_played_while_a_seat_is_open(client: Client, flick: Callable[[Conversation], Json]) -> None:
    match, _ = _invited(client)
    with client.sit(match) as table:
        refused = table.answer({"kind": "flick", "disc": "shooter", "direction_cdeg": 0, "speed_mm_s": 300})
        assert refused["code"] == "open-seat"


def test_only_who_sits_there_sees_the_link(serving: Serving, client: Client) -> None:
    match, link = _invited(client)
    assert link not in serving.client().get(f"/match/{match}").text


def test_an_open_seat_is_still_open_after_a_restart(tmp_path: Path, start_server: Callable[..., Serving]) -> None:
    first = start_server(tmp_path)
    ann = first.client()
    match, link = _invited(ann)
    first.stop()
    second = start_server(tmp_path)
    again = second.client()
    again.cookie = ann.cookie
    assert _link(again, match) == link
    assert second.client().post(link).status == 303


def test_a_name_is_asked_once(serving: Serving, client: Client) -> None:
    bob = serving.client()
    bob.post(_invited(client)[1], {"name": "Bob"})
    assert 'value="Bob"' in bob.get(_invited(client)[1]).text


def test_a_bad_name_or_hand_is_refused_and_the_seat_stays_open(serving: Serving, client: Client) -> None:
    bob = serving.client()
    _, link = _invited(client)
    assert bob.post(link, {"name": "B" * 41}).status == 422
    assert bob.post(link, {"hand": "lucky"}).status == 422
    assert bob.post(link).status == 303


def test_an_unknown_link_leads_nowhere(client: Client) -> None:
    assert client.get("/join/" + "A" * 22).status == 404
    assert client.get("/join/short").status == 404
    assert client.post("/join/" + "A" * 22).status == 404


def test_whoever_invites_keeps_a_seat(client: Client) -> None:
    form = {"seating": "friend", "seat.one": "open", "seat.two": "open"}
    assert client.post("/new/penny-black", form).status == 422


def test_a_seed_cannot_be_typed_where_somebody_else_will_sit(client: Client) -> None:
    assert client.post("/new/penny-black", {**FRIEND, "seed": "7"}).status == 422


def test_in_doubles_people_and_the_house_mix(serving: Serving, client: Client) -> None:
    form = {"seating": "friend", "option.players": "doubles", "seat.two-b": "beginner", "seat.one-b": "person"}
    match = client.new_match("pichenotte", form)
    snapshot = client.get(f"/match/{match}/snapshot.json").json()
    assert (snapshot["open"], snapshot["yours"]) == (["two"], ["one", "one-b"])
    assert snapshot["match"]["players"]["two-b"] == "beginner"

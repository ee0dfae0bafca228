"""A rematch between people: begun when all of them want it, once, with everybody in his seat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pennyflick.server.client import Client, Conversation
from pennyflick.server.wire.messages import Json
from tests.server.conftest import Serving, seated_friends


@pytest.fixture
def bob(serving: Serving) -> Client:
    return serving.client()


@pytest.fixture
def over(client: Client, bob: Client) -> str:
    match = seated_friends(client, bob)
    with client.sit(match) as anns:
        assert anns.ask("resign", seat="one")["type"] == "done"
    return match


def _next(table: Conversation) -> str:
    while (message := table.receive())["type"] != "next":
        pass
    return str(message["match"])


def _all_know(*tables: Conversation) -> None:
    """They have heard of the resignation."""
    for table in tables:
        table.wait_for(1)


def _wishes(table: Conversation) -> Json:
    while (message := table.receive())["type"] != "wishes":
        pass
    return dict(message["wishes"])


def test_it_begins_when_both_want_it_and_all_pages_are_told_where(
    serving: Serving, client: Client, bob: Client, over: str
) -> None:
    with client.sit(over) as anns, bob.sit(over) as bobs, serving.client().sit(over) as watching:
        assert bobs.ask("rematch")["type"] == "done"
        assert _wishes(anns) == {"rematch": ["two"]}
        assert anns.ask("rematch")["type"] == "done"
        found = {_next(table) for table in (anns, bobs, watching)}
    (match,) = found
    ann_sees, bob_sees = (who.get(f"/match/{match}/snapshot.json").json() for who in (client, bob))
    assert (ann_sees["yours"], bob_sees["yours"], ann_sees["open"]) == (["one"], ["two"], [])
    assert ann_sees["match"]["names"] == {"one": "Ann", "two": "Bob"}
    assert ann_sees["match"]["starter"] == "two"  # the other side starts


def test_guests_without_a_name_keep_their_seats_too(serving: Serving, client: Client, bob: Client) -> None:
    match = seated_friends(client, bob, **{"name.one": ""})
    with bob.sit(match) as bobs, client.sit(match) as anns:
        bobs.ask("resign", seat="two")
        _all_know(anns, bobs)
        anns.ask("rematch")
        bobs.ask("rematch")
        again = _next(anns)
    assert client.get(f"/match/{again}/snapshot.json").json()["yours"] == ["one"]
    assert bob.get(f"/match/{again}/snapshot.json").json()["yours"] == ["two"]


@pytest.mark.slow
def test_one_alone_cannot_begin_it_however_often_he_wishes(client: Client, over: str) -> None:
    with client.sit(over) as anns:
        for _ in range(3):
            anns.ask("rematch")
            assert _wishes(anns) == {"rematch": ["one"]}
        anns.ask("sync")
        assert _wishes(anns) == {"rematch": ["one"]}
        with pytest.raises(TimeoutError):  # and no word of a match
            anns.receive(timeout_s=0.5)
    assert client.post(f"/match/{over}/rematch").status == 409


def test_there_is_one_rematch_whoever_asks_again_and_comes_later(client: Client, bob: Client, over: str) -> None:
    with client.sit(over) as anns, bob.sit(over) as bobs:
        anns.ask("rematch")
        command = {"type": "rematch", "id": "the-same-wish", "version": bobs.version}
        bobs.send(command)
        first = _next(bobs)
        bobs.send(command)
        bobs.ask("rematch")
        assert _next(bobs) == first
    with client.sit(over) as again:
        assert _next(again) == first


def test_nobody_wishes_for_it_while_the_match_goes_on_or_without_a_seat(
    serving: Serving, client: Client, bob: Client, over: str
) -> None:
    going_on = seated_friends(client, bob)
    with client.sit(going_on) as anns:
        assert anns.ask("rematch")["code"] == "not-over"
    with serving.client().sit(over) as watching:
        assert watching.ask("rematch")["code"] == "no-seat"


@pytest.mark.slow
def test_wishes_and_the_rematch_outlive_a_restart(tmp_path: Path, start_server: Callable[..., Serving]) -> None:
    first = start_server(tmp_path)
    ann, bob = first.client(), first.client()
    match = seated_friends(ann, bob)
    with ann.sit(match) as anns:
        anns.ask("resign", seat="one")
        _all_know(anns)
        anns.ask("rematch")
    first.stop()
    second = start_server(tmp_path)
    back = second.client()
    back.cookie = bob.cookie
    with back.sit(match) as bobs:
        assert _wishes(bobs) == {"rematch": ["one"]}
        bobs.ask("rematch")
        found = _next(bobs)
    second.stop()
    third = start_server(tmp_path)
    again = third.client()
    again.cookie = ann.cookie
    with again.sit(match) as anns:
        assert _next(anns) == found


def test_in_doubles_everybody_must_want_it(serving: Serving) -> None:
    ann, bob, cid = serving.client(), serving.client(), serving.client()
    form = {"option.players": "doubles", "seat.two-b": "beginner", "seat.one-b": "open"}
    match = ann.new_match("pichenotte", {"seating": "friend", "starter": "one", "name.one": "Ann"} | form)
    seated_friends(ann, bob, match)
    seated_friends(ann, cid, match)
    with ann.sit(match) as anns, bob.sit(match) as bobs, cid.sit(match) as cids:
        anns.ask("resign", seat="one")
        _all_know(anns, bobs, cids)
        for table in (anns, bobs, cids):
            table.ask("rematch")
        again = _next(anns)
    seats = {tuple(who.get(f"/match/{again}/snapshot.json").json()["yours"]) for who in (ann, bob, cid)}
    assert seats == {("one",), ("two",), ("one-b",)}

"""*I am Ann*: who lost the cookie gets the seat back when whoever plays with him says so, and not otherwise."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pennyflick.server.client import Client
from pennyflick.server.wire.messages import Json
from tests.server.conftest import Serving, next_snapshot


@dataclasses.dataclass(frozen=True)
class Table:
    """Ann invited Bob; both sit."""

    match: str
    link: str
    ann: Client
    bob: Client


def _seated(serving: Serving) -> Table:
    ann, bob = serving.client(), serving.client()
    match = ann.new_match("penny-black", {"seating": "friend", "starter": "one", "name.one": "Ann"})
    link = re.findall(r"/join/[A-Za-z0-9_-]{22}", ann.get(f"/match/{match}").text)[0]
    assert bob.post(link, {"name": "Bob"}).status == 303
    return Table(match, link, ann, bob)


@pytest.fixture
def table(serving: Serving) -> Table:
    return _seated(serving)


def _pleas(client: Client, match: str) -> list[Json]:
    pleas: list[Json] = client.get(f"/match/{match}/snapshot.json").json()["pleas"]
    return pleas


def _yours(client: Client, match: str) -> list[str]:
    yours: list[str] = client.get(f"/match/{match}/snapshot.json").json()["yours"]
    return yours


def test_the_seat_comes_back_when_the_opponent_says_so(serving: Serving, table: Table) -> None:
    lost = serving.client()
    assert "I am Bob" in lost.get(table.link).text
    with table.ann.sit(table.match) as seen:
        assert lost.post(f"{table.link}/plea", {"seat": "two"}).status == 303
        (plea,) = next_snapshot(seen)["pleas"]
        assert plea["seat"] == "two"
        assert "has been asked" in lost.get(table.link).text
        answer = {"plea": plea["id"], "answer": "yes"}
        assert table.ann.post(f"/match/{table.match}/pleas", answer).status == 303
        assert next_snapshot(seen)["pleas"] == []
    assert _yours(lost, table.match) == ["two"]
    assert _yours(table.bob, table.match) == []
    assert _yours(table.ann, table.match) == ["one"]


def test_who_invited_can_claim_his_seat_too(serving: Serving, table: Table) -> None:
    lost = serving.client()
    lost.post(f"{table.link}/plea", {"seat": "one"})
    (plea,) = _pleas(table.bob, table.match)
    table.bob.post(f"/match/{table.match}/pleas", {"plea": plea["id"], "answer": "yes"})
    assert (_yours(lost, table.match), _yours(table.ann, table.match)) == (["one"], [])


def test_a_refused_claim_changes_nothing_and_cannot_nag(serving: Serving, table: Table) -> None:
    eve = serving.client()
    eve.post(f"{table.link}/plea", {"seat": "two"})
    (plea,) = _pleas(table.ann, table.match)
    table.ann.post(f"/match/{table.match}/pleas", {"plea": plea["id"], "answer": "no"})
    assert _pleas(table.ann, table.match) == []
    assert _yours(table.bob, table.match) == ["two"]
    again = eve.post(f"{table.link}/plea", {"seat": "two"})
    assert (again.status, "ask again in an hour" in again.text) == (422, True)
    assert table.ann.post(f"/match/{table.match}/pleas", {"plea": plea["id"], "answer": "yes"}).status == 409


def test_many_browsers_cannot_nag_either(serving: Serving, table: Table) -> None:
    replies = [serving.client().post(f"{table.link}/plea", {"seat": "two"}).status for _ in range(4)]
    assert replies == [303, 303, 303, 422]


def test_after_an_hour_it_can_be_asked_again(tmp_path: Path, start_server: Callable[..., Serving]) -> None:
    now = [datetime(2026, 5, 1, tzinfo=UTC)]
    server = start_server(tmp_path, clock=lambda: now[0])
    table, eve = _seated(server), server.client()
    assert eve.post(f"{table.link}/plea", {"seat": "two"}).status == 303
    (plea,) = _pleas(table.ann, table.match)
    table.ann.post(f"/match/{table.match}/pleas", {"plea": plea["id"], "answer": "no"})
    now[0] += timedelta(minutes=61)
    assert eve.post(f"{table.link}/plea", {"seat": "two"}).status == 303


def test_claims_are_told_to_those_who_sit_there_alone(serving: Serving, table: Table) -> None:
    lost = serving.client()
    lost.post(f"{table.link}/plea", {"seat": "two"})
    assert [len(_pleas(each, table.match)) for each in (table.ann, table.bob)] == [1, 1]
    assert [_pleas(each, table.match) for each in (lost, serving.client())] == [[], []]


def test_home_asks_too(serving: Serving, table: Table) -> None:
    serving.client().post(f"{table.link}/plea", {"seat": "two"})
    assert "somebody says “I am Bob”" in table.ann.get("/").text
    assert "I am Bob" not in serving.client().get("/").text


def test_nobody_can_answer_who_does_not_sit_there(serving: Serving, table: Table) -> None:
    eve = serving.client()
    eve.post(f"{table.link}/plea", {"seat": "two"})
    (plea,) = _pleas(table.ann, table.match)
    answer = {"plea": plea["id"], "answer": "yes"}
    assert eve.post(f"/match/{table.match}/pleas", answer).status == 409
    assert serving.client().post(f"/match/{table.match}/pleas", answer).status == 409
    assert table.ann.post(f"/match/{table.match}/pleas", {**answer, "answer": "perhaps"}).status == 422
    assert _yours(table.bob, table.match) == ["two"]


def test_a_seat_is_not_given_away_before_its_holders_eyes(serving: Serving, table: Table) -> None:
    eve = serving.client()
    with table.bob.sit(table.match):
        refused = eve.post(f"{table.link}/plea", {"seat": "two"})
    assert (refused.status, "Bob has the table open" in refused.text) == (422, True)


def test_a_claim_outlives_a_restart(tmp_path: Path, start_server: Callable[..., Serving]) -> None:
    first = start_server(tmp_path)
    table = _seated(first)
    first.client().post(f"{table.link}/plea", {"seat": "two"})
    first.stop()
    again = start_server(tmp_path).client()
    again.cookie = table.ann.cookie
    assert [plea["seat"] for plea in _pleas(again, table.match)] == ["two"]


def test_an_unspent_invitation_claims_nothing(client: Client, serving: Serving) -> None:
    match = client.new_match("penny-black", {"seating": "friend"})
    link = re.findall(r"/join/[A-Za-z0-9_-]{22}", client.get(f"/match/{match}").text)[0]
    assert serving.client().post(f"{link}/plea", {"seat": "one"}).status == 404

"""Seats left open: listed while somebody waits, taken by the first, and nobody learns a typed name."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pennyflick.server.client import Client
from pennyflick.server.settings import Limits
from tests.server.conftest import Serving, next_snapshot

ANYBODY = {"seating": "anybody", "starter": "one", "name.one": "Annabel"}
WAITS = re.compile(r"(\w+ \w+) waits for somebody to play")


class Moving:
    """A clock and ticks that a test moves."""

    def __init__(self) -> None:
        self.passed = timedelta()

    def clock(self) -> datetime:
        return datetime(2026, 5, 1, tzinfo=UTC) + self.passed

    def ticks(self) -> float:
        return self.passed.total_seconds()


@pytest.fixture
def moving() -> Moving:
    return Moving()


@pytest.fixture
def server(tmp_path: Path, moving: Moving, start_server: Callable[..., Serving]) -> Serving:
    limits = Limits(vacancies_per_person=2, vacancies=3)
    return start_server(tmp_path, clock=moving.clock, ticks=moving.ticks, limits=limits)


def _yours(client: Client, match: str) -> list[str]:
    yours: list[str] = client.get(f"/match/{match}/snapshot.json").json()["yours"]
    return yours


def test_a_seat_left_open_is_listed_and_the_first_who_comes_plays(server: Serving) -> None:
    ann, bob = server.client(), server.client()
    assert WAITS.search(bob.get("/").text) is None
    match = ann.new_match("penny-black", ANYBODY)
    (name,) = WAITS.findall(bob.get("/").text)
    assert bob.post(f"/match/{match}/take").headers["location"] == f"/match/{match}"
    snapshot = bob.get(f"/match/{match}/snapshot.json").json()
    assert (snapshot["yours"], snapshot["open"], snapshot["match"]["names"]["one"]) == (["two"], [], name)
    assert snapshot["match"]["terms"]["time"] == "60s"
    assert WAITS.search(server.client().get("/").text) is None


def test_strangers_never_see_a_typed_name(server: Serving) -> None:
    ann, bob = server.client(), server.client()
    ann.post("/me", {"name": "Annabel"})
    bob.post("/me", {"name": "Bartholomew"})
    match = ann.new_match("penny-black", {**ANYBODY, "name.one": ""})
    seen = [bob.get("/").text, bob.get(f"/match/{match}").text]
    bob.post(f"/match/{match}/take")
    seen += [ann.get(f"/match/{match}/record.txt").text, ann.get(f"/match/{match}/snapshot.json").text]
    seen += [bob.get(f"/match/{match}/snapshot.json").text]
    assert not any("Annabel" in each for each in seen)
    assert not any("Bartholomew" in each for each in seen[2:])


def test_only_one_of_many_who_come_at_one_instant_is_seated(server: Serving) -> None:
    match = server.client().new_match("penny-black", ANYBODY)
    crowd = [server.client() for _ in range(8)]
    with ThreadPoolExecutor(len(crowd)) as pool:
        found = sorted(reply.status for reply in pool.map(lambda each: each.post(f"/match/{match}/take"), crowd))
    assert found == [303, *[409] * 7]
    assert sorted(len(_yours(each, match)) for each in crowd) == [0] * 7 + [1]


def test_the_place_lapses_at_its_time(server: Serving, moving: Moving) -> None:
    ann, bob = server.client(), server.client()
    match = ann.new_match("penny-black", {**ANYBODY, "leave": "1h"})
    with ann.sit(match):
        moving.passed += timedelta(minutes=59)
        assert WAITS.search(bob.get("/").text)
        moving.passed += timedelta(minutes=2)
        assert WAITS.search(bob.get("/").text) is None
        assert bob.post(f"/match/{match}/take").status == 409


def test_the_place_lapses_when_whoever_waits_has_gone(server: Serving, moving: Moving) -> None:
    ann, bob = server.client(), server.client()
    match = ann.new_match("penny-black", ANYBODY)
    with ann.sit(match):
        moving.passed += timedelta(minutes=10)
        assert WAITS.search(bob.get("/").text)
    assert WAITS.search(bob.get("/").text)
    moving.passed += timedelta(minutes=3)
    assert WAITS.search(bob.get("/").text) is None
    assert bob.post(f"/match/{match}/take").status == 409
    with ann.sit(match):
        assert WAITS.search(bob.get("/").text), "who comes back waits again"


def test_a_waiting_table_can_be_left_open_and_taken_back(server: Serving) -> None:
    ann = server.client()
    match = ann.new_match("penny-black", {"seating": "friend", "name.one": "Annabel"})
    with ann.sit(match) as table:
        assert ann.post(f"/match/{match}/open", {"for": "1d"}).status == 303
        assert next_snapshot(table)["match"]["names"]["one"] != "Annabel"
        assert WAITS.search(server.client().get("/").text)
        ann.post(f"/match/{match}/open", {"for": ""})
        assert next_snapshot(table)["match"]["names"]["one"] == "Annabel"
    assert WAITS.search(server.client().get("/").text) is None


def test_a_friend_who_comes_by_the_link_reads_the_name(server: Serving) -> None:
    ann, bob = server.client(), server.client()
    match = ann.new_match("penny-black", ANYBODY)
    link = re.findall(r"/join/[A-Za-z0-9_-]{22}", ann.get(f"/match/{match}").text)[0]
    assert bob.post(link, {"name": "Bob"}).status == 303
    names = bob.get(f"/match/{match}/snapshot.json").json()["match"]["names"]
    assert names == {"one": "Annabel", "two": "Bob"}


def test_a_person_and_the_house_have_so_many_open_seats_and_no_more(server: Serving) -> None:
    ann, bob = server.client(), server.client()
    for _ in range(2):
        ann.new_match("penny-black", ANYBODY)
    refused = ann.post("/new/penny-black", ANYBODY)
    assert (refused.status, "You wait at 2 tables already" in refused.text) == (422, True)
    bob.new_match("penny-red", ANYBODY)
    assert "As many seats are open as can be listed here" in server.client().post("/new/penny-red", ANYBODY).text


def test_only_who_waits_can_leave_a_seat_open(server: Serving) -> None:
    ann = server.client()
    match = ann.new_match("penny-black", {"seating": "friend"})
    assert server.client().post(f"/match/{match}/open", {"for": "1h"}).status == 403
    assert ann.post(f"/match/{match}/open", {"for": "1y"}).status == 409
    assert ann.post(f"/match/{ann.new_match('penny-black')}/open", {"for": "1h"}).status == 409
    assert server.client().post(f"/match/{match}/take").status == 409


def test_in_doubles_strangers_fill_one_seat_after_the_other(server: Serving) -> None:
    ann = server.client()
    match = ann.new_match("pichenotte", {**ANYBODY, "option.players": "doubles"})
    strangers = [server.client() for _ in range(3)]
    assert [each.post(f"/match/{match}/take").status for each in strangers] == [303] * 3
    snapshot = ann.get(f"/match/{match}/snapshot.json").json()
    assert (snapshot["open"], len(set(snapshot["match"]["names"].values()))) == ([], 4)

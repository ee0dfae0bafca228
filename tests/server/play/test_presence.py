"""Who is there: worked out from connections, told to everybody, never stored."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pennyflick.server.client import Client, Conversation
from pennyflick.server.play.live import Asker, Listener
from pennyflick.server.play.presence import Companies, Company, Last, is_news, lapse_s, presence_of
from pennyflick.server.wire.messages import Json, Presence, WireAttendance
from tests.server.conftest import Serving, seated_friends


class Ear:
    def post(self, message: bytes) -> None: ...

    def post_if_room(self, message: bytes) -> None: ...

    def close_soon(self, code: int) -> None: ...


def _asker(*seats: str, holder: str = "", visible: bool = True) -> Asker:
    return Asker(Ear(), holder or "".join(seats), seats, visible)


def _company(*askers: Asker, last: dict[str, Last] | None = None) -> Company:
    listeners: dict[Listener, Asker] = {asker.listener: asker for asker in askers}
    return Company({"one": "one", "two": "two"}, listeners, last=last or {})


def _states(presence: Presence) -> dict[str, str]:
    return {seat: each.state for seat, each in presence.seats.items()}


def test_here_is_a_connection_whose_page_can_be_seen() -> None:
    company = _company(_asker("one"), _asker("two", visible=False), last={"two": Last(150.0, 100.0)})

    told = presence_of(company, 160.0)

    assert told.seats == {"one": WireAttendance("here"), "two": WireAttendance("away", 60_000)}


def test_a_second_page_that_can_be_seen_is_enough() -> None:
    company = _company(_asker("two", visible=False), _asker("two"))

    assert _states(presence_of(company, 1.0)) == {"one": "away", "two": "here"}


def test_a_page_that_another_worker_serves_is_as_good() -> None:
    company = _company(_asker("one"))
    company.abroad["other"] = (_asker("two"), _asker(holder="eve"))

    told = presence_of(company, 1.0)

    assert (_states(told), told.watchers) == ({"one": "here", "two": "here"}, 1)


@pytest.mark.parametrize(("gone_s", "state"), [(0.0, "reconnecting"), (9.5, "reconnecting"), (10.0, "away")])
def test_a_lost_connection_is_expected_back_for_ten_seconds(gone_s: float, state: str) -> None:
    told = presence_of(_company(last={"two": Last(50.0, 50.0)}), 50.0 + gone_s)

    assert told.seats["two"] == WireAttendance(state, round(gone_s * 1_000))


def test_who_was_not_seen_since_the_server_started_is_away_for_nobody_knows_how_long() -> None:
    assert presence_of(_company(), 1.0).seats["two"] == WireAttendance("away", None)


def test_watchers_are_counted_by_browser_and_players_are_none() -> None:
    company = _company(_asker("one"), _asker(holder="a"), _asker(holder="a"), _asker("watcher", holder="b"))

    assert presence_of(company, 1.0).watchers == 2


def test_who_is_seen_is_taken_note_of_before_he_goes() -> None:
    company = _company(_asker("one"), _asker("two", visible=False))

    company.see(7.0)

    assert company.last == {"one": Last(7.0, 7.0), "two": Last(7.0)}


def test_a_hidden_page_is_open_all_the_same() -> None:
    company = _company(_asker("one", visible=False), last={"two": Last(3.0, 1.0)})

    assert [company.away_s(who, 9.0) for who in ("one", "two", "eve")] == [0.0, 6.0, None]


def test_a_table_is_forgotten_when_nobody_was_there_for_long() -> None:
    now = [0.0]
    companies = Companies(lambda: now[0], kept_s=120.0)
    companies.see("old", "ann")
    companies.see("in memory", "ann")
    companies.of("here").abroad["other"] = (_asker("one"),)
    now[0] = 100.0
    companies.see("fresh", "ann")
    now[0] = 130.0

    companies.forget(kept=["in memory"])

    assert [companies.away_s(each, "ann") for each in ("old", "fresh", "in memory")] == [None, 30.0, 130.0]
    assert len(companies) == 3


def test_only_more_than_the_time_is_news() -> None:
    away = Presence({"two": WireAttendance("away", 1_000)}, 0)

    assert is_news(None, away)
    assert not is_news(away, Presence({"two": WireAttendance("away", 9_000)}, 0))
    assert is_news(away, Presence({"two": WireAttendance("away", 9_000)}, 1))
    assert is_news(away, Presence({"two": WireAttendance("here")}, 0))


def test_whoever_is_reconnecting_is_called_away_when_his_time_is_over() -> None:
    gone = {"one": WireAttendance("reconnecting", 2_000), "two": WireAttendance("reconnecting", 7_000)}

    assert lapse_s(Presence(gone, 0)) == pytest.approx(3.0)
    assert lapse_s(Presence({"one": WireAttendance("away", 60_000)}, 0)) is None


@dataclass
class Clock:
    ahead_s: float = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead_s


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def timed(clock: Clock, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    server = Serving(tmp_path_factory.mktemp("data"), ticks=clock)
    server.start()
    yield server
    server.stop()


def _until(table: Conversation, seat: str, state: str) -> Json:
    while True:
        told = table.overhear("presence")
        if told["seats"].get(seat, {}).get("state") == state:
            return told


@pytest.mark.slow
def test_coming_hiding_and_going_are_told_to_the_other(timed: Serving, clock: Clock) -> None:
    ann, bob = timed.client(), timed.client()
    match = seated_friends(ann, bob)
    with ann.sit(match) as anns:
        told = anns.overhear("presence")
        assert told["seats"] == {"one": {"state": "here", "for_ms": None}, "two": {"state": "away", "for_ms": None}}
        with bob.sit(match) as bobs:
            _until(anns, "two", "here")
            bobs.send({"type": "attend", "visible": False})
            _until(anns, "two", "away")
            bobs.send({"type": "attend"})
            _until(anns, "two", "here")
        _until(anns, "two", "reconnecting")
        clock.ahead_s += 10.0
        with timed.client().sit(match) as watching:  # whoever comes is told at once
            seen = watching.overhear("presence")
        assert seen["seats"]["two"]["state"] == "away"
        assert seen["seats"]["two"]["for_ms"] >= 10_000
        assert seen["watchers"] == 1
        _until(anns, "two", "away")


def test_the_number_of_watchers_is_told(serving: Serving, client: Client, two_at_one_screen: str) -> None:
    with client.sit(two_at_one_screen) as table:
        with serving.client().sit(two_at_one_screen):
            assert table.overhear("presence", watchers=1)
        assert table.overhear("presence", watchers=0)


@pytest.mark.slow
def test_a_friend_who_sits_down_is_of_the_company(serving: Serving, client: Client) -> None:
    bob = serving.client()
    match = client.new_match("penny-black", {"seating": "friend", "name.one": "Ann"})
    with client.sit(match) as anns:
        assert anns.overhear("presence")["seats"] == {"one": {"state": "here", "for_ms": None}}
        seated_friends(client, bob, match)
        assert _until(anns, "two", "away")


@pytest.mark.slow
def test_many_who_come_and_go_are_told_together(
    start_server: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pennyflick.server.play import asides

    monkeypatch.setattr(asides, "PAUSE_S", 1.5)
    serving = start_server(tmp_path)
    client: Client = serving.client()
    match = client.new_match("penny-black", {"seating": "screen"})
    with client.sit(match) as table:
        table.overhear("presence")
        for _ in range(5):
            with serving.client().sit(match):
                pass
        with serving.client().sit(match):
            assert table.overhear("presence", watchers=1)
        assert len([each for each in table.asides if each["type"] == "presence"]) <= 1

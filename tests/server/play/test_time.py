"""Time between people: a deadline that stands with the match, claims, early endings; nothing is played for anybody."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pennyflick.match import replay
from pennyflick.record import parse_record
from pennyflick.server.client import Client, Conversation
from pennyflick.server.wire.messages import Json
from tests.server.conftest import Serving

Flicker = Callable[[Conversation], Json]
Starter = Callable[..., Serving]
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
SOFT = {"kind": "flick", "disc": "shooter", "direction_cdeg": 4_500, "speed_mm_s": 300}


class Wall:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 12, 0, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, time: timedelta) -> None:
        self.now += time


WALL = Wall()


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    server = Serving(tmp_path_factory.mktemp("data"), clock=WALL)
    server.start()
    yield server
    server.stop()


@dataclass(frozen=True)
class Table:
    """A match between Ann, who starts, and Bob."""

    match: str
    ann: Client
    bob: Client

    def acting(self) -> Client:
        """Whoever must act."""
        now = self.ann.get(f"/match/{self.match}/snapshot.json").json()["now"]
        return self.ann if now["act"]["seats"] == ["one"] else self.bob

    @contextmanager
    def sitting(self) -> Iterator[tuple[Conversation, Conversation]]:
        with self.ann.sit(self.match) as ann, self.bob.sit(self.match) as bob:
            yield ann, bob


def _table(serving: Serving, time: str = "60s", **fields: str) -> Table:
    ann, bob = serving.client(), serving.client()
    form = {"seating": "friend", "starter": "one", "name.one": "Ann", "time": time, **fields}
    match = ann.new_match("penny-black", form)
    assert bob.post(_link(ann, match), {"name": "Bob", "hand": "exact"}).status == 303
    return Table(match, ann, bob)


def _link(client: Client, match: str) -> str:
    found = re.search(r"/join/[A-Za-z0-9_-]{22}", client.get(f"/match/{match}").text)
    assert found is not None, "the table shows no invitation"
    return found[0]


def _heard(table: Conversation, type_: str) -> Json:
    """The next message of this type."""
    while True:
        message = table.receive()
        if message["type"] == type_:
            return message


def _words(sentence: Any) -> str:
    return "".join(part if isinstance(part, str) else _word(part) for part in sentence)


def _word(part: Json) -> str:
    return str(next(part[name] for name in ("seat", "side", "third") if part.get(name)))


def test_the_deadline_is_commit_shot_five_seconds_and_the_allowance(serving: Serving, flick: Flicker) -> None:
    with _table(serving, "60s").sitting() as (ann, bob):
        assert _heard(ann, "clock") == {"type": "clock", "version": 0, "seats": ["one"], "left_ms": 65_000}
        ann.answer(flick(ann))
        shot_s = _heard(bob, "event")["event"]["shot"]["duration_s"]
        told = _heard(bob, "clock")
    assert (told["version"], told["seats"]) == (1, ["two"])
    assert told["left_ms"] == pytest.approx(65_000 + shot_s * 1_000, abs=1)


def test_after_the_deadline_the_other_side_may_claim_and_wins_on_time(serving: Serving) -> None:
    table = _table(serving, "30s")
    with table.sitting() as (ann, bob):
        WALL.pass_by(timedelta(seconds=36))
        assert bob.ask("claim", seat="two")["type"] == "done"
        event = _heard(ann, "event")["event"]
    assert (event["kind"], event["seat"], event["text"]) == ("on-time", None, "on time")
    assert event["result"]["winner"] == "two"
    text = table.ann.get(f"/match/{table.match}/record.txt").text
    assert '[Time "30s"]' in text
    assert '[Result "two on time: One did not act in time: Two wins."]' in text
    assert replay(parse_record(text)).verified


def test_before_the_deadline_nobody_may_claim_and_is_told_how_long_is_left(serving: Serving) -> None:
    with _table(serving, "60s").sitting() as (_, bob):
        WALL.pass_by(timedelta(seconds=60))
        refused = bob.ask("claim", seat="two")
    assert refused["code"] == "no-claim"
    assert _words(refused["sentence"]).endswith("5 seconds left.")


def test_who_must_act_cannot_claim_nor_can_a_watcher(serving: Serving) -> None:
    table = _table(serving, "30s")
    WALL.pass_by(MINUTE)
    with table.ann.sit(table.match) as ann, serving.client().sit(table.match) as eve:
        assert ann.ask("claim", seat="one")["code"] == "no-claim"
        assert ann.ask("claim", seat="two")["code"] == "no-seat"
        assert eve.ask("claim", seat="two")["code"] == "no-seat"


def test_who_is_late_may_still_act_and_nothing_is_played_for_anybody(serving: Serving, flick: Flicker) -> None:
    with _table(serving, "30s").sitting() as (ann, bob):
        WALL.pass_by(DAY)
        assert ann.ask("sync")["version"] == 0
        assert ann.answer(flick(ann))["type"] == "done"
        bob.wait_for(1)
        assert bob.ask("claim", seat="two")["code"] == "no-claim"


def test_a_claim_and_a_late_flick_at_one_instant_are_settled_once(serving: Serving, flick: Flicker) -> None:
    with _table(serving, "30s").sitting() as (ann, bob):
        shot = flick(ann)
        WALL.pass_by(MINUTE)
        replies: dict[str, Json] = {}
        threads = [
            threading.Thread(target=lambda: replies.update(ann=ann.answer(shot))),
            threading.Thread(target=lambda: replies.update(bob=bob.ask("claim", seat="two"))),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert sorted(reply["type"] for reply in replies.values()) == ["done", "refused"]
        for each in (ann, bob):
            each.wait_for(1)
        assert ann.hash == bob.hash
        assert [event["kind"] for event in ann.events[-1:]] == [event["kind"] for event in bob.events[-1:]]


def test_a_claim_that_comes_again_gets_the_same_reply(serving: Serving) -> None:
    with _table(serving, "30s").sitting() as (_, bob):
        WALL.pass_by(MINUTE)
        done = bob.ask("claim", seat="two", id="claimed-once")
        assert bob.ask("claim", seat="two", id="claimed-once", version=0) == done


@pytest.mark.parametrize("seating", ["house", "screen"])
def test_no_clock_runs_where_one_browser_plays_alone(client: Client, seating: str) -> None:
    match = client.new_match("penny-black", {"seating": seating, "time": "30s", "starter": "one", "side": "one"})
    assert client.get(f"/match/{match}/snapshot.json").json()["match"]["terms"]["time"] == "none"
    with client.sit(match) as table:
        assert table.ask("claim", seat="one")["code"] == "no-claim"


@pytest.mark.slow
def test_the_house_is_never_on_a_clock(serving: Serving, flick: Flicker) -> None:
    ann, bob = serving.client(), serving.client()
    form = {"seating": "friend", "option.players": "doubles", "seat.two-b": "beginner", "starter": "one", "time": "30s"}
    match = ann.new_match("pichenotte", {**form, "seat.one-b": "beginner"})
    bob.post(_link(ann, match), {"hand": "exact"})
    clocks: list[Json] = []
    with ann.sit(match) as table, bob.sit(match) as other:
        while table.version < 8:
            message = table.receive()
            clocks += [message] if message["type"] == "clock" else []
            mine = table if table.act["seats"] == ["one"] else other if table.act["seats"] == ["two"] else None
            if mine is not None and message["type"] == "clock" and message["version"] == table.version:
                mine.wait_for(table.version)
                assert mine.answer(_any(mine))["type"] == "done"
    assert {seat for clock in clocks for seat in clock["seats"]} == {"one", "two"}
    assert len(clocks) < 9


def _any(table: Conversation) -> Json:
    import random

    from pennyflick.server.client import any_answer

    return any_answer(table, random.Random(table.version))


def test_an_unknown_time_is_refused_with_those_that_are(client: Client) -> None:
    refused = client.post("/new/penny-black", {"seating": "friend", "time": "2h"})
    assert refused.status == 422
    assert "none, 30s, 60s, 1d, 3d, 7d" in refused.text


def test_without_a_clock_seven_days_absence_may_be_claimed(serving: Serving) -> None:
    table = _table(serving, "none")
    with table.bob.sit(table.match) as bob:
        WALL.pass_by(timedelta(days=6, hours=23))
        assert bob.ask("claim", seat="two")["code"] == "no-claim"
        WALL.pass_by(timedelta(hours=2))
        assert bob.ask("claim", seat="two")["type"] == "done"


def test_without_a_clock_whoever_was_at_the_table_is_not_absent(serving: Serving) -> None:
    table = _table(serving, "none")
    with table.bob.sit(table.match) as bob:
        WALL.pass_by(5 * DAY)
        with table.ann.sit(table.match):
            assert _moved_on(bob) > timedelta(days=6, hours=23)
            WALL.pass_by(8 * DAY)
            here = bob.ask("claim", seat="two")
            assert _words(here["sentence"]) == "one is at the table."
        assert _moved_on(bob) > timedelta(days=6, hours=23)
        WALL.pass_by(6 * DAY)
        assert bob.ask("claim", seat="two")["code"] == "no-claim"
        WALL.pass_by(2 * DAY)
        assert bob.ask("claim", seat="two")["type"] == "done"


def _moved_on(table: Conversation) -> timedelta:
    """How long is left after the deadline has moved on."""
    while True:
        left = timedelta(milliseconds=_heard(table, "clock")["left_ms"])
        if left > timedelta(days=6, hours=23):
            return left


def test_both_must_agree_to_end_a_match_between_people(serving: Serving) -> None:
    table = _table(serving)
    with table.sitting() as (ann, bob):
        assert ann.ask("abandon")["type"] == "done"
        assert _heard(bob, "wishes") == {"type": "wishes", "version": 0, "wishes": {"end": ["one"]}}
        assert ann.ask("abandon")["type"] == "done"  # wished twice is wished once
        assert ann.version == 0
        assert bob.ask("abandon")["version"] == 1
        event = _heard(ann, "event")["event"]
    assert (event["kind"], event["result"]["winner"]) == ("agreed", None)
    text = table.ann.get(f"/match/{table.match}/record.txt").text
    assert '[Result "agreed"]' in text
    assert replay(parse_record(text)).verified


def test_a_wish_can_be_withdrawn_and_a_second_delivery_of_it_changes_nothing(serving: Serving) -> None:
    with _table(serving).sitting() as (ann, bob):
        ann.ask("abandon", id="wished-once")
        ann.ask("withdraw", wish="end")
        ann.ask("abandon", id="wished-once")
        assert _heard(bob, "wishes")["wishes"] == {"end": ["one"]}
        assert _heard(bob, "wishes")["wishes"] == {}
        assert bob.ask("abandon")["version"] == 0


def test_a_wish_is_void_when_the_match_moves_on(serving: Serving, flick: Flicker) -> None:
    with _table(serving).sitting() as (ann, bob):
        bob.ask("abandon")
        ann.answer(flick(ann))
        for each in (ann, bob):
            each.wait_for(1)
        assert ann.ask("abandon")["version"] == 1
        assert ann.ask("sync")["version"] == 1


def test_who_comes_later_is_told_of_the_wish(serving: Serving) -> None:
    table = _table(serving)
    with table.ann.sit(table.match) as ann:
        ann.ask("abandon")
    with table.bob.sit(table.match) as bob:
        assert _heard(bob, "wishes")["wishes"] == {"end": ["one"]}


def test_one_browser_with_all_seats_abandons_as_ever(client: Client, two_at_one_screen: str) -> None:
    with client.sit(two_at_one_screen) as table:
        assert table.ask("abandon")["version"] == 1
        assert _heard(table, "event")["event"]["kind"] == "abandoned"


def test_nobody_else_can_act_resign_end_withdraw_or_delete_for_a_seat(serving: Serving) -> None:
    table = _table(serving)
    eve = serving.client()
    eve.get("/")
    with eve.sit(table.match) as stranger, table.bob.sit(table.match) as bob:
        for seat in ("one", "two"):
            assert stranger.answer(SOFT, seat=seat)["code"] == "no-seat"
            assert stranger.ask("resign", seat=seat)["code"] == "no-seat"
        assert stranger.ask("abandon")["code"] == "no-seat"
        assert stranger.ask("withdraw", wish="end")["code"] == "no-seat"
        assert bob.answer(SOFT, seat="one")["code"] == "no-seat"
        assert bob.ask("resign", seat="one")["code"] == "no-seat"
    assert eve.post(f"/match/{table.match}/delete").status == 403
    assert eve.post(f"/match/{table.match}/restore").status == 404
    assert table.ann.get(f"/match/{table.match}/snapshot.json").json()["version"] == 0


def test_deleting_takes_a_match_off_ones_own_list_only(serving: Serving) -> None:
    table = _table(serving)
    assert table.ann.post(f"/match/{table.match}/delete").status == 303
    assert f'href="/match/{table.match}"' not in table.ann.get("/matches").text
    assert f'href="/match/{table.match}"' in table.bob.get("/matches").text
    assert table.ann.post(f"/match/{table.match}/restore").status == 303
    assert f'href="/match/{table.match}"' in table.ann.get("/matches").text
    with table.bob.sit(table.match):
        for each in (table.ann, table.bob):
            assert each.post(f"/match/{table.match}/delete").status == 303
    assert table.bob.get(f"/match/{table.match}").status == 404


def test_a_list_has_ones_own_turn_first_with_the_time_left(serving: Serving, flick: Flicker) -> None:
    slow, cy = _table(serving, "7d"), serving.client()
    bob = slow.bob
    fast = cy.new_match("penny-black", {"seating": "friend", "starter": "one", "time": "1d", "name.one": "Cy"})
    assert bob.post(_link(cy, fast), {"name": "Bob", "hand": "exact"}).status == 303
    screen = bob.new_match("penny-black", {"seating": "screen"})
    with slow.ann.sit(slow.match) as table:
        table.answer(flick(table))
    page = bob.get("/matches").text
    order = re.findall(r'class="button primary" href="/match/(\w+)"', page)
    assert set(order[:2]) == {slow.match, screen}
    assert order[0] == slow.match, "what runs out first stands first"
    assert order[2] == fast
    assert page.count("Your turn") == 2
    assert "7 days left" in page
    assert "1 day left" in page


@pytest.mark.slow
def test_a_match_by_post_goes_on_over_three_restarts_and_what_was_down_is_given_back(
    tmp_path: Path, start_server: Starter, flick: Flicker
) -> None:
    wall = Wall()
    server = start_server(tmp_path, clock=wall)
    table = _table(server, "3d")
    for round_ in range(3):
        wall.pass_by(2 * DAY)
        assert table.ann.get(f"/match/{table.match}/snapshot.json").json()["version"] == round_
        with table.acting().sit(table.match) as seat:
            left = timedelta(milliseconds=_heard(seat, "clock")["left_ms"])
            assert DAY < left < DAY + MINUTE
            assert seat.answer(flick(seat))["type"] == "done"
        server.stop()
        wall.pass_by(30 * DAY)
        server = start_server(tmp_path, clock=wall)
        table = Table(table.match, _again(table.ann, server), _again(table.bob, server))
    with ExitStack() as stack:
        ann, bob = stack.enter_context(table.sitting())
        told = _heard(ann, "clock")
        waiting, side = (bob, "two") if told["seats"] == ["one"] else (ann, "one")
        assert 3 * DAY < timedelta(milliseconds=told["left_ms"]) < 3 * DAY + MINUTE
        wall.pass_by(3 * DAY)
        assert waiting.ask("claim", seat=side)["code"] == "no-claim"
        wall.pass_by(MINUTE)
        assert waiting.ask("claim", seat=side)["type"] == "done"
    server.stop()
    ann_again = _again(table.ann, start_server(tmp_path, clock=wall))
    snapshot = ann_again.get(f"/match/{table.match}/snapshot.json").json()
    assert (snapshot["version"], snapshot["last"]["kind"], snapshot["result"]["winner"]) == (4, "on-time", side)


def _again(client: Client, serving: Serving) -> Client:
    """The same browser at the restarted server."""
    back = serving.client()
    back.cookie = client.cookie
    return back

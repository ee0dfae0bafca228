"""A visible hand over real sockets: who is told its number, and which instants are accepted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pennyflick.match import replay
from pennyflick.players import HANDS, VISIBLE_HANDS, Dice, executed, let_go
from pennyflick.players.wander import decision_number
from pennyflick.record import parse_record
from pennyflick.server.client import Client, Conversation
from pennyflick.server.wire.messages import Json
from pennyflick.table import DiscId, Flick
from pennyflick.table.sentence_json import sentence_of

Flicker = Callable[[Conversation], Json]
FORM = {"seating": "screen", "seed": "7", "starter": "one", "hand.one": "visible good", "hand.two": "good"}


class Time:
    """Ticks that the test moves on."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def ticks() -> Time:
    return Time()


@pytest.fixture(scope="module")
def timed(ticks: Time, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from tests.server.conftest import Serving

    server = Serving(tmp_path_factory.mktemp("timed"), ticks=ticks)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def player(timed: Any) -> Client:
    client: Client = timed.client()
    return client


@pytest.fixture
def match(player: Client) -> str:
    return player.new_match("penny-black", FORM)


def _said(reply: Json) -> str:
    return str(sentence_of(reply["sentence"]))


def test_who_must_act_is_told_the_number_and_how_long_the_decision_has_been_open(
    player: Client, match: str, ticks: Time
) -> None:
    ticks.now += 1.5
    with player.sit(match) as table:
        told = table.receive()
        now = table.opening["snapshot"]["now"]

    assert told == {"type": "wander", "version": 0, "number": decision_number(7, 1), "elapsed_ms": 1_500}
    assert now["hands"] == {"one": {"kind": "visible", "direction_sd_deg": 2.0, "speed_sd": 0.05}}


def test_the_server_computes_the_flick_that_was_painted_and_the_record_is_verified(
    player: Client, match: str, ticks: Time, flick: Flicker
) -> None:
    with player.sit(match) as table:
        table.receive()
        ticks.now += 2.0
        answer = flick(table) | {"instant_ms": 1_234}
        assert table.answer(answer)["type"] == "done"
        table.wait_for(1)
        event = table.events[0]
        table.ask("resign", seat="one")
    record = parse_record(player.get(f"/match/{match}/record.txt").text)

    meant = Flick(DiscId(answer["disc"]), answer["direction_cdeg"], answer["speed_mm_s"])
    due = let_go(VISIBLE_HANDS["good"], meant, decision_number(7, 1), 1_234)
    assert event["answer"]["instant_ms"] == 1_234
    assert (event["actual"]["direction_cdeg"], event["actual"]["speed_mm_s"]) == (due.direction_cdeg, due.speed_mm_s)
    assert " ~1234 -> " in event["text"]
    assert record.entries[0].instant_ms == 1_234
    assert replay(record).verified


def _told(beside: Conversation) -> bytes:
    """The next message as it came; who is there is another matter."""
    while b'"type":"presence"' in (frame := beside.socket.recv(timeout=30, decode=False)):
        pass
    return frame


@pytest.mark.slow
def test_a_watcher_never_gets_the_number(timed: Any, player: Client, match: str, ticks: Time, flick: Flicker) -> None:
    watcher: Client = timed.client()
    heard: list[bytes] = []
    with player.sit(match) as table, watcher.sit(match) as beside:
        table.receive()
        for version in range(1, 5):
            assert table.decision is not None
            ticks.now += 1.0
            visible = table.decision["seats"] == ["one"]
            done = table.answer(flick(table) | ({"instant_ms": 500} if visible else {}))
            assert done["type"] == "done"
            table.wait_for(version)
            heard.append(_told(beside))
        beside.send({"type": "sync", "id": "a-watcher-asks", "version": None})
        heard.append(_told(beside))
        with pytest.raises(TimeoutError):
            beside.receive(timeout_s=0.3)
    heard.append(watcher.get(f"/match/{match}/snapshot.json").body)
    heard.append(watcher.get(f"/match/{match}").body)

    numbers = [decision_number(7, action).encode() for action in range(1, 7)]
    assert not [number for number in numbers if any(number in each for each in heard)]
    assert not any(b'"wander"' in each for each in heard)
    assert table.wander is not None
    assert table.wander["number"].encode() in numbers


def test_the_page_itself_does_not_hold_the_number_either(player: Client, match: str) -> None:
    own = player.get(f"/match/{match}/snapshot.json").body

    assert decision_number(7, 1).encode() not in own


def test_without_an_instant_the_dice_of_the_blind_hand_of_its_size_are_thrown_and_the_record_is_verified(
    player: Client, match: str, flick: Flicker
) -> None:
    with player.sit(match) as table:
        answer = flick(table)
        assert table.answer(answer)["type"] == "done"
        table.wait_for(1)
        event = table.events[0]
        table.ask("resign", seat="one")
    text = player.get(f"/match/{match}/record.txt").text

    meant = Flick(DiscId(answer["disc"]), answer["direction_cdeg"], answer["speed_mm_s"])
    due = executed(HANDS["good"], meant, Dice(7, 1, "hand"))
    assert event["answer"]["instant_ms"] is None
    assert (event["actual"]["direction_cdeg"], event["actual"]["speed_mm_s"]) == (due.direction_cdeg, due.speed_mm_s)
    assert replay(parse_record(text)).verified


def test_an_instant_of_a_blind_hand_is_refused(player: Client, match: str, ticks: Time, flick: Flicker) -> None:
    with player.sit(match) as table:
        ticks.now += 1.0
        table.answer(flick(table) | {"instant_ms": 10})
        table.wait_for(1)
        blind = table.answer(flick(table) | {"instant_ms": 0})

    assert blind["code"] == "illegal"
    assert _said(blind) == "Only a flick with a visible hand has an instant."


def test_instants_go_forward_and_never_ahead_of_the_clock(
    player: Client, match: str, ticks: Time, flick: Flicker
) -> None:
    with player.sit(match) as table:
        ticks.now += 1.0
        legal = flick(table)
        ahead = table.answer(legal | {"instant_ms": 1_251})
        tried = table.answer(legal | {"instant_ms": 800, "disc": "nobody"})
        back = table.answer(legal | {"instant_ms": 799})
        again = table.answer(legal | {"instant_ms": 800})

    assert ahead["code"] == "untimely"
    assert "only 1000 ms have passed" in _said(ahead)
    assert tried["code"] == "illegal"
    assert back["code"] == "untimely"
    assert "before an earlier try at 800 ms" in _said(back)
    assert again["type"] == "done"


@pytest.mark.parametrize("instant", [-1, 1.5, "5", 10**10])
def test_what_is_no_instant_is_malformed(player: Client, match: str, flick: Flicker, instant: Any) -> None:
    with player.sit(match) as table:
        assert table.answer(flick(table) | {"instant_ms": instant})["code"] == "malformed"


def test_check_does_not_look_at_the_instant(player: Client, match: str, flick: Flicker) -> None:
    with player.sit(match) as table:
        assert table.ask("check", seat="one", answer=flick(table))["type"] == "done"


def test_each_decision_opens_anew(player: Client, match: str, ticks: Time, flick: Flicker) -> None:
    with player.sit(match) as table:
        ticks.now += 9.0
        table.answer(flick(table) | {"instant_ms": 9_000})
        table.wait_for(1)
        ticks.now += 1.0
        answered = 1
        while table.decision is not None and table.decision["seats"] != ["one"]:
            table.answer(flick(table))
            answered += 1
            table.wait_for(answered)
        told = table.receive()
        ahead = table.answer(flick(table) | {"instant_ms": 5_000})

    assert (told["type"], told["version"], told["elapsed_ms"]) == ("wander", answered, 0)
    assert ahead["code"] == "untimely"


@pytest.mark.slow
def test_an_opened_record_of_a_visible_hand_is_written_again_and_still_verified(
    player: Client, match: str, ticks: Time, flick: Flicker
) -> None:
    with player.sit(match) as table:
        ticks.now += 1.0
        table.answer(flick(table) | {"instant_ms": 700})
        table.wait_for(1)
        table.ask("resign", seat="one")
    text = player.get(f"/match/{match}/record.txt").text

    opened = player.post("/records", {"text": text}).headers["location"].removesuffix("/replay")
    again = parse_record(player.get(f"{opened}/record.txt").text)

    assert again.entries == parse_record(text).entries
    assert again.seed is None, "whoever opens a record does not know its dice"
    assert replay(again).verified


@pytest.mark.slow
def test_a_forged_instant_is_not_opened(player: Client, match: str, ticks: Time, flick: Flicker) -> None:
    with player.sit(match) as table:
        ticks.now += 1.0
        table.answer(flick(table) | {"instant_ms": 700})
        table.wait_for(1)
        table.ask("resign", seat="one")
    text = player.get(f"/match/{match}/record.txt").text

    refused = player.post("/records", {"text": text.replace("~700", "~750")})

    assert refused.status == 422
    assert "let go at 750 ms" in refused.text


@pytest.mark.slow
def test_a_house_with_a_visible_hand_lets_go_when_it_has_thought(player: Client) -> None:
    """No form gives it one, but a branch of a record may."""
    match = player.new_match("penny-black", {"side": "two", "starter": "one", "seed": "3"})
    with player.sit(match) as table:
        table.wait_for(1)
    text = player.get(f"/match/{match}/record.txt").text
    text = re.sub(r'\[HandOne "(.*?)"\]', r'[HandOne "visible \1"]', text[: text.index("\n1. ")])
    opened = player.post("/records", {"text": text}).headers["location"].removesuffix("/replay")
    branch = player.post(f"{opened}/branch", {"after": "0"}).headers["location"].removeprefix("/match/")

    with player.sit(branch) as table:
        table.wait_for(1)

    event = player.get(f"/match/{branch}/events/1.json").json()
    assert event["answer"]["kind"] == "flick"
    assert event["answer"]["instant_ms"] >= 0


def test_an_event_tells_whether_aim_or_hand_failed(player: Client, ticks: Time) -> None:
    match = player.new_match("pichenotte", FORM)
    with player.sit(match) as table:
        number = table.receive()["number"]
        ticks.now += 5.0
        aim = Flick(DiscId("A1"), 9_000, 1_000)
        late = [instant for instant in range(5_000) if _turned(aim, number, instant) in range(200, 250)]
        answer = {"kind": "flick", "disc": "A1", "direction_cdeg": 9_000, "speed_mm_s": 1_000, "start": [0.0, -304.8]}
        table.answer(answer | {"instant_ms": late[0]})
        table.wait_for(1)

    told = str(sentence_of(table.events[0]["hindsight"]))
    assert re.fullmatch(r"One let go 2\.\d° left.*; as aimed, A1 drops\.", told)


def _turned(aim: Flick, number: str, instant: int) -> int:
    return let_go(VISIBLE_HANDS["good"], aim, number, instant).direction_cdeg - aim.direction_cdeg

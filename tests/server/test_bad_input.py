"""Whatever a client sends: a code and a sentence, and the match is unchanged."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from pennyflick.server.client import Client, Conversation
from pennyflick.server.wire.commands import MalformedError, read_message
from pennyflick.server.wire.messages import Json
from pennyflick.table.sentence_json import sentence_of

GOOD = {"type": "abandon", "id": "good-command", "version": 0}
FLICK = {"kind": "flick", "disc": "shooter", "direction_cdeg": 0, "speed_mm_s": 300}


def _answer(**changes: Any) -> Json:
    return {"type": "answer", "id": "bad-command-1", "version": 0, "seat": "one", "answer": FLICK | changes}


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "null",
        "[]",
        "7",
        '"abandon"',
        "{}",
        '{"type": "dance", "id": "good-command", "version": 0}',
        '{"type": "abandon", "id": "good-command", "version": NaN}',
        '{"type": "abandon", "id": "good-command", "version": -1}',
        '{"type": "abandon", "id": "good-command", "version": 1.5}',
        '{"type": "abandon", "id": "good-command", "version": "0"}',
        '{"type": "abandon", "id": "short", "version": 0}',
        '{"type": "abandon", "id": "with space", "version": 0}',
        '{"type": "abandon", "id": "good-command", "version": 0, "more": 1}',
        json.dumps(_answer(speed_mm_s=4_001)),
        json.dumps(_answer(speed_mm_s=0)),
        json.dumps(_answer(speed_mm_s=True)),
        json.dumps(_answer(direction_cdeg=36_000)),
        json.dumps(_answer(direction_cdeg=1.5)),
        json.dumps(_answer(start=[float("nan"), 0.0])),
        json.dumps(_answer(start=[float("inf"), 0.0])),
        json.dumps(_answer(start=[1e300, 0.0])),
        json.dumps(_answer(start=[1.0])),
        json.dumps(_answer(disc="")),
        json.dumps(_answer(disc=None)),
        json.dumps(_answer(kind="resign")),
        json.dumps(_answer() | {"seat": "three"}),
        "[" * 10_000,
        '{"a":' * 3_000,
    ],
)
def test_what_is_no_command_is_malformed_and_says_why(client: Client, two_at_one_screen: str, frame: str) -> None:
    with client.sit(two_at_one_screen) as table:
        table.socket.send(frame)
        reply = table.receive()
        assert (reply["type"], reply["code"]) == ("refused", "malformed")
        assert str(sentence_of(reply["sentence"])).startswith("That message cannot be read")
        assert table.ask("sync")["version"] == 0


def test_a_malformed_command_with_an_id_is_refused_under_its_id(client: Client, two_at_one_screen: str) -> None:
    with client.sit(two_at_one_screen) as table:
        table.send(_answer(speed_mm_s=-5))
        assert table.receive()["id"] == "bad-command-1"


def test_a_binary_frame_is_read_as_text_is(client: Client, two_at_one_screen: str) -> None:
    with client.sit(two_at_one_screen) as table:
        table.socket.send(b"\xff\xfe")
        assert table.receive()["code"] == "malformed"


def test_a_huge_frame_ends_the_connection_and_leaves_the_match_alone(client: Client, two_at_one_screen: str) -> None:
    with client.sit(two_at_one_screen) as table:
        table.socket.send(json.dumps(GOOD | {"id": "x" * 20_000}))
        with pytest.raises(ConnectionClosed) as closed:
            table.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    assert client.get(f"/match/{two_at_one_screen}/snapshot.json").json()["version"] == 0


def test_too_many_messages_end_the_connection_with_4408(client: Client, two_at_one_screen: str) -> None:
    with client.sit(two_at_one_screen) as table, pytest.raises(ConnectionClosed) as closed:
        _flood(table)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4408


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ({"kind": "flick", "disc": "nobody", "direction_cdeg": 0, "speed_mm_s": 300}, "nobody"),
        ({"kind": "flick", "disc": "shooter", "direction_cdeg": 0, "speed_mm_s": 300}, "shooter"),
        ({"kind": "place", "points": {"Y1": [0, 0]}}, ""),
        ({"kind": "choose", "key": "x"}, "x"),
        ({"kind": "declare", "what": "sneeze"}, "sneeze"),
        (
            {"kind": "side-flick", "disc": "a", "held": "b", "at": [0, 0], "direction_cdeg": 0, "speed_mm_s": 1},
            "",
        ),
    ],
)
def test_what_the_game_does_not_allow_is_illegal_with_a_sentence(
    client: Client, two_at_one_screen: str, answer: Json, word: str
) -> None:
    with client.sit(two_at_one_screen) as table:
        reply = table.answer(answer)
        assert reply["code"] == "illegal"
        assert word in str(sentence_of(reply["sentence"]))
        assert table.ask("sync")["version"] == 0


def _flood(table: Conversation) -> None:
    for _ in range(200):
        table.socket.send("{}")
    while True:
        table.receive()


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
POINTS = st.lists(st.floats() | st.integers(-20_000, 20_000), max_size=3) | JSON_VALUES
ANSWERS = st.fixed_dictionaries(
    {"kind": st.sampled_from(["flick", "side-flick", "place", "choose", "declare", "resign", "?"])},
    optional={
        "disc": st.sampled_from(["shooter", "Y1", ""]) | JSON_VALUES,
        "held": JSON_VALUES,
        "direction_cdeg": st.integers(-1, 36_001) | JSON_VALUES,
        "speed_mm_s": st.integers(-1, 4_001) | JSON_VALUES,
        "start": POINTS,
        "at": POINTS,
        "points": st.dictionaries(st.sampled_from(["Y1", "shooter"]), POINTS, max_size=3) | JSON_VALUES,
        "key": st.text(max_size=70),
        "what": st.sampled_from(["touch", "?"]) | JSON_VALUES,
        "discs": JSON_VALUES,
        "call": JSON_VALUES,
    },
)
COMMANDS = st.fixed_dictionaries(
    {"type": st.sampled_from(["answer", "resign", "check", "nearest", "sync", "abandon", "?"])},
    optional={
        "id": st.uuids().map(str) | JSON_VALUES,
        "version": st.sampled_from([-1, 1, 2**70]) | JSON_VALUES,  # never 0: nothing sent here may count
        "seat": st.sampled_from(["one", "two", "one-b", "three"]) | JSON_VALUES,
        "answer": ANSWERS | JSON_VALUES,
        "ask": st.integers(-1, 2) | JSON_VALUES,
        "disc": st.sampled_from(["shooter", "Y1"]) | JSON_VALUES,
        "point": POINTS,
    },
)


@given(COMMANDS | JSON_VALUES)
def test_reading_anything_gives_a_command_or_says_what_is_wrong(message: Any) -> None:
    with contextlib.suppress(MalformedError):
        read_message(json.dumps(message))


@given(st.binary(max_size=200))
def test_reading_any_bytes_gives_a_command_or_says_what_is_wrong(frame: bytes) -> None:
    with pytest.raises(MalformedError):
        read_message(frame)


@pytest.mark.slow
def test_a_server_that_is_sent_anything_replies_to_each_and_keeps_the_match(
    start_server: Callable[..., Any], tmp_path: Any
) -> None:
    from pennyflick.server.settings import Limits

    serving = start_server(tmp_path, limits=Limits(messages_burst=100_000))
    client: Client = serving.client()
    match = client.new_match("penny-black", {"seating": "screen", "seed": "7"})

    with client.sit(match) as table:

        @settings(max_examples=300, suppress_health_check=list(HealthCheck))
        @given(COMMANDS | JSON_VALUES)
        def replies(message: Any) -> None:
            _one_reply(table, json.dumps(message))

        replies()
        assert table.ask("sync")["version"] == 0


def _one_reply(table: Conversation, frame: str) -> None:
    table.socket.send(frame)
    reply = table.receive()
    assert reply["type"] in {"refused", "sync", "nearest"}
    if reply["type"] == "refused":
        assert reply["code"] in {"malformed", "ahead", "no-ask", "no-seat", "illegal", "not-your-turn"}
        assert reply["sentence"]

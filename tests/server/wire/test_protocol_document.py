"""docs/protocol.md tells the truth: its examples have the shapes of the real messages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pennyflick.server.client import Client, Conversation
from pennyflick.server.play import desk, trying
from pennyflick.server.run.app import create_app
from pennyflick.server.run.guard import POLICY
from pennyflick.server.settings import Settings
from pennyflick.server.wire.commands import read_message
from pennyflick.server.wire.messages import Json, Ring, WireExample, encoded
from pennyflick.table.sentence_json import sentence_json, sentence_of

DOCUMENT = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES: list[Json] = [json.loads(text) for text in re.findall(r"^```json\n(.*?)^```", DOCUMENT, re.S | re.M)]
KEYED = {"layout", "start", "paths", "names", "players", "hands", "options"}  # by discs, seats and options
COMMAND_TYPES = {"answer", "resign", "abandon", "withdraw", "claim", "rematch", "check", "nearest", "sync"}
COMMANDS = [example for example in EXAMPLES if example.get("type") in COMMAND_TYPES and "id" in example]


def _example(**fields: Any) -> Json:
    """The one example that has these fields."""
    (found,) = [each for each in EXAMPLES if all(each.get(name) == value for name, value in fields.items())]
    return found


def _holding(field: str) -> Json:
    """The one example that is no message and has this field."""
    (found,) = [each for each in EXAMPLES if "type" not in each and field in each]
    return found


@pytest.mark.parametrize("command", [each for each in COMMANDS if "legal" not in each], ids=lambda each: each["id"])
def test_every_command_of_the_document_can_be_read(command: Json) -> None:
    assert msgspec.structs.asdict(read_message(json.dumps(command)))["id"] == command["id"]


def test_the_document_shows_every_command_and_every_kind_of_answer() -> None:
    assert {each["type"] for each in COMMANDS} == COMMAND_TYPES
    kinds = {each["answer"]["kind"] for each in COMMANDS if "answer" in each}
    assert kinds == {"flick", "side-flick", "place", "choose", "declare"}


def test_the_examples_have_the_shapes_of_what_the_server_sends(
    client: Client, two_at_one_screen: str, flick: Callable[[Conversation], Json]
) -> None:
    with client.sit(two_at_one_screen) as table:
        opening = table.opening
        nearest = table.ask("nearest", ask=0, disc="shooter", point=[0, 0])
        refused = table.answer({"kind": "choose", "key": "?"})
        done = table.answer(flick(table) | {"speed_mm_s": 2_500, "direction_cdeg": 9_000})
        told = table.receive()
        synced = table.ask("sync")

    assert opening.keys() == _example(type="sync", snapshot={}).keys()
    assert synced.keys() == _example(type="sync", events=[]).keys() | {"id"}
    assert nearest.keys() == _example(type="nearest", legal=False).keys()
    assert refused.keys() == _example(type="refused").keys()
    assert done.keys() == _example(type="done").keys()
    assert told.keys() == _example(type="event").keys()
    _same_shape(told["event"], _holding("before"), {"result", "actual"})
    _same_shape(told["now"], _holding("act"), {"decision"})
    _same_shape(opening["snapshot"], _holding("history"), {"now", "last", "history"})
    _same_shape(told["now"]["decision"], _holding("asks"), {"asks"})


def _same_shape(real: Json, example: Json, apart: set[str]) -> None:
    """The same names at every depth, wherever both have something."""
    assert real.keys() == example.keys()
    for name in real.keys() - apart:
        if name in KEYED:
            assert isinstance(real[name], dict | list)
        elif name in {"sentence", "thought", "goal", "danger"}:  # parts of any kind
            assert sentence_of(real[name]) is not None
            assert sentence_of(example[name]) is not None
        elif isinstance(real[name], dict) and isinstance(example[name], dict):
            _same_shape(real[name], example[name], apart)
        elif isinstance(real[name], list) and real[name] and isinstance(real[name][0], dict):
            _same_shape(real[name][0], example[name][0], {"evidence"})


def test_the_decision_example_has_the_shapes_of_all_asks() -> None:
    from pennyflick.server.wire.shapes import wire_decision
    from pennyflick.table import (
        AskChoose,
        AskFlick,
        AskPlace,
        AskSideFlick,
        Clause,
        Decision,
        DiscId,
        Point,
        Seat,
        Side,
        says,
    )

    class Anywhere:
        def breaks(self, point: Point) -> Clause | None:
            return None

        def nearest(self, point: Point) -> Point:
            return point

        def in_the_way(self, point: Point) -> Point | None:
            return None

        def outline_svg(self) -> str:
            return "<circle/>"

    disc = DiscId("A1")
    asks = (
        AskFlick("normal", {disc: Anywhere()}),
        AskSideFlick(disc, (disc,), Anywhere()),
        AskPlace({disc: Anywhere()}, {disc: Point(0.0, 0.0)}),
        AskChoose({"a": says("A")}),
    )
    real: Json = msgspec.to_builtins(wire_decision(Decision((Seat(Side.ONE),), asks, (), says("Do something"))))
    shown = _holding("asks")
    assert real.keys() == shown.keys()
    for ours, theirs in zip(real["asks"], shown["asks"], strict=True):
        assert (ours.keys(), ours["kind"]) == (theirs.keys(), theirs["kind"])
    assert real["choices"][0].keys() == shown["choices"][0].keys()


def test_the_document_shows_every_part_of_a_sentence() -> None:
    rows = re.findall(r'^\| `(\{"is": .*?\})` \|', DOCUMENT, re.M)
    parts = [json.loads(row) for row in rows]

    assert [part["is"] for part in parts] == [
        *("subject", "object", "owner", "owned"),
        *("verb", "their", "disc", "clause", "measure"),
    ]
    assert sentence_json(sentence_of(parts)) == parts


def test_the_ring_of_the_document_is_the_ring_that_is_sent() -> None:
    told = _holding("line")

    assert msgspec.to_builtins(msgspec.convert(told, Ring)) == told


def test_the_example_of_the_document_is_one_that_is_sent() -> None:
    told = _holding("said")

    assert json.loads(encoded(msgspec.convert(told, WireExample))) == told


def test_the_document_lists_every_address(tmp_path: Path) -> None:
    for route in create_app(Settings(data=tmp_path)).routes:
        path = re.sub(r"\{version:version\}", "{n}", getattr(route, "path", ""))
        path = path.replace("/clause/{clause}", "/clause/{id}").rstrip("/") or "/"
        assert f"{path}" in DOCUMENT, f"docs/protocol.md does not mention {path}"


def test_the_document_quotes_the_policy_that_is_sent() -> None:
    assert POLICY in " ".join(DOCUMENT.split())


def test_every_code_of_a_refusal_is_explained() -> None:
    source = "".join(Path(str(each.__file__)).read_text(encoding="utf-8") for each in (desk, trying))
    codes = set(re.findall(r'refusal_of\(live, [\w.]+, "([a-z-]+)"|code, why = "([a-z-]+)"', source))
    codes = {code for pair in codes for code in pair if code}

    assert {"stale", "illegal", "no-seat", "malformed", "untimely", "failed"} <= codes
    for code in codes:
        assert f"| `{code}` |" in DOCUMENT


def test_every_close_code_is_explained() -> None:
    from pennyflick.server.wire import codes as connection_codes

    for name in vars(connection_codes):
        if name.isupper():
            assert f"| {getattr(connection_codes, name)} |" in DOCUMENT

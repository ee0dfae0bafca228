"""What both sides have or neither: exact flicks, strokes of the finger, the line to the first contact."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from pennyflick.match import replay
from pennyflick.record import parse_record
from pennyflick.server.client import Client, Conversation
from pennyflick.server.wire.messages import Json
from pennyflick.table.sentence_json import sentence_of
from tests.server.conftest import Serving

Flicker = Callable[[Conversation], Json]
SCREEN = {"seating": "screen", "starter": "one", "hand.one": "visible good", "hand.two": "good"}


def _about(client: Client, form: Json) -> Json:
    match = client.new_match("penny-black", form)
    about: Json = client.get(f"/match/{match}/snapshot.json").json()["match"]
    return about


@pytest.mark.parametrize(
    ("hands", "sentence"),
    [
        (("exact", "good"), "choose exact for player two too, or a hand for player one."),
        (("visible good", "exact"), "choose exact for player one too, or a hand for player two."),
        (("visible good", ""), "choose exact for player one too, or a hand for player two."),
    ],
)
def test_between_people_exact_needs_both(client: Client, hands: tuple[str, str], sentence: str) -> None:
    form = {"seating": "screen", "hand.one": hands[0], "hand.two": hands[1]}

    refused = client.post("/new/penny-black", form)

    assert refused.status == 422
    assert f"Between people exact flicks need both: {sentence}" in refused.text
    assert "Between people <em>exact</em> needs both" in client.get("/new/penny-black").text


@pytest.mark.parametrize(
    "form",
    [
        {"seating": "screen"},
        {"seating": "screen", "hand.one": "exact", "hand.two": "exact"},
        {"seating": "screen", "hand.one": "beginner", "hand.two": "visible steady"},
        {"seating": "house", "hand.one": "exact"},
    ],
)
def test_both_exact_or_none_and_anything_against_the_house(client: Client, form: Json) -> None:
    assert _about(client, form)["id"]


@pytest.mark.parametrize(
    ("form", "strokes", "first_contact"),
    [
        ({}, True, True),
        ({"first_contact": "no"}, True, False),
        ({"seating": "screen"}, False, False),
        ({"seating": "screen", "strokes": "yes", "first_contact": "yes"}, True, True),
    ],
)
def test_against_the_house_they_are_there_and_between_people_if_agreed_on(
    client: Client, form: Json, strokes: bool, first_contact: bool
) -> None:
    about = _about(client, form)
    record = parse_record(client.get(f"/match/{about['id']}/record.txt").text)

    assert (about["strokes"], about["first_contact"]) == (strokes, first_contact)
    assert (record.strokes, record.first_contact) == (strokes, first_contact)


@pytest.mark.parametrize("field", ["strokes", "first_contact"])
def test_what_is_neither_yes_nor_no_is_refused(client: Client, field: str) -> None:
    refused = client.post("/new/penny-black", {field: "maybe"})

    assert refused.status == 422
    assert "cannot be &#39;maybe&#39;; it is yes or no." in refused.text


@pytest.mark.slow
def test_a_stroke_is_what_happens_and_the_record_is_verified(client: Client, flick: Flicker) -> None:
    match = client.new_match("penny-black", SCREEN | {"strokes": "yes"})
    with client.sit(match) as table:
        answer = flick(table) | {"stroke": True}
        assert table.answer(answer)["type"] == "done"
        table.wait_for(1)
        event = table.events[0]
        table.ask("resign", seat="one")
    text = client.get(f"/match/{match}/record.txt").text

    assert event["answer"]["stroke"]
    assert event["actual"] is None
    assert event["text"].endswith(" stroke")
    assert '[Strokes "yes"]' in text
    assert replay(parse_record(text)).verified
    again = client.post("/records", {"text": text}).headers["location"].removesuffix("/replay")
    assert client.get(f"{again}/record.txt").text.splitlines()[-2:] == text.splitlines()[-2:]


def test_a_stroke_is_refused_where_nobody_agreed_to_it(client: Client, flick: Flicker) -> None:
    match = client.new_match("penny-black", SCREEN)
    with client.sit(match) as table:
        refused = table.answer(flick(table) | {"stroke": True})
        checked = table.ask("check", seat="one", answer=flick(table) | {"stroke": True})

    assert (refused["code"], checked["code"]) == ("illegal", "illegal")
    assert str(sentence_of(refused["sentence"])).startswith("Finger flicks were not agreed on at this table")


def test_a_rematch_and_a_branch_keep_what_was_agreed_on(client: Client) -> None:
    about = _about(client, {"seating": "screen", "strokes": "yes", "first_contact": "yes"})
    for verb, form in (("rematch", {}), ("branch", {"after": "0"})):
        other = client.post(f"/match/{about['id']}/{verb}", form).headers["location"]
        kept = client.get(f"{other}/snapshot.json").json()["match"]
        assert (kept["strokes"], kept["first_contact"]) == (True, True)


def test_everybody_reads_each_hand_beside_its_name(client: Client, serving: Serving) -> None:
    match = client.new_match("penny-black", {"hand.one": "visible good", "opponent": "average"})
    mixed = client.new_match("penny-black", {"seating": "screen"})
    watcher = serving.client()
    for reader, page in itertools.product((client, watcher), (f"/match/{match}", f"/match/{match}/replay")):
        text = reader.get(page).text
        assert ">good, visible</span>" in text
        assert ">good, blind</span>" in text
        assert 'title="Good hand seen to wander while one aims: 2°, 5 %."' in text
    assert client.get(f"/match/{mixed}").text.count(">exact</span>") == 2

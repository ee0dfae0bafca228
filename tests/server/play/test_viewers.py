"""Who looks at a match reads his own: you at one's own table, names for a watcher; a record says One and Two."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from pennyflick.server.client import Client, Conversation
from pennyflick.server.play.viewers import headings, viewer_of
from pennyflick.server.store.store import Header, Under
from pennyflick.server.wire.messages import Json
from pennyflick.table import Seat, Side, Subject, Viewer, says, verb
from pennyflick.table.sentence_json import sentence_of

SIDE = re.compile(r"\b(One|Two)\b")
AGAINST_THE_HOUSE = {"seating": "house", "opponent": "beginner", "starter": "one", "seed": "4"}
WINS = says(Subject(Side.ONE), verb("wins"))


def _header(**names: str) -> Header:
    names = {seat.replace("_", "-"): name for seat, name in names.items()}
    return Header(
        id="abc",
        game="penny-red",
        options={},
        starter="one",
        names=names,
        players=dict.fromkeys(names, "person"),
        hands={},
        seed=1,
        created=datetime(2026, 5, 1, tzinfo=UTC),
        under=Under(1, 1),
    )


def test_whoever_holds_the_seat_is_you_and_a_watcher_reads_the_name() -> None:
    header = _header(one="Ann", two="A beginner")

    assert WINS.said(viewer_of(header, ("one",))) == "You win."
    assert WINS.said(viewer_of(header, ("watcher",))) == "Ann wins."
    assert WINS.said(viewer_of(header, ("one", "two"))) == "Ann wins."


@pytest.mark.parametrize("name", ["You", "The guest"])
def test_who_has_no_name_is_you_only_to_himself(name: str) -> None:
    header = _header(one=name, two="A beginner")

    assert headings(viewer_of(header, ("one",))) == {"one": "You", "two": "A beginner"}
    assert headings(viewer_of(header, ())) == {"one": "The guest", "two": "A beginner"}
    assert WINS.said(viewer_of(header, ())) == "The guest wins."


def test_partners_without_names_are_guests_too() -> None:
    header = _header(one="The guest", two="A beginner", one_b="Your partner", two_b="An expert")

    assert headings(viewer_of(header, ("one", "one-b")))["one-b"] == "Your partner"
    assert headings(viewer_of(header, ()))["one-b"] == "The guest's partner"
    assert WINS.said(viewer_of(header, ())) == "The guest and the guest's partner win."


def _texts(value: Any) -> Iterator[Any]:
    """Every sentence of a message."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from [each] if name == "sentence" else each if name == "notes" else _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def _said(message: Json, *yours: str) -> list[str]:
    names = {Seat.from_name(seat): name for seat, name in message["match"]["names"].items()}
    viewer = Viewer(names, [Seat.from_name(seat) for seat in yours])
    return [sentence_of(sentence).said(viewer) for sentence in _texts(message)]


def test_what_is_sent_is_the_same_for_everybody(client: Client, flick: Callable[[Conversation], Json]) -> None:
    match = client.new_match("penny-black", AGAINST_THE_HOUSE)
    begun = client.get(f"/match/{match}/snapshot.json").json()
    with client.sit(match) as table:
        table.answer(flick(table))
        table.wait_for(1)

    own = client.get(f"/match/{match}/snapshot.json").json()
    watched = Client(client.origin).get(f"/match/{match}/snapshot.json").json()

    assert (own["yours"], watched["yours"]) == (["one"], [])
    assert own["history"][:1] == watched["history"][:1]
    assert any(text.startswith("You put the shooter") for text in _said(begun, "one"))
    for text in _said(watched):
        assert not re.search(r"\b[Yy]ou\b", text), text
        assert not SIDE.search(text), text


@pytest.mark.slow
def test_a_watcher_or_a_pasted_record_never_sees_you(client: Client) -> None:
    match = client.new_match("penny-black", AGAINST_THE_HOUSE)
    with client.sit(match) as table:
        table.ask("resign", seat="one", version=table.version)
    record = client.get(f"/match/{match}/record.txt").text

    pasted = client.post("/records", {"text": record})
    opened = client.get(pasted.headers["location"])
    for page in (
        Client(client.origin).get(f"/match/{match}"),
        Client(client.origin).get(f"/match/{match}/replay"),
        opened,
    ):
        assert "The guest" in page.text
        assert not re.search(r">\s*You\b|You (flick|put|resigned|win)", page.text)
    assert '[One "The guest"]' in record
    assert '"two: One resigned: Two wins."' in record


def test_lists_say_you_at_ones_own_table(client: Client) -> None:
    client.new_match("penny-black", AGAINST_THE_HOUSE)

    listed = client.get("/matches").text

    assert "You put the shooter on an opening spot and flick it at the set." in listed
    assert "You – A beginner" in listed


def test_lists_say_the_names_of_two_at_one_screen(client: Client) -> None:
    client.new_match("penny-black", {"seating": "screen", "starter": "one", "name.one": "Ann", "name.two": "Bo"})

    assert "Ann puts the shooter on an opening spot" in client.get("/matches").text

"""Moving aims and phrases: told to the others at the table, limited, never stored, never answered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pennyflick.server.client import Client, Conversation
from pennyflick.server.settings import Limits
from pennyflick.server.wire.messages import Json
from pennyflick.server.wire.phrases import PHRASES
from tests.server.conftest import Serving, seated_friends

AIM = {"disc": "shooter", "direction_cdeg": 12_345, "speed_mm_s": 777, "start": None}
Flicker = Callable[[Conversation], Json]


@pytest.fixture
def bob(serving: Serving) -> Client:
    return serving.client()


@pytest.fixture
def match(client: Client, bob: Client) -> str:
    return seated_friends(client, bob)


def _aim(table: Conversation, **changes: object) -> None:
    table.send({"type": "aim", "version": table.version, "seat": "one", "aim": AIM} | changes)


def _heard(table: Conversation, type_: str) -> list[Json]:
    """What has come of that type by the time that a command is answered."""
    table.ask("sync")
    return [each for each in table.asides if each["type"] == type_]


def test_everybody_else_sees_an_aim_as_it_moves(serving: Serving, client: Client, bob: Client, match: str) -> None:
    with client.sit(match) as anns, bob.sit(match) as bobs, serving.client().sit(match) as watching:
        _aim(anns)
        told = {"type": "aimed", "version": 0, "seat": "one", "aim": AIM}
        assert bobs.overhear("aimed") == told
        assert watching.overhear("aimed") == told
        _aim(anns, aim=None)
        assert bobs.overhear("aimed")["aim"] is None
        assert _heard(anns, "aimed") == []


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"version": 1}, id="of another version"),
        pytest.param({"seat": "two"}, id="of a seat that is not his"),
        pytest.param({"aim": AIM | {"disc": "X9"}}, id="with a disc that is not there"),
    ],
)
def test_an_aim_that_cannot_be_is_dropped(client: Client, bob: Client, match: str, changes: Json) -> None:
    with client.sit(match) as anns, bob.sit(match) as bobs:
        _aim(anns, **changes)
        _aim(anns, aim=None)
        assert bobs.overhear("aimed")["aim"] is None


def test_nobody_shows_an_aim_who_is_not_to_act(client: Client, bob: Client, match: str) -> None:
    with client.sit(match) as anns, bob.sit(match) as bobs:
        _aim(bobs, seat="two")
        bobs.send({"type": "say", "seat": "two", "phrase": "one-moment"})
        anns.overhear("said")
        assert _heard(anns, "aimed") == []


def test_aims_switched_off_at_one_page_are_off_at_all_of_the_seat(client: Client, bob: Client, match: str) -> None:
    with client.sit(match) as anns, client.sit(match) as beside, bob.sit(match) as bobs:
        beside.send({"type": "attend", "aims": False})
        assert bobs.overhear("aimed")["aim"] is None  # what was shown is gone
        _aim(anns)
        beside.send({"type": "attend", "aims": True})
        beside.ask("sync")
        _aim(anns, aim=AIM | {"speed_mm_s": 778})
        assert bobs.overhear("aimed")["aim"]["speed_mm_s"] == 778


def test_more_aims_than_allowed_are_dropped(start_server: Callable[..., Any], tmp_path: Path) -> None:
    serving = start_server(tmp_path, limits=Limits(aims_burst=3, aims_per_s=0.001))
    ann, bob = serving.client(), serving.client()
    match = seated_friends(ann, bob)
    with ann.sit(match) as anns, bob.sit(match) as bobs:
        for _ in range(10):
            _aim(anns)
        anns.ask("sync")
        assert len(_heard(bobs, "aimed")) == 3


def test_a_phrase_is_heard_by_everybody(serving: Serving, client: Client, bob: Client, match: str) -> None:
    with client.sit(match) as anns, bob.sit(match) as bobs, serving.client().sit(match) as watching:
        bobs.send({"type": "say", "seat": "two", "phrase": "lovely-shot"})
        for table in (anns, bobs, watching):
            said = {"type": "said", "seat": "two", "phrase": "lovely-shot", "words": "Lovely shot!"}
            assert table.overhear("said") == said


def test_only_who_holds_the_seat_speaks_for_it(serving: Serving, client: Client, bob: Client, match: str) -> None:
    with client.sit(match) as anns, bob.sit(match) as bobs, serving.client().sit(match) as watching:
        for table in (watching, bobs):
            table.send({"type": "say", "seat": "one", "phrase": "sorry"})
            table.ask("sync")
        assert _heard(anns, "said") == []


def test_after_five_phrases_at_once_one_is_heard_every_four_seconds(client: Client, bob: Client, match: str) -> None:
    with client.sit(match) as anns, bob.sit(match) as bobs:
        for phrase in PHRASES:
            anns.send({"type": "say", "seat": "one", "phrase": phrase})
        anns.ask("sync")
        assert [each["phrase"] for each in _heard(bobs, "said")] == list(PHRASES)[:5]


def test_what_is_no_phrase_is_malformed(client: Client, match: str) -> None:
    with client.sit(match) as anns:
        anns.send({"type": "say", "seat": "one", "phrase": "<b>you lose</b>"})
        reply = next(each for each in iter(anns.receive, None) if each["type"] != "clock")
        assert reply["code"] == "malformed"


def test_an_aside_changes_nothing_and_is_stored_nowhere(
    serving: Serving, client: Client, bob: Client, match: str, flick: Flicker
) -> None:
    with client.sit(match) as anns, bob.sit(match) as bobs:
        _aim(anns)
        anns.send({"type": "say", "seat": "one", "phrase": "thank-you"})
        bobs.overhear("said")
        assert anns.answer(flick(anns))["type"] == "done"
    kept = b"".join(path.read_bytes() for path in serving.settings.data.glob("matches.db*"))
    assert b"thank-you" not in kept
    assert b"12345" not in kept

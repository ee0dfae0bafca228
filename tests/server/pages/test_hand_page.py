"""My hand, measured: in words with margins, and what is still wanting; a spread that a new match takes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from html import unescape
from xml.etree import ElementTree

import msgspec
import pytest

from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS, Hand, executed
from pennyflick.server.client import Client
from pennyflick.server.pages.hand_page import context
from pennyflick.server.play.flicked import KeptFlick
from pennyflick.server.store.practice import DRILL, Try
from pennyflick.server.wire.answers import wire_flick
from pennyflick.server.wire.messages import Json
from pennyflick.table import DiscId, Flick

NOW = datetime(2026, 5, 1, tzinfo=UTC)
PUCK = DiscId("A1")


def _tries(
    count: int, way: str = "pull", hand: Hand = HANDS["good"], known: bool = True, timed: bool = True
) -> list[Try]:
    return [_try(number, way, hand, known, timed) for number in range(count)]


def _try(number: int, way: str, hand: Hand, known: bool, timed: bool) -> Try:
    """A flick aimed a little off, and let go with the error of a hand."""
    aim = Dice(2, number, "aim")
    meant = Flick(PUCK, 9_000 + round(150 * aim.student_t5()), round(1_000 * (1 + 0.1 * aim.student_t5())))
    wire = msgspec.structs.replace(wire_flick(meant), instant_ms=5 if timed else None)
    actual = None if way == "stroke" else wire_flick(executed(hand, meant, Dice(1, number, "hand")))
    kept = KeptFlick(wire, actual, wire_flick(Flick(PUCK, 9_000, 1_000)) if known else None)
    more = {"way": way, "flicks": [msgspec.to_builtins(kept)]}
    at = NOW + timedelta(hours=number)
    return Try(f"{way}{number}", "ann", DRILL, "pichenotte", "open-twenties", at, "visible good", number % 2 == 0, more)


def _grip(tries: Sequence[Try]) -> Json:
    (grip,) = context(tries)["known"]
    found: Json = grip
    return found


def test_nothing_is_told_of_nothing_and_where_to_begin(client: Client) -> None:
    page = client.get("/me/hand").text
    assert "Nothing to tell yet" in page
    assert "after 20 of one kind" in page
    assert 'href="/learn/pichenotte"' in page
    assert 'href="/me/hand"' in client.get("/me").text


def test_release_and_aim_are_told_apart_in_a_sentence_each_with_margins() -> None:
    grip = _grip(_tries(400))
    release, aim = grip["sentences"]
    assert re.fullmatch(
        r"Your release errs by [12]\.\d° \([12]\.\d–[12]\.\d\) and \d+(\.\d)? % \(.+\) in speed\.", release
    )
    assert re.fullmatch(r"Your aim errs by 1\.\d° \(1\.\d–1\.\d\) and \d+(\.\d)? % \(.+\) in speed\.", aim)
    assert grip["name"] == "Pull: good, visible"


def test_what_is_wanting_is_counted() -> None:
    told = context(_tries(7))
    assert told["known"] == []
    assert told["unknown"] == [{"name": "Pull: good, visible", "flicks": 7, "more": "13 more flicks"}]
    assert _grip(_tries(30, known=False))["sentences"][1] == (
        "Of your aim nothing can be said yet: 20 more flicks in drills of one flick."
    )


def test_a_stroke_has_an_aim_and_no_release_to_use() -> None:
    grip = _grip(_tries(30, "stroke"))
    assert grip["use"] is None
    assert "no hand adds anything" in grip["sentences"][0]
    assert grip["sentences"][1].startswith("Your aim errs by")


def test_ways_are_told_apart_and_so_is_a_hand_that_was_not_watched() -> None:
    told = context([*_tries(50), *_tries(30, "keys", timed=False)])
    assert [each["name"] for each in told["known"]] == ["Pull: good, visible", "Keys: good, visible, not watched"]


def test_charts_are_well_formed_and_their_table_says_the_same() -> None:
    grip = _grip(_tries(100))
    direction, speed = (ElementTree.fromstring(str(each)) for each in grip["charts"])
    assert len([*direction.iter("circle")]) == len([*speed.iter("rect")]) == 5
    assert [each["what"] for each in grip["spells"]] == ["Release"] * 5 + ["Aim"] * 5


def test_one_spell_is_no_chart() -> None:
    assert _grip(_tries(25))["charts"] == []


def test_the_drills_of_a_hand_stand_beside_it() -> None:
    (drill,) = context(_tries(20))["drills"]
    assert (drill["title"], drill["made"], drill["tries"]) == ("Open twenties", "50 % (30–70)", 20)


@pytest.mark.parametrize(("link", "seat"), [("mine", "one"), ("theirs", "two")])
def test_a_measured_spread_is_played_with_by_oneself_or_the_opponent(client: Client, link: str, seat: str) -> None:
    use = _grip(_tries(200))["use"]
    page = client.get(next(game[link] for game in use["games"] if game["title"] == "Penny Blue")).text
    chosen = re.findall(r'<option value="([^"]+)" selected>', page)
    assert use["text"] in chosen

    form = {"hand.one": use["text"]} if link == "mine" else {"opponent_hand": use["text"]}
    match = client.new_match("penny-blue", form)
    assert client.get(f"/match/{match}/snapshot.json").json()["match"]["hands"][seat] == use["text"]
    assert unescape(use["words"]).endswith("blind")

"""Pages call people by their names; rules and records say One and Two."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from pennyflick.match import decision, new_match, step
from pennyflick.players import RandomLegal
from pennyflick.rules import registry
from pennyflick.server.client import Client, Conversation
from pennyflick.server.play.names import named
from pennyflick.server.store.store import Header
from pennyflick.server.wire.messages import Json

SIDE = re.compile(r"\b(One|Two)\b")


def _header(one: str, two: str, opponent: str = "person") -> Header:
    return Header(
        id="abc",
        game="penny-green",
        options={},
        starter="one",
        names={"one": one, "two": two},
        players={"one": "person", "two": opponent},
        hands={},
        seed=1,
        created=datetime(2026, 5, 1, tzinfo=UTC),
    )


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("One flicks the shooter. Yellow is due.", "Ann flicks the shooter. Yellow is due."),
        ("The green went over Two's goal line.", "The green went over Bo's goal line."),
        ("All pucks are shot: One 40, Two 35.", "All pucks are shot: Ann 40, Bo 35."),
        ("Two may flick one of the two pennies.", "Bo may flick one of the two pennies."),
        ("OneB and Twofold are no sides.", "OneB and Twofold are no sides."),
    ],
)
def test_whole_words_become_names_and_possessives_stay(sentence: str, told: str) -> None:
    assert named(_header("Ann", "Bo"), sentence) == told


def test_names_are_put_in_at_once_and_as_they_are() -> None:
    assert named(_header(r"\\1 $& <b>", "Zoë"), "One beats Two.") == r"\\1 $& <b> beats Zoë."


def test_the_house_has_an_article_that_is_small_within_a_sentence() -> None:
    header = _header("Ann", "A beginner", "beginner")
    assert (
        named(header, "Two fouled: One may choose. Two waits.")
        == "A beginner fouled: Ann may choose. A beginner waits."
    )
    assert named(header, "The turn is lost and Two plays.") == "The turn is lost and a beginner plays."
    assert named(_header("Ann", "A beginner"), "So Two plays.") == "So A beginner plays."  # somebody's own name


@pytest.mark.parametrize(
    ("one", "two"),
    [("You", "you"), ("You", "Two"), ("Ann", "ann"), ("Two", "Bo"), ("one", "Bo"), ("Number One", "Bo"), ("", "Bo")],
)
def test_a_name_that_does_not_fit_or_is_not_clear_leaves_the_sides(one: str, two: str) -> None:
    assert named(_header(one, two), "One beats Two.") == "One beats Two."


def test_in_doubles_a_side_is_two_people_and_keeps_its_word() -> None:
    header = _header("Ann", "Bo")
    doubles = replace(header, names={"one": "Ann", "two": "Bo", "one-b": "Cy", "two-b": "Di"})
    assert named(doubles, "One's partner shoots A1.") == "One's partner shoots A1."


@pytest.mark.parametrize("name", registry.names())
def test_no_side_is_left_in_the_sentences_of_a_match(name: str) -> None:
    game = registry.new_game(name)
    match = new_match(game, seed=3)
    header, told = _header("Ann", "Bo"), []
    for _ in range(25):
        asked = decision(match)
        if asked is None:
            break
        match, _ = step(match, dict.fromkeys(game.seats, RandomLegal(aimed=0.9)), asked)
        verdict = match.actions[-1].verdict
        told += [asked.sentence, *(reason.sentence for reason in verdict.reasons), *verdict.notes]

    assert any(SIDE.search(sentence) for sentence in told)
    for sentence in told:
        shown = named(header, sentence)
        assert not SIDE.search(shown)
        assert re.sub(r"\bAnn\b", "One", re.sub(r"\bBo\b", "Two", shown)) == sentence


def test_pages_say_names_and_the_record_says_sides(client: Client, flick: Callable[[Conversation], Json]) -> None:
    form = {"seating": "screen", "starter": "one", "name.one": "Ann", "name.two": "Bo", "seed": "4"}
    match = client.new_match("penny-black", form)
    with client.sit(match) as table:
        table.answer(flick(table))
        table.wait_for(1)
    snapshot = client.get(f"/match/{match}/snapshot.json").json()
    event = snapshot["last"]

    sentences = [reason["sentence"] for reason in event["reasons"]]
    assert any(re.search(r"\b(Ann|Bo)\b", sentence) for sentence in sentences)
    shown = [
        *sentences,
        event["decision"]["sentence"],
        snapshot["decision"]["sentence"],
        snapshot["history"][0]["sentence"],
    ]
    assert not any(SIDE.search(sentence) for sentence in shown)
    assert re.search(r"(Ann|Bo) (flicks|puts) the shooter", client.get("/matches").text)
    assert '[One "Ann"]' in client.get(f"/match/{match}/record.txt").text

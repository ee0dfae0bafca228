"""Puzzles at the table: one flick, graded by what it is worth; the idea is told when it is over."""

from __future__ import annotations

import msgspec
import pytest

from pennyflick.lessons.kinds import Puzzle
from pennyflick.lessons.puzzling import begun
from pennyflick.lessons.shelf import shelf
from pennyflick.lessons.trying import parsed
from pennyflick.rules import registry
from pennyflick.server.client import Client
from pennyflick.server.pages.courses.puzzles import next_puzzle, sentence
from pennyflick.server.store.practice import PUZZLE
from pennyflick.server.wire.answers import wire_answer
from pennyflick.server.wire.messages import Json
from tests.server.pages.test_tasks import after, opened, tried

PUZZLES = shelf("penny-blue").puzzles
FIRST = PUZZLES[0]
FOUND = [shelf(game).puzzles[0] for game in registry.names() if shelf(game).puzzles]


def named(puzzle: Puzzle) -> str:
    return f"{puzzle.game}-{puzzle.id}"


def sent(puzzle: Puzzle, text: str) -> Json:
    """An answer as a page sends it."""
    told: Json = msgspec.to_builtins(wire_answer(parsed(begun(puzzle), text)))
    return told


def flicked(client: Client, puzzle: Puzzle, text: str) -> tuple[str, Json]:
    match = opened(client, puzzle.game, PUZZLE, puzzle.id)
    return match, after(client, match, sent(puzzle, text))


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", FOUND, ids=named)
def test_the_best_solves_it_and_the_runner_up_does_not(client: Client, puzzle: Puzzle) -> None:
    _, worse = flicked(client, puzzle, puzzle.second)
    assert worse["state"] == "failed"
    assert worse["says"].endswith("there is something better.")
    assert puzzle.says not in worse["says"], "the idea is not given away"
    assert [each["words"] for each in worse["onward"]] == ["Once more", "Show me"]
    match, best = flicked(client, puzzle, puzzle.best)

    assert best["state"] == "done"
    assert best["says"].startswith("Solved: worth ")
    assert f"The idea: {puzzle.says}." in best["says"]
    assert tried(client, match) == best


def test_a_flick_a_little_off_the_best_solves_it_too(client: Client) -> None:
    disc, direction, speed = FIRST.best.split()
    _, standing = flicked(client, FIRST, f"{disc} {float(direction) + 0.1:.2f} {int(speed) + 15}")

    assert standing["state"] == "done"


def test_what_is_no_flick_does_not_solve_it(client: Client) -> None:
    puzzle = next(each for each in PUZZLES if "may_stop=yes" in each.position)
    _, standing = flicked(client, puzzle, "choose pass")

    assert (standing["state"], standing["says"]) == ("failed", "That was no flick, and here a flick is best.")


def test_solved_it_goes_on_to_the_next_that_is_not(client: Client) -> None:
    _, standing = flicked(client, FIRST, FIRST.best)
    assert standing["onward"][0] == {
        "words": "Next puzzle",
        "action": f"/learn/penny-blue/puzzle/{PUZZLES[1].id}/try",
        "hand": "",
        "href": "",
    }
    page = client.get("/learn/penny-blue").text

    assert f"1 of {len(PUZZLES)} solved." in page
    assert f"/puzzle/{PUZZLES[1].id}/try" in page


def test_the_next_one_is_the_first_after_it_that_is_not_solved_and_then_from_the_beginning() -> None:
    first, second, third = PUZZLES[:3]

    assert next_puzzle(PUZZLES[:3], frozenset(), second.id) is third
    assert next_puzzle(PUZZLES[:3], frozenset({third.id}), second.id) is first
    assert next_puzzle(PUZZLES[:3], frozenset(each.id for each in PUZZLES[:3])) is None


def test_a_puzzle_s_page_tells_the_idea_only_when_it_is_solved_or_given_up(client: Client) -> None:
    path, idea = f"/learn/penny-blue/puzzle/{FIRST.id}", f"{FIRST.says[:1].upper()}{FIRST.says[1:]}"
    assert idea not in client.get(path).text
    assert "Show me" not in client.get(path).text
    flicked(client, FIRST, FIRST.second)
    missed = client.get(path).text
    assert idea not in missed
    assert f'href="{path}?show"' in missed
    assert idea in client.get(f"{path}?show").text
    flicked(client, FIRST, FIRST.best)

    assert idea in client.get(path).text


def test_the_sentence_says_who_is_to_act_and_how_it_stands() -> None:
    assert sentence(FIRST) == f"You are {'purple' if 'turn=two' in FIRST.position else 'gold'}: find the best flick."
    red = Puzzle(
        where=FIRST.where,
        game="penny-red",
        id="x",
        says="",
        position="phase=open-play turn=two points=3-5 turns=1-1 red@60,0",
        best="",
        value=1.0,
        second="",
        second_value=0.0,
        values="",
    )
    assert sentence(red) == "You are purple: find the best flick. Points (first to 7): you 5, Rival 3."


def test_a_puzzle_is_tried_with_the_exact_hand_whatever_one_s_own_is(client: Client) -> None:
    match = opened(client, FIRST.game, PUZZLE, FIRST.id, hand="own")

    assert client.get(f"/match/{match}/snapshot.json").json()["match"]["hands"] == {}

"""Solutions that play themselves: the right answers, always alike, under a tag that changes with them."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from pennyflick.lessons.shelf import shelf
from pennyflick.lessons.trying import TryState, try_state
from pennyflick.server.play.solutions import address_of, answers_of, solution, solution_json, taught
from pennyflick.server.store.practice import DRILL, LESSON, PUZZLE
from pennyflick.server.wire.messages import WireExample

KILL = next(each for each in shelf("penny-blue").lessons if each.id == "kill")
REPLIED = next(each for each in shelf("penny-green").lessons if each.replies)
PUZZLE_ONE = shelf("penny-blue").puzzles[0]


def test_lessons_and_puzzles_have_solutions_and_nothing_else_does() -> None:
    assert taught("penny-blue", LESSON, "kill") is KILL
    assert taught("penny-blue", PUZZLE, PUZZLE_ONE.id) is PUZZLE_ONE
    assert taught("penny-blue", DRILL, shelf("penny-blue").drills[0].id) is None
    assert taught("penny-blue", LESSON, PUZZLE_ONE.id) is None


def test_what_is_sent_is_the_whole_solution_with_the_other_side_s_replies() -> None:
    told = msgspec.json.decode(solution_json(REPLIED.game, LESSON, REPLIED.id), type=WireExample)

    assert try_state(REPLIED, solution(REPLIED)) is TryState.DONE
    assert {event.seat for event in told.events} == {"one", "two"}
    assert len([event for event in told.events if event.seat == "one"]) == len(answers_of(REPLIED))
    assert solution_json(REPLIED.game, LESSON, REPLIED.id) is solution_json(REPLIED.game, LESSON, REPLIED.id)


def test_a_puzzle_shows_its_best_flick_and_says_the_idea() -> None:
    told = msgspec.json.decode(solution_json("penny-blue", PUZZLE, PUZZLE_ONE.id), type=WireExample)

    assert answers_of(PUZZLE_ONE) == (PUZZLE_ONE.best,)
    assert len(told.events) == 1
    assert told.says == PUZZLE_ONE.says


def test_another_solution_is_another_address() -> None:
    assert address_of(KILL) != address_of(replace(KILL, solution=("A1 189 900",)))
    assert address_of(KILL).startswith("/learn/penny-blue/lesson/kill/solution.json?")

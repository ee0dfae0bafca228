"""A lesson is done when its goal is met, failed when it no longer can be, and its solution passes."""

from __future__ import annotations

import re

import pytest

from pennyflick.lessons.checking import check
from pennyflick.lessons.goal import GoalError, unmet
from pennyflick.lessons.kinds import Lesson
from pennyflick.lessons.shelf import read_shelf, shelf
from pennyflick.lessons.solving import pass_rate, solve
from pennyflick.lessons.trying import TryState, answered, game_of, replied, set_up_match, try_state
from pennyflick.match.referee import Match
from pennyflick.players.hands import HANDS
from pennyflick.rules import registry

KILL = "turns=1-1 A1@-40,0 blue@-90,0"
LESSON = '[[lesson]]\nid = "kill"\ntitle = "Kill"\ntask = "Kill."\nhint = "Hit."\n'


def lesson(text: str, game: str = "penny-blue") -> Lesson:
    (read,) = read_shelf(game, "x.toml", LESSON + text).lessons
    return read


def blue(**goal: object) -> Lesson:
    keys = "\n".join(
        f"{key} = {value!r}" for key, value in {"position": KILL, "solution": "A1 180 900", **goal}.items()
    )
    return lesson(keys.replace("True", "true"))


def begun(task: Lesson) -> Match:
    return set_up_match(game_of(task.game, task.options), task.position)


def test_a_lesson_is_open_until_its_goal_is_met() -> None:
    task = blue(ruled=["BLU-4"])

    assert try_state(task, begun(task)) is TryState.OPEN
    assert try_state(task, answered(begun(task), "A1 180 900")) is TryState.DONE


def test_a_goal_that_holds_before_anything_was_done_is_not_done() -> None:
    task = blue(lies=["A1"])

    assert try_state(task, begun(task)) is TryState.OPEN


def test_a_try_has_failed_after_as_many_answers_as_the_solution_has() -> None:
    task, patient = blue(ruled=["BLU-4"]), blue(ruled=["BLU-4"], turn=True)
    after = answered(begun(task), "A1 180 400")

    assert "BLU-11" in after.actions[-1].verdict.clauses, "it hit the blue: the turn goes on"
    assert try_state(task, after) is TryState.FAILED
    assert try_state(patient, after) is TryState.OPEN


def test_what_must_not_be_ruled_fails_at_once_whatever_else_holds() -> None:
    task = blue(lies=["A1"], not_ruled=["BLU-11"], turn=True)

    assert try_state(task, answered(begun(task), "A1 180 400")) is TryState.FAILED


def test_a_try_has_failed_when_the_other_side_must_act_and_no_reply_is_written() -> None:
    task, answering = blue(ruled=["BLU-4"], turn=True), blue(ruled=["BLU-4"], turn=True, replies=["B2 180 200"])
    missed = answered(begun(task), "A1 90 100")

    assert try_state(task, missed) is TryState.FAILED
    assert try_state(answering, missed) is TryState.OPEN
    assert [action.by.name for action in replied(answering, missed).actions] == ["one", "two"]


def test_a_try_has_failed_when_the_reply_is_none_that_the_referee_takes_there() -> None:
    task = blue(ruled=["BLU-4"], turn=True, replies=["place B1@0,0"])
    missed = answered(begun(task), "A1 90 100")

    assert try_state(task, missed) is TryState.FAILED
    assert replied(task, missed) is missed


@pytest.mark.parametrize(
    ("holds", "fails"),
    [
        ({"lies": ["A1", "blue"]}, {"lies": ["SB"]}),
        ({"gone": ["SB"]}, {"gone": ["blue"]}),
        ({"within": ["blue edge 40"]}, {"within": ["blue edge 0.5"]}),
        ({"within": ["A1 0,0 80"]}, {"within": ["A1 0,0 20"]}),
        ({"apart": ["A1 blue 10"]}, {"apart": ["A1 any 500"]}),
        ({"inside": ["blue -160,-20 -90,20"]}, {"inside": ["blue 0,0 90,20"]}),
        ({"then": "sets=1-0"}, {"then": "sets=0-1"}),
        ({"next": "nobody"}, {"next": "two"}),
        ({"ruled": ["BLU-4", "BLU-17"]}, {"ruled": ["BLU-4", "BLU-6"]}),
    ],
)
def test_facts_of_the_position(holds: dict[str, object], fails: dict[str, object]) -> None:
    after = answered(begun(blue()), "A1 180 900")

    assert unmet(blue(**holds), after) == ()
    assert unmet(blue(**fails), after) == tuple(fails)


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ({"lies": ["bleu"]}, "no disc named 'bleu'; did you mean 'blue'?"),
        ({"within": ["A1 40"]}, "'A1 40' is no distance"),
        ({"within": ["A1 blue near"]}, "'near' in 'A1 blue near' is no length"),
        ({"apart": ["A1 bleu 40"]}, "'bleu' is no disc, and"),
        ({"inside": ["A1 0,0"]}, "'A1 0,0' is no box"),
        ({"next": "three"}, "next cannot be 'three'"),
    ],
)
def test_a_goal_that_cannot_be_read_says_what_would_be_right(goal: dict[str, object], said: str) -> None:
    with pytest.raises(GoalError, match=said.replace("?", r"\?")):
        unmet(blue(**goal), begun(blue()))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f'position = "{KILL}"\nsolution = "A1 180 900"', "x.toml:1: kill: nothing says when it is done"),
        (
            f'position = "{KILL}"\nsolution = "A1 0 900"\nruled = "BLU-4"',
            "x.toml:7: kill is not solved: ruled does not",
        ),
        ('position = "A1@0,0"\nsolution = "A1 0 900"\nlies = "A1"', "x.toml:6: kill: A1 and blue overlap by"),
        ('solution = "B1 0 900"\nlies = "A1"', "x.toml:6: kill: refused (BLU-10): 'B1' may not be flicked"),
        ('solution = "A1 0 900"\nthen = "turm=two"', "x.toml:1: kill: a field of the ledger cannot be 'turm'"),
    ],
)
def test_a_lesson_that_cannot_hold_says_why(text: str, said: str) -> None:
    (found,) = check(read_shelf("penny-blue", "x.toml", LESSON + text))

    assert str(found.slip).startswith(said)


@pytest.mark.slow
def test_a_solution_that_needs_a_steadier_hand_is_told() -> None:
    barely = 'position = "turns=1-1 A1@110,0 blue@-20,0"\nruled = "BLU-4"\nsolution = "A1 180 980"'
    (found,) = check(read_shelf("penny-blue", "x.toml", LESSON + barely))

    assert re.fullmatch(
        r"x.toml:8: kill: with a steady hand it passes [34]\d% of the time, 60% are needed", str(found.slip)
    )


def test_the_same_draws_give_the_same_share() -> None:
    task = blue(ruled=["BLU-4"])

    assert pass_rate(task, HANDS["beginner"], 30) == pass_rate(task, HANDS["beginner"], 30) < 1.0


@pytest.mark.parametrize("game", registry.names())
def test_every_solution_passes_with_the_exact_hand(game: str) -> None:
    for each in shelf(game).lessons:
        assert try_state(each, solve(each)) is TryState.DONE

"""Whether a lesson's solution passes: with the exact hand, and how often with another."""

from __future__ import annotations

from pennyflick.lessons.goal import GoalError, cited, unmet
from pennyflick.lessons.kinds import Drill, Lesson, Task
from pennyflick.lessons.reading import SlipError
from pennyflick.lessons.showing import moved, told
from pennyflick.lessons.trying import TryState, game_of, set_up_match, solved, try_state
from pennyflick.match.referee import Match, RefusedError, decision
from pennyflick.players.hands import Hand
from pennyflick.record import NotationError, PositionError
from pennyflick.rules.options import OptionError


def solve(lesson: Lesson) -> Match:
    """The match after the solution, which passes with the exact hand; raises SlipError with what came instead."""
    check_goal(lesson)
    try:
        return _passing(lesson, solved(lesson, begun(lesson, lesson.position, "position"), lesson.solution))
    except (GoalError, PositionError) as error:
        raise SlipError(lesson.where, f"{lesson.id}: {error}") from None
    except (NotationError, RefusedError) as error:
        raise SlipError(lesson.where.of("solution"), f"{lesson.id}: {told(error)}") from None


def check_goal(task: Task) -> None:
    """Raises SlipError where nothing says when it is done."""
    if not any(task.conditions) and not (isinstance(task, Drill) and task.counts):
        raise SlipError(task.where, f"{task.id}: nothing says when it is done; write ruled, lies, gone, then, …")


def begun(task: Task, position: str, key: str) -> Match:
    """A match that begins there; raises SlipError at the line of the key."""
    try:
        return set_up_match(game_of(task.game, task.options), position)
    except PositionError as error:
        raise SlipError(task.where.of(key), f"{task.id}: {error}") from None
    except OptionError as error:
        raise SlipError(task.where.of("options"), f"{task.id}: {error}") from None


def _passing(lesson: Lesson, match: Match) -> Match:
    if try_state(lesson, match) is TryState.DONE:
        return match
    raise SlipError(lesson.where.of("solution"), f"{lesson.id} is not solved: {_came(lesson, match)}")


def _came(lesson: Lesson, match: Match) -> str:
    """What does not hold, what was ruled, and where the discs ended that moved."""
    asked = decision(match)
    said = [
        f"{', '.join(unmet(lesson, match)) or 'nothing'} does not hold",
        f"ruled {' '.join(sorted(cited(match))) or 'by no clause'}",
        *moved(match.game, match.begun.layout, match.position.layout),
        "the match is over" if asked is None else f"then {asked.seats[0].name} acts",
    ]
    return "; ".join(said)


def pass_rate(lesson: Lesson, hand: Hand, draws: int) -> float:
    """The share of tries with this hand, seeds 0 and up, in which the solution passes."""
    game = game_of(lesson.game, lesson.options)
    return sum(_passes(lesson, set_up_match(game, lesson.position, seed, hand)) for seed in range(draws)) / draws


def _passes(lesson: Lesson, begun: Match) -> bool:
    """What the referee does not take after an erring flick has failed."""
    try:
        return try_state(lesson, solved(lesson, begun, lesson.solution)) is TryState.DONE
    except RefusedError:
        return False

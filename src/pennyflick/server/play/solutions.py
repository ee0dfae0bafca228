"""The solution of a lesson or a puzzle, played for whoever is shown it. Law: it always comes out the same."""

from __future__ import annotations

from functools import lru_cache

from pennyflick.lessons.kinds import Example, Lesson, Puzzle
from pennyflick.lessons.puzzling import begun as puzzle_begun
from pennyflick.lessons.shelf import shelf
from pennyflick.lessons.trying import answered, game_of, set_up_match, solved
from pennyflick.match.referee import Match
from pennyflick.server.play.examples import demonstrated, tag_of
from pennyflick.server.store.practice import LESSON, PUZZLE
from pennyflick.server.wire.messages import encoded
from pennyflick.table import Clause

Taught = Lesson | Puzzle
_NONE = Clause("")


def lesson_called(game: str, key: str) -> Lesson | None:
    """A lesson by its id; None: there is none."""
    return next((each for each in shelf(game).lessons if each.id == key), None)


def puzzle_called(game: str, key: str) -> Puzzle | None:
    """A puzzle by its id; None: there is none."""
    return next((each for each in shelf(game).puzzles if each.id == key), None)


def taught(game: str, kind: str, key: str) -> Taught | None:
    """What has a solution; None: there is nothing of that name."""
    if kind == LESSON:
        return lesson_called(game, key)
    return puzzle_called(game, key) if kind == PUZZLE else None


def set_up(each: Taught) -> Match:
    """The match in which it is tried."""
    return (
        puzzle_begun(each)
        if isinstance(each, Puzzle)
        else set_up_match(game_of(each.game, each.options), each.position)
    )


def answers_of(each: Taught) -> tuple[str, ...]:
    """What whoever tries it has to answer."""
    return (each.best,) if isinstance(each, Puzzle) else each.solution


def solution(each: Taught) -> Match:
    """The match after its solution."""
    if isinstance(each, Puzzle):
        return answered(set_up(each), each.best)
    return solved(each, set_up(each), each.solution)


def address_of(each: Taught) -> str:
    """Where its solution is fetched, under the tag that lets it be kept."""
    kind = PUZZLE if isinstance(each, Puzzle) else LESSON
    return f"/learn/{each.game}/{kind}/{each.id}/solution.json?{tag_of(each)}"


@lru_cache(maxsize=512)  # more than there are lessons and puzzles
def solution_json(game: str, kind: str, key: str) -> bytes:
    """The solution as it is sent."""
    each = taught(game, kind, key)
    assert each is not None, f"{game} has no {kind} {key}"
    return encoded(demonstrated(_as_example(each), solution(each)))


def _as_example(each: Taught) -> Example:
    """As an example is told; the clause is the one by which a lesson is done, if any."""
    if isinstance(each, Puzzle):
        return Example(where=each.where, game=each.game, clause=_NONE, says=each.says, position=each.position)
    return Example(
        where=each.where,
        game=each.game,
        clause=next(iter(each.ruled), _NONE),
        says=each.hint,
        position=each.position,
        options=each.options,
    )

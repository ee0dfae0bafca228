"""Everything that teaches, simulated: what holds, and a line for each thing that does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from pennyflick.lessons.daily import check_day
from pennyflick.lessons.drilling import check_drill, drill_digest, rate_of
from pennyflick.lessons.kinds import Day, Drill, Example, Lesson, Picture, Puzzle
from pennyflick.lessons.puzzling import check_puzzle
from pennyflick.lessons.reading import SlipError, Where
from pennyflick.lessons.shelf import Shelf
from pennyflick.lessons.showing import picture_points, show
from pennyflick.lessons.solving import pass_rate, solve
from pennyflick.players.hands import HANDS

EXAMPLES, LESSONS, DRILLS, PUZZLES, DAYS = KINDS = ("examples", "lessons", "drills", "puzzles", "days")
STEADY = HANDS["expert"]  # the blind hand with which a solution must do as well
DRAWS, SHARE = 200, 0.6  # so often it is tried, and at least this share of it passes


@dataclass(frozen=True)
class Checked:
    """One thing that was checked: what it is, how it holds, or what is wrong with it."""

    kind: str
    name: str  # a clause, the id of a lesson, or the number of a day
    where: Where
    said: str = ""  # how it holds
    slip: SlipError | None = None


def check(shelf: Shelf, only: str | None = None, clause: str | None = None) -> Iterator[Checked]:
    """Each thing of a shelf, simulated; of one kind, or what shows one clause, where that is asked for."""
    if clause is not None:
        return _checked_all(EXAMPLES, [each for each in shelf.shown if each.clause == clause], _shown)
    every = {
        EXAMPLES: partial(_checked_all, EXAMPLES, shelf.shown, _shown),
        LESSONS: partial(_checked_all, LESSONS, shelf.lessons, _solved),
        DRILLS: partial(_checked_all, DRILLS, shelf.drills, partial(_drilled, shelf)),
        PUZZLES: partial(_checked_all, PUZZLES, shelf.puzzles, _puzzled),
        DAYS: partial(_checked_all, DAYS, shelf.days, _asked),
    }
    return chain.from_iterable(each() for kind, each in every.items() if only in (None, kind))


def _checked_all(kind: str, things: Iterable[Any], examine: Callable[[Any], str]) -> Iterator[Checked]:
    return (_checked(kind, each, examine) for each in things)


def _checked(kind: str, thing: Any, examine: Callable[[Any], str]) -> Checked:
    name = thing.clause if kind == EXAMPLES else thing.id
    try:
        return Checked(kind, name, thing.where, examine(thing))
    except SlipError as slip:
        return Checked(kind, name, thing.where, slip=slip)


def _shown(each: Example | Picture) -> str:
    if isinstance(each, Example):
        return show(each).how.value
    picture_points(each)
    return f"picture: {each.why}"


def _solved(lesson: Lesson) -> str:
    """How often the solution passes with a steady hand; raises SlipError when it does not with the exact one."""
    solve(lesson)
    share = pass_rate(lesson, STEADY, DRAWS)
    if share < SHARE:
        sentence = f"{lesson.id}: with a steady hand it passes {share:.0%} of the time, {SHARE:.0%} are needed"
        raise SlipError(lesson.where.of("solution"), sentence)
    return f"solved, {share:.0%} with a steady hand"


def _drilled(shelf: Shelf, drill: Drill) -> str:
    """What the expert makes of it, his flicks tried again; raises SlipError when that is not what is kept."""
    check_drill(drill)
    known = shelf.expert_at(drill.id)
    if known is None or known.of != drill_digest(drill):
        raise SlipError(drill.where, f"{drill.id}: no expert was measured at it; run: pennyflick drills {drill.game}")
    if known.best and (now := rate_of(drill, known.best)) != known.rate:
        raise SlipError(known.where.of("rate"), f"{drill.id}: the expert makes {now:g} a try, not {known.rate:g}")
    return f"an expert makes {known.rate:g} a try"


def _puzzled(puzzle: Puzzle) -> str:
    found = check_puzzle(puzzle)
    return f"best idea {found.best:.3f}, runner-up {found.second:.3f}"


def _asked(day: Day) -> str:
    return f"comes off {check_day(day):.0%} of the time"

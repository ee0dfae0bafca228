"""A flick a day: what everybody is asked on a date, how a try at it is graded, and the line to paste.

Law: a day that was asked stays as it was. The list only grows at its end, and before its end is reached.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import Enum
from functools import cache
from importlib.resources import files
from math import gcd

from pennyflick.lessons import reading
from pennyflick.lessons.goal import spare_mm
from pennyflick.lessons.kinds import Day
from pennyflick.lessons.reading import SlipError
from pennyflick.lessons.solving import begun, check_goal
from pennyflick.lessons.trying import WRONG, TryState, parsed, set_up_match, try_state
from pennyflick.match.execution import actual_flick
from pennyflick.match.referee import Match, applied, decision, refusal
from pennyflick.players.hands import parse_hand, unseen
from pennyflick.players.search.tactics import worth_to
from pennyflick.rules import registry
from pennyflick.table import AnyFlick, Flick, SideFlick
from pennyflick.table.near_miss import did_you_mean

FIRST = date(2026, 11, 18)  # day 1, in UTC
TRIES = 3
HAND = "visible good"
DRAWS, LEAST, MOST = 200, 0.2, 0.85  # so often a day's flick is tried with that hand unseen, and how often it comes off
_FILE = "days.toml"


# What is asked ------------------------------------------------------------------------------------------------------


@cache
def days() -> tuple[Day, ...]:
    """The list; raises SlipError."""
    return read_days(_FILE, files(__package__).joinpath(_FILE).read_text(encoding="utf-8"))


def read_days(name: str, text: str) -> tuple[Day, ...]:
    """A list from the text of its file; raises SlipError."""
    found: tuple[Day, ...] = reading.read(name, text, {"day": Day}, "")["day"]
    for each in found:
        if each.game not in registry.names():
            sentence = f"game is {each.game!r}; {did_you_mean(each.game, registry.names())}"
            raise SlipError(each.where.of("game"), sentence)
    return tuple(replace(each, id=str(number)) for number, each in enumerate(found, 1))


def number_of(day: date) -> int:
    """Its number, from 1; less: it came before the first."""
    return (day - FIRST).days + 1


def asked_on(day: date) -> Day:
    """What everybody is asked on that date; raises LookupError before the first."""
    if day < FIRST:
        raise LookupError(f"the first flick of a day was on {FIRST}, after {day}")
    return days()[place_of(number_of(day), len(days()))]


def place_of(number: int, count: int) -> int:
    """Where in a list of so many the day with this number stands, from 0.

    After its end the list begins anew in another order: each round takes larger strides through it, so that all of it
    comes once.
    """
    turn, step = divmod(number - 1, count)
    strides = [stride for stride in range(1, count + 1) if gcd(stride, count) == 1]
    return step * strides[turn % len(strides)] % count


# How a try is graded ------------------------------------------------------------------------------------------------


class Grade(Enum):
    """What a try came to, by the referee and by what it is worth; as the line to paste shows it."""

    DONE = "●"
    HELD = "◐"  # not done, but the position is worth at least as much as before
    MISSED = "○"


@dataclass(frozen=True)
class Graded:
    """A try that was flicked."""

    grade: Grade
    spare_mm: float | None = None  # by how much it was done, where that can be measured


def graded(day: Day, match: Match) -> Graded:
    """What the try that this match is came to."""
    if try_state(day, match) is TryState.DONE:
        return Graded(Grade.DONE, spare_mm(day, match))
    before, after = (worth_to(match.game, each, match.starter) for each in (match.begun, match.position))
    return Graded(Grade.HELD if after >= before else Grade.MISSED)


def streak(flicked: Collection[date], today: date) -> int:
    """How many days in a row somebody flicked, up to today; up to yesterday while today's is still to come."""
    last = today if today in flicked else today - timedelta(days=1)
    length = 0
    while last - timedelta(days=length) in flicked:
        length += 1
    return length


def pasted(day: date, title: str, tries: Sequence[Graded], in_a_row: int, link: str) -> str:
    """A result that spoils nothing: "pennyflick 214 · Penny Black ○◐● 4 mm to spare · streak 3 · LINK"."""
    marks = "".join(each.grade.value for each in tries)
    spare = spared(tries)
    told = f"{title} {marks}" if spare is None else f"{title} {marks} {length_words(spare)} to spare"
    return " · ".join([f"pennyflick {number_of(day)}", told, f"streak {in_a_row}", link])


def spared(tries: Sequence[Graded]) -> float | None:
    """The most that one of these tries had to spare; None: nothing was measured."""
    return max((each.spare_mm for each in tries if each.spare_mm is not None), default=None)


def length_words(length_mm: float) -> str:
    """Whole millimetres; tenths below one."""
    return f"{length_mm:.1f} mm" if length_mm < 0.95 else f"{length_mm:.0f} mm"


# Does it hold? ------------------------------------------------------------------------------------------------------


def check_day(day: Day) -> float:
    """How often its flick comes off with the hand of the day, unseen; raises SlipError for what cannot be asked."""
    check_goal(day)
    match = begun(day, day.position, "position")
    flick = _flick(day, match)
    if try_state(day, flicked(match, flick)) is not TryState.DONE:
        raise SlipError(day.where.of("flick"), f"day {day.id}: its flick does not do it with the exact hand")
    share = sum(_comes_off(day, match, flick, seed) for seed in range(DRAWS)) / DRAWS
    if not LEAST <= share <= MOST:
        sentence = f"day {day.id}: its flick comes off {share:.0%} of the time; {LEAST:.0%} to {MOST:.0%} are wanted"
        raise SlipError(day.where.of("flick"), sentence)
    return share


def begun_on(day: Day) -> Match:
    """The match in which one flicks, with the exact hand."""
    return set_up_match(registry.new_game(day.game, day.options), day.position)


def flicked(begun: Match, flick: AnyFlick) -> Match:
    """The match after a flick that happened so."""
    asked = decision(begun)
    assert asked is not None, "a day begins where somebody must flick"
    return applied(begun, asked.seats[0], flick, None)


def _flick(day: Day, match: Match) -> AnyFlick:
    where = day.where.of("flick")
    try:
        flick = parsed(match, day.flick)
    except WRONG as error:
        raise SlipError(where, f"day {day.id}: {error}") from None
    if not isinstance(flick, Flick | SideFlick):
        raise SlipError(where, f"day {day.id}: {day.flick!r} is no flick")
    asked = decision(match)
    why = None if asked is None else refusal(match, asked.seats[0], flick)
    if asked is None or why is not None:
        raise SlipError(where, f"day {day.id}: {'the match is over' if why is None else why.sentence}")
    return flick


def _comes_off(day: Day, match: Match, flick: AnyFlick, seed: int) -> bool:
    actual = actual_flick(unseen(parse_hand(HAND)), flick, seed, 1, None)
    return try_state(day, flicked(match, actual)) is TryState.DONE

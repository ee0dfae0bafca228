"""What can stand in a file of lessons: a frozen class for each kind of table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pennyflick.lessons.goal import Goal
from pennyflick.lessons.reading import Label, Where
from pennyflick.table import Clause

OPENING = "opening"


@dataclass(frozen=True, kw_only=True)
class Example:
    """A clause played: where it begins, what is answered there, and the referee rules by that clause."""

    where: Where = field(compare=False)
    game: str  # said only where the file is not a game's own
    clause: Clause
    says: str  # one sentence: what to look at
    position: str = OPENING  # as docs/notation.md writes positions
    options: Mapping[str, str] = field(default_factory=dict)  # that differ from the game's defaults
    answers: tuple[str, ...] = ()  # in the notation of records, each given by whoever must act
    refused: str = ""  # an answer after them that the referee does not take, because of the clause


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A clause shown where nothing can be played: a position with words beside what they mean."""

    where: Where = field(compare=False)
    game: str
    clause: Clause
    says: str
    labels: tuple[Label, ...]
    why: str  # why no flick, placement or choice can show it
    position: str = OPENING
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Task(Goal):
    """Something to try: whoever acts first in its position is meant."""

    where: Where = field(compare=False)
    game: str
    id: str  # permanent: progress is kept by it
    title: str
    task: str  # one sentence that a stranger understands
    options: Mapping[str, str] = field(default_factory=dict)
    replies: tuple[str, ...] = ()  # answers of the other side, each given when it must act
    turn: bool = False  # a try lasts as long as the turn

    @property
    def answers(self) -> int | None:
        """How many answers a try has; None: as many as the turn lets it."""
        return None if self.turn else 1


@dataclass(frozen=True, kw_only=True)
class Lesson(Task):
    """A set-up, a task, and a solution that plays itself."""

    hint: str  # after two failures
    solution: tuple[str, ...]
    position: str = OPENING

    @property
    def answers(self) -> int | None:
        """As many as the solution has, unless a try lasts as long as the turn."""
        return None if self.turn else len(self.solution)


@dataclass(frozen=True, kw_only=True)
class Drill(Task):
    """The same task again and again, to see how often it comes off."""

    positions: tuple[str, ...] = (OPENING,)  # by turns
    tries: int = 10
    hand: str = "visible good"  # as records write hands
    counts: tuple[Clause, ...] = ()  # a try counts as many as its rulings cite one of these; none: 1 when it is done

    def position(self, number: int) -> str:
        """Where the try with this number begins, from 0."""
        return self.positions[number % len(self.positions)]


@dataclass(frozen=True, kw_only=True)
class Day(Task):
    """What everybody is asked on one day: one flick."""

    position: str
    flick: str  # one that does it, neither nearly never nor nearly always with a hand that errs
    id: str = ""  # its number in the list, from 1
    title: str = "A flick a day"


@dataclass(frozen=True, kw_only=True)
class Expert:
    """How an expert does at a drill with the same hand; written by `pennyflick drills`."""

    where: Where = field(compare=False)
    game: str
    drill: str  # its id
    of: str  # the digest of the drill that was measured
    rate: float  # what a try counts on average
    best: tuple[str, ...] = ()  # the flick he means in each position; none where he plays on until the turn is over


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """A position of experts in which one idea is clearly best; written by `pennyflick puzzles`."""

    where: Where = field(compare=False)
    game: str
    id: str  # made from the position, so it stays the same when it is found again
    says: str  # what the best idea is, told when it is over
    position: str
    best: str  # a flick
    value: float  # what it is worth to whoever means it with an expert's hand: 0 lost, 1 won
    second: str  # the best of any other idea
    second_value: float
    values: str  # by what values: "learned 5f3c0a1b", or "hand-made"

    @property
    def margin(self) -> float:
        """By how much the best idea is worth more."""
        return self.value - self.second_value

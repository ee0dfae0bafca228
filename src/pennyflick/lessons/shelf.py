"""Everything that teaches, a file a game, and where it is found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from pennyflick.lessons import reading
from pennyflick.lessons.daily import days
from pennyflick.lessons.kinds import Day, Drill, Example, Expert, Lesson, Picture, Puzzle, Task
from pennyflick.lessons.reading import SlipError
from pennyflick.rules import registry, rulebook
from pennyflick.table import Clause
from pennyflick.table.near_miss import did_you_mean

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")  # as addresses and stored progress have it
KINDS = {"example": Example, "picture": Picture, "lesson": Lesson, "drill": Drill}


@dataclass(frozen=True)
class Shelf:
    """What one file holds."""

    examples: tuple[Example, ...] = ()
    pictures: tuple[Picture, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    drills: tuple[Drill, ...] = ()
    experts: tuple[Expert, ...] = ()
    puzzles: tuple[Puzzle, ...] = ()
    days: tuple[Day, ...] = ()  # those of the list of all games that are of this one

    @property
    def shown(self) -> tuple[Example | Picture, ...]:
        """What shows a clause each, in the order of the file."""
        found: list[Example | Picture] = [*self.examples, *self.pictures]
        return tuple(sorted(found, key=lambda each: each.where.line))

    def of_clause(self, clause: Clause) -> Example | Picture | None:
        """What shows this clause; None: nothing does."""
        return next((each for each in self.shown if each.clause == clause), None)

    def expert_at(self, drill: str) -> Expert | None:
        """How an expert does at the drill with this id; None: nobody measured it."""
        return next((each for each in self.experts if each.drill == drill), None)


@cache
def shelf(page: str) -> Shelf:
    """What there is of a page of the rulebook, a game's or the common one; raises SlipError."""
    written = read_shelf(page, *_read("games", page))
    measured = reading.read(*_read("experts", page), {"expert": Expert}, page)
    found = reading.read(*_read("puzzles", page), {"puzzle": Puzzle}, page)
    own = tuple(day for day in days() if day.game == page)
    return replace(written, experts=measured["expert"], puzzles=found["puzzle"], days=own)


def folder(kind: str) -> Traversable:
    """Where files of a kind are: games, experts, puzzles."""
    return files(__package__).joinpath(kind)


def _read(kind: str, page: str) -> tuple[str, str]:
    """The name of a file as slips tell it, and its text; none where there is no such file."""
    file = folder(kind).joinpath(f"{page}.toml")
    return f"{kind}/{page}.toml", file.read_text(encoding="utf-8") if file.is_file() else ""


def read_shelf(page: str, name: str, text: str) -> Shelf:
    """A shelf from the text of its file; raises SlipError."""
    found = reading.read(name, text, KINDS, "" if page == rulebook.COMMON else page)
    read = Shelf(found["example"], found["picture"], found["lesson"], found["drill"])
    for each in read.shown:
        _check_page(page, each)
    _check_once("clause", read.shown)
    tasks: tuple[Task, ...] = (*read.lessons, *read.drills)
    for task in tasks:
        _check_id(task)
    _check_once("id", tasks)
    return read


def shown(clause: Clause) -> Example | Picture | None:
    """What shows a clause of any page; None: nothing does."""
    page = rulebook.page_of(clause)
    return None if page is None else shelf(page).of_clause(clause)


def _check_page(page: str, each: Example | Picture) -> None:
    if each.game not in registry.names():
        raise SlipError(each.where.of("game"), f"game is {each.game!r}; {did_you_mean(each.game, registry.names())}")
    if rulebook.page_of(each.clause) != page:
        raise SlipError(each.where.of("clause"), f"{each.clause} stands on another page than {page}")


def _check_id(task: Task) -> None:
    if not _ID.fullmatch(task.id):
        raise SlipError(task.where.of("id"), f"id is {task.id!r}; write small letters, digits and dashes: 'star-shot'")


def _check_once(key: str, found: Sequence[Example | Picture | Task]) -> None:
    """What names each of these names no other."""
    first: dict[str, int] = {}
    for each in found:
        name = getattr(each, key)
        if name in first:
            raise SlipError(each.where.of(key), f"{name} is there already, at line {first[name]}")
        first[name] = each.where.line

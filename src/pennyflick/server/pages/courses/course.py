"""What every kind of task tells the table: where the next try begins, its sentence, and how a try stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request

from pennyflick.lessons.kinds import Task
from pennyflick.match.referee import Match
from pennyflick.server.pages.request import browser_of, service_of
from pennyflick.server.play.tasks import Attempt, Table, attempt_of, try_of
from pennyflick.server.store.practice import Try
from pennyflick.server.store.store import Header
from pennyflick.server.wire.messages import Onward, TaskStanding

Asked = TypeVar("Asked", bound=Task)


@dataclass(frozen=True)
class Band:
    """What stands above the board before anything was flicked."""

    which: str  # a word before the sentence: the title, or how manieth of how many
    says: str
    back: str  # the address of the page from which it was begun
    marks: str = ""


class Course(Protocol):
    """A kind of task."""

    async def table(self, request: Request, game: str, key: str, number: int, hand: str) -> Table:
        """Where a try begins; 404 where there is nothing of that name."""

    def replying(self, header: Header, attempt: Attempt) -> Task | None:
        """The task whose written replies the server gives; None: there are none."""

    async def settled(self, request: Request, header: Header, match: Match, way: str) -> Try | None:
        """What is kept of the try, which has all its actions; None: it is not over."""

    async def band(self, request: Request, header: Header, attempt: Attempt) -> Band:
        """What is asked."""

    async def standing(self, request: Request, header: Header, tries: list[Try], last: Try | None) -> TaskStanding:
        """How it stands; `tries` are all that are kept, `last` is this one, or it is not over."""


def found(what: Asked | None, key: str) -> Asked:
    """What was named; 404 where it is not there."""
    if what is None:
        raise HTTPException(404, f"There is nothing to try that is called {key!r}; it may have been renamed.")
    return what


def attempt(header: Header) -> Attempt:
    """Which try a header is; it is one."""
    told = attempt_of(header)
    assert told is not None, f"match {header.id} is no try"
    return told


def refereed(request: Request, header: Header, task: Task, match: Match, way: str) -> Try | None:
    """What the referee says of a try of this browser; None: it is not over."""
    return try_of(header, task, match, way, browser_of(request).holder, service_of(request).settings.clock())


async def tries_of(request: Request, kind: str, game: str, key: str) -> list[Try]:
    """What this browser has tried of it."""
    return await service_of(request).store.tries(browser_of(request).holder, kind, game, key)


def once_more(header: Header, words: str = "Once more", hand: str = "") -> Onward:
    """The next try of the same."""
    told = attempt(header)
    return Onward(words, action=f"/learn/{header.game}/{told.kind}/{told.key}/try", hand=hand)

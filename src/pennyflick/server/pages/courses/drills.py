"""Drills: the same task again and again, in rows; the next try comes by itself."""

from __future__ import annotations

from starlette.requests import Request

from pennyflick.lessons.kinds import Drill
from pennyflick.lessons.trying import game_of
from pennyflick.match.referee import Match
from pennyflick.server.pages.courses.course import Band, attempt, found, once_more, refereed, tries_of
from pennyflick.server.pages.request import service_of
from pennyflick.server.play.drills import LAST, counted, drill_of, row_of
from pennyflick.server.play.tasks import Attempt, Table
from pennyflick.server.store.practice import DRILL, Try
from pennyflick.server.store.store import Header
from pennyflick.server.wire.messages import Onward, TaskStanding

_MARKS = "○●"  # not done, done


class Drills:
    """Positions by turns, with the drill's own hand."""

    async def table(self, request: Request, game: str, key: str, number: int, hand: str) -> Table:
        """The next position."""
        drill = named(game, key)
        seed = service_of(request).settings.new_seed()
        return Table(game_of(game, drill.options), drill.position(number - 1), drill.hand, seed)

    def replying(self, header: Header, attempt: Attempt) -> Drill | None:
        """The drill: its `replies` are those of the other side."""
        return named(header.game, attempt.key)

    async def settled(self, request: Request, header: Header, match: Match, way: str) -> Try | None:
        """What the referee says of it."""
        drill = named(header.game, attempt(header).key)
        return refereed(request, header, drill, match, way)

    async def band(self, request: Request, header: Header, attempt: Attempt) -> Band:
        """How manieth of the row, and the task."""
        drill = named(header.game, attempt.key)
        row = row_of(drill, await tries_of(request, DRILL, header.game, drill.id))
        return Band(f"{len(row) + 1} of {drill.tries}", drill.task, address(drill), marks(drill, row))

    async def standing(self, request: Request, header: Header, tries: list[Try], last: Try | None) -> TaskStanding:
        """What it counted; the next try, or what the row came to."""
        drill = named(header.game, attempt(header).key)
        if last is None:
            return TaskStanding("open", drill.task)
        row = row_of(drill, tries)
        whole = row or tuple(counted(each) for each in tries[-drill.tries :])
        state, says = "done" if last.done else "failed", f"{_says(drill, counted(last))} {_sum(drill, whole)}"
        if row:
            return TaskStanding(
                state, f"{says} so far.", marks(drill, whole), [once_more(header, "Next")], by_itself=True
            )
        onward = [Onward("See how it went", href=address(drill)), once_more(header, "Another row")]
        return TaskStanding(state, f"The row is full. {says}.", marks(drill, whole), onward)


def named(game: str, key: str) -> Drill:
    """A drill by its id; 404 where there is none."""
    return found(drill_of(game, key), key)


def marks(drill: Drill, row: tuple[int, ...]) -> str:
    """What the latest tries of a row counted, a sign each; the sum is told in words beside it."""
    signs = [str(count) if drill.counts else _MARKS[bool(count)] for count in row]
    before = ["…"] if len(signs) > LAST else []
    return (" " if drill.counts else "").join([*before, *signs[-LAST:]])


def _says(drill: Drill, count: int) -> str:
    if drill.counts:
        return f"{count} this time."
    return "Yes." if count else "Not this time."


def _sum(drill: Drill, row: tuple[int, ...]) -> str:
    if drill.counts:
        return f"{sum(row)} in {len(row)} turn{'' if len(row) == 1 else 's'}"
    return f"{sum(row)} of {len(row)}"


def address(drill: Drill) -> str:
    """Of a drill's own page."""
    return f"/learn/{drill.game}/drill/{drill.id}"

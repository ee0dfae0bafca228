"""The flick of a day at the table: three tries with the hand that all have in common, a grade each."""

from __future__ import annotations

from datetime import UTC, date
from typing import NoReturn

from starlette.exceptions import HTTPException
from starlette.requests import Request

from pennyflick.lessons.daily import FIRST, TRIES, Grade, Graded, asked_on, graded, length_words, number_of, streak
from pennyflick.lessons.kinds import Day, Task
from pennyflick.match.referee import Match
from pennyflick.server.pages.courses.course import Band, attempt, refereed, tries_of
from pennyflick.server.pages.games import title
from pennyflick.server.pages.request import browser_of, service_of
from pennyflick.server.play.daily import Dated, dated, days_flicked, grade_of, with_grade
from pennyflick.server.play.tasks import Attempt
from pennyflick.server.store.practice import DAILY, Try
from pennyflick.server.store.store import Header
from pennyflick.server.wire.messages import Json, Onward, TaskStanding

_WORDS = {
    Grade.DONE: "Done",
    Grade.HELD: "Not done, but you stand no worse than before",
    Grade.MISSED: "Not done",
}


class Daily:
    """The same position for everybody; a table of it is opened by `/daily/try` alone."""

    async def table(self, request: Request, game: str, key: str, number: int, hand: str) -> NoReturn:
        """Nowhere: who asks here asks past the three tries."""
        raise HTTPException(404, "The flick of a day is tried from its own page, /daily.")

    def replying(self, header: Header, attempt: Attempt) -> Task | None:
        """Nobody replies to one flick."""
        return None

    async def settled(self, request: Request, header: Header, match: Match, way: str) -> Try | None:
        """What the referee says of it, and what it is worth."""
        day = _asked(attempt(header))
        row = refereed(request, header, day, match, way)
        return None if row is None else with_grade(row, graded(day, match))

    async def band(self, request: Request, header: Header, attempt: Attempt) -> Band:
        """How manieth of three, and the task."""
        told = _dated(attempt)
        which = "Practice" if told.again else f"{attempt.number} of {TRIES}"
        earlier = [] if told.again else await _earlier(request, header)
        return Band(which, _asked(attempt).task, _page(request, told.day), marks(earlier))

    async def standing(self, request: Request, header: Header, tries: list[Try], last: Try | None) -> TaskStanding:
        """The grade; the next try, or everybody's flick."""
        told = attempt(header)
        if last is None:
            return TaskStanding("open", _asked(told).task)
        state, says = "done" if last.done else "failed", f"{grade_words(grade_of(last))}."
        if _dated(told).again:
            return TaskStanding(state, says, "", [Onward("Once more", action=f"/daily/{_dated(told).day}/try")])
        return TaskStanding(state, says, marks(tries), [_onward(request, told)])


def today(request: Request) -> date:
    """The date of the flick that everybody is asked now; before the first day it is the first."""
    return max(service_of(request).settings.clock().astimezone(UTC).date(), FIRST)


async def card(request: Request) -> Json:
    """What the home page says of today's."""
    day = today(request)
    asked, store = asked_on(day), service_of(request).store
    tries = await tries_of(request, DAILY, asked.game, Dated(day).key)
    return {
        "number": number_of(day),
        "title": title(asked.game),
        "game": asked.game,
        "marks": marks(tries),
        "flicked": len(tries),
        "tries": TRIES,
        "streak": streak(days_flicked(await store.progress(browser_of(request).holder)), day),
    }


def marks(tries: list[Try]) -> str:
    """What tries came to, a sign each, in their order."""
    return "".join(grade_of(each).grade.value for each in sorted(tries, key=number_in_day))


def number_in_day(try_: Try) -> int:
    """Which of its day's tries it is, from 1."""
    return int(try_.more["number"])


def grade_words(grade: Graded) -> str:
    """What a try came to, in words."""
    words = _WORDS[grade.grade]
    return words if grade.spare_mm is None else f"{words}, with {length_words(grade.spare_mm)} to spare"


def _dated(attempt: Attempt) -> Dated:
    """The day of a try; 404 where the list has none for it."""
    told = dated(attempt.key)
    if told is None or told.day < FIRST:
        raise HTTPException(404, f"There is no flick of the day {attempt.key!r}.")
    return told


def _asked(attempt: Attempt) -> Day:
    return asked_on(_dated(attempt).day)


async def _earlier(request: Request, header: Header) -> list[Try]:
    tries = await tries_of(request, DAILY, header.game, attempt(header).key)
    return [each for each in tries if number_in_day(each) < attempt(header).number]


def _page(request: Request, day: date) -> str:
    return "/daily" if day == today(request) else f"/daily/{day}"


def _onward(request: Request, told: Attempt) -> Onward:
    if told.number < TRIES and _dated(told).day == today(request):
        return Onward(f"Try {told.number + 1} of {TRIES}", action="/daily/try")
    return Onward("Everybody's flick", href=_page(request, _dated(told).day))

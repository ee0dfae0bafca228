"""A flick a day: today's page with its three tries, older days, and everybody's flick."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pennyflick.lessons.daily import FIRST, TRIES, asked_on, begun_on, number_of, pasted, streak
from pennyflick.lessons.kinds import Day
from pennyflick.server.pages.courses.course import tries_of
from pennyflick.server.pages.courses.daily import grade_words, number_in_day, today
from pennyflick.server.pages.forms import read_form
from pennyflick.server.pages.games import title
from pennyflick.server.pages.pages import render
from pennyflick.server.pages.pictures import picture
from pennyflick.server.pages.previews import game_preview
from pennyflick.server.pages.request import absolute, browser_of, person_of, service_of
from pennyflick.server.pages.tasks import standing_of
from pennyflick.server.play.daily import Dated, dated, days_flicked, everybody, grade_of, table_again, table_of
from pennyflick.server.play.in_turn import in_turn
from pennyflick.server.play.starting import Start
from pennyflick.server.play.tasks import Attempt, next_number
from pennyflick.server.store.practice import DAILY, Try
from pennyflick.server.store.store import Header, StoreError
from pennyflick.server.wire.messages import Json, WireGhosts, encoded

_SEE_OTHER = 303


async def page(request: Request) -> Response:
    """Today's flick."""
    day = today(request)
    if day > FIRST:
        await _tried(request, day - timedelta(days=1))  # whoever closed the page in mid-shot yesterday keeps his row
    return await _page(request, day)


async def on_day(request: Request) -> Response:
    """The flick of a day: to look at, and, once it is over, to try for practice."""
    return await _page(request, _day(request))


async def try_it(request: Request) -> Response:
    """The next of today's tries; one that was opened and not flicked goes on."""
    await read_form(request, service_of(request).settings.limits)
    return await _next_try(request, today(request))


async def try_day(request: Request) -> Response:
    """A try at an older day, for practice; at today's one that counts."""
    service, day = service_of(request), _day(request)
    await read_form(request, service.settings.limits)
    if day == today(request):
        return await _next_try(request, day)
    number = next_number(await tries_of(request, DAILY, asked_on(day).game, Dated(day, again=True).key))
    name, holder = person_of(request).name, browser_of(request).holder
    return _to(await _opened(request, table_again(day, number, name, service.settings, holder)))


async def flicks(request: Request) -> Response:
    """Everybody's flick, for whoever has made his own last try, and for all when the day is over."""
    service, day = service_of(request), _day(request)
    if not _may_see(request, day, await _tried(request, day)):
        raise HTTPException(403, "Everybody's flick is shown after your own last try.")
    await service.readiness.wait()
    body = encoded(await _everybody(request, day))
    return Response(body, media_type="application/json", headers={"cache-control": "no-store"})


async def _everybody(request: Request, day: date) -> WireGhosts:
    """As many as are shown, one's own among them whenever they were made."""
    service, holder = service_of(request), browser_of(request).holder
    all_of_it = await service.store.of_day(Dated(day).key, service.settings.limits.day_flicks)
    own = await tries_of(request, DAILY, asked_on(day).game, Dated(day).key)
    tries = {each.id: each for each in (*all_of_it, *own)}
    return await in_turn(everybody, day, list(tries.values()), holder)


# Tries --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Tried:
    """One's own tries at a day."""

    kept: list[Try]  # in their order
    flicked: set[int]  # numbers, those included of which nothing could be kept
    open: Header | None  # one that was opened and not flicked

    @property
    def over(self) -> bool:
        return len(self.flicked) >= TRIES


async def _tried(request: Request, day: date) -> _Tried:
    """By the matches that were flicked, whatever page was closed before it could tell so."""
    service, asked, key = service_of(request), asked_on(day), Dated(day).key
    kept = await tries_of(request, DAILY, asked.game, key)
    numbers, waiting = {number_in_day(each) for each in kept}, None
    for attempt in (Attempt(DAILY, key, number) for number in range(1, TRIES + 1) if number not in numbers):
        for header in await service.store.practice_matches(browser_of(request).holder, attempt.text):
            if await service.store.version(header.id, 1) is None:
                waiting = header
            else:
                await _settle(request, header, attempt)
                numbers.add(attempt.number)
    kept = await tries_of(request, DAILY, asked.game, key)
    return _Tried(sorted(kept, key=number_in_day), numbers, waiting)


async def _settle(request: Request, header: Header, attempt: Attempt) -> None:
    service = service_of(request)
    await service.readiness.wait()
    live = await service.matches.get(header.id)
    if live is not None:  # else it was deleted: it counts all the same
        await standing_of(request, live, attempt, "")


async def _next_try(request: Request, day: date) -> Response:
    service, tried = service_of(request), await _tried(request, day)
    if tried.open is not None:
        return _to(tried.open.id)
    if tried.over:
        raise HTTPException(409, f"Your {TRIES} tries of today are made; the next flick comes at midnight, UTC.")
    number = min(set(range(1, TRIES + 1)) - tried.flicked)
    name, holder = person_of(request).name, browser_of(request).holder
    return _to(await _opened(request, table_of(day, number, name, service.settings, service.secret, holder)))


async def _opened(request: Request, start: Start) -> str:
    """The id of the table; who asks for the same try twice at once gets the same."""
    service, match = service_of(request), start.new.header.id
    try:
        await service.matches.add(start)
    except StoreError:
        if await service.store.header(match) is None:
            raise
    return match


# The page -----------------------------------------------------------------------------------------------------------


async def _page(request: Request, day: date) -> Response:
    service, asked, tried = service_of(request), asked_on(day), await _tried(request, day)
    in_a_row = streak(days_flicked(await service.store.progress(browser_of(request).holder)), day)
    context = {
        "day": _told(request, day, asked),
        "board": await in_turn(_board, asked),
        "tries": [_row(tried, number) for number in range(1, TRIES + 1)],
        "next": "" if tried.over else _next_words(tried),
        "streak": in_a_row,
        "line": _line(request, day, asked, tried, in_a_row) if tried.over else "",
        "ghosts": f"/daily/{day}/flicks.json" if _may_see(request, day, tried) else "",
        "preview": {
            **game_preview(request, asked.game),
            "title": f"A flick a day, {number_of(day)}",
            "line": asked.task,
        },
    }
    return render(request, "daily.html", context)


def _told(request: Request, day: date, asked: Day) -> Json:
    now = today(request)
    return {
        "date": day.isoformat(),
        "words": f"{day:%A}, {day.day} {day:%B %Y}",
        "number": number_of(day),
        "game": asked.game,
        "title": title(asked.game),
        "task": asked.task,
        "today": day == now,
        "before": (day - timedelta(days=1)).isoformat() if day > FIRST else "",
        "after": (day + timedelta(days=1)).isoformat() if day < now else "",
    }


def _board(asked: Day) -> Markup:
    match = begun_on(asked)
    return Markup(picture(match.game, match.position.layout))


def _row(tried: _Tried, number: int) -> Json:
    found = next((each for each in tried.kept if number_in_day(each) == number), None)
    if found is None:
        return {"number": number, "made": False, "mark": "·", "words": "not made yet"}
    grade = grade_of(found)
    return {"number": number, "made": True, "mark": grade.grade.value, "words": grade_words(grade)}


def _next_words(tried: _Tried) -> str:
    number = min(set(range(1, TRIES + 1)) - tried.flicked)
    return f"Go on with try {number}" if tried.open else f"Try {number} of {TRIES}"


def _line(request: Request, day: date, asked: Day, tried: _Tried, in_a_row: int) -> str:
    link = absolute(request, f"/daily/{day}")
    return pasted(day, title(asked.game), [grade_of(each) for each in tried.kept], in_a_row, link)


def _may_see(request: Request, day: date, tried: _Tried) -> bool:
    return tried.over or day < today(request)


def _day(request: Request) -> date:
    """The day that the address names; 404 where it is none, or still to come."""
    told = request.path_params["day"]
    found = dated(told)
    if found is None or found.again:
        raise HTTPException(404, f"{told[:20]!r} is no day; write it like {FIRST}.")
    if found.day < FIRST:
        raise HTTPException(404, f"The first flick of a day is that of {FIRST}.")
    if found.day > today(request):
        raise HTTPException(404, f"The flick of {found.day} is still to come.")
    return found.day


def _to(match: str) -> Response:
    return RedirectResponse(f"/match/{match}", _SEE_OTHER)

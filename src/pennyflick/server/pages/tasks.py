"""Tries at the table: the next one is opened, and settled when it is over, whatever kind it is."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pennyflick.match.referee import Match
from pennyflick.server.pages.courses.course import Course, tries_of
from pennyflick.server.pages.courses.daily import Daily
from pennyflick.server.pages.courses.drills import Drills
from pennyflick.server.pages.courses.lessons import Lessons
from pennyflick.server.pages.courses.puzzles import Puzzles
from pennyflick.server.pages.forms import read_form
from pennyflick.server.pages.request import browser_of, game_of, match_of, person_of, seats_of, service_of
from pennyflick.server.play.in_turn import in_turn
from pennyflick.server.play.keeping import played_again
from pennyflick.server.play.live import Live
from pennyflick.server.play.tasks import Attempt, attempt_of, next_number, reply, table_for
from pennyflick.server.store.practice import DAILY, DRILL, LESSON, PUZZLE
from pennyflick.server.store.store import Header
from pennyflick.server.wire.messages import Done, Json, TaskStanding, encoded

_SEE_OTHER = 303
COURSES: Mapping[str, Course] = {LESSON: Lessons(), DRILL: Drills(), PUZZLE: Puzzles(), DAILY: Daily()}


async def try_it(request: Request) -> Response:
    """The next try, on a table of its own."""
    service, game, key = service_of(request), game_of(request), request.path_params["key"]
    form = await read_form(request, service.settings.limits)
    kind, course = _course(request.path_params["kind"])
    number = next_number(await tries_of(request, kind, game, key))
    table = await course.table(request, game, key, number, form.get("hand", ""))
    name, holder = person_of(request).name, browser_of(request).holder
    start = table_for(Attempt(kind, key, number), table, name, service.settings, holder)
    return RedirectResponse(f"/match/{(await service.matches.add(start)).id}", _SEE_OTHER)


async def tried(request: Request) -> Response:
    """How a try stands: the other side's written answers are given, and what is over is kept."""
    service, live = service_of(request), await match_of(request)
    form = await read_form(request, service.settings.limits)
    attempt = attempt_of(live.header)
    if attempt is None:
        raise HTTPException(404, "Nothing is tried in this match.")
    if not await seats_of(request, live.id):
        raise HTTPException(403, "Only whoever tries it is told how it stands.")
    standing = await standing_of(request, live, attempt, form.get("way", ""))
    return Response(encoded(standing), media_type="application/json", headers={"cache-control": "no-store"})


async def standing_of(request: Request, live: Live, attempt: Attempt, way: str) -> TaskStanding:
    """How a try stands; whoever asks twice is told the same, and it is kept once."""
    service, (kind, course) = service_of(request), _course(attempt.kind)
    match = await _replied(request, live, course, attempt)
    settled = await course.settled(request, live.header, match, way)
    if settled is not None:
        await service.store.add_try(settled, service.settings.limits.tries_of_each)
    tries = await tries_of(request, kind, live.header.game, attempt.key)
    kept = None if settled is None else next((each for each in tries if each.id == settled.id), settled)
    return await course.standing(request, live.header, tries, kept)


async def band(request: Request, header: Header) -> Json | None:
    """What the table of a try says; None: it is none, or there is no such task any more."""
    attempt = attempt_of(header)
    if attempt is None or attempt.kind not in COURSES:
        return None
    try:
        told = await COURSES[attempt.kind].band(request, header, attempt)
    except HTTPException:  # it was renamed since: the match can still be looked at
        return None
    return {"which": told.which, "says": told.says, "back": told.back, "marks": told.marks, "kind": attempt.kind}


async def _replied(request: Request, live: Live, course: Course, attempt: Attempt) -> Match:
    """The match with all its actions, the other side's written answers included."""
    service, task = service_of(request), course.replying(live.header, attempt)
    while True:
        match = await in_turn(played_again, live.header, await service.matches.versions(live))
        change = None if task is None else reply(task, match, live.version)
        if change is None or not isinstance(await service.desk.play(live, change), Done):
            return match


def _course(kind: str) -> tuple[str, Course]:
    if kind not in COURSES:
        raise HTTPException(404, f"There is nothing to try of the kind {kind!r}; there are {', '.join(COURSES)}.")
    return kind, COURSES[kind]

"""What pages send: new matches, records, rematches, branches, deletions."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pennyflick.server.pages.forms import read_form, read_sent
from pennyflick.server.pages.hands import hand_of
from pennyflick.server.pages.names import own_name
from pennyflick.server.pages.pages import matches_page, new_page, play_fields
from pennyflick.server.pages.pasted import Pasted, pasted
from pennyflick.server.pages.request import browser_of, client_of, game_of, match_of, person_of, seats_of, service_of
from pennyflick.server.pages.service import Service
from pennyflick.server.play import starting
from pennyflick.server.play.elsewhere import OverBudgetError
from pennyflick.server.play.live import Live
from pennyflick.server.play.practice import Tried, meanwhile, practice, step_of
from pennyflick.server.play.starting import FormError, Fresh
from pennyflick.server.play.vacancies import VacancyError
from pennyflick.server.play.wishes import shared

_SEE_OTHER = 303


async def new_match(request: Request) -> Response:
    """A new match from the form."""
    service, name = service_of(request), game_of(request)
    form = await read_form(request, service.settings.limits)
    holder = browser_of(request).holder
    try:
        start = starting.from_form(name, await _with_own_name(request, form), service.settings, holder)
        if start.open_seats:
            await _must_have_room(service, holder)
        live = await _begun(service, start, holder, _span(form))
    except FormError as error:
        return new_page(request, name, form, error.sentences)
    except VacancyError as error:
        return new_page(request, name, form, (str(error),))
    return _to(f"/match/{live.id}")


def _span(form: Mapping[str, str]) -> str:
    """For how long the open seats are left to whoever comes; empty: they are not."""
    return form.get("leave") or "1h" if form.get("seating") == starting.ANYBODY else ""


async def _begun(service: Service, start: starting.Start, holder: str, span: str) -> Live:
    """The match, its open seats perhaps left to whoever comes; raises VacancyError before anything is stored."""
    if not span:
        return await service.matches.add(start)
    await service.vacancies.must_be_possible(holder, span)
    live = await service.matches.add(start)
    await service.vacancies.leave(live, holder, span)
    return live


async def _with_own_name(request: Request, form: Mapping[str, str]) -> Mapping[str, str]:
    """One's own name need be told only once; it is remembered where others will read it. Raises FormError."""
    alone = form.get("seating") == starting.SCREEN
    field = f"name.{'one' if alone else form.get('side') or 'one'}"
    told = form.get(field, "")
    if form.get("seating") in {starting.FRIEND, starting.ANYBODY}:
        return {**form, field: await own_name(request, told)}
    return {**form, field: told.strip() or person_of(request).name}


async def _must_have_room(service: Service, holder: str) -> None:
    most = service.settings.limits.open_tables
    if await service.store.open_tables(holder) >= most:
        raise FormError(f"{most} tables of yours wait for somebody to sit down; delete one of them first.")


async def practise(request: Request) -> Response:
    """A board to practise on until the others come."""
    service, live = service_of(request), await match_of(request)
    await _must_hold(request, live.id)
    if not live.open_seats:
        return _to(f"/match/{live.id}")
    seats = await seats_of(request, live.id)
    hand = live.header.hands.get(seats[0])
    start = meanwhile(live.header, service.settings, hand, browser_of(request).holder)
    return _to(f"/match/{(await service.matches.add(start)).id}")


async def call_me(request: Request) -> Response:
    """Whoever waits at a table says his name, so that those he invites know who it is."""
    service, live = service_of(request), await match_of(request)
    await _must_hold(request, live.id)
    form = await read_form(request, service.settings.limits)
    try:
        name = await own_name(request, form.get("name", ""))
    except FormError as error:
        raise HTTPException(422, str(error)) from None
    if await service.store.vacancy(live.id) is None:  # strangers are not told
        await service.seats.call(live, (await seats_of(request, live.id))[0], name)
    return _to(f"/match/{live.id}")


async def learn(request: Request) -> Response:
    """A flick of a game's first minute; after the last of them a match begins."""
    service, name = service_of(request), game_of(request)
    form = await read_form(request, service.settings.limits)
    tried = Tried(_small(form, "step"), _small(form, "attempt"))
    step = step_of(name, tried)
    holder = browser_of(request).holder
    start = (
        starting.from_form(name, await _own_fields(request, name), service.settings, holder)
        if step is None
        else practice(name, step, tried, service.settings, holder)
    )
    return _to(f"/match/{(await service.matches.add(start)).id}")


async def _own_fields(request: Request, name: str) -> Mapping[str, str]:
    """What *Play* sends for this person."""
    return await _with_own_name(request, play_fields(name, hand_of(person_of(request))))


def _small(form: Mapping[str, str], field: str) -> int:
    """A number from 1 to 9, 1 where the form says nothing."""
    told = form.get(field) or "1"
    if told not in tuple("123456789"):
        raise HTTPException(422, f"The {field} of a lesson is a number from 1 to 9, not {told[:20]!r}.")
    return int(told)


async def open_record(request: Request) -> Response:
    """A pasted or uploaded record becomes a match to look at."""
    service = service_of(request)
    limits = service.settings.limits
    sent = await read_sent(request, limits.record_bytes, limits.body_s)
    await service.readiness.wait()
    fresh, holder = Fresh.by(service.settings), browser_of(request).holder
    try:
        found = await service.elsewhere(client_of(request), pasted, sent, limits, fresh, holder)
    except OverBudgetError:
        sentence = f"Replaying this record takes longer than {limits.elsewhere_s:g} s, and was given up."
        found = Pasted("", None, 422, sentence)
    if found.start is None:
        return await matches_page(request, found.text, found.sentence, found.status)
    live = await service.matches.add(found.start)
    return _to(f"/match/{live.id}/replay")


async def rematch(request: Request) -> Response:
    """The same again, the other side starting; between people it is wished for at the table."""
    service, live = service_of(request), await match_of(request)
    await _must_hold(request, live.id)
    if shared(await service.store.holders(live.id)):
        raise HTTPException(409, "A rematch begins when all who play want it: wish for it at the table.")
    start = starting.rematch(live.header, service.settings, browser_of(request).holder)
    return _to(f"/match/{(await service.matches.add(start)).id}")


async def branch(request: Request) -> Response:
    """Try again from an earlier moment: a match of its own."""
    service, live = service_of(request), await match_of(request)
    after = (await read_form(request, service.settings.limits)).get("after", "")
    if not (after.isascii() and after.isdigit() and len(after) < 7):
        raise HTTPException(422, f"Say after which action to try again, as a whole number, not {after[:20]!r}.")
    versions = await service.matches.versions(live)
    try:
        start = starting.branched(live.header, versions, int(after), service.settings, browser_of(request).holder)
    except FormError as error:
        raise HTTPException(422, str(error)) from None
    return _to(f"/match/{(await service.matches.add(start)).id}")


async def delete(request: Request) -> Response:
    """Take a match off one's own list; for some minutes it can be brought back."""
    service, match = service_of(request), request.path_params["id"]
    form = await read_form(request, service.settings.limits)
    if await service.store.header(match) is None:
        raise HTTPException(404, "There is no such match; it may have been deleted.")
    await _must_hold(request, match)
    await sweep(service)
    await service.matches.unlist(match, browser_of(request).holder, service.settings.clock())
    return _to(_list(form))


async def restore(request: Request) -> Response:
    """Bring back a match that was deleted by mistake."""
    service, match = service_of(request), request.path_params["id"]
    form = await read_form(request, service.settings.limits)
    holder = browser_of(request).holder
    if match not in [row.header.id for row in await service.store.put_away(holder)]:
        raise HTTPException(404, "There is no such match to bring back; it may be gone for good.")
    await service.store.restore(match, holder)
    return _to(_list(form))


async def sweep(service: Service) -> None:
    """Forget for good what was deleted or practised long enough ago."""
    now, limits = service.settings.clock(), service.settings.limits
    await service.store.sweep(now - timedelta(seconds=limits.deleted_s), now - timedelta(seconds=limits.practice_s))
    pleaded, sent = timedelta(seconds=limits.pleaded_s), timedelta(seconds=limits.sent_s)
    await service.store.sweep_people(now, now - pleaded, now - sent)


def _list(form: Mapping[str, str]) -> str:
    """The list from which it was asked."""
    return "/" if form.get("back") == "/" else "/matches"


async def _must_hold(request: Request, match: str) -> None:
    if not await seats_of(request, match):
        raise HTTPException(403, "This match belongs to another browser.")


def _to(address: str) -> Response:
    return RedirectResponse(address, _SEE_OTHER)

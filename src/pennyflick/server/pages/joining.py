"""Sitting down by a link. Law: opening the link changes nothing, for chat apps open it too; only the button does."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pennyflick.server.pages.forms import read_form
from pennyflick.server.pages.pages import HANDS, render, vars_of
from pennyflick.server.pages.request import browser_of, service_of
from pennyflick.server.pages.times import time_sentence
from pennyflick.server.play.invitations import TOKEN, hashed
from pennyflick.server.play.live import Live
from pennyflick.server.play.seats import Sitter
from pennyflick.server.play.starting import FormError, told_hand, told_name
from pennyflick.server.play.viewers import headings, viewer_of
from pennyflick.server.store.store import Invitation, SeatTakenError

_SEE_OTHER = 303
_HEADERS = {"cache-control": "no-store", "referrer-policy": "no-referrer"}  # the address holds the token


async def join(request: Request) -> Response:
    """The table to which a link invites: the game, its options, who invites, and one button."""
    return await _page(request, await _invitation(request))


async def sit_down(request: Request) -> Response:
    """Spend the token, take the seat, and leave the address that holds it."""
    service, invitation = service_of(request), await _invitation(request)
    form = await read_form(request, service.settings.limits.form_bytes)
    try:
        who = await _sitter(request, form)
    except FormError as error:
        return await _page(request, invitation, error.sentences)
    try:
        live = await service.seats.sit(invitation.match, invitation.seat, who)
    except SeatTakenError:
        return await _page(request, dataclasses.replace(invitation, spent=True))
    if live is None:
        raise _gone()
    return RedirectResponse(f"/match/{live.id}", _SEE_OTHER)


async def _sitter(request: Request, form: Mapping[str, str]) -> Sitter:
    """Whoever sits down; his name is remembered for the next time."""
    store, holder = service_of(request).store, browser_of(request).holder
    name, hand = told_name(form.get("name", "")), told_hand(form.get("hand", ""))
    known = await store.person(holder)
    if name and name != known.name:
        await store.keep_person(dataclasses.replace(known, name=name))
    return Sitter(holder, name, hand)


async def _invitation(request: Request) -> Invitation:
    token = request.path_params["token"]
    found = await service_of(request).store.invitation(hashed(token)) if TOKEN.fullmatch(token) else None
    if found is None:
        raise _gone()
    return found


def _gone() -> HTTPException:
    return HTTPException(404, "This invitation leads nowhere: the table is gone, or the link is not whole.")


async def _page(request: Request, invitation: Invitation, errors: tuple[str, ...] = ()) -> Response:
    service, holder = service_of(request), browser_of(request).holder
    live = await service.matches.get_now(invitation.match)
    if live is None:
        raise _gone()
    person = await service.store.person(holder)
    context = {
        "table": _table(live),
        "seat": invitation.seat,
        "spent": invitation.spent,
        "yours": await service.store.seats(live.id, holder),
        "person": vars_of(person),
        "hands": HANDS,
        "errors": list(errors),
    }
    response = render(request, "join.html", context, 422 if errors else 200)
    response.headers.update(_HEADERS)
    return response


def _table(live: Live) -> dict[str, object]:
    """What somebody may know of a table before he sits down."""
    names = headings(viewer_of(live.header, ()))
    return {
        "id": live.id,
        "game": live.header.game,
        "title": live.match.game.title,
        "options": dict(live.header.options),
        "names": names,
        "open": list(live.open_seats),
        "time": time_sentence(live.header.terms.time),
    }

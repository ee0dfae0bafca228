"""Sitting down by a link. Law: opening the link changes nothing, for chat apps open it too; only the button does."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pennyflick.server.pages.forms import read_form
from pennyflick.server.pages.hands import DEFAULT_HAND, hand_of, hands_offered
from pennyflick.server.pages.inviting import table_of
from pennyflick.server.pages.names import own_name
from pennyflick.server.pages.pages import render, vars_of
from pennyflick.server.pages.previews import join_preview
from pennyflick.server.pages.request import browser_of, match_of, person_of, seats_of, service_of
from pennyflick.server.play.invitations import TOKEN, hashed
from pennyflick.server.play.live import Live
from pennyflick.server.play.pleas import PleaError
from pennyflick.server.play.seats import Sitter
from pennyflick.server.play.starting import EXACT, FormError, told_hand, told_name
from pennyflick.server.play.viewers import may_look
from pennyflick.server.store.store import PERSON, Invitation, SeatTakenError
from pennyflick.table import Seat

_SEE_OTHER = 303
_ASK_AGAIN_S = "3"
# The address holds the token: nothing keeps the page, and no Referer tells more than our own origin. Not no-referrer:
# browsers would then send the form with the Origin "null", which the guard refuses.
_HEADERS = {"cache-control": "no-store", "referrer-policy": "strict-origin"}


async def join(request: Request) -> Response:
    """The table to which a link invites: the game, its options, who invites, and one button."""
    invitation = await _invitation(request)
    return await _page(request, invitation, await _table(request, invitation))


async def sit_down(request: Request) -> Response:
    """Spend the token, take the seat, and leave the address that holds it."""
    service, invitation = service_of(request), await _invitation(request)
    live = await _table(request, invitation)
    form = await read_form(request, service.settings.limits)
    yours = await seats_of(request, live.id)
    if invitation.seat not in yours:
        if not _may_sit(invitation.seat, yours):
            return await _page(request, invitation, live)
        try:
            who = await _sitter(request, form, live)
            await service.vacancies.take_back(live)  # a friend has come: no stranger is waited for, and names are names
            await service.seats.sit(live.id, invitation.seat, who)
        except FormError as error:
            return await _page(request, invitation, live, error.sentences)
        except SeatTakenError:
            return await _page(request, dataclasses.replace(invitation, spent=True), live)
    return RedirectResponse(f"/match/{live.id}", _SEE_OTHER)


async def _sitter(request: Request, form: Mapping[str, str], live: Live) -> Sitter:
    """Whoever sits down, with his name and his hand. Raises FormError."""
    hand = told_hand(form.get("hand") or fitting_hand(live, hand_of(person_of(request))))
    holder, told = browser_of(request).holder, form.get("name", "")
    partner = bool(await service_of(request).store.seats(live.id, holder))  # who sits there already keeps his own name
    return Sitter(holder, told_name(told) if partner else await own_name(request, told), hand)


def _hands(live: Live, own: str) -> list[dict[str, str]]:
    """What may be chosen: exact where who invites plays exactly, for all do or none does; else any other."""
    return [hand for hand in hands_offered(own) if (hand["text"] == EXACT) == _plays_exactly(live)]


def _plays_exactly(live: Live) -> bool:
    seated = [seat for seat, player in live.header.players.items() if player == PERSON and seat not in live.open_seats]
    return any(seat not in live.header.hands for seat in seated)


def fitting_hand(live: Live, own: str) -> str:
    """The hand with which somebody sits down at a table: his own, where it goes with those who sit there."""
    if _plays_exactly(live):
        return EXACT
    return DEFAULT_HAND if own == EXACT else own


async def plead(request: Request) -> Response:
    """*I am Ann*: whoever plays there is asked, and the page waits for the answer."""
    service, invitation = service_of(request), await _invitation(request)
    live = await _table(request, invitation)
    form = await read_form(request, service.settings.limits)
    if not invitation.spent:
        raise _gone()
    try:
        await service.pleas.plead(live, form.get("seat", ""), browser_of(request).holder)
    except PleaError as error:
        return await _page(request, invitation, live, (str(error),))
    return RedirectResponse(f"/join/{request.path_params['token']}", _SEE_OTHER)


async def answer_plea(request: Request) -> Response:
    """Whoever sits at the table says whether the seat is his who pleads for it."""
    service, live = service_of(request), await match_of(request)
    form = await read_form(request, service.settings.limits)
    answer = form.get("answer", "")
    if answer not in ("yes", "no"):
        raise HTTPException(422, f"The answer is yes or no, not {answer[:20]!r}.")
    try:
        await service.pleas.answer(live, form.get("plea", ""), browser_of(request).holder, answer)
    except PleaError as error:
        raise HTTPException(409, str(error)) from None
    return RedirectResponse("/" if form.get("back") == "/" else f"/match/{live.id}", _SEE_OTHER)


async def _invitation(request: Request) -> Invitation:
    token = request.path_params["token"]
    found = await service_of(request).store.invitation(hashed(token)) if TOKEN.fullmatch(token) else None
    if found is None:
        raise _gone()
    return found


async def _table(request: Request, invitation: Invitation) -> Live:
    live = await service_of(request).matches.get_now(invitation.match)
    if live is None or live.deleted:
        raise _gone()
    return live


def _gone() -> HTTPException:
    return HTTPException(404, "This invitation leads nowhere: the table is gone, or the link is not whole.")


async def _page(request: Request, invitation: Invitation, live: Live, errors: tuple[str, ...] = ()) -> Response:
    service, holder = service_of(request), browser_of(request).holder
    person = await service.store.person(holder)
    yours = await service.store.seats(live.id, holder)
    asked = any(plea.holder == holder for plea in live.pleas)
    held = [seat for seat in await service.store.holders(live.id) if seat in live.header.players]
    context = {
        "table": table_of(live),
        "taken_by": live.header.names[invitation.seat] if invitation.spent else "",
        "yours": yours,
        "asked": asked,
        "held": {seat: live.header.names[seat] for seat in held},
        "token": request.path_params["token"],
        "may_sit": not invitation.spent and _may_sit(invitation.seat, yours),
        "watchable": may_look(live.header, yours),
        "person": vars_of(person),
        "hands": _hands(live, hand_of(person)),
        "hand": fitting_hand(live, hand_of(person)),
        "errors": list(errors),
        "preview": join_preview(request, live),
    }
    response = render(request, "join.html", context, 422 if errors else 200)
    response.headers.update(_HEADERS)
    if asked and not errors:
        response.headers["refresh"] = _ASK_AGAIN_S  # until whoever plays there has answered
    return response


def _may_sit(seat: str, yours: tuple[str, ...]) -> bool:
    """One browser, one seat; only partners may share a device."""
    return all(Seat.from_name(each).side is Seat.from_name(seat).side for each in yours)

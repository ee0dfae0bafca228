"""Seats left open: offered on the home page, taken by whoever comes first."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pennyflick.server.pages.forms import read_form
from pennyflick.server.pages.hands import hand_of
from pennyflick.server.pages.joining import fitting_hand
from pennyflick.server.pages.request import browser_of, match_of, person_of, seats_of, service_of
from pennyflick.server.play.starting import FormError, told_hand
from pennyflick.server.play.vacancies import VacancyError

_SEE_OTHER = 303


async def leave_open(request: Request) -> Response:
    """Leave the open seats of a table to whoever comes, for a while; an empty span takes them back."""
    service, live = service_of(request), await match_of(request)
    form = await read_form(request, service.settings.limits)
    if not await seats_of(request, live.id):
        raise HTTPException(403, "Only who waits at a table can leave its seat open.")
    try:
        if span := form.get("for", ""):
            await service.vacancies.leave(live, browser_of(request).holder, span)
        else:
            await service.vacancies.take_back(live)
    except VacancyError as error:
        raise HTTPException(409, str(error)) from None
    return RedirectResponse(f"/match/{live.id}", _SEE_OTHER)


async def take(request: Request) -> Response:
    """Sit down at a table where somebody waits."""
    service, live = service_of(request), await match_of(request)
    form = await read_form(request, service.settings.limits)
    if not await seats_of(request, live.id):
        try:
            hand = fitting_hand(live, told_hand(form.get("hand.me", "") or hand_of(person_of(request))))
            await service.vacancies.sit(live.id, browser_of(request).holder, hand)
        except VacancyError as error:
            raise HTTPException(409, str(error)) from None
        except FormError as error:
            raise HTTPException(422, str(error)) from None
    return RedirectResponse(f"/match/{live.id}", _SEE_OTHER)

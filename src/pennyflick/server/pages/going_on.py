"""Going on at another device. Law: opening the link changes nothing; only the button does."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pennyflick.server.pages.forms import read_form
from pennyflick.server.pages.games import title
from pennyflick.server.pages.inviting import code
from pennyflick.server.pages.pages import render
from pennyflick.server.pages.request import absolute, browser_of, match_of, seats_of, service_of
from pennyflick.server.play.invitations import TOKEN
from pennyflick.server.play.viewers import headings, viewer_of
from pennyflick.server.store.people import Handover, SpentError

_SEE_OTHER = 303
# the address holds the token: no page is told it. Not no-referrer: browsers would then post with the Origin "null"
_HEADERS = {"cache-control": "no-store", "referrer-policy": "strict-origin"}
_PASSED = "This link has been used, or its ten minutes are over. Ask the other device for a new one."


async def offer(request: Request) -> Response:
    """A link that fetches the seats of this match."""
    live = await match_of(request)
    if not await seats_of(request, live.id):
        raise HTTPException(403, "This browser has no seat at this table to hand over.")
    return await _offered(request, live.id)


async def offer_everything(request: Request) -> Response:
    """A link that fetches name, settings and every seat."""
    return await _offered(request, None)


async def arrive(request: Request) -> Response:
    """What the link would bring here."""
    found = await _found(request)
    holder = browser_of(request).holder
    context = {"what": await _what(request, found), "same": found.holder == holder, "everything": found.match is None}
    return _guarded(render(request, "arrive.html", context))


async def fetch(request: Request) -> Response:
    """Bring it here, and leave the address that holds the token."""
    service, found = service_of(request), await _found(request)
    await read_form(request, service.settings.limits)
    holder = browser_of(request).holder
    if found.holder != holder:
        try:
            await service.handing.fetch(request.path_params["token"], holder)
        except SpentError:
            raise HTTPException(410, _PASSED) from None
    return RedirectResponse("/me" if found.match is None else f"/match/{found.match}", _SEE_OTHER)


async def _offered(request: Request, match: str | None) -> Response:
    service = service_of(request)
    await read_form(request, service.settings.limits)
    token = await service.handing.offer(browser_of(request).holder, match)
    link = absolute(request, f"/go/{token}")
    context = {
        "link": link,
        "qr": code(link),
        "match": match,
        "minutes": round(service.settings.limits.handover_s / 60),
    }
    return _guarded(render(request, "handover.html", context))


async def _found(request: Request) -> Handover:
    token = request.path_params["token"]
    found = await service_of(request).handing.found(token) if TOKEN.fullmatch(token) else None
    if found is None:
        raise HTTPException(410, _PASSED)
    return found


async def _what(request: Request, found: Handover) -> str:
    """In a few words what would move."""
    store = service_of(request).store
    if found.match is None:
        name = (await store.person(found.holder)).name
        return f"everything of {name}" if name else "everything of the other device"
    header = await store.header(found.match)
    if header is None:
        raise HTTPException(410, _PASSED)
    return f"{title(header.game)}, {' – '.join(headings(viewer_of(header, ())).values())}"


def _guarded(response: Response) -> Response:
    response.headers.update(_HEADERS)
    return response

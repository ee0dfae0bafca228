"""The doorbell's own addresses: a browser asks to be rung, or not to be; the worker and the manifest it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pennyflick.server.pages.forms import read_form
from pennyflick.server.pages.request import absolute, browser_of, service_of
from pennyflick.server.push.delivery import EndpointError, endpoint_of
from pennyflick.server.push.sealing import ReaderError, reader
from pennyflick.server.store.store import PERSON, Bell, Header
from pennyflick.server.wire.messages import Json

_DAY = {"cache-control": "public, max-age=86400"}
_FRESH = {"cache-control": "no-cache"}  # a worker that was changed is taken up at once
_ICONS = (192, 512)


async def bell_of(request: Request) -> Json:
    """What a page needs to offer *Ring me*: the key to subscribe with, and whether the server rings this browser."""
    service = service_of(request)
    return {"key": service.doorbell.public_key, "on": bool(await service.store.bells(browser_of(request).holder))}


async def elsewhere_of(request: Request, header: Header, seats: Sequence[str]) -> Json | None:
    """What a table needs to offer *Tell Ann* and *Ring me*; None: this browser plays with nobody who is elsewhere."""
    people = {seat for seat, player in header.players.items() if player == PERSON}
    if not people & set(seats) or people <= set(seats):
        return None
    return {
        "address": absolute(request, f"/match/{header.id}"),
        "only_here": service_of(request).settings.reach is None,
        "bell": await bell_of(request),
    }


async def ring_me(request: Request) -> Response:
    """A browser can be rung there from now on; the same again changes nothing."""
    service = service_of(request)
    form = await read_form(request, service.settings.limits)
    bell = Bell(*(form.get(field, "") for field in ("endpoint", "p256dh", "auth")))
    try:
        endpoint_of(bell.endpoint, service.doorbell.reach)
        reader(bell.p256dh, bell.auth)
    except (EndpointError, ReaderError) as error:
        return PlainTextResponse(f"This browser cannot be rung: {error}.\n", 422)
    await service.store.keep_bell(browser_of(request).holder, bell, service.settings.limits.bells_per_person)
    return Response(status_code=204)


async def ring_no_more(request: Request) -> Response:
    """This browser is not rung any more."""
    await service_of(request).store.forget_bells(browser_of(request).holder)
    return Response(status_code=204)


async def worker(request: Request) -> Response:
    """The script that shows rings, at the root because it opens tables."""
    script = service_of(request).renderer.worker()
    return Response(script, media_type="text/javascript", headers=_FRESH)


async def manifest(request: Request) -> Response:
    """What a device needs to put the games on its home screen; some ring only what stands there."""
    return Response(
        _manifest(service_of(request).renderer.static), media_type="application/manifest+json", headers=_DAY
    )


def _manifest(static: Callable[[str], str]) -> bytes:
    icons = [
        {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any"}
        for size in _ICONS
    ]
    return msgspec.json.encode(
        {
            "id": "/",
            "name": "pennyflick",
            "short_name": "pennyflick",
            "description": "Five table-top flicking games.",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#f7f2e8",
            "theme_color": "#2f5d50",
            "icons": [*icons, {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
        }
    )

"""What a request brings with it: the running server, the browser behind it, the match it names."""

from __future__ import annotations

from typing import cast

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request

from pennyflick.server.addresses import whose
from pennyflick.server.pages.games import offered
from pennyflick.server.pages.service import Service
from pennyflick.server.pages.sessions import Session, session_of
from pennyflick.server.play.live import Live
from pennyflick.server.play.viewers import may_look
from pennyflick.server.store.store import Header, Person


def service_of(connection: HTTPConnection) -> Service:
    """The running server."""
    return cast(Service, connection.app.state.service)


def absolute(request: HTTPConnection, path: str) -> str:
    """The address of a page as others write it: by the origin that they reach, or as this browser came."""
    return (service_of(request).settings.reach or str(request.base_url).rstrip("/")) + path


def browser_of(connection: HTTPConnection) -> Session:
    """The browser; the same one for the whole request."""
    known: Session | None = getattr(connection.state, "session", None)
    if known is None:
        known = connection.state.session = session_of(connection, service_of(connection).secret)
    return known


def client_of(connection: HTTPConnection) -> str:
    """The address that limits count by."""
    return whose("" if connection.client is None else connection.client.host)


async def meet(request: Request) -> Person:
    """Ask the store who this browser is, once for the whole request."""
    request.state.person = await service_of(request).store.person(browser_of(request).holder)
    return person_of(request)


def person_of(request: Request) -> Person:
    """Who this browser is; whoever was not met yet is nobody."""
    known: Person | None = getattr(request.state, "person", None)
    return known or Person(browser_of(request).holder)


async def match_of(request: Request) -> Live:
    """The match that the address names; 404 when there is none, 403 when it is not for these eyes, WarmingError."""
    live = await service_of(request).matches.get_now(request.path_params["id"])
    if live is None or live.deleted:
        raise HTTPException(404, "There is no such match; it may have been deleted.")
    await must_look(request, live.header)
    return live


async def must_look(request: Request, header: Header) -> None:
    """403 when only those who play may see this match, and this browser holds no seat of it."""
    if not may_look(header, await seats_of(request, header.id)):
        raise HTTPException(403, "Only those who play this match may look at it.")


async def seats_of(connection: HTTPConnection, match: str) -> tuple[str, ...]:
    """The seats of the match that this browser holds."""
    return await service_of(connection).store.seats(match, browser_of(connection).holder)


def game_of(request: Request) -> str:
    """The game that the address names; 404 when there is none."""
    name: str = request.path_params["game"]
    if name not in offered():
        raise HTTPException(404, f"There is no game {name!r}; there are {', '.join(offered())}.")
    return name

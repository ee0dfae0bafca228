"""The application: routes, what guards them, and what lives as long as the server does."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import msgspec
from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from pennyflick import __version__
from pennyflick.rules import options as option_texts
from pennyflick.server.pages import (
    beating,
    bells,
    daily,
    drill_pages,
    going_on,
    hand_page,
    joining,
    learning,
    me,
    pages,
    posts,
    rule_examples,
    strangers,
    tasks,
)
from pennyflick.server.pages.pictures import opening_file, standing_file
from pennyflick.server.pages.rendering import FOREVER, Renderer, TaggedFiles, web_folder
from pennyflick.server.pages.request import browser_of, game_of, match_of, meet, must_look, seats_of, service_of
from pennyflick.server.pages.service import Service
from pennyflick.server.pages.sessions import remember
from pennyflick.server.play.connection import Seen
from pennyflick.server.play.elsewhere import BusyError, TooOftenError
from pennyflick.server.play.in_turn import in_turn
from pennyflick.server.play.keeping import ChangedError
from pennyflick.server.play.matches import WarmingError
from pennyflick.server.play.pulse import pulse
from pennyflick.server.play.readiness import Readiness, Status, prepare_physics
from pennyflick.server.play.storing import NoRoomError
from pennyflick.server.play.viewers import snapshot_for, tell_all
from pennyflick.server.run.forwarded import Forwarded
from pennyflick.server.run.guard import SAFE_HEADERS, Guard, Rates
from pennyflick.server.run.journal import NUMBER_HEADER, Journal
from pennyflick.server.run.logs import REQUEST, told
from pennyflick.server.run.metrics import Metrics
from pennyflick.server.run.opening import open_service
from pennyflick.server.run.watch import watched
from pennyflick.server.settings import Settings
from pennyflick.server.store.schema import SCHEMA_VERSION
from pennyflick.server.store.store import StoreError
from pennyflick.server.wire import messages
from pennyflick.server.wire.messages import Json, encoded

_LOG = logging.getLogger("pennyflick.server")
_SMALLEST_GZIP = 500  # bytes: below it the header costs more than it saves
FIRST_PAGE_S = 1.0  # how long the physics waits for a first page to be asked for
_KEPT = FOREVER.replace("public", "private")  # what one version was never changes, but is not for everybody
_BUSY_S = 20  # after how long it is worth to send a record again
_UNSTORED = "The server could not store that. Try again in a minute."
_UNREAD = "The server cannot look that up at the moment. Try again in a minute."
_RETRY_S = "60"  # when whoever could not begin may try again
_SENDING_S = 0.05  # how long the first page takes to leave

Endpoint = Callable[[Request], Awaitable[Response]]


class _VersionConvertor(IntegerConvertor):
    """The number of a version in an address: one with more digits names nothing, however many they are."""

    regex = "[0-9]{1,9}"


register_url_convertor("version", _VersionConvertor())


def create_app(
    settings: Settings,
    prepare: Callable[[Callable[[str, float], None]], None] = prepare_physics,
    first_page_s: float = FIRST_PAGE_S,
) -> Starlette:
    """The server as an ASGI application; it takes hold of the data folder when it starts."""
    renderer = Renderer(web_folder())
    metrics = Metrics()
    rates = Rates.of(settings.limits, time.monotonic)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        readiness = Readiness(prepare)
        service = await open_service(settings, readiness, renderer, metrics, rates.shared)
        app.state.service = service
        readiness.listen(lambda status: _tell(service, status))
        readiness.start(first_page_s)
        await posts.sweep(service)
        told("started", version=__version__, port=settings.port)
        try:
            async with pulse(service.store, settings.clock), watched(service, metrics):
                yield
        finally:
            await service.stop()
            told("stopped")

    app = Starlette(
        routes=_routes(renderer),
        middleware=[
            Middleware(Journal, metrics, time.monotonic),
            Middleware(Forwarded, settings.trusted_proxies),
            Middleware(Guard, settings, rates),
            Middleware(GZipMiddleware, minimum_size=_SMALLEST_GZIP),
        ],
        exception_handlers={
            HTTPException: _http_error,
            WarmingError: _warming_error,
            ChangedError: _changed_error,
            BusyError: _busy_error,
            StoreError: _store_error,
            Exception: _bug,
        },
        lifespan=lifespan,
    )
    app.state.metrics = metrics
    return app


def _routes(renderer: Renderer) -> list[Route | WebSocketRoute | Mount]:
    def get(path: str, endpoint: Endpoint) -> Route:
        return Route(path, _remembering(endpoint), methods=["GET"])

    def post(path: str, endpoint: Endpoint) -> Route:
        return Route(path, _remembering(endpoint), methods=["POST"])

    return [
        get("/", pages.home),
        get("/matches", pages.matches),
        get("/new/{game}", pages.new),
        post("/new/{game}", posts.new_match),
        get("/learn", learning.overview),
        get("/learn/{game}", learning.of_game),
        post("/learn/{game}", posts.learn),
        get("/learn/{game}/drill/{key}", drill_pages.page),
        get("/learn/{game}/lesson/{key}", learning.lesson),
        get("/learn/{game}/puzzle/{key}", learning.puzzle),
        Route("/learn/{game}/{kind}/{key}/solution.json", learning.solution),
        post("/learn/{game}/{kind}/{key}/try", tasks.try_it),
        get("/match/{id}", pages.table),
        get("/match/{id}/replay", pages.replay),
        get("/match/{id}/snapshot.json", _snapshot),
        get("/match/{id}/events/{version:version}.json", _event),
        get("/match/{id}/record.txt", _record),
        get("/match/{id}/boards/{version:version}.svg", _standing_board),
        post("/match/{id}/delete", posts.delete),
        post("/match/{id}/restore", posts.restore),
        post("/match/{id}/rematch", posts.rematch),
        post("/match/{id}/branch", posts.branch),
        post("/match/{id}/practise", posts.practise),
        post("/match/{id}/name", posts.call_me),
        get("/join/{token}", joining.join),
        post("/join/{token}", joining.sit_down),
        post("/join/{token}/plea", joining.plead),
        post("/match/{id}/pleas", joining.answer_plea),
        post("/match/{id}/handover", going_on.offer),
        post("/match/{id}/open", strangers.leave_open),
        post("/match/{id}/take", strangers.take),
        post("/match/{id}/flicks", beating.send),
        post("/match/{id}/tried", tasks.tried),
        get("/go/{token}", going_on.arrive),
        post("/go/{token}", going_on.fetch),
        get("/me", me.page),
        get("/me/hand", hand_page.page),
        post("/me", me.keep),
        post("/me/settings", me.keep_settings),
        post("/me/handover", going_on.offer_everything),
        post("/me/forget", me.forget_me),
        get("/daily", daily.page),
        post("/daily/try", daily.try_it),
        get("/daily/{day}", daily.on_day),
        post("/daily/{day}/try", daily.try_day),
        get("/daily/{day}/flicks.json", daily.flicks),
        get("/flick/{id}", beating.flick),
        post("/flick/{id}/try", beating.try_it),
        post("/flick/{id}/back", beating.send_back),
        post("/bell", bells.ring_me),
        post("/bell/off", bells.ring_no_more),
        post("/records", posts.open_record),
        get("/rules/{page}", pages.rules),
        Route("/rules/{page}/{clause}/example.json", rule_examples.example),
        post("/rules/{page}/{clause}/try", rule_examples.try_it),
        Route("/clause/{clause}", pages.clause),
        Route("/board/{game}.svg", _board),
        Route("/worker.js", bells.worker),
        Route("/manifest.webmanifest", bells.manifest),
        Route("/health", _health),
        Route("/ready", _ready),
        Route("/version", _version),
        WebSocketRoute("/match/{id}/socket", _socket),
        Mount("/static", TaggedFiles(web_folder() / "static", renderer.tag)),
    ]


def _remembering(endpoint: Endpoint) -> Endpoint:
    """The same endpoint, and a browser without a cookie gets one."""

    async def remembered(request: Request) -> Response:
        await meet(request)
        response = await endpoint(request)
        service_of(request).readiness.start(_SENDING_S)
        browser = browser_of(request)
        if browser.fresh:
            remember(response, browser, _scheme(request))
        return response

    return remembered


def _scheme(request: Request) -> str:
    """How the browser came: by https where a trusted proxy says so, or the address that others know."""
    told: str = request.scope["scheme"]
    return told if told == "https" else service_of(request).settings.scheme(request.headers.get("host", ""))


async def _socket(socket: WebSocket) -> None:
    match = socket.path_params["id"]
    told = socket.query_params.get("version", "")
    version = int(told) if told.isascii() and told.isdigit() and len(told) < 8 else None
    seen = Seen(version, _seats_told(socket, "yours"), _seats_told(socket, "open"))
    await service_of(socket).connections.serve(socket, match, browser_of(socket).holder, seen)


def _seats_told(socket: WebSocket, name: str) -> tuple[str, ...] | None:
    told = socket.query_params.get(name)
    return None if told is None else tuple(filter(None, told.split(",")))


async def _snapshot(request: Request) -> Response:
    live = await match_of(request)
    return _json(snapshot_for(live, await seats_of(request, live.id)))


async def _event(request: Request) -> Response:
    live, version = await match_of(request), request.path_params["version"]
    event = await service_of(request).matches.event(live, version)
    if event is None:
        raise HTTPException(404, f"The match has events 1 to {live.version}, not {version}.")
    headers = {"cache-control": _KEPT}
    return Response(encoded(event), media_type="application/json", headers=headers)


async def _record(request: Request) -> Response:
    live = await match_of(request)
    headers = {"cache-control": "no-store"}
    if "download" in request.query_params:
        headers["content-disposition"] = f'attachment; filename="{live.header.game}-{live.id}.txt"'
    return Response(await pages.record_text(request, live), media_type="text/plain", headers=headers)


# a picture brings its own style, and nothing else
_PICTURE = {
    "cache-control": "public, max-age=3600",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
}


async def _board(request: Request) -> Response:
    name = game_of(request)
    try:
        picture = opening_file(name, tuple(sorted(request.query_params.items())))
    except option_texts.OptionError as error:
        raise HTTPException(422, f"{error}.") from None
    return Response(picture, media_type="image/svg+xml", headers=_PICTURE)


async def _standing_board(request: Request) -> Response:
    """The board as the match stood after a version: a small picture for lists, which never changes."""
    store, match, version = service_of(request).store, request.path_params["id"], request.path_params["version"]
    header, kept = await store.header(match), await store.version(match, version)
    if header is None or (kept is None and version != 0):
        raise HTTPException(404, f"There is no match {match!r} with a version {version}.")
    await must_look(request, header)
    picture = await in_turn(standing_file, header, kept)
    return Response(picture, media_type="image/svg+xml", headers={**_PICTURE, "cache-control": _KEPT})


async def _health(request: Request) -> Response:
    """Whether the server lives, and what it knows of itself without asking anybody."""
    return _json({"status": "ok"} | _condition(service_of(request)))


async def _ready(request: Request) -> Response:
    """Whether it can do its work now: physics ready, the store writes in time. 503 while it cannot."""
    service = service_of(request)
    stores = await service.storing.look()
    able = service.readiness.status.ready and stores.writes
    return _json({"status": "ready" if able else "not ready"} | _condition(service), 200 if able else 503)


def _condition(service: Service) -> Json:
    status, stores = service.readiness.status, service.storing.found
    physics = {"ready": status.ready, "step": status.step, "progress": status.progress}
    return physics | {"storing": stores.writes, "room": stores.room}


async def _version(_: Request) -> Response:
    from pennyflick.physics import PHYSICS_VERSION

    return _json({"pennyflick": __version__, "physics": PHYSICS_VERSION, "schema": SCHEMA_VERSION})


def _json(value: Json | messages.Snapshot, status: int = 200) -> Response:
    body = msgspec.json.encode(value)
    return Response(body, status, media_type="application/json", headers={"cache-control": "no-store"})


def _tell(service: Service, status: Status) -> None:
    message = messages.Status(status.ready, status.step, status.progress)
    for live in service.matches.every():
        tell_all(live.listeners.values(), message)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return pages.error(request, error.status_code, error.detail)


async def _warming_error(request: Request, _: Exception) -> Response:
    return pages.warming(request)


async def _changed_error(request: Request, error: Exception) -> Response:
    _LOG.warning("%s", error)
    sentence = "This match was played with other rules or another physics; it can no longer be shown."
    return pages.error(request, 409, sentence)


async def _busy_error(request: Request, error: Exception) -> Response:
    if isinstance(error, TooOftenError):
        response = pages.error(request, 429, "What you have sent before is still being read; wait for that.")
    else:
        response = pages.error(request, 503, "Too many records are being read just now; try again in a minute.")
    response.headers["retry-after"] = str(_BUSY_S)
    return response


async def _store_error(request: Request, error: Exception) -> Response:
    """Nothing was changed, and the next try may well succeed."""
    sentence = _UNREAD if request.method == "GET" else _UNSTORED
    if isinstance(error, NoRoomError):
        sentence = str(error)
    else:
        _LOG.error("a request could not be stored, or read", exc_info=error)
    response = pages.error(request, 503, sentence)
    response.headers["retry-after"] = _RETRY_S
    return response


async def _bug(request: Request, _: Exception) -> Response:
    sentence = f"Something went wrong on the server; it has been logged as {REQUEST.get()}."
    try:
        response = pages.error(request, 500, sentence)
    except Exception:  # the bug may be in what every page needs
        response = PlainTextResponse(sentence, 500)
    response.headers.update({**SAFE_HEADERS, NUMBER_HEADER: REQUEST.get()})  # it comes from outside of our own guard
    return response

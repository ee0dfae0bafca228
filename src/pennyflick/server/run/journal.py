"""Every request gets a number, a line in the log and its place among the figures; every socket too."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pennyflick.server.run.logs import REQUEST, told, without_token
from pennyflick.server.run.metrics import Metrics
from pennyflick.server.wire import codes

NUMBER_BYTES = 6
NUMBER_HEADER = "x-request-id"
PROBED = ("/health", "/ready")
LIMITS = {408: "time", 413: "size", 414: "address", 429: "requests", 431: "head"}
CLOSED = {
    codes.TOO_FAST: "messages",
    codes.TOO_SLOW: "outbox",
    codes.TOO_MANY: "connections",
    codes.TOO_MANY_WATCHERS: "watchers",
}  # why a socket is closed -> the limit that it had hit


@dataclass
class _Seen:
    """What became of a request so far."""

    status: int = 0
    accepted: bool = False
    closed: int = 0  # the code with which we ended a socket


class Journal:
    """Stands before everything else, so that what is refused is counted as well."""

    def __init__(self, app: ASGIApp, metrics: Metrics, ticks: Callable[[], float]) -> None:
        self._app = app
        self._metrics = metrics
        self._ticks = ticks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on and take note of what becomes of it."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        REQUEST.set(secrets.token_hex(NUMBER_BYTES))
        began, seen = self._ticks(), _Seen()
        try:
            await self._app(scope, receive, self._noting(send, seen))
        finally:
            self._note(scope, seen, self._ticks() - began)

    def _noting(self, send: Send, seen: _Seen) -> Send:
        async def sending(message: Message) -> None:
            match message["type"]:
                case "http.response.start" | "websocket.http.response.start":
                    seen.status = message["status"]
                    MutableHeaders(scope=message)[NUMBER_HEADER] = REQUEST.get()
                case "websocket.accept":
                    seen.accepted = True
                    self._metrics.opened()
                case "websocket.close":
                    seen.closed = message.get("code", 1000)
            await send(message)

        return sending

    def _note(self, scope: Scope, seen: _Seen, seconds: float) -> None:
        path, ms = without_token(scope["path"]), round(seconds * 1_000, 1)
        if seen.accepted:
            self._metrics.closed()
            told("socket", path=path, code=seen.closed, ms=ms)
        else:
            status = seen.status or 500
            if path in PROBED and status == 200:  # every few seconds, and it says nothing
                return
            self._metrics.answered(status, seconds)
            told("request", method=scope.get("method", "SOCKET"), path=path, status=status, ms=ms)
        if limit := LIMITS.get(seen.status) or CLOSED.get(seen.closed):
            self._metrics.limited(limit)

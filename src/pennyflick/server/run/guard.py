"""What every request must pass: exact Host and Origin, bodies of bounded size, and headers that keep browsers safe."""

from __future__ import annotations

import logging

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pennyflick.server.buckets import Buckets
from pennyflick.server.run.logs import without_token

_LOG = logging.getLogger("pennyflick.server")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
SAFE_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # not no-referrer: browsers would then post with the Origin "null"
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """Refuses what does not come from our own pages, before anything reads it."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str], origins: frozenset[str], posts: Buckets) -> None:
        self._app = app
        self._hosts = hosts
        self._origins = origins
        self._posts = posts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it with a sentence."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        refused = self._refused(scope, Headers(scope=scope))
        if refused is not None:
            _LOG.warning("refused %s: %s", without_token(scope["path"]), bytes(refused.body).decode())
            await refused(scope, receive, send)
            return
        await self._app(scope, receive, _with_safe_headers(send))

    def _refused(self, scope: Scope, headers: Headers) -> Response | None:
        host, origin = headers.get("host", ""), headers.get("origin", "")
        if host not in self._hosts:
            return _refusal(421, f"this server does not answer for the host {host!r}")
        changing = scope["type"] == "websocket" or scope["method"] not in {"GET", "HEAD"}
        if changing and origin not in self._origins:
            return _refusal(403, f"only pages of this server may ask for that, not {origin!r}")
        if changing and not self._posts.take(_client(scope)):
            return _refusal(429, "too many requests; wait a few seconds")
        return None


def _refusal(status: int, sentence: str) -> Response:
    return PlainTextResponse(sentence + "\n", status, SAFE_HEADERS)


def _client(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else ""


def _with_safe_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] in {"http.response.start", "websocket.http.response.start"}:
            headers = MutableHeaders(scope=message)
            for name, value in SAFE_HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending

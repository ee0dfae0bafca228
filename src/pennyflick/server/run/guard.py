"""What every request must pass: exact Host and Origin, bodies of bounded size, and headers that keep browsers safe."""

from __future__ import annotations

import logging
import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pennyflick.server.addresses import whose
from pennyflick.server.buckets import Buckets
from pennyflick.server.run.costs import cost
from pennyflick.server.run.forwarded import peer_of
from pennyflick.server.run.logs import without_token
from pennyflick.server.settings import Limits, Settings

_LOG = logging.getLogger("pennyflick.server.guard")
_TOO_MANY = "too many requests; wait a few seconds"
_LONGEST_RETRY_S = 3_600.0
_SIGNS = 4  # of a line of the head, besides its name and its value

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
    """Refuses what does not come from our own pages, or is too much, before anything reads it."""

    def __init__(self, app: ASGIApp, settings: Settings, rates: Rates) -> None:
        self._app = app
        self._hosts = settings.allowed_hosts
        self._origins = settings.allowed_origins
        self._limits = settings.limits
        self._rates = rates
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it with a sentence."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        client = whose(peer_of(scope))
        refused = self._refused(scope, Headers(scope=scope), client)
        if refused is not None:
            _LOG.warning("refused %s: %s", without_token(scope["path"])[:200], bytes(refused.body).decode()[:300])
            await refused(scope, receive, send)
            return
        self._open[client] += 1
        try:
            await self._app(scope, receive, _with_safe_headers(send))
        finally:
            self._open -= Counter((client,))  # drops what has become none, so that addresses are forgotten

    def _refused(self, scope: Scope, headers: Headers, client: str) -> Response | None:
        return self._oversized(scope, headers) or self._foreign(scope, headers) or self._too_much(scope, client)

    def _oversized(self, scope: Scope, headers: Headers) -> Response | None:
        limits = self._limits
        if len(scope["raw_path"]) + len(scope["query_string"]) > limits.address_chars:
            return _refusal(414, f"an address here has at most {limits.address_chars} characters")
        if sum(len(name) + len(value) + _SIGNS for name, value in headers.raw) > limits.head_bytes:
            return _refusal(431, f"the head of a request has at most {limits.head_bytes} bytes here")
        return None

    def _foreign(self, scope: Scope, headers: Headers) -> Response | None:
        host, origin = headers.get("host", ""), headers.get("origin", "")
        if host not in self._hosts:
            return _refusal(421, f"this server does not answer for the host {host[:200]!r}")
        if _changes(scope) and origin not in self._origins and origin != _own_origin(scope, host):
            return _refusal(403, f"only pages of this server may ask for that, not {origin[:200]!r}")
        return None

    def _too_much(self, scope: Scope, client: str) -> Response | None:
        if self._open[client] >= self._limits.connections_per_address:
            return _refusal(429, "too much is open from your address; close some pages", retry_s=5.0)
        price = cost(scope)
        if not self._rates.work.take(client, price):
            return _refusal(429, _TOO_MANY, self._rates.work.retry_s(client, price))
        if _changes(scope) and not self._rates.posts.take(client):
            return _refusal(429, _TOO_MANY, self._rates.posts.retry_s(client))
        return None


@dataclass(frozen=True)
class Rates:
    """What each address has asked for lately."""

    work: Buckets
    posts: Buckets

    @property
    def shared(self) -> Mapping[str, Buckets]:
        """Name -> limit, for those that count for all workers together."""
        return {"work": self.work, "posts": self.posts}

    @classmethod
    def of(cls, limits: Limits, clock: Callable[[], float]) -> Rates:
        """Nothing yet."""
        return cls(
            Buckets(limits.work_burst, limits.work_per_s, clock), Buckets(limits.posts_burst, limits.posts_per_s, clock)
        )


def _changes(scope: Scope) -> bool:
    return scope["type"] == "websocket" or scope["method"] not in {"GET", "HEAD"}


def _own_origin(scope: Scope, host: str) -> str | None:
    """The origin of a page that a trusted proxy serves by https under one of our names."""
    return f"https://{host}" if scope["scheme"] in {"https", "wss"} else None


def _refusal(status: int, sentence: str, retry_s: float | None = None) -> Response:
    later = {} if retry_s is None else {"retry-after": str(max(1, math.ceil(min(retry_s, _LONGEST_RETRY_S))))}
    return PlainTextResponse(sentence + "\n", status, SAFE_HEADERS | later)


def _with_safe_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] in {"http.response.start", "websocket.http.response.start"}:
            headers = MutableHeaders(scope=message)
            for name, value in SAFE_HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending

"""Who asks, where a proxy stands before the server. Law: only what a trusted proxy says is believed."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from pennyflick.server.addresses import Network, is_within

_SECURE = {"http": "https", "websocket": "wss"}
_MOST_HOPS = 20  # proxies in a row that are looked through


class Forwarded:
    """Puts the client's own address and scheme where the proxy's would stand."""

    def __init__(self, app: ASGIApp, trusted: tuple[Network, ...]) -> None:
        self._app = app
        self._trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on as the client sent it to the proxy."""
        if self._trusted and scope["type"] in _SECURE and is_within(peer_of(scope), self._trusted):
            scope = _as_sent(scope, self._trusted)
        await self._app(scope, receive, send)


def peer_of(scope: Scope) -> str:
    """The address that asks; empty where there is none."""
    client = scope.get("client")
    return client[0] if client else ""


def _as_sent(scope: Scope, trusted: tuple[Network, ...]) -> Scope:
    headers = Headers(scope=scope)
    hops = ",".join(headers.getlist("x-forwarded-for")).split(",")[-_MOST_HOPS:]
    told = dict(scope)
    if (client := _client([hop.strip() for hop in hops], trusted)) is not None:
        told["client"] = (client, 0)
    if headers.get("x-forwarded-proto", "").rpartition(",")[2].strip().lower() == "https":
        told["scheme"] = _SECURE[scope["type"]]
    return told


def _client(hops: list[str], trusted: tuple[Network, ...]) -> str | None:
    """The last address that was not one of ours: whatever stands before it the client may have made up."""
    plain = [_without_port(hop) for hop in hops if hop]
    return next((hop for hop in reversed(plain) if not is_within(hop, trusted)), plain[0] if plain else None)


def _without_port(hop: str) -> str:
    """Some proxies write the port too: 192.0.2.1:4711, [2001:db8::1]:4711."""
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    host, colon, _ = hop.partition(":")
    return host if colon and hop.count(":") == 1 else hop

"""Who asks, where a proxy stands before the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from pennyflick.server.addresses import network
from pennyflick.server.run.forwarded import Forwarded
from pennyflick.server.settings import Limits

PROXY = "10.0.0.1"


def seen(peer: str, kind: str = "http", **headers: str) -> tuple[str, str]:
    """The client's address and the scheme that the server sees."""
    found: list[Scope] = []

    async def app(scope: Scope, _: Receive, __: Send) -> None:
        found.append(scope)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(_: Message) -> None:
        return None

    told = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    plain = {"http": "http", "websocket": "ws"}[kind]
    scope = {"type": kind, "client": (peer, 4711), "scheme": plain, "headers": told}
    asyncio.run(Forwarded(app, (network(PROXY), network("10.9.0.0/16")))(scope, receive, send))
    return found[0]["client"][0], found[0]["scheme"]


def test_a_trusted_proxy_says_who_asks_and_how_he_came() -> None:
    assert seen(PROXY, x_forwarded_for="192.0.2.7", x_forwarded_proto="https") == ("192.0.2.7", "https")
    assert seen(PROXY, "websocket", x_forwarded_for="192.0.2.7", x_forwarded_proto="https") == ("192.0.2.7", "wss")


def test_anybody_else_is_not_believed() -> None:
    assert seen("192.0.2.7", x_forwarded_for="198.51.100.1", x_forwarded_proto="https") == ("192.0.2.7", "http")


@pytest.mark.parametrize(
    ("hops", "client"),
    [
        ("1.1.1.1, 192.0.2.7", "192.0.2.7"),  # whatever the client made up stands before what the proxy wrote
        ("1.1.1.1, 192.0.2.7, 10.9.3.4", "192.0.2.7"),  # two proxies in a row, both trusted
        ("10.9.3.4", "10.9.3.4"),  # a proxy asks for itself
        ("192.0.2.7:1234", "192.0.2.7"),
        ("[2001:db8::1]:1234", "2001:db8::1"),
        ("2001:db8::1", "2001:db8::1"),
        ("", PROXY),
        (",".join(["1.1.1.1"] * 5_000 + ["192.0.2.7"]), "192.0.2.7"),
    ],
)
def test_the_last_address_that_is_no_proxy_is_the_clients(hops: str, client: str) -> None:
    assert seen(PROXY, x_forwarded_for=hops)[0] == client


def test_a_cookie_given_by_https_travels_by_https_only(start_server: Callable[..., Any], tmp_path: Path) -> None:
    client = start_server(tmp_path, trusted_proxies=(network("127.0.0.1"),)).client()

    assert "Secure" in client.get("/", {"x-forwarded-proto": "https"}).headers["set-cookie"]
    client.cookie = ""
    assert "Secure" not in client.get("/").headers["set-cookie"]


def test_pages_behind_such_a_proxy_may_post_from_their_own_origin(
    start_server: Callable[..., Any], tmp_path: Path
) -> None:
    client = start_server(tmp_path, trusted_proxies=(network("127.0.0.1"),)).client()
    origin = client.origin.replace("http://", "https://")

    assert client.post("/new/penny-black", headers={"origin": origin}).status == 403
    assert client.post("/new/penny-black", headers={"origin": origin, "x-forwarded-proto": "https"}).status == 303


def test_limits_count_whom_the_proxy_names(start_server: Callable[..., Any], tmp_path: Path) -> None:
    limits = Limits(posts_burst=1, posts_per_s=0.001)
    client = start_server(tmp_path, trusted_proxies=(network("127.0.0.1"),), limits=limits).client()

    def posted(address: str) -> int:
        status: int = client.post("/new/penny-black", headers={"x-forwarded-for": address}).status
        return status

    assert [posted(each) for each in ("192.0.2.7", "192.0.2.7", "192.0.2.8")] == [303, 429, 303]
    assert [posted(each) for each in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")] == [303, 429, 303]

"""Delivery to a push service. Law: a browser names the address, so nothing that is near this machine is ever asked.

Where a name leads is looked up once, every address is checked, and the connection goes to one that was: a name that
leads elsewhere a moment later gains nothing. No redirect is followed; of the answer only the status is read.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

LONGEST_ENDPOINT = 1_024  # characters; those of today's services have 150 to 500
_LONGEST_LINE = 8_192  # bytes of an answer that are looked at
_HTTPS_PORT = 443
_NAT64 = IPv6Network("64:ff9b::/96")  # an IPv4 address as networks without IPv4 write it
_HOME_NAMES = ("localhost", "local", "internal", "lan", "home", "home.arpa")  # names that lead nowhere outside


class EndpointError(ValueError):
    """An address at which nobody is rung."""


class Outcome(Enum):
    """What became of a message."""

    RUNG = "rung"
    GONE = "gone"  # the browser no longer wants any
    FAILED = "failed"


@dataclass(frozen=True)
class Reach:
    """Where messages may go: to push services by https. Tests have theirs at this machine."""

    near: bool = False  # also to this machine and its network, also by plain http
    trust: ssl.SSLContext | None = None  # None: whom the system trusts


def endpoint_of(text: str, reach: Reach) -> SplitResult:
    """The address of a browser at its push service; raises EndpointError."""
    if len(text) > LONGEST_ENDPOINT or not text.isascii() or not text.isprintable() or " " in text:
        raise EndpointError(f"an endpoint is an address of at most {LONGEST_ENDPOINT} plain characters")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise EndpointError("an endpoint is an address by https") from None
    if reach.near and parts.scheme == "http" and parts.hostname:
        return parts
    if parts.scheme != "https" or not parts.hostname or "@" in parts.netloc:
        raise EndpointError("an endpoint is an address by https")
    if not reach.near and port not in (None, _HTTPS_PORT):
        raise EndpointError(f"push services listen on port {_HTTPS_PORT}, not {port}")
    if not reach.near and not _could_be_far(parts.hostname):
        raise EndpointError(f"{parts.hostname!r} is no push service")
    return parts


def origin(endpoint: SplitResult) -> str:
    """The push service, without what is secret of an endpoint: for what is signed, and for logs."""
    return f"{endpoint.scheme}://{endpoint.netloc}"


async def deliver(endpoint: SplitResult, headers: Mapping[str, str], body: bytes, reach: Reach) -> Outcome:
    """Post a message, in whatever time the caller gives; raises OSError and EndpointError."""
    reading, writing = await _connected(endpoint, reach)
    try:
        writing.write(_head(endpoint, headers, len(body)) + body)
        await writing.drain()
        return _outcome(await reading.readline())
    finally:
        writing.transport.abort()


async def _connected(endpoint: SplitResult, reach: Reach) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, secure = endpoint.hostname or "", endpoint.scheme == "https"
    port = endpoint.port or (_HTTPS_PORT if secure else 80)
    address = await _far_address(host, port, reach)
    if not secure:
        return await asyncio.open_connection(address, port, limit=_LONGEST_LINE)
    trust = reach.trust or await asyncio.to_thread(_system_trust)
    return await asyncio.open_connection(address, port, limit=_LONGEST_LINE, ssl=trust, server_hostname=host)


@cache
def _system_trust() -> ssl.SSLContext:
    """Read once, in a thread: it takes longer than a table should stand still."""
    return ssl.create_default_context()


async def _far_address(host: str, port: int, reach: Reach) -> str:
    """Where the name leads. All of its addresses must be far: one that is not says enough about the name."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(each[4][0]) for each in found]
    if not addresses or not (reach.near or all(is_far(ip_address(each)) for each in addresses)):
        raise EndpointError(f"{host!r} leads to no address of the open network")
    return addresses[0]


def is_far(address: IPv4Address | IPv6Address) -> bool:
    """Whether it is somewhere in the open network: not this machine, not its neighbours, not everybody."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or (IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else None)
        if inner is not None:
            return is_far(inner)
        if address.sixtofour is not None or address.teredo is not None:
            return False  # tunnels that could lead back
    return address.is_global and not address.is_multicast


def _could_be_far(host: str) -> bool:
    try:
        return is_far(ip_address(host))
    except ValueError:  # a name
        name = host.rstrip(".").lower()
        return "." in name and not any(name == each or name.endswith(f".{each}") for each in _HOME_NAMES)


def _head(endpoint: SplitResult, headers: Mapping[str, str], length: int) -> bytes:
    path = (endpoint.path or "/") + (f"?{endpoint.query}" if endpoint.query else "")
    told = {"host": endpoint.netloc, **headers, "content-length": str(length), "connection": "close"}
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items()), "", ""]
    return "\r\n".join(lines).encode("ascii")


def _outcome(line: bytes) -> Outcome:
    """By the status of the answer: `HTTP/1.1 201 Created`."""
    match line.split()[1:2]:
        case [b"200" | b"201" | b"202" | b"204"]:
            return Outcome.RUNG
        case [b"404" | b"410"]:
            return Outcome.GONE
        case _:
            return Outcome.FAILED

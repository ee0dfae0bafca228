"""This machine's address on the local network, found without sending anything."""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import ip_address

_ELSEWHERE = ("203.0.113.1", 9)  # an address kept for examples (RFC 5737): no packet leaves, only a route is chosen


class NoLanError(RuntimeError):
    """There is no network that others could be on."""


def lan_address(routed: Callable[[], str] | None = None, named: Callable[[], str] | None = None) -> str:
    """The address that others on the network reach; raises NoLanError. What asks the system can be replaced."""
    for ask in (routed or _routed, named or _named):
        try:
            found = ask()
        except OSError:  # no route, or a name that nobody knows
            continue
        if not (ip_address(found).is_loopback or ip_address(found).is_unspecified):
            return found
    raise NoLanError("this machine is on no network; connect it, or say its address with --host and --origin")


def _routed() -> str:
    """The address from which a packet to somewhere else would leave."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(_ELSEWHERE)
        return str(asking.getsockname()[0])


def _named() -> str:
    """The address of this machine's own name."""
    return socket.gethostbyname(socket.gethostname())

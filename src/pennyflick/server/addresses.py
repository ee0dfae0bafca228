"""Whom limits count by: an address, or of IPv6 the network of 2^64 of them that one household has."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network
_HOUSEHOLD = 64  # bits of an IPv6 address that differ between two households


class NetworkError(ValueError):
    """No address and no network."""


@lru_cache(maxsize=4_096)
def whose(host: str) -> str:
    """The name under which an address is counted."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:  # a name, or a socket of this machine that has none
        return host[:100]
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((address, _HOUSEHOLD), strict=False))
    return str(address)


def network(text: str) -> Network:
    """A network like 10.0.0.0/8, or a single address as a network of its own; raises NetworkError."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise NetworkError(f"an address looks like 127.0.0.1, ::1 or 10.0.0.0/8, not {text[:60]!r}") from None


def is_within(host: str, networks: tuple[Network, ...]) -> bool:
    """Whether an address is of one of these networks."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return any(address in each for each in networks)

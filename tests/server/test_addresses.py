"""Whom limits count by."""

from __future__ import annotations

import pytest

from pennyflick.server.addresses import NetworkError, is_within, network, whose


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("testclient", "testclient"),
        ("x" * 5_000, "x" * 100),
    ],
)
def test_a_household_is_counted_once(host: str, name: str) -> None:
    assert whose(host) == name


@pytest.mark.parametrize(
    ("host", "within"),
    [
        ("10.1.2.3", True),
        ("::ffff:10.1.2.3", True),
        ("11.1.2.3", False),
        ("::1", True),
        ("::2", False),
        ("name", False),
    ],
)
def test_a_proxy_is_known_by_its_network(host: str, within: bool) -> None:
    assert is_within(host, (network("10.0.0.0/8"), network("::1"))) is within


@pytest.mark.parametrize("text", ["", "10.0.0", "10.0.0.0/40", "proxy", "x" * 1_000])
def test_what_is_no_address_is_refused_with_what_would_be_one(text: str) -> None:
    with pytest.raises(NetworkError, match=r"like 127\.0\.0\.1, ::1 or 10\.0\.0\.0/8, not"):
        network(text)

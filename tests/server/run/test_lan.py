"""Others come from another address: it is found, answered, and stands in links."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from pennyflick.server.client import Client
from pennyflick.server.run.lan import NoLanError, lan_address
from pennyflick.server.settings import Settings
from tests.server.conftest import Serving


def _nowhere() -> str:
    raise OSError("no route to host")


def second_address() -> str:
    """An address of this machine that is not the usual one: a second loopback, or its own on the network."""
    with socket.socket() as trying:
        try:
            trying.bind(("127.0.0.2", 0))
        except OSError:  # only one is set up here
            return lan_address()
    return "127.0.0.2"


def test_the_address_is_the_one_that_a_route_leaves_from() -> None:
    assert lan_address(lambda: "192.168.1.7", _nowhere) == "192.168.1.7"


def test_without_a_route_the_machine_is_asked_for_its_name() -> None:
    assert lan_address(_nowhere, lambda: "10.0.0.5") == "10.0.0.5"


def test_a_loopback_is_no_address_for_others() -> None:
    with pytest.raises(NoLanError, match="on no network"):
        lan_address(lambda: "127.0.0.1", lambda: "127.0.1.1")


def test_links_lead_to_the_public_address_before_the_network_s() -> None:
    base = Settings(data=Path("d"), host="0.0.0.0", port=80)
    network = Settings(data=Path("d"), host="0.0.0.0", port=80, lan="192.168.1.7")
    public = Settings(data=Path("d"), host="0.0.0.0", port=80, lan="192.168.1.7", public_url="https://play.example")

    assert base.reach is None
    assert network.reach == "http://192.168.1.7:80"
    assert public.reach == "https://play.example"
    assert {"http://192.168.1.7:80", "https://play.example"} <= public.allowed_origins


@pytest.mark.parametrize("local", ["http://localhost:80", "http://127.0.0.9", "http://[::1]:80"])
def test_an_address_of_this_machine_alone_is_none_for_others(local: str) -> None:
    assert Settings(data=Path("d"), public_url=local).reach is None


def test_somebody_at_another_address_is_let_in_sits_down_and_gets_his_socket(
    tmp_path: Path, start_server: Callable[..., Serving]
) -> None:
    other = second_address()
    serving = start_server(tmp_path, host="0.0.0.0", lan=other)
    ann, bob = serving.client(), Client(f"http://{other}:{serving.settings.port}/")
    match = ann.new_match("penny-black", {"seating": "friend"})
    found = re.search(rf"http://{re.escape(other)}:\d+(/join/[A-Za-z0-9_-]{{22}})", ann.get(f"/match/{match}").text)
    assert found is not None, "the invitation does not lead to the other address"

    assert bob.get(found[1]).status == 200
    assert bob.post(found[1]).headers["location"] == f"/match/{match}"
    with bob.sit(match) as table:
        assert table.opening["snapshot"]["yours"] == ["two"]


def test_without_lan_another_address_is_refused(tmp_path: Path, start_server: Callable[..., Serving]) -> None:
    serving = start_server(tmp_path, host="0.0.0.0")
    assert Client(f"http://{second_address()}:{serving.settings.port}/").get("/").status == 421


def test_behind_a_proxy_the_cookie_travels_by_https_only(tmp_path: Path, start_server: Callable[..., Serving]) -> None:
    serving = start_server(tmp_path, public_url="https://play.example")
    public = serving.client().get("/", {"host": "play.example"}).headers["set-cookie"]
    local = serving.client().get("/").headers["set-cookie"]

    assert "Secure" in public.split("; ")
    assert "Secure" not in local.split("; ")

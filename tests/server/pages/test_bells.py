"""The doorbell's own addresses: asking to be rung, the worker, the manifest."""

from __future__ import annotations

import re

import pytest

from pennyflick.server.client import Client
from tests.server.conftest import Serving
from tests.server.push.stand_in import Subscriber

FAR = "https://push.example/abc"


def test_a_browser_asks_to_be_rung_as_often_as_it_likes_and_once_not_to_be(client: Client) -> None:
    form = Subscriber().form(FAR)
    match = client.new_match("penny-black", {"seating": "friend"})
    assert [client.post("/bell", form).status for _ in range(2)] == [204, 204]
    assert 'data-on="yes"' in client.get(f"/match/{match}").text
    assert client.post("/bell/off").status == 204
    assert 'data-on="no"' in client.get(f"/match/{match}").text


@pytest.mark.parametrize(
    ("endpoint", "why"),
    [
        ("http://push.example/a", "by https"),
        ("https://127.0.0.1/a", "no push service"),
        ("https://localhost:8642/a", "port 443"),
        ("https://192.168.0.1/a", "no push service"),
        ("", "by https"),
    ],
)
def test_addresses_near_this_machine_are_refused(client: Client, endpoint: str, why: str) -> None:
    reply = client.post("/bell", Subscriber().form(endpoint))

    assert reply.status == 422
    assert reply.text.startswith("This browser cannot be rung: ")
    assert why in reply.text


@pytest.mark.parametrize("field", ["p256dh", "auth"])
def test_keys_that_cannot_be_are_refused(client: Client, field: str) -> None:
    reply = client.post("/bell", Subscriber().form(FAR) | {field: "AAAA"})

    assert reply.status == 422
    assert "cannot be rung" in reply.text


def test_only_our_own_pages_may_ask(client: Client) -> None:
    assert client.post("/bell", Subscriber().form(FAR), {"origin": "https://evil.example"}).status == 403
    assert client.post("/bell/off", headers={"origin": "https://evil.example"}).status == 403


def test_nobody_switches_off_anothers(serving: Serving, client: Client) -> None:
    match = client.new_match("penny-black", {"seating": "friend"})
    client.post("/bell", Subscriber().form("https://push.example/mine"))
    assert serving.client().post("/bell/off").status == 204

    assert 'data-on="yes"' in client.get(f"/match/{match}").text


def test_the_worker_comes_from_the_root_and_is_asked_for_anew(client: Client) -> None:
    reply = client.get("/worker.js")

    assert reply.headers["content-type"].startswith("text/javascript")
    assert reply.headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in reply.headers["content-security-policy"]
    assert "fetch" not in reply.text, "it answers no requests"


def test_the_manifest_names_icons_that_are_there(client: Client) -> None:
    reply = client.get("/manifest.webmanifest")
    told = reply.json()

    assert reply.headers["content-type"] == "application/manifest+json"
    assert (told["name"], told["start_url"], told["display"]) == ("pennyflick", "/", "standalone")
    for size, icon in zip((192, 512), told["icons"], strict=False):
        picture = client.get(icon["src"])
        assert picture.status == 200
        assert picture.body[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(picture.body[16:20], "big") == size
    assert client.get(told["icons"][-1]["src"]).status == 200


def test_every_page_names_the_manifest(client: Client) -> None:
    for path in ("/", "/matches", "/rules/common"):
        assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get(path).text


def test_the_table_tells_its_address_as_others_write_it(client: Client) -> None:
    match = client.new_match("penny-black", {"seating": "friend"})
    found = re.search(r'data-address="([^"]+)"', client.get(f"/match/{match}").text)

    assert found is not None
    assert found[1] == f"{client.origin}/match/{match}"

"""Who may ask, and how much."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from pennyflick.server.client import Client
from pennyflick.server.settings import Limits, Settings
from pennyflick.server.store.folder import FolderError, locked
from pennyflick.server.store.secrets import InFolder, cookie_secret


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", "127.0.0.1.evil.example:80", ""])
def test_another_host_is_not_answered(client: Client, host: str) -> None:
    assert client.get("/", {"host": host}).status == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://127.0.0.1", "http://localhost.evil"])
def test_a_post_from_another_origin_is_refused_and_makes_no_match(client: Client, origin: str) -> None:
    reply = client.post("/new/penny-black", headers={"origin": origin})

    assert reply.status == 403
    assert "/match/" not in client.get("/matches").text


def test_a_socket_from_another_origin_is_refused(client: Client, two_at_one_screen: str) -> None:
    client.origin = "http://evil.example"
    with pytest.raises(InvalidStatus) as refused, client.sit(two_at_one_screen):
        pass
    assert refused.value.response.status_code == 403


def test_a_refused_socket_is_no_fault_of_the_server(
    client: Client, two_at_one_screen: str, caplog: pytest.LogCaptureFixture
) -> None:
    client.origin = "http://evil.example"
    with pytest.raises(InvalidStatus), client.sit(two_at_one_screen):
        pass
    assert client.get("/health").status == 200
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_localhost_is_this_server_too(client: Client, serving: Any) -> None:
    name = f"localhost:{serving.settings.port}"
    assert client.get("/", {"host": name}).status == 200
    assert client.post("/new/penny-black", headers={"host": name, "origin": f"http://{name}"}).status == 303


def test_every_page_carries_the_policy_and_no_inline_script_or_style(client: Client, two_at_one_screen: str) -> None:
    for path in ("/", "/matches", "/new/penny-black", f"/match/{two_at_one_screen}", "/rules/penny-black", "/nowhere"):
        reply = client.get(path)
        policy = reply.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["referrer-policy"] == "same-origin"
        assert " style=" not in reply.text
        assert "<style" not in reply.text
        for script in reply.text.split("<script")[1:]:
            tag = script.partition(">")[0]
            assert "src=" in tag or 'type="application/json"' in tag, f"{path}: <script{tag}>"


def test_a_body_over_the_limit_is_not_read(client: Client) -> None:
    reply = client.post("/new/penny-black", {"name.one": "x" * 20_000})

    assert reply.status == 413
    assert "16384" in reply.text


def test_a_body_of_another_kind_is_refused(client: Client) -> None:
    assert client.post("/new/penny-black", headers={"content-type": "application/json"}).status == 415


def test_too_many_posts_are_refused(start_server: Callable[..., Any], tmp_path: Path) -> None:
    serving = start_server(tmp_path, limits=Limits(posts_burst=3, posts_per_s=0.001))
    client: Client = serving.client()

    assert [client.post("/new/penny-black").status for _ in range(4)] == [303, 303, 303, 429]
    assert client.get("/").status == 200


def test_the_cookie_is_long_random_and_out_of_reach_of_scripts(serving: Any) -> None:
    first, second = (serving.client().get("/").headers["set-cookie"] for _ in range(2))

    token = first.partition(";")[0].partition("=")[2]
    assert len(token) == 22
    assert first != second
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(first.split("; "))


def test_the_store_does_not_know_the_cookie(client: Client, serving: Any, two_at_one_screen: str) -> None:
    token = client.cookie.partition("=")[2].encode()
    stored = b"".join(path.read_bytes() for path in serving.settings.data.glob("matches.db*"))

    assert two_at_one_screen.encode() in stored
    assert token not in stored


def test_the_secret_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    made = _secret(tmp_path)

    assert len(made) == 32
    assert _secret(tmp_path) == made
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600
    assert secret_of(tmp_path / "other") != made


def secret_of(folder: Path) -> bytes:
    folder.mkdir()
    return _secret(folder)


def _secret(folder: Path) -> bytes:
    return asyncio.run(cookie_secret(InFolder(folder)))


def test_a_broken_secret_is_named_and_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_bytes(b"short")

    with pytest.raises(FolderError, match="5 bytes instead of 32"):
        _secret(tmp_path)


def test_a_data_folder_serves_one_server_at_a_time(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(FolderError, match="another pennyflick"):
        locked(tmp_path)
    locked(tmp_path).close()


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(FolderError, match="cannot use the data folder"):
        locked(tmp_path / "file" / "folder")


def test_only_origins_that_were_named_are_trusted(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, host="0.0.0.0", port=80, origins=("https://play.example",))

    assert "https://play.example" in settings.allowed_origins
    assert "play.example" in settings.allowed_hosts
    assert "http://play.example" not in settings.allowed_origins
    assert settings.address == "http://127.0.0.1:80/"

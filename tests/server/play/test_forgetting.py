"""Forget me: name and holder are nowhere in the store afterwards, not even in its bytes."""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path

from pennyflick.server.client import Client, Conversation
from pennyflick.server.pages.sessions import _holder
from pennyflick.server.wire.messages import Json
from tests.server.conftest import Serving, next_snapshot
from tests.server.push.stand_in import Subscriber

Flicker = Callable[[Conversation], Json]
NAME = "Annabel Ünique"


def _everything(folder: Path) -> bytes:
    """All that the store holds, as bytes of its files and as every value, unpacked."""
    files = b"".join(path.read_bytes() for path in folder.glob("matches.db*"))
    with sqlite3.connect(folder / "matches.db") as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        values = [value for table in tables for row in connection.execute(f"SELECT * FROM {table}") for value in row]
    return files + b"\0".join(_unpacked(value) for value in values)


def _unpacked(value: object) -> bytes:
    if isinstance(value, bytes):
        return zlib.decompress(value)
    return str(value).encode()


def _link(client: Client, match: str) -> str:
    links: list[str] = re.findall(r"/join/[A-Za-z0-9_-]{22}", client.get(f"/match/{match}").text)
    return links[0]


def _shared(ann: Client, bob: Client) -> tuple[str, str]:
    match = ann.new_match("penny-black", {"seating": "friend", "starter": "one"})
    link = _link(ann, match)
    bob.post(link, {"name": "Bob"})
    return match, link


def test_name_and_holder_are_nowhere_in_the_store(
    tmp_path: Path, start_server: Callable[..., Serving], flick: Flicker
) -> None:
    server = start_server(tmp_path)
    ann, bob = server.client(), server.client()
    ann.post("/me", {"name": NAME, "sound": "off"})
    ann.post("/bell", Subscriber().form("https://push.example/anns-own"))
    own = ann.new_match("penny-black", {"seating": "screen"})
    match, link = _shared(ann, bob)
    with ann.sit(match) as table:
        table.answer({"kind": "choose", "key": "?"})
        table.answer(flick(table))
        table.wait_for(1)
    branch = bob.post(f"/match/{match}/branch", {"after": "1"}).headers["location"]
    sent = ann.post(f"/match/{match}/flicks", {"version": "1"}).headers["location"]
    ann.post(f"/match/{match}/handover")
    ann.new_match("penny-red", {"seating": "anybody"})
    server.client().post(f"{link}/plea", {"seat": "one"})
    put_away, _ = _shared(ann, bob)
    ann.post(f"/match/{put_away}/delete")
    cookie = ann.cookie
    holder = _holder(cookie.partition("=")[2], (tmp_path / "secret.key").read_bytes())
    assert NAME.encode() in _everything(tmp_path)
    assert holder.encode() in _everything(tmp_path)

    with bob.sit(match) as table:
        assert ann.post("/me/forget").status == 303
        assert next_snapshot(table)["match"]["names"]["one"] == "Player one"

    assert NAME.encode() not in _everything(tmp_path)
    assert NAME.split()[0].encode() not in _everything(tmp_path)
    assert holder.encode() not in _everything(tmp_path)
    assert b"anns-own" not in _everything(tmp_path)
    assert ann.cookie != cookie
    assert ann.get(f"/match/{own}").status == 404
    names = bob.get(f"/match/{match}/snapshot.json").json()["match"]["names"]
    assert names == {"one": "Player one", "two": "Bob"}
    assert NAME not in bob.get(f"{branch}/snapshot.json").text
    assert NAME not in bob.get(f"/match/{match}/record.txt").text
    assert NAME not in bob.get(sent).text


def test_the_forgotten_browser_holds_nothing_even_with_its_old_cookie(serving: Serving, client: Client) -> None:
    bob = serving.client()
    match, _ = _shared(client, bob)
    old = serving.client()
    old.cookie = client.cookie
    client.post("/me/forget")
    assert old.get(f"/match/{match}/snapshot.json").json()["yours"] == []
    assert bob.get(f"/match/{match}/snapshot.json").json()["yours"] == ["two"]
    assert bob.get(f"/match/{match}/replay").status == 200


def test_a_page_that_looks_at_a_forgotten_match_is_told_that_it_is_gone(client: Client) -> None:
    match = client.new_match("penny-black")
    client.post("/me/forget")
    assert client.get(f"/match/{match}").status == 404
    assert client.get("/matches").status == 200


def test_who_was_forgotten_is_somebody_new(client: Client) -> None:
    client.post("/me", {"name": "Ann"})
    client.post("/me/forget")
    assert "Ann" not in client.get("/me").text
    client.post("/me", {"name": "Zoe"})
    assert 'value="Zoe"' in client.get("/me").text


def test_texts_of_an_earlier_version_lose_the_name_too(tmp_path: Path, start_server: Callable[..., Serving]) -> None:
    server = start_server(tmp_path)
    ann, bob = server.client(), server.client()
    ann.post("/me", {"name": "Ann"})
    match, _ = _shared(ann, bob)
    server.stop()
    with sqlite3.connect(tmp_path / "matches.db") as connection:
        connection.execute("UPDATE match SET sentence = 'Ann flicks; Annette looks on.' WHERE id = ?", (match,))
        refusal = '{"type":"refused","sentence":"It is for Ann to act now."}'
        connection.execute("INSERT INTO reply VALUES (?, 'command-1', ?, 1)", (match, refusal))
    again = start_server(tmp_path).client()
    again.cookie = ann.cookie
    again.post("/me/forget")
    with sqlite3.connect(tmp_path / "matches.db") as connection:
        (sentence,) = connection.execute("SELECT sentence FROM match WHERE id = ?", (match,)).fetchone()
        assert sentence == "… flicks; Annette looks on."
        assert connection.execute("SELECT count(*) FROM reply").fetchone() == (0,)

"""What must not reach the wrong ears: every byte that each client got during a whole match is searched."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import pennyflick.server
from pennyflick.players.wander import decision_number
from pennyflick.server import client as client_module
from pennyflick.server.client import Client, Conversation
from pennyflick.server.wire.messages import Json
from tests.server.conftest import Serving

VISIBLE = "visible good"
SHOWN, HIDDEN = 23_456, 13_579  # hundredths of a degree: aims to be told apart in what was heard


class Ears:
    """Everything that one client has received: bodies, headers and frames."""

    def __init__(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        self.client = client
        self.heard: list[bytes] = []
        asked = client._request

        def request(method: str, path: str, body: bytes, headers: dict[str, str]) -> client_module.Reply:
            reply = asked(method, path, body, headers)
            told = "\n".join(f"{name}: {value}" for name, value in reply.headers.items())
            self.heard += [told.encode(), reply.body]
            return reply

        monkeypatch.setattr(client, "_request", request)

    def listen(self, table: Conversation) -> Conversation:
        """The same conversation, overheard from its opening on."""
        self.heard.append(json.dumps([table.opening, *table.asides], separators=(",", ":")).encode())
        receive = table.socket.recv

        def recv(timeout: float | None = None, decode: bool | None = None) -> str | bytes:
            frame = receive(timeout=timeout, decode=decode)
            self.heard.append(frame.encode() if isinstance(frame, str) else frame)
            return frame

        table.socket.recv = recv  # type: ignore[method-assign, assignment]
        return table

    @property
    def everything(self) -> bytes:
        return b"\n".join(self.heard)


@pytest.fixture
def clients(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> dict[str, Ears]:
    return {who: Ears(serving.client(), monkeypatch) for who in ("ann", "bob", "watcher", "stranger")}


def _look_around(client: Client, match: str, version: int) -> None:
    pages = ("", "/replay", "/snapshot.json", "/record.txt", f"/events/{version}.json", f"/boards/{version}.svg")
    for page in pages:
        assert client.get(f"/match/{match}{page}").status in {200, 404}
    assert client.get("/").status == 200
    assert client.get("/matches").status == 200


def _take_turn(table: Conversation, flick: Callable[[Conversation], Json]) -> None:
    """A flick by whoever is to act, with the wander of his own hand."""
    answer = flick(table)
    seat = table.act["seats"][0]
    table.send({"type": "aim", "version": table.version, "seat": seat, "aim": _aim(answer, SHOWN)})
    table.send({"type": "attend", "aims": False})
    table.send({"type": "aim", "version": table.version, "seat": seat, "aim": _aim(answer, HIDDEN)})
    table.send({"type": "attend", "aims": True})
    table.send({"type": "say", "seat": seat, "phrase": "good-luck"})
    while table.wander is None or table.wander["version"] != table.version:
        table.receive()
    done = table.answer(answer | {"instant_ms": table.wander["elapsed_ms"]})
    assert done["type"] == "done", done


def _aim(answer: Json, direction: int) -> Json:
    return {"disc": answer["disc"], "direction_cdeg": direction, "speed_mm_s": 300, "start": answer.get("start")}


@pytest.mark.slow
def test_nobody_hears_anothers_secrets_during_a_whole_match(
    serving: Serving, clients: dict[str, Ears], flick: Callable[[Conversation], Json]
) -> None:
    ann, bob, eve, stranger = (clients[who].client for who in ("ann", "bob", "watcher", "stranger"))
    form = {"seating": "friend", "starter": "one", "name.one": "Ann", "hand.one": VISIBLE}
    match = ann.new_match("penny-black", form)
    token = re.search(r"/join/([A-Za-z0-9_-]{22})", ann.get(f"/match/{match}").text)
    assert token is not None
    for client in (eve, stranger):
        _look_around(client, match, 0)
    assert bob.post(f"/join/{token[1]}", {"name": "Bob", "hand": VISIBLE}).status == 303
    with ann.sit(match) as anns, bob.sit(match) as bobs, eve.sit(match) as watching:
        tables = {"ann": clients["ann"].listen(anns), "bob": clients["bob"].listen(bobs)}
        clients["watcher"].listen(watching)
        numbers: dict[int, str] = {}
        for version in range(1, 9):
            acting = "ann" if anns.act["seats"] == ["one"] else "bob"
            numbers[version] = acting
            _take_turn(tables[acting], flick)
            for table in (anns, bobs, watching):
                table.wait_for(version)
            for client in (ann, bob, eve, stranger):
                _look_around(client, match, version)
        for table in (anns, bobs, watching):
            table.ask("sync", version=None)
        live_bytes = {who: ears.everything for who, ears in clients.items()}
        anns.ask("resign", seat="one")
        for table in (anns, bobs, watching):
            table.wait_for(9)

    (live,) = [each for each in serving.app.state.service.matches.every() if each.id == match]
    seed, holders = live.header.seed, _holders(serving, match)
    for who, heard in live_bytes.items():
        assert str(seed).encode() not in heard, f"{who} heard the live seed"
        assert f"{seed:x}".encode() not in heard.lower(), f"{who} heard the live seed in hex"
        for version, acting in numbers.items():
            if who != acting:
                assert decision_number(seed, version).encode() not in heard, f"{who} heard {acting}'s wander"
    for who, ears in clients.items():
        heard = ears.everything
        assert f'"direction_cdeg":{HIDDEN}'.encode() not in heard, f"{who} heard an aim that was switched off"
        assert not [holder for holder in holders if holder.encode() in heard], f"{who} heard a holder"
        for other, others in clients.items():
            cookie = others.client.cookie.partition("=")[2]
            assert who == other or cookie.encode() not in heard, f"{who} heard {other}'s cookie"
        if who in {"watcher", "stranger"}:
            assert token[1].encode() not in heard, f"{who} heard the invitation"
    assert set(numbers.values()) == {"ann", "bob"}
    # the search can find: what each may hear is there
    assert f'"direction_cdeg":{SHOWN}'.encode() in clients["watcher"].everything
    assert decision_number(seed, 1).encode() in clients["ann"].everything
    assert token[1].encode() in clients["ann"].everything
    assert str(seed).encode() in ann.get(f"/match/{match}/record.txt").body


def _holders(serving: Serving, match: str) -> set[str]:
    import sqlite3

    with sqlite3.connect(serving.settings.data / "matches.db") as store:
        found = {holder for (holder,) in store.execute("SELECT holder FROM seat WHERE match = ?", (match,))}
    assert len(found) == 2
    return found


def test_whatever_of_a_match_leaves_passes_one_place() -> None:
    server = Path(str(pennyflick.server.__file__)).parent
    sources = {
        path.name: path.read_text("utf-8") for room in ("play", "pages", "run") for path in (server / room).glob("*.py")
    }
    posting = {name for name, text in sources.items() if re.search(r"listener\.post|\.send_text\(", text)}
    whole = {name for name, text in sources.items() if "live.snapshot()" in text}

    assert posting == {"viewers.py", "connection.py"}
    assert whole == {"viewers.py"}

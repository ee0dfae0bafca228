"""What is written while the server runs, and what never is."""

from __future__ import annotations

import io
import json
import logging
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pennyflick.server.client import Client, Conversation
from pennyflick.server.pages import pages
from pennyflick.server.run import logs
from pennyflick.server.run.logs import clean, configure, told, without_token
from pennyflick.server.store.store import StoreError
from pennyflick.server.wire.messages import Json
from tests.server.conftest import Serving, seated_friends
from tests.server.push.stand_in import Subscriber

TOKEN = "Zq3vT0m-9_xKc4aB7dEfGh"
SEED = "271828182845904523536"
NAMES = ("Annegret Zwiebelturm", "Bartholomew Quux")


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Everything that is logged meanwhile, as JSON; then logging is as it was."""
    root, ours = logging.getLogger(), logging.getLogger("pennyflick.server")
    before = root.handlers[:], root.level, ours.level
    stream = io.StringIO()
    configure("json", stream)
    yield stream
    root.handlers[:], level, our_level = before
    root.setLevel(level)
    ours.setLevel(our_level)


def _events(written: io.StringIO) -> list[Json]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


def test_an_event_is_one_line_of_json_with_its_fields(written: io.StringIO) -> None:
    told("request", path="/\nx", status=200)
    (event,) = _events(written)

    assert event.keys() == {"at", "level", "event", "path", "status"}
    assert (event["level"], event["event"], event["path"], event["status"]) == ("info", "request", "/ ⏎ x", 200)


def test_a_failure_says_what_and_where_and_nothing_that_it_quotes(written: io.StringIO) -> None:
    try:
        raise KeyError(NAMES[0])
    except KeyError:
        logs.LOG.exception("match %s could not be stored", "abc")
    (event,) = _events(written)

    assert event["event"] == "match abc could not be stored"
    assert event["error"] == "KeyError: …"
    assert event["where"][-1].endswith("test_a_failure_says_what_and_where_and_nothing_that_it_quotes")
    assert NAMES[0] not in written.getvalue()


def test_text_tells_what_goes_wrong_only(written: io.StringIO) -> None:
    stream = io.StringIO()
    configure("text", stream)
    told("request", path="/")
    logs.LOG.warning("refused %s", "/x")

    assert re.fullmatch(r"\S+ warning: refused /x\n", stream.getvalue())


@pytest.mark.parametrize("secret", [TOKEN, SEED, "0f" * 16])
def test_what_looks_like_a_secret_is_left_out(secret: str) -> None:
    assert clean(f"it was {secret}!") == "it was …!"


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (f"/join/{TOKEN}", "/join/…"),
        ("/go/short/plea", "/go/…"),
        (f"/match/{TOKEN}", "/match/…"),
        ("/match/0123456789ab", "/match/0123456789ab"),
        ("/", "/"),
        ("", ""),
    ],
)
def test_addresses_are_told_without_what_opens_them(path: str, shown: str) -> None:
    assert without_token(path) == shown


def test_a_flood_of_one_kind_is_counted_not_written(written: io.StringIO) -> None:
    for _ in range(1_000):
        logs.LOG.warning("refused %s", "/x")
    logs.LOG.warning("something else")
    few = len(_events(written))
    assert logs.EVENTS_BURST < few < logs.EVENTS_BURST + 20

    bucket = next(iter(_filter()._kinds.values()))
    bucket._tokens = 1.0
    logs.LOG.warning("refused %s", "/x")
    assert sum(each.get("left_out", 0) for each in _events(written)) == 1_000 - (few - 1)


def _filter() -> logs.Fewer:
    (found,) = logging.getLogger().handlers[0].filters
    assert isinstance(found, logs.Fewer)
    return found


def test_a_request_has_a_number_in_its_line_and_in_its_answer(
    written: io.StringIO, client: Client, eventually: Callable[[Callable[[], bool]], None]
) -> None:
    reply = client.get("/nowhere")
    eventually(lambda: "/nowhere" in written.getvalue())
    event = next(each for each in _events(written) if each.get("path") == "/nowhere")

    assert reply.headers["x-request-id"] == event["request"]
    assert (event["method"], event["path"], event["status"]) == ("GET", "/nowhere", 404)


def test_a_bug_is_one_event_with_the_number_of_its_request(
    written: io.StringIO,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    eventually: Callable[[Callable[[], bool]], None],
) -> None:
    def broken(_: object) -> None:
        raise ValueError(f"no such name: {NAMES[0]!r} with {TOKEN}")

    monkeypatch.setattr(pages, "rule_page", broken)
    reply = client.get("/rules/penny-black")
    eventually(lambda: "error" in written.getvalue())
    failed = [each for each in _events(written) if "error" in each]

    assert reply.status == 500
    assert [each["error"] for each in failed] == ["ValueError: no such name: … with …"]
    assert failed[0]["request"] == reply.headers["x-request-id"]
    assert reply.headers["x-request-id"] in reply.text
    assert "default-src 'none'" in reply.headers["content-security-policy"]


@pytest.mark.slow
def test_the_log_of_a_whole_evening_holds_no_token_cookie_seed_or_name(
    written: io.StringIO,
    tmp_path: Path,
    start_server: Callable[..., Serving],
    flick: Callable[[Conversation], Json],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = start_server(tmp_path)
    ann, bob, lost, phone = (server.client() for _ in range(4))
    match = seated_friends(ann, bob, **{"name.one": NAMES[0]})
    ann.new_match("penny-black", {"seating": "screen", "seed": SEED})
    secrets = [SEED, *NAMES, *re.findall(r"/join/([A-Za-z0-9_-]{22})", ann.get(f"/match/{match}").text)]
    bob.post("/me", {"name": NAMES[1]})
    _play(server, ann, match, flick, monkeypatch)
    secrets += _invite_and_plead(ann, bob, lost)
    link = re.search(r"/go/([A-Za-z0-9_-]{22})", ann.post("/me/handover").text)
    assert link is not None
    phone.get(link[0])
    phone.post(link[0])
    bell = Subscriber().form(f"https://push.example/{TOKEN}")
    phone.post("/bell", bell)
    record = phone.get(f"/match/{match}/record.txt").text
    phone.post("/records", {"text": record})
    phone.post("/records", {"text": record.replace('"', "'")})
    phone.get(f"/matches?token={TOKEN}", {"host": "evil.example", "cookie": f"pennyflick={TOKEN}"})
    phone.post("/me/forget", headers={"origin": f"https://{TOKEN}.example"})
    ann.post("/me/forget", {"sure": "yes"})
    kept = _kept(server, "seed", "match") + _kept(server, "holder", "seat")
    cookies = [each.cookie.partition("=")[2] for each in (ann, bob, lost, phone)]
    secrets += [*cookies, link[1], TOKEN, bell["p256dh"], bell["auth"], *kept]

    events, text = _events(written), written.getvalue()
    assert len([each for each in events if each["event"] == "request"]) > 20
    assert any(each["event"] == "started" for each in events)
    assert any("could not be stored" in each["event"] for each in events)
    assert all(len(secret) > 10 for secret in secrets)
    assert [secret for secret in secrets if secret in text or secret.encode().hex() in text] == []


def _play(server: Serving, ann: Client, match: str, flick: Callable[[Conversation], Json], patch: Any) -> None:
    """A flick, a refused one, one that is no command, and one that cannot be stored."""

    async def full(*_: object) -> None:
        raise StoreError(f"could not be stored: disk full\nDETAIL: name {NAMES[0]} token {TOKEN}")

    with ann.sit(match) as table:
        table.send({"type": "answer", "id": TOKEN, "name": NAMES[0]})
        table.receive()
        table.answer(flick(table), version=99)
        patch.setattr(server.app.state.service.store, "advance", full)
        assert table.answer(flick(table))["code"] == "failed"
        patch.undo()


def _invite_and_plead(ann: Client, bob: Client, lost: Client) -> list[str]:
    match = ann.new_match("penny-red", {"seating": "friend", "name.one": NAMES[0]})
    link = re.search(r"/join/([A-Za-z0-9_-]{22})", ann.get(f"/match/{match}").text)
    assert link is not None
    bob.get(link[0])
    bob.post(link[0], {"name": NAMES[1]})
    lost.get(link[0])
    lost.post(f"{link[0]}/plea", {"seat": "two"})
    return [link[1]]


def _kept(server: Serving, column: str, table: str) -> list[str]:
    with sqlite3.connect(server.settings.data / "matches.db") as connection:
        return [row[0] for row in connection.execute(f"SELECT DISTINCT {column} FROM {table}")]

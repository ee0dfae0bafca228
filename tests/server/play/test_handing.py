"""Going on at another device: a link that works once, for a while, and moves seats as a whole."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pennyflick.server.client import Client, Conversation, Reply
from pennyflick.server.wire.messages import Json
from tests.server.conftest import Serving, next_snapshot

Flicker = Callable[[Conversation], Json]


def _link(page: Reply) -> str:
    found = re.search(r"/go/[A-Za-z0-9_-]{22}", page.text)
    assert page.status == 200
    assert found is not None, "there is no link"
    return found[0]


def _yours(client: Client, match: str) -> list[str]:
    yours: list[str] = client.get(f"/match/{match}/snapshot.json").json()["yours"]
    return yours


def test_the_seats_of_a_match_move_and_the_first_browser_watches(
    serving: Serving, client: Client, two_at_one_screen: str, flick: Flicker
) -> None:
    phone = serving.client()
    with client.sit(two_at_one_screen) as table:
        link, soft = _link(client.post(f"/match/{two_at_one_screen}/handover")), flick(table)
        assert phone.post(link).headers["location"] == f"/match/{two_at_one_screen}"
        assert next_snapshot(table)["yours"] == []
        assert table.answer(soft)["code"] == "no-seat"
    with phone.sit(two_at_one_screen) as theirs:
        assert theirs.opening["snapshot"]["yours"] == ["one", "two"]
        assert theirs.answer(flick(theirs))["type"] == "done"


def test_opening_the_link_changes_nothing(serving: Serving, client: Client, two_at_one_screen: str) -> None:
    link = _link(client.post(f"/match/{two_at_one_screen}/handover"))
    assert "Go on here" in serving.client().get(link).text
    assert _yours(client, two_at_one_screen) == ["one", "two"]


def test_the_link_works_once(serving: Serving, client: Client, two_at_one_screen: str) -> None:
    link = _link(client.post(f"/match/{two_at_one_screen}/handover"))
    phone = serving.client()
    assert phone.post(link).status == 303
    assert serving.client().post(link).status == 410
    assert serving.client().get(link).status == 410
    assert _yours(phone, two_at_one_screen) == ["one", "two"]


def test_a_newer_link_takes_the_place_of_an_older_one(serving: Serving, client: Client, two_at_one_screen: str) -> None:
    older = _link(client.post(f"/match/{two_at_one_screen}/handover"))
    newer = _link(client.post(f"/match/{two_at_one_screen}/handover"))
    assert serving.client().post(older).status == 410
    assert serving.client().post(newer).status == 303


def test_the_browser_that_made_the_link_keeps_everything_when_it_opens_it(
    client: Client, two_at_one_screen: str
) -> None:
    link = _link(client.post(f"/match/{two_at_one_screen}/handover"))
    assert "Open it at the other device" in client.get(link).text
    assert client.post(link).status == 303
    assert _yours(client, two_at_one_screen) == ["one", "two"]


def test_everything_moves_name_settings_and_all_seats(serving: Serving, client: Client) -> None:
    client.post("/me", {"name": "Ann", "sound": "off", "way": "finger", "hand": "good"})
    matches = [client.new_match("penny-black") for _ in range(2)]
    phone = serving.client()
    phone.post("/me", {"name": "Nobody"})
    own = phone.new_match("penny-blue")
    assert phone.post(_link(client.post("/me/handover"))).headers["location"] == "/me"
    assert 'value="Ann"' in phone.get("/me").text
    assert 'data-sound="off" data-way="finger"' in phone.get("/").text
    assert [_yours(phone, match) for match in (*matches, own)] == [["one"]] * 3
    assert [_yours(client, match) for match in matches] == [[], []]
    assert "Ann" not in client.get("/me").text


def test_the_link_passes_after_ten_minutes(tmp_path: Path, start_server: Callable[..., Serving]) -> None:
    now = [datetime(2026, 5, 1, tzinfo=UTC)]
    server = start_server(tmp_path, clock=lambda: now[0])
    ann = server.client()
    match = ann.new_match("penny-black")
    link = _link(ann.post(f"/match/{match}/handover"))
    now[0] += timedelta(minutes=9)
    assert server.client().get(link).status == 200
    now[0] += timedelta(minutes=2)
    assert server.client().post(link).status == 410
    assert _yours(ann, match) == ["one"]


def test_the_store_knows_no_token(tmp_path: Path, start_server: Callable[..., Serving]) -> None:
    server = start_server(tmp_path)
    ann = server.client()
    token = _link(ann.post(f"/match/{ann.new_match('penny-black')}/handover")).removeprefix("/go/")
    with sqlite3.connect(tmp_path / "matches.db") as connection:
        rows = connection.execute("SELECT token FROM handover").fetchall()
    assert len(rows) == 1
    assert token not in "".join(path.read_bytes().decode("latin-1") for path in tmp_path.iterdir())


def test_who_has_no_seat_can_hand_nothing_over(serving: Serving, two_at_one_screen: str) -> None:
    assert serving.client().post(f"/match/{two_at_one_screen}/handover").status == 403


def test_the_link_is_a_qr_code_too(client: Client) -> None:
    assert 'aria-label="The link as a QR code"><svg' in client.post("/me/handover").text

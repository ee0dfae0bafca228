"""The doorbell: who is rung, when, with what, and who never is."""

from __future__ import annotations

import logging
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pennyflick.server.client import Client, Conversation
from pennyflick.server.play import presence
from pennyflick.server.settings import Limits
from pennyflick.server.wire.messages import Json
from tests.server.conftest import Serving, seated_friends
from tests.server.push.stand_in import Posted, PushService, Subscriber

Flicker = Callable[[Conversation], Json]
QUIET_S = 1.0  # so long nothing comes, where nothing should


@pytest.fixture
def push() -> Iterator[PushService]:
    with PushService().listening() as listening:
        yield listening


@dataclass
class Table:
    """Ann and Bob at a match; Bob's browser can be rung, and he is elsewhere."""

    serving: Serving
    push: PushService
    ann: Client
    bob: Client
    match: str
    browser: Subscriber

    def read(self, posted: Posted) -> Json:
        found: Json = msgspec.json.decode(self.browser.opened(posted.body))
        return found

    @property
    def key(self) -> str:
        return str(self.serving.app.state.service.doorbell.public_key)

    def bells(self) -> bool:
        """Whether the page says that Bob is rung."""
        return 'data-on="yes"' in self.bob.get(f"/match/{self.match}").text

    def look(self, who: Client) -> None:
        """His page is opened, can be seen, and is closed again."""
        with who.sit(self.match) as table:
            table.send({"type": "attend"})
            table.ask("sync", version=None)


def _near(start_server: Callable[..., Any], data: Path, **changes: Any) -> Serving:
    serving: Serving = start_server(data, rings_near=True, **changes)
    return serving


@pytest.fixture(scope="module")
def near(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    serving = Serving(tmp_path_factory.mktemp("data"), rings_near=True)
    serving.start()
    yield serving
    serving.stop()


@pytest.fixture
def table(near: Serving, push: PushService) -> Table:
    return _table(near, push)


def _table(serving: Serving, push: PushService, **fields: str) -> Table:
    ann, bob, browser = serving.client(), serving.client(), Subscriber()
    match = seated_friends(ann, bob, **fields)
    assert bob.post("/bell", browser.form(push.endpoint())).status == 204
    return Table(serving, push, ann, bob, match, browser)


def _until_others_turn(table: Conversation, flick: Flicker, seat: str) -> None:
    while table.decision is not None and table.decision["seats"] == [seat]:
        before = table.version
        assert table.answer(flick(table))["type"] == "done"
        table.wait_for(before + 1)


def _show(table: Conversation, visible: bool) -> None:
    """Tell whether the page can be seen, and wait until that has been heard."""
    table.send({"type": "attend", "visible": visible})
    table.ask("sync", version=None)


def _catch_up(table: Conversation, other: Conversation) -> None:
    table.wait_for(other.version)


def _until(true: Callable[[], object]) -> None:
    until = time.monotonic() + 30.0
    while not true():
        assert time.monotonic() < until, "it did not come to that"
        time.sleep(0.02)


def _nothing_more(push: PushService, known: int) -> None:
    time.sleep(QUIET_S)
    assert len(push.posted) == known


def test_who_is_elsewhere_is_told_who_flicked_and_where(table: Table, flick: Flicker) -> None:
    with table.ann.sit(table.match) as anns:
        _until_others_turn(anns, flick, "one")
        (posted,) = table.push.wait_for(1)

    assert table.read(posted) == {
        "title": "pennyflick",
        "line": "Ann has flicked: your turn at Penny Black",
        "path": f"/match/{table.match}",
    }
    assert posted.path == "/push/bob-secret"
    assert posted.headers["content-encoding"] == "aes128gcm"
    assert posted.headers["ttl"] == "86400"
    assert posted.headers["topic"] == table.match


def test_the_push_service_learns_who_sends_and_nothing_of_the_match(table: Table, flick: Flicker) -> None:
    with table.ann.sit(table.match) as anns:
        _until_others_turn(anns, flick, "one")
        (posted,) = table.push.wait_for(1)

    claims = posted.claims(table.key)
    assert claims["aud"] == table.push.origin
    assert claims["sub"] == "mailto:pennyflick@localhost"
    assert b"Ann" not in posted.body


@pytest.mark.slow
def test_who_is_here_is_not_rung(table: Table, flick: Flicker) -> None:
    with table.bob.sit(table.match) as bobs, table.ann.sit(table.match) as anns:
        bobs.send({"type": "attend", "visible": True})
        bobs.ask("sync", version=None)
        _until_others_turn(anns, flick, "one")
        _nothing_more(table.push, 0)


def test_a_page_that_cannot_be_seen_is_not_here(table: Table, flick: Flicker) -> None:
    with table.bob.sit(table.match) as bobs, table.ann.sit(table.match) as anns:
        bobs.send({"type": "attend", "visible": False})
        bobs.ask("sync", version=None)
        _until_others_turn(anns, flick, "one")
        table.push.wait_for(1)


@pytest.mark.slow
def test_who_must_not_act_is_not_rung(table: Table, flick: Flicker) -> None:
    """Ann, who can be rung too, has just flicked."""
    mine = Subscriber()
    assert table.ann.post("/bell", mine.form(table.push.endpoint("ann"))).status == 204
    with table.ann.sit(table.match) as anns:
        _until_others_turn(anns, flick, "one")
    table.push.wait_for(1)
    _nothing_more(table.push, 1)
    assert table.push.posted[0].path == "/push/bob-secret"


@pytest.mark.slow
def test_one_ring_a_match_until_he_has_been_there(table: Table, flick: Flicker) -> None:
    with table.bob.sit(table.match) as bobs, table.ann.sit(table.match) as anns:
        _show(bobs, visible=False)
        _until_others_turn(anns, flick, "one")
        table.push.wait_for(1)
        _catch_up(bobs, anns)
        _until_others_turn(bobs, flick, "two")  # by a program: he has not looked
        _catch_up(anns, bobs)
        _until_others_turn(anns, flick, "one")
        _nothing_more(table.push, 1)
        _show(bobs, visible=True)
        _catch_up(bobs, anns)
        _until_others_turn(bobs, flick, "two")
        _show(bobs, visible=False)
        _catch_up(anns, bobs)
        _until_others_turn(anns, flick, "one")
        table.push.wait_for(2)


def test_another_match_rings_by_itself(table: Table, flick: Flicker) -> None:
    other = seated_friends(table.ann, table.bob)
    for match in (table.match, other):
        with table.ann.sit(match) as anns:
            _until_others_turn(anns, flick, "one")

    rung = {table.read(posted)["path"] for posted in table.push.wait_for(2)}
    assert rung == {f"/match/{table.match}", f"/match/{other}"}


def test_who_begins_and_has_left_hears_that_everybody_sits(near: Serving, push: PushService) -> None:
    ann, bob, browser = near.client(), near.client(), Subscriber()
    ann.get("/")
    ann.post("/bell", browser.form(push.endpoint("ann")))
    seated_friends(ann, bob)

    (posted,) = push.wait_for(1)
    told = msgspec.json.decode(browser.opened(posted.body))
    assert told["line"] == "Everybody sits: your turn at Penny Black"


@pytest.mark.slow
def test_alone_against_the_house_nobody_is_rung(table: Table) -> None:
    with table.bob.sit(table.bob.new_match("penny-black", {"side": "two", "starter": "one"})) as alone:
        _show(alone, visible=False)
        while alone.act["house"]:
            alone.wait_for(alone.version + 1)
    _nothing_more(table.push, 0)


@pytest.mark.slow
def test_who_reconnects_is_rung_only_if_he_does_not_come_back(
    table: Table, flick: Flicker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "RECONNECTING_S", 600.0)
    other = seated_friends(table.ann, table.bob)
    with table.ann.sit(table.match) as anns:
        table.look(table.bob)
        _until_others_turn(anns, flick, "one")
        _nothing_more(table.push, 0)
    monkeypatch.setattr(presence, "RECONNECTING_S", 0.5)
    with table.bob.sit(other) as bobs, table.ann.sit(other) as anns:
        _show(bobs, visible=True)
        bobs.socket.close()
        _until_others_turn(anns, flick, "one")
        (posted,) = table.push.wait_for(1)
    assert table.read(posted)["path"] == f"/match/{other}"


def test_a_browser_that_is_gone_is_forgotten(table: Table, flick: Flicker) -> None:
    table.push.status = 410
    with table.ann.sit(table.match) as anns:
        _until_others_turn(anns, flick, "one")
    table.push.wait_for(1)
    _until(lambda: not table.bells())


def test_a_service_that_fails_keeps_its_bell_and_its_secret(table: Table, flick: Flicker, caplog: Any) -> None:
    table.push.status = 503
    with caplog.at_level(logging.WARNING, "pennyflick.server"), table.ann.sit(table.match) as anns:
        _until_others_turn(anns, flick, "one")
        _until(lambda: "refused to ring" in caplog.text)

    assert table.push.origin in caplog.text
    assert "secret" not in caplog.text
    assert table.bells()


@pytest.mark.slow
def test_a_service_that_does_not_answer_holds_up_nobody(
    start_server: Callable[..., Any], tmp_path: Path, push: PushService, flick: Flicker, caplog: Any
) -> None:
    push.pause_s = 3.0
    table = _table(_near(start_server, tmp_path, limits=Limits(ring_s=0.3)), push)
    with caplog.at_level(logging.WARNING, "pennyflick.server"), table.ann.sit(table.match) as anns:
        _until_others_turn(anns, flick, "one")
        began = time.monotonic()
        anns.ask("sync", version=None)
        assert time.monotonic() - began < 2.0
        _until(lambda: "could not be asked to ring: TimeoutError" in caplog.text)
    assert "secret" not in caplog.text


@pytest.mark.slow
def test_more_rings_than_may_wait_are_left_out_and_play_goes_on(
    start_server: Callable[..., Any], tmp_path: Path, push: PushService, flick: Flicker, caplog: Any
) -> None:
    push.pause_s = 10.0
    serving = _near(start_server, tmp_path, limits=Limits(rings_waiting=1))
    ann, bob, browser = serving.client(), serving.client(), Subscriber()
    bob.get("/")
    bob.post("/bell", browser.form(push.endpoint()))
    matches = [seated_friends(ann, bob) for _ in range(7)]
    with caplog.at_level(logging.WARNING, "pennyflick.server"):
        for match in matches:
            with ann.sit(match) as anns:
                assert anns.answer(flick(anns))["type"] == "done"
    assert "too many wait to be rung" in caplog.text


def test_keys_and_bells_outlive_a_restart(
    start_server: Callable[..., Any], tmp_path: Path, push: PushService, flick: Flicker
) -> None:
    table = _table(_near(start_server, tmp_path), push)
    key = table.key
    table.serving.stop()
    table.serving = _near(start_server, tmp_path)
    ann = table.serving.client()
    ann.cookie = table.ann.cookie
    with ann.sit(table.match) as anns:
        _until_others_turn(anns, flick, "one")
        (posted,) = push.wait_for(1)

    assert table.key == key
    assert posted.claims(key)
    assert table.read(posted)["path"] == f"/match/{table.match}"
    assert stat.S_IMODE((tmp_path / "bell.key").stat().st_mode) == 0o600


@pytest.mark.slow
def test_no_more_means_no_more(table: Table, flick: Flicker) -> None:
    assert table.bob.post("/bell/off").status == 204
    with table.ann.sit(table.match) as anns:
        _until_others_turn(anns, flick, "one")
    _nothing_more(table.push, 0)

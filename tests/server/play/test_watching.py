"""Who may look on, how many, and what it costs the players: nothing."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from pennyflick.server.client import Client, Conversation
from pennyflick.server.settings import Limits
from pennyflick.server.wire.codes import NOT_FOR_YOU, TOO_MANY, TOO_MANY_WATCHERS
from pennyflick.server.wire.messages import Json
from tests.server.conftest import Serving, seated_friends
from tests.server.play.test_outbox import deaf, until

Flicker = Callable[[Conversation], Json]
ADDRESSES = ("", "/replay", "/snapshot.json", "/events/1.json", "/record.txt", "/boards/1.svg")


def _refused(client: Client, match: str) -> int | None:
    """The code with which a socket is closed at once."""
    with pytest.raises(ConnectionClosed) as closed, client.sit(match):
        pass
    return closed.value.rcvd.code if closed.value.rcvd else None


def test_where_nobody_may_watch_only_those_who_play_see_anything(serving: Serving, flick: Flicker) -> None:
    ann, bob, eve = serving.client(), serving.client(), serving.client()
    match = seated_friends(ann, bob, watch="nobody")
    with ann.sit(match) as anns:
        assert anns.answer(flick(anns))["type"] == "done"
    for address in ADDRESSES:
        assert ann.get(f"/match/{match}{address}").status == 200, address
        assert bob.get(f"/match/{match}{address}").status == 200, address
        refused = eve.get(f"/match/{match}{address}")
        assert refused.status == 403, address
        assert "Only those who play this match may look at it." in refused.text
    assert eve.post(f"/match/{match}/branch", {"after": "1"}).status == 403
    assert _refused(eve, match) == NOT_FOR_YOU
    with bob.sit(match) as bobs:
        assert bobs.version == 1


def test_who_watches_from_the_middle_catches_up_and_reads_names(serving: Serving, flick: Flicker) -> None:
    ann, bob, eve = serving.client(), serving.client(), serving.client()
    match = seated_friends(ann, bob)
    with ann.sit(match) as anns:
        anns.answer(flick(anns))
        anns.wait_for(1)
        with eve.sit(match) as watching:
            snapshot = watching.opening["snapshot"]
            assert (snapshot["version"], snapshot["yours"], len(snapshot["history"])) == (1, [], 1)
            assert snapshot["match"]["names"] == {"one": "Ann", "two": "Bob"}
            anns.ask("resign", seat="one")
            watching.wait_for(2)
    assert "Ann" in eve.get(f"/match/{match}").text


@pytest.fixture
def crowded(start_server: Callable[..., Any], tmp_path: Path) -> Serving:
    limits = Limits(watchers_per_match=2, connections_per_browser=2)
    serving: Serving = start_server(tmp_path, limits=limits)
    return serving


def test_a_full_house_keeps_watchers_out_but_no_player(crowded: Serving, flick: Flicker) -> None:
    ann, bob = crowded.client(), crowded.client()
    match = seated_friends(ann, bob)
    with contextlib.ExitStack() as opened:
        for _ in range(2):
            opened.enter_context(crowded.client().sit(match))
        assert _refused(crowded.client(), match) == TOO_MANY_WATCHERS
        anns = opened.enter_context(ann.sit(match))
        opened.enter_context(ann.sit(match))
        assert _refused(ann, match) == TOO_MANY
        bobs = opened.enter_context(bob.sit(match))
        assert anns.answer(flick(anns))["type"] == "done"
        bobs.wait_for(1)


@pytest.mark.slow
def test_watchers_that_never_read_or_never_stop_talking_cost_the_players_nothing(
    start_server: Callable[..., Any], tmp_path: Path, flick: Flicker
) -> None:
    serving = start_server(tmp_path, limits=Limits(posts_burst=10_000))
    ann, bob = serving.client(), serving.client()
    match = seated_friends(ann, bob)
    quiet = _answering_s(ann, match, flick)
    with contextlib.ExitStack() as opened:
        for _ in range(10):
            opened.enter_context(deaf(serving.settings.port, match))
        (live,) = serving.app.state.service.matches.every()
        until(lambda: len(live.listeners) == 10)
        for _ in range(10):
            flooding = opened.enter_context(serving.client().sit(match))
            with contextlib.suppress(ConnectionClosed):
                for _ in range(200):
                    flooding.socket.send(json.dumps({"type": "sync", "id": "flood-000", "version": None}))
        noisy = _answering_s(ann, match, flick)
    assert noisy < max(20 * quiet, 2.0)
    until(lambda: not live.listeners)


def _answering_s(client: Client, match: str, flick: Flicker) -> float:
    """How long a check by the player takes at the worst, of twenty."""
    with client.sit(match) as table:
        answer, longest = flick(table), 0.0
        for _ in range(20):
            began = time.monotonic()
            assert table.ask("check", seat="one", answer=answer)["type"] == "done"
            longest = max(longest, time.monotonic() - began)
        return longest

"""Sockets that talk too much, together."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from pennyflick.server.settings import Limits
from tests.server.attacks.conftest import Peer, Victim, attacked

pytestmark = pytest.mark.slow


@dataclass
class Talk:
    """One socket: how often it was answered, and the code with which it ended; None: nobody ended it."""

    answers: int = 0
    code: int | None = None


async def chat(peer: Peer, match: str, cookie: str, message: str, every_s: float, until: float) -> Talk:
    """Say the same again and again, and read what comes."""
    address, talk = f"ws://{peer.netloc}/match/{match}/socket", Talk()
    calling = connect(
        address,
        origin=Origin(peer.origin),
        additional_headers={"cookie": cookie},
        open_timeout=60,
        close_timeout=1,
        max_size=None,
        proxy=None,
        local_addr=(peer.host, 0),
    )
    try:
        async with calling as socket:
            reading = asyncio.create_task(_read(socket, talk))
            try:
                while time.monotonic() < until and not reading.done():
                    await socket.send(message)
                    await asyncio.sleep(every_s)
            finally:
                reading.cancel()
            talk.code = socket.close_code if reading.done() and not reading.cancelled() else None
    except ConnectionClosed as closed:
        talk.code = closed.rcvd.code if closed.rcvd else 1006
    except InvalidStatus as refused:
        talk.code = refused.response.status_code
    return talk


async def _read(socket: ClientConnection, talk: Talk) -> None:
    async for message in socket:
        told = message if isinstance(message, str) else message.decode()
        talk.answers += told.startswith(('{"type":"sync"', '{"type":"refused"'))


def crowd(peers: list[Peer], tables: list[tuple[str, str]], each: int, message: str, every_s: float) -> list[Talk]:
    """So many sockets of each browser at each table, for some seconds."""

    async def all_at_once() -> list[Talk]:
        until = time.monotonic() + TALKING_S
        talks = [
            chat(peers[number % len(peers)], match, cookie, message, every_s, until)
            for match, cookie in tables
            for number in range(each)
        ]
        return await asyncio.gather(*talks)

    return asyncio.run(all_at_once())


def answered(talks: list[Talk]) -> int:
    """How often all of them were answered, besides the first word that everybody gets."""
    return sum(talk.answers for talk in talks if talk.answers) - sum(talk.answers > 0 for talk in talks)


TALKING_S = 5.0
LATER_S = 5.0  # what was asked for while they talked may be answered a while after
LIMITS = Limits()
SYNC_COST = 2.0
SYNC = json.dumps({"type": "sync", "id": "sync-again-1", "version": None})


def test_280_sockets_that_ask_for_everything_all_the_time_are_slowed_down_together(victim: Victim) -> None:
    attacker = victim.peer()
    tables = [attacker.new_match() for _ in range(18)]
    with attacked(victim):
        talks = crowd([attacker], tables, 16, SYNC, 1 / 18)

    work = LIMITS.address_talk_burst + (TALKING_S + LATER_S) * LIMITS.address_talk_per_s
    assert {talk.code for talk in talks} <= {None, 429, 4408}
    assert 0 < answered(talks) * SYNC_COST <= work


def test_many_addresses_at_one_match_are_slowed_down_together(start_victim: Callable[..., Victim]) -> None:
    victim = start_victim(watchers_per_match=300, watcher_messages_burst=1_000, watcher_messages_per_s=1_000.0)
    match, _ = victim.peer().new_match()
    with attacked(victim):
        talks = crowd([victim.peer() for _ in range(20)], [(match, "")], 200, SYNC, 1 / 18)

    work = LIMITS.match_talk_burst + (TALKING_S + LATER_S) * LIMITS.match_talk_per_s
    assert 0 < answered(talks) * SYNC_COST <= work


def test_watchers_do_not_slow_down_those_who_play(start_victim: Callable[..., Victim]) -> None:
    victim = start_victim(watcher_messages_burst=1_000, watcher_messages_per_s=1_000.0)
    somebody = victim.peer()
    match, cookie = somebody.new_match()
    noise = threading.Thread(
        target=crowd, args=([victim.peer() for _ in range(10)], [(match, "")], 50, SYNC, 1 / 18), daemon=True
    )
    noise.start()
    talks = crowd([somebody], [(match, cookie)], 1, SYNC, 0.5)
    noise.join(60)

    assert talks[0].code is None
    assert answered(talks) >= TALKING_S / 0.5 * 0.7


def test_one_who_talks_as_a_page_does_is_never_slowed_down(victim: Victim) -> None:
    somebody = victim.peer()
    with attacked(victim):
        talks = crowd([somebody], [somebody.new_match()], 2, SYNC, 0.25)

    assert [talk.code for talk in talks] == [None, None]
    assert answered(talks) >= 2 * TALKING_S / 0.25 * 0.7


@pytest.mark.parametrize(
    "message",
    [
        pytest.param("[" * 16_000, id="brackets"),
        pytest.param('{"a":' * 3_000, id="objects"),
        pytest.param("x" * 16_000, id="no JSON"),
        pytest.param(
            json.dumps({"type": "nearest", "id": "nearest-again", "version": 0, "ask": 0, "disc": "shooter"})[:-1]
            + ', "point": [0, 0], "others": {'
            + ",".join(f'"d{number}": [0, 0]' for number in range(800))
            + "}}",
            id="discs without number",
        ),
    ],
)
def test_messages_that_are_dear_to_read_cost_the_others_nothing(victim: Victim, message: str) -> None:
    attacker = victim.peer()
    with attacked(victim):
        talks = crowd([attacker], [attacker.new_match() for _ in range(3)], 16, message, 1 / 100)

    assert {talk.code for talk in talks} <= {None, 4408}
    assert answered(talks) > 0


def test_pings_without_number_cost_the_others_nothing(victim: Victim) -> None:
    attacker = victim.peer()
    match, cookie = attacker.new_match()
    lines = (
        f"GET /match/{match}/socket HTTP/1.1",
        f"Host: {victim.netloc}",
        f"Origin: {attacker.origin}",
        f"Cookie: {cookie}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    )
    head = "\r\n".join((*lines, "", ""))
    ping = b"\x89\x80\x00\x00\x00\x00"
    with attacked(victim), attacker.connect() as connection:
        connection.sendall(head.encode())
        assert connection.recv(12) == b"HTTP/1.1 101"
        connection.settimeout(10)
        sent, until = 0, time.monotonic() + 3.0
        try:
            while time.monotonic() < until:
                sent += connection.send(ping * 40_000)
        except OSError:
            pass
    assert sent > len(ping) * 40_000 // 8

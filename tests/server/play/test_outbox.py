"""A slow watcher is closed and delays nobody."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pennyflick.server.client import Client, Conversation
from pennyflick.server.play.connection import Outbox
from pennyflick.server.settings import Limits
from pennyflick.server.wire.codes import DELETED, TOO_SLOW
from pennyflick.server.wire.messages import Json


def test_an_outbox_that_overflows_asks_to_be_closed_and_takes_no_more() -> None:
    async def overflow() -> int:
        outbox = Outbox(size=2)
        for _ in range(5):
            outbox.post(b"{}")
        outbox.close_soon(DELETED)
        return outbox.closing.result()

    assert asyncio.run(overflow()) == TOO_SLOW


@pytest.mark.slow
def test_a_watcher_that_never_reads_is_dropped_while_the_players_go_on(
    start_server: Callable[..., Any], tmp_path: Path, flick: Callable[[Conversation], Json]
) -> None:
    serving = start_server(tmp_path, limits=Limits(outbox_messages=4))
    client: Client = serving.client()
    match = client.new_match("penny-black", {"seating": "screen", "seed": "7"})
    (live,) = serving.app.state.service.matches.every()

    with client.sit(match) as table, deaf(serving.settings.port, match):
        until(lambda: len(live.listeners) == 2)
        loop = next(iter(live.listeners)).closing.get_loop()
        # random, so that compression does not help; the kernel's buffers take the first megabytes
        message = json.dumps({"type": "status", "step": secrets.token_hex(200_000)}).encode()
        for _ in range(200):
            for listener in tuple(live.listeners):
                loop.call_soon_threadsafe(listener.post, message)
            assert table.receive()["type"] == "status"
            if len(live.listeners) == 1:
                break
        assert len(live.listeners) == 1, "the watcher that does not read must be dropped"
        began = time.monotonic()
        assert table.answer(flick(table))["type"] == "done"
        assert time.monotonic() - began < 2.0


def deaf(port: int, match: str) -> socket.socket:
    """A client that shakes hands and then reads no more."""
    deaf = socket.create_connection(("127.0.0.1", port))
    deaf.sendall(
        (
            f"GET /match/{match}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()
    )
    return deaf


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)

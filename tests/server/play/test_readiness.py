"""The physics is prepared after the first page has gone out, and at once when somebody waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import pytest

from pennyflick.server.play.readiness import Readiness, Status

Tell = Callable[[str, float], None]


def test_whoever_waits_makes_it_begin_at_once_and_only_once() -> None:
    calls: list[str] = []
    heard: list[Status] = []

    def prepare(tell: Tell) -> None:
        calls.append("prepare")
        tell("compiling", 0.5)

    async def use() -> None:
        readiness = Readiness(prepare)
        readiness.listen(heard.append)
        readiness.start(60.0)
        await asyncio.wait_for(readiness.wait(), 5)
        readiness.start()
        await asyncio.wait_for(readiness.wait(), 5)
        await asyncio.sleep(0.01)

    asyncio.run(use())
    assert calls == ["prepare"]
    assert heard == [
        Status(ready=False, step="compiling", progress=0.5),
        Status(ready=True, step="ready", progress=1.0),
    ]


def test_a_preparation_that_fails_is_logged_and_the_server_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    def prepare(tell: Tell) -> None:
        raise OSError("no room for the cache")

    async def use() -> Status:
        readiness = Readiness(prepare)
        await asyncio.wait_for(readiness.wait(), 5)
        return readiness.status

    with caplog.at_level(logging.ERROR):
        assert asyncio.run(use()).ready
    assert "no room for the cache" in caplog.text

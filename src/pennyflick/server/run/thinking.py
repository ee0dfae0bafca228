"""Thinking for the house of servers elsewhere: a worker of their database without a port, until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable

from pennyflick.server.pages.rendering import Renderer, web_folder
from pennyflick.server.play.readiness import Readiness, prepare_physics
from pennyflick.server.run import logs
from pennyflick.server.run.opening import open_service
from pennyflick.server.settings import Settings


def run(settings: Settings, ready: Callable[[], None]) -> None:
    """Think until SIGINT or SIGTERM; `ready` is called when it can. Raises DatabaseError, NewerSchemaError."""
    logs.configure(settings.log_format)
    asyncio.run(_think(settings, ready))


async def _think(settings: Settings, ready: Callable[[], None]) -> None:
    stopped, readiness = _stopped(), Readiness(prepare_physics)
    service = await open_service(settings, readiness, Renderer(web_folder()))
    try:
        readiness.listen(lambda status: ready() if status.ready else None)
        readiness.start()
        await stopped.wait()
    finally:
        await service.stop()


def _stopped() -> asyncio.Event:
    """What comes to pass when somebody tells it to stop."""
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError):  # where signals cannot be waited for, Ctrl-C interrupts everything
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stopped.set)
    return stopped

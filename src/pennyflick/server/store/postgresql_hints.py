"""Hints between workers by LISTEN and NOTIFY. Law: a hint may be lost; whoever needs to know asks from time to time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

_LOG = logging.getLogger("pennyflick.server")
PAYLOAD_BYTES = 7_999  # PostgreSQL takes no more
AGAIN_S = 0.5  # before a lost connection is made anew
LOOKING_S = 5.0  # how often a silent connection is asked whether it still is one
Hear = Callable[[str], None]


class PostgresqlHints:
    """Tells other workers of the same database, and hears them; on connections of its own, outside any transaction."""

    def __init__(self, connect: Callable[[], Awaitable[Any]]) -> None:
        self._connect = connect
        self._telling: Any = None
        self._turn = asyncio.Lock()  # a connection says one thing at a time
        self._heard: dict[str, list[Hear]] = {}
        self._listening: asyncio.Task[None] | None = None
        self._ears: Any = None

    async def notify(self, channel: str, payload: str) -> None:
        """Tell whoever listens to this channel, this worker included; a hint that cannot be told is lost."""
        async with self._turn:
            try:
                await self._told(channel, payload)
            except Exception as error:  # whatever the driver raises: it is only a hint
                _LOG.warning("a hint could not be told: %s", error)
                await self._drop()

    async def listen(self, channel: str, hear: Hear) -> None:
        """Hear every payload of a channel from now on, by a connection that is made anew whenever it is lost."""
        self._heard.setdefault(channel, []).append(hear)
        if self._ears is not None:
            await self._ears.add_listener(channel, self._hear)
        elif self._listening is None:
            ready = asyncio.Event()
            self._listening = asyncio.create_task(self._listen_on(ready))
            await ready.wait()

    async def close(self) -> None:
        """Tell and hear no more."""
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        await self._drop()

    async def _told(self, channel: str, payload: str) -> None:
        if self._telling is None or self._telling.is_closed():
            self._telling = await self._connect()
        await self._telling.execute("SELECT pg_notify($1, $2)", channel, payload)

    async def _drop(self) -> None:
        connection, self._telling = self._telling, None
        if connection is not None:
            connection.terminate()

    async def _listen_on(self, ready: asyncio.Event) -> None:
        while True:
            try:
                await self._listen_once(ready)
            except Exception as error:  # whatever the driver raises: it is tried again
                _LOG.warning("hints of other workers are not heard: %s", error)
            ready.set()  # whoever listens does without hints until then
            await asyncio.sleep(AGAIN_S)

    async def _listen_once(self, ready: asyncio.Event) -> None:
        """Until the connection is lost."""
        connection = await self._connect()
        try:
            for channel in tuple(self._heard):
                await connection.add_listener(channel, self._hear)
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _: lost.set())
            self._ears = connection
            ready.set()
            await _watched(connection, lost)
        finally:
            self._ears = None
            connection.terminate()

    def _hear(self, _connection: Any, _pid: int, channel: str, payload: object) -> None:
        for hear in tuple(self._heard.get(channel, ())):
            hear(str(payload))


async def _watched(connection: Any, lost: asyncio.Event) -> None:
    """Return when the connection has ended; raises when it no longer answers."""
    while not lost.is_set():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOKING_S):
                await lost.wait()
            return
        await connection.execute("SELECT 1")

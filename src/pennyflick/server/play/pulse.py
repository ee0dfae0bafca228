"""The server's pulse: while it beats, clocks run. What the server was down is given back when it starts again."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta

from pennyflick.server.store.store import Store, StoreError

_LOG = logging.getLogger("pennyflick.server")
BEAT_S = 5.0  # after a kill so much, at the most, is given back that was not lost


@contextlib.asynccontextmanager
async def pulse(store: Store, clock: Callable[[], datetime]) -> AsyncIterator[None]:
    """Clocks run as long as this lasts. Where there may be other workers, none was down while one of them ran."""
    await store.resume(clock(), timedelta() if store.hints is None else 2 * timedelta(seconds=BEAT_S))
    beating = asyncio.create_task(_beat_on(store, clock))
    try:
        yield
    finally:
        beating.cancel()
        await _beat(store, clock())


async def _beat_on(store: Store, clock: Callable[[], datetime]) -> None:
    while True:
        await asyncio.sleep(BEAT_S)
        await _beat(store, clock())


async def _beat(store: Store, at: datetime) -> None:
    try:
        await store.beat(at)
    except StoreError:  # the next beat may be stored; until then clocks are only kinder
        _LOG.exception("the pulse could not be stored")

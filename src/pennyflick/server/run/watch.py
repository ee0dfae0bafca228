"""Somebody who looks at the server while it runs: how late its loop is, how much it holds."""

from __future__ import annotations

import asyncio
import gc
import os
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from pennyflick.server.pages.service import Service
from pennyflick.server.run.metrics import Metrics

LAG_S = 0.25  # between two looks at the loop
HELD_S = 2.0  # between two looks at what is held
MOST_PAUSES = 10_000  # collections between two looks
Pause = tuple[int, float]  # which generation, how many seconds
_STATM = Path("/proc/self/statm")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4_096


@asynccontextmanager
async def watched(service: Service, metrics: Metrics) -> AsyncIterator[None]:
    """Look at it as long as this lasts."""
    pauses: deque[Pause] = deque(maxlen=MOST_PAUSES)
    tasks = [asyncio.create_task(_lag(metrics, pauses)), asyncio.create_task(_held(service, metrics))]
    noting = noted_collections(pauses, time.perf_counter)
    gc.callbacks.append(noting)
    try:
        yield
    finally:
        gc.callbacks.remove(noting)
        for task in tasks:
            task.cancel()


async def _lag(metrics: Metrics, pauses: deque[Pause]) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_S
        await asyncio.sleep(LAG_S)
        metrics.lagged(max(loop.time() - due, 0.0))
        while pauses:
            metrics.collected(*pauses.popleft())


async def _held(service: Service, metrics: Metrics) -> None:
    while True:
        await service.storing.look()
        look(service, metrics)
        metrics.tasks.set(len(asyncio.all_tasks()))
        await asyncio.sleep(HELD_S)


def look(service: Service, metrics: Metrics) -> None:
    """Take note of what is held now."""
    lives = service.matches.every()
    metrics.matches.set(len(lives))
    metrics.watchers.set(sum(not asker.seats for live in lives for asker in live.listeners.values()))
    metrics.waiting.set(service.house.waiting)
    metrics.thinking.set(service.house.thinking)
    metrics.memory.set(memory_bytes())
    metrics.storing.set(int(service.storing.found.writes))
    metrics.free.set(service.storing.found.free_bytes or 0)


def memory_bytes() -> int:
    """Resident memory of this process; 0 where the system does not tell it."""
    try:
        return int(_STATM.read_text().split()[1]) * _PAGE_BYTES
    except OSError:
        return 0


def noted_collections(pauses: deque[Pause], ticks: Callable[[], float]) -> Callable[[str, dict[str, int]], None]:
    """What the collector calls when it begins and ends. It may come while a figure is held, so none is touched here."""
    began = 0.0

    def noting(phase: str, told: dict[str, int]) -> None:
        nonlocal began
        if phase == "start":
            began = ticks()
        else:
            pauses.append((told["generation"], ticks() - began))

    return noting

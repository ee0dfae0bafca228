"""The store with a stopwatch."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

from pennyflick.server.run.metrics import Metrics
from pennyflick.server.run.timing import timed


class _Store:
    closed = False

    async def reply(self, match: str, command: str) -> str:
        if not match:
            raise LookupError(command)
        return match + command

    def close(self) -> None:
        self.closed = True


def test_every_awaited_operation_is_timed_and_answers_the_same() -> None:
    metrics, ticks = Metrics(), count()
    store = timed(_Store(), metrics, lambda: float(next(ticks)))

    assert [asyncio.run(store.reply("m", each)) for each in "ab"] == ["ma", "mb"]
    told = {"operation": "reply"}
    assert metrics.registry.get_sample_value("pennyflick_store_seconds_sum", told) == 2.0
    assert metrics.registry.get_sample_value("pennyflick_store_seconds_count", told) == 2.0


def test_what_fails_is_counted_apart_and_fails_all_the_same() -> None:
    metrics = Metrics()
    store = timed(_Store(), metrics, lambda: 0.0)

    with pytest.raises(LookupError):
        asyncio.run(store.reply("", "a"))
    assert metrics.registry.get_sample_value("pennyflick_store_failures_total", {"operation": "reply"}) == 1.0
    assert metrics.registry.get_sample_value("pennyflick_store_seconds_count", {"operation": "reply"}) is None


def test_what_is_not_awaited_is_passed_on() -> None:
    behind = _Store()
    timed(behind, Metrics(), lambda: 0.0).close()

    assert behind.closed

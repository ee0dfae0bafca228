"""When garbage is collected, and when everything is looked at."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from contextlib import suppress

import pytest

from pennyflick.server.run.collecting import (
    CLOSED,
    LOOK_S,
    MOST_CLOSED,
    OPENED,
    PORTIONS,
    QUIET_LOOKS,
    THRESHOLDS,
    Activity,
    Collector,
    collect_on,
)


@pytest.fixture
def collector() -> Iterator[Collector]:
    before = gc.get_threshold()
    found = Collector()
    found.begin()
    yield found
    gc.set_threshold(*before)
    gc.unfreeze()


class _Ring:
    def __init__(self) -> None:
        self.itself = self


@pytest.mark.slow
def test_what_is_there_at_the_start_is_passed_over(collector: Collector) -> None:
    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold() == THRESHOLDS


@pytest.mark.slow
def test_a_portion_is_collected_when_there_is_one_and_what_stayed_is_passed_over(collector: Collector) -> None:
    kept = [[number] for number in range((PORTIONS + 1) * THRESHOLDS[0] * (THRESHOLDS[1] + 2))]
    ring = weakref.ref(_Ring())
    before = gc.get_freeze_count()
    assert gc.get_count()[2] >= PORTIONS
    collector.look(Activity(1, 0))

    assert ring() is None
    assert gc.get_freeze_count() > before + len(kept) // 2
    assert gc.get_count()[2] == 0


def test_many_new_sockets_are_a_portion_however_many_others_went(collector: Collector) -> None:
    ring = weakref.ref(_Ring())
    collector.look(Activity(1, 0, OPENED - 1))
    assert ring() is not None
    collector.look(Activity(2, 0, OPENED))

    assert ring() is None


@pytest.mark.slow
def test_a_ring_that_stayed_and_is_not_needed_any_more_goes_when_the_server_is_quiet(collector: Collector) -> None:
    kept = [_Ring()]
    gc.freeze()
    ring = weakref.ref(kept.pop())
    for _ in range(QUIET_LOOKS):
        collector.look(Activity(1, CLOSED))
        assert ring() is not None
    collector.look(Activity(1, CLOSED))

    assert ring() is None


def test_while_somebody_plays_everything_is_looked_at_only_after_a_great_many(collector: Collector) -> None:
    for done in range(3 * QUIET_LOOKS):
        collector.look(Activity(done, MOST_CLOSED - 1))
        assert not collector.is_due(Activity(done + 1, MOST_CLOSED - 1))

    assert collector.is_due(Activity(0, MOST_CLOSED))


@pytest.mark.slow
def test_it_waits_until_all_is_prepared_and_leaves_the_collector_as_it_was() -> None:
    before, ready = gc.get_threshold(), list[bool]()

    async def collected() -> tuple[int, ...]:
        task = asyncio.create_task(collect_on(lambda: bool(ready), lambda: Activity(0, 0)))
        await asyncio.sleep(1.5 * LOOK_S)
        assert gc.get_threshold() == before
        ready.append(True)
        await asyncio.sleep(2 * LOOK_S)
        meanwhile = gc.get_threshold()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        return meanwhile

    assert asyncio.run(collected()) == THRESHOLDS
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)

"""Workers as real processes: killed, renewed and stopped while people play. Linux only: it looks into /proc."""

from __future__ import annotations

import asyncio
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.server.together.faulty_line import GOOD
from tests.server.together.people import Found, Plan, play
from tests.server.workers.fleet import Fleet, kill, lives

if TYPE_CHECKING:
    from tests.server.postgresql import Cluster

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")]

PLAN = Plan(tables=3, odds=GOOD, pause_s=0.02, stuck_s=180.0)
KILLS = 8


@pytest.fixture(scope="module")
def fleet(postgresql: Cluster) -> Iterator[Fleet]:
    fleet = Fleet(postgresql.fresh(), 2)
    yield fleet
    fleet.stop()


def _eventually(is_so: Callable[[], bool], seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, "it did not become so"
        time.sleep(0.05)


def test_workers_that_are_killed_lose_nothing_and_are_replaced(fleet: Fleet) -> None:
    found, dice = Found(), random.Random(20_261_116)

    async def killing() -> None:
        for _ in range(KILLS):
            while len(fleet.workers()) < fleet.count:
                await asyncio.sleep(0.05)
            await asyncio.sleep(dice.uniform(0.5, 3.0))
            kill(dice.choice(fleet.workers()))

    async def both() -> None:
        killed = asyncio.ensure_future(killing())
        await play(fleet.client, PLAN, 7, found, killed.done)
        await killed

    asyncio.run(both())
    assert found.acknowledged >= KILLS, "people must have played, not only waited"
    _eventually(lambda: len(fleet.workers()) == fleet.count)


def test_workers_are_renewed_one_by_one_while_people_play(fleet: Fleet) -> None:
    fleet.wait_for(fleet.count)
    old, found, answered = fleet.workers(), Found(), list[int]()

    async def renewing() -> None:
        fleet.tell(signal.SIGHUP)
        while any(lives(pid) for pid in old):
            answered.append((await asyncio.to_thread(fleet.client.get, "/version")).status)
            await asyncio.sleep(0.02)

    async def both() -> None:
        renewed = asyncio.ensure_future(renewing())
        await play(fleet.client, PLAN, 8, found, renewed.done)
        await renewed

    asyncio.run(both())
    assert not set(old) & set(fleet.workers())
    assert len(fleet.workers()) == fleet.count
    assert set(answered) == {200}, "somebody stood before a closed door"
    assert found.acknowledged > 0


def test_a_worker_ends_with_whoever_watches_it(postgresql: Cluster) -> None:
    fleet = Fleet(postgresql.fresh(), 2)
    workers = fleet.workers()

    kill(fleet.process.pid)
    fleet.stop()

    _eventually(lambda: not any(lives(pid) for pid in workers))


def test_told_to_stop_all_end_in_order(postgresql: Cluster) -> None:
    fleet = Fleet(postgresql.fresh(), 2)
    workers = fleet.workers()

    fleet.stop()

    assert fleet.process.returncode == 0
    assert not any(lives(pid) for pid in workers)

"""kill -9 at random instants while people play by a link: nothing acknowledged is lost, nothing is applied twice."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.together.kills import Nursery, kill_while_people_play
from tests.server.together.people import Found

KILLS = 50


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[Nursery]:
    nursery = Nursery(tmp_path)
    try:
        yield nursery
    finally:
        nursery.end()


@pytest.mark.slow
def test_fifty_kills_lose_no_acknowledged_action_and_apply_none_twice(nursery: Nursery) -> None:
    found = Found()
    asyncio.run(kill_while_people_play(nursery, KILLS, 20_260_501, found))
    assert found.counts["kills"] == KILLS
    assert found.acknowledged >= KILLS, "people must have played, not only waited"
    assert found.counts["cut short"] >= KILLS // 10, "the kills must have hit commands under way"

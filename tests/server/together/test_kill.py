"""kill -9 at random instants while people play by a link: nothing acknowledged is lost, nothing is applied twice."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.together.kills import Nursery, kill_while_people_play
from tests.server.together.people import Found

KILLS = 50


@pytest.mark.slow
def test_fifty_kills_lose_no_acknowledged_action_and_apply_none_twice(nursery: Nursery) -> None:
    found = Found()
    asyncio.run(kill_while_people_play(nursery, KILLS, 20_260_501, found))
    assert found.counts["kills"] == KILLS
    assert found.acknowledged >= KILLS, "people must have played, not only waited"
    assert found.counts["cut short"] >= KILLS // 10, "the kills must have hit commands under way"

"""A faulty network between people, a watcher and a real server: twenty thousand deliveries, a million in the soak."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.together.kills import Nursery
from tests.server.together.people import Found, Plan, play

DELIVERIES = 20_000
RIGHT_BOARD_S = 1.0  # after the line is back
HOPS = 8  # handshake and sync, through the proxy and back: at each of them a busy machine may be late


@pytest.mark.slow
def test_twenty_thousand_deliveries_lose_nothing_and_everybody_ends_with_the_same_board(nursery: Nursery) -> None:
    found = Found()
    nursery.start()

    asyncio.run(play(nursery.client, Plan(), 20_260_501, found, lambda: found.counts["delivered"] >= DELIVERIES))

    for fault in ("delayed", "twice", "dropped", "cut", "half open", "outages", "cut short"):
        assert found.counts[fault] > 20, f"{fault} happened {found.counts[fault]} times"
    assert found.acknowledged > 1_000
    took_s, late_s = found.right_board_s(0.99), found.late_s(0.99)
    assert took_s < RIGHT_BOARD_S + HOPS * late_s, (
        f"the right board took {took_s:.2f} s, on a machine {late_s:.2f} s late"
    )

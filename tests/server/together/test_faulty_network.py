"""A faulty network between people, a watcher and a real server: twenty thousand deliveries, a million in the soak."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from pennyflick.server.settings import Limits
from tests.server.conftest import Serving
from tests.server.together.people import Found, Plan, play

DELIVERIES = 20_000
LIMITS = Limits(messages_burst=1_000_000, watcher_messages_burst=1_000_000, posts_burst=1_000_000)


@pytest.mark.slow
def test_twenty_thousand_deliveries_lose_nothing_and_everybody_ends_with_the_same_board(
    tmp_path: Path, start_server: Callable[..., Serving]
) -> None:
    server, found = start_server(tmp_path, limits=LIMITS), Found()

    asyncio.run(play(server.client(), Plan(), 20_260_501, found, lambda: found.counts["delivered"] >= DELIVERIES))

    assert found.counts["delivered"] >= DELIVERIES
    for fault in ("delayed", "twice", "dropped", "cut", "half open", "outages", "cut short"):
        assert found.counts[fault] > 20, f"{fault} happened {found.counts[fault]} times"
    assert found.acknowledged > 1_000
    assert found.percentile_s(0.99) < 1.0, f"the right board took {found.percentile_s(0.99):.2f} s"

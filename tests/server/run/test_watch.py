"""What is looked at while the server runs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from pennyflick.server.client import Client
from pennyflick.server.run.watch import Pause, memory_bytes, noted_collections


def test_a_collection_is_noted_with_its_generation_and_how_long_it_took() -> None:
    pauses: deque[Pause] = deque()
    ticks = count()
    noting = noted_collections(pauses, lambda: next(ticks) * 0.25)
    noting("start", {"generation": 2})
    noting("stop", {"generation": 2})

    assert list(pauses) == [(2, 0.25)]


def test_this_process_has_some_memory() -> None:
    assert memory_bytes() > 10_000_000


@pytest.mark.slow
def test_who_looks_on_and_what_is_in_memory_is_counted(
    serving: Any, client: Client, two_at_one_screen: str, eventually: Callable[[Callable[[], bool]], None]
) -> None:
    figure = serving.app.state.metrics.registry.get_sample_value
    with client.sit(two_at_one_screen), serving.client().sit(two_at_one_screen):
        eventually(lambda: figure("pennyflick_watchers") == 1)

    assert figure("pennyflick_matches_in_memory") >= 1
    eventually(lambda: figure("pennyflick_loop_lag_seconds_count") > 2)

"""Matches come and go for half a minute: what is left of them is flat. `make soak-churn` takes twenty minutes."""

from __future__ import annotations

import pytest

from benchmarks.soak_churn import is_flat, soak

SECONDS = 50.0
FILLING = 0.15  # by which memory may grow while caches fill, as they do for some minutes


@pytest.mark.slow
def test_tasks_files_and_threads_stay_as_many_however_many_matches_come_and_go() -> None:
    samples = soak(SECONDS, a_second=4.0)

    growth = samples.growth()
    assert samples.matches > 10
    for name in ("tasks", "files", "threads"):
        assert is_flat(growth[name]), f"{name}: {growth[name]}"
    assert growth["memory_kb"]["growth"] < FILLING, growth["memory_kb"]

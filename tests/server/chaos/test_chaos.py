"""Two workers, a thinker and a database, one of them killed every few seconds: `make chaos` takes five minutes."""

from __future__ import annotations

import pytest

from tests.server.chaos.chaos import CAUGHT_UP_S, run

SECONDS = 30.0
HOPS = 8  # from the store to who looks on and back: at each of them a busy machine may be late


@pytest.mark.slow
def test_whatever_is_killed_nothing_acknowledged_is_lost_and_watchers_catch_up() -> None:
    chaos = run(SECONDS, 20_261_116)

    found = chaos.found
    for part in ("worker", "thinker", "database"):
        assert found.counts[f"kills of a {part}"] > 0, f"no {part} was killed: {found.counts}"
    assert found.acknowledged > 50
    assert found.counts["house decisions"] > 10
    late_s = found.late_s(0.99)
    assert chaos.slowest_s < CAUGHT_UP_S + HOPS * late_s, f"{chaos.caught_up_s}, on a machine {late_s:.2f} s late"

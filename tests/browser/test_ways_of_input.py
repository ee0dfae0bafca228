"""Pull, keys and clicks are worth much the same to the same hand."""

from typing import Any

import pytest

from benchmarks import hand as study
from benchmarks import ways

pytestmark = pytest.mark.browser


def test_pull_keys_and_clicks_come_within_ten_points_of_each_other_on_open_twenties(moving_person: Any) -> None:
    timed = study.timed_way(600, seed=3)
    speed = study.wanted_speed(timed)

    aims = ways.aims_by_way(moving_person.page, moving_person.server.address, speed, count=8, seed=3)
    rates = {way: study.rate_of_aims(found, timed) for way, found in aims.items()}

    assert set(rates) == {"pull", "keys", "clicks"}
    assert len({aim.direction_cdeg for aim in aims["pull"]}) > 1  # a pointer errs
    assert max(rates.values()) - min(rates.values()) < 0.10, rates
    assert min(rates.values()) > 0.65

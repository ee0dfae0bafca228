"""The search finds what is worth most under the hand's own errors: checked on a toy whose best aim is known."""

import os
import subprocess
import sys
from typing import Any, cast

import numpy as np
import pytest

from pennyflick.players.dice import Dice
from pennyflick.players.hands import Hand
from pennyflick.players.noise import Floats, Noise
from pennyflick.players.search import search
from pennyflick.players.search.aims import AimList, Aims, Arm
from pennyflick.table import DiscId, Side

HAND = Hand(2.0, 0.10)
NARROW, BROAD = 40.0, 121.0  # a rich but narrow target, and a broad one off the grid that is better for a shaky hand


def ideas() -> Aims:
    listed = AimList()
    for direction in range(0, 180, 5):
        listed.add(Arm(DiscId("A1")), "an idea", float(direction), (800.0, 1_200.0))
    return listed.aims()


def payoff(direction: Floats, speed: Floats) -> Floats:
    narrow = 1.0 * (np.abs(direction - NARROW) < 0.4)
    broad = 0.7 * (np.abs(direction - BROAD) < 4.0) * (np.abs(speed - 1_200.0) < 400.0)
    return np.asarray(narrow + broad)


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> search.Scene:
    monkeypatch.setattr(search, "exact_values", lambda _, aims: payoff(aims.direction_deg, aims.speed_mm_s))
    nothing = cast(Any, None)
    hands = dict.fromkeys(Side, HAND)
    return search.Scene(nothing, nothing, nothing, nothing, Side.ONE, hands, Noise(Dice(1, 1, "test")))


def test_greedy_falls_for_the_narrow_target(scene: search.Scene) -> None:
    assert search.greedy(scene, ideas(), 1_000).aims.direction_deg[0] == NARROW


def test_halving_under_the_hand_takes_the_broad_one(scene: search.Scene) -> None:
    assert abs(search.halving(scene, ideas(), 4_000).aims.direction_deg[0] - BROAD) <= 4.0


def test_halving_keeps_to_the_grid_until_the_budget_is_ample(scene: search.Scene) -> None:
    little, ample = (search.halving(scene, ideas(), budget).aims.direction_deg[0] for budget in (2_000, 60_000))

    assert little % 5.0 == 0.0
    assert ample % 5.0 != 0.0
    assert abs(ample - BROAD) < 1.0


def test_the_map_leaves_the_grid(scene: search.Scene) -> None:
    found = search.mapped(scene, ideas(), 8_000)

    assert abs(found.aims.direction_deg[0] - BROAD) < 1.5
    assert found.aims.speed_mm_s[0] > 900.0


def test_the_value_reported_is_what_fresh_draws_give(scene: search.Scene) -> None:
    found = search.mapped(scene, ideas(), 8_000)
    best = found.aims.rows(np.zeros(20_000, dtype=np.int64))
    fresh = search.drawn(scene, best.rows(slice(0, 1)), 20_000)[0] / 20_000

    assert abs(found.values[0] - fresh) < 0.08


_MAP = """
import hashlib
import numpy as np
from pennyflick.players.search import search
from pennyflick.players.search.aims import AimList, Arm
from pennyflick.players.hands import Hand
listed = AimList()
for number in range(470):
    listed.add(Arm("A1"), "an idea", number * 0.75, (1_000.0,))
aims = listed.aims()
samples = aims.rows(np.repeat(np.arange(470), 5))
samples = samples.moved(samples.direction_deg + np.linspace(-2.0, 2.0, 2_350), samples.speed_mm_s)
values = np.sin(np.arange(2_350.0)) ** 2
print(hashlib.sha256(search.weighed(Hand(2.0, 0.1), aims, search.Sampled(samples, values, 5)).tobytes()).hexdigest())
"""


@pytest.mark.slow
def test_the_map_is_the_same_on_any_number_of_threads() -> None:
    def printed(threads: str) -> str:
        settings = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), threads)
        return subprocess.run(
            [sys.executable, "-c", _MAP], env=os.environ | settings, capture_output=True, text=True, check=True
        ).stdout

    assert printed("1") == printed("2") != ""

from __future__ import annotations

import math
import random
import re
from functools import partial

import pytest

from pennyflick.boards.regions.outline import Ground
from pennyflick.boards.regions.squares import Slack


def _loops(path: str) -> list[list[tuple[float, float]]]:
    texts = [loop for loop in path.replace("M", "").split("z") if loop]
    return [[(float(x), float(y)) for x, y in (p.split() for p in loop.split("L"))] for loop in texts]


def _area(loop: list[tuple[float, float]]) -> float:
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(loop, loop[1:] + loop[:1], strict=True)) / 2


def test_a_disc_is_drawn_round() -> None:
    (loop,) = _loops(Ground([lambda x, y: 30 - math.hypot(x, y)], -30, -30, 30, 30, 2.0).outline())
    assert all(math.hypot(x, y) == pytest.approx(30, abs=0.3) for x, y in loop)
    assert abs(_area(loop)) == pytest.approx(math.pi * 900, rel=0.02)


def test_a_ring_is_two_loops_that_run_opposite_ways() -> None:
    path = Ground([lambda x, y: 5 - abs(math.hypot(x, y) - 30)], -36, -36, 36, 36, 2.0).outline()
    areas = sorted(_area(loop) for loop in _loops(path))
    assert areas == pytest.approx([-math.pi * 625, math.pi * 1225], rel=0.02)


def test_a_region_that_reaches_beyond_its_box_is_not_cut_open() -> None:
    path = Ground([lambda x, y: 10 - abs(x)], -10, -50, 10, 50, 4.0).outline()
    assert path.count("M") == path.count("z")
    assert re.fullmatch(r"[-M Lz.\d]*", path)


def test_an_empty_region_draws_nothing() -> None:
    assert Ground([lambda x, y: -1.0 - abs(x)], -10, -10, 10, 10, 2.0).outline() == ""


def test_several_slacks_are_drawn_as_what_they_leave() -> None:
    square = [lambda x, y: 20 - abs(x), lambda x, y: 20 - abs(y), lambda x, y: math.hypot(x - 5, y) - 8]
    areas = sorted(_area(loop) for loop in _loops(Ground(square, -20, -20, 20, 20, 1.0).outline()))
    assert areas == pytest.approx([-math.pi * 64, 1600.0], rel=0.05)


@pytest.mark.parametrize("seed", range(20))
def test_a_ring_is_drawn_as_the_slack_that_it_is(seed: int) -> None:
    dice = random.Random(seed)
    rings = [(dice.uniform(-60, 60), dice.uniform(-60, 60), dice.uniform(1, 25)) for _ in range(dice.randrange(9))]
    ground: list[Slack] = [lambda x, y: 50 - math.hypot(x, y), lambda x, y: 40 - abs(y)]
    slacks: list[Slack] = [*ground, *(partial(_room, *ring) for ring in rings)]

    drawn = Ground(ground, -50, -50, 50, 50, 1.5)

    whole = Ground(slacks, -50, -50, 50, 50, 1.5).outline()
    assert sorted(drawn.outline(rings).split("z")) == sorted(whole.split("z")), "the same loops, in any order"
    assert drawn.outline([(200.0, 0.0, 30.0)]) == drawn.outline(), "a ring that is far away changes nothing"


def _room(cx: float, cy: float, far: float, x: float, y: float) -> float:
    return math.hypot(x - cx, y - cy) - far

from __future__ import annotations

import math
import re

import pytest

from pennyflick.boards.regions.outline import outline_path


def _loops(path: str) -> list[list[tuple[float, float]]]:
    texts = [loop for loop in path.replace("M", "").split("z") if loop]
    return [[(float(x), float(y)) for x, y in (p.split() for p in loop.split("L"))] for loop in texts]


def _area(loop: list[tuple[float, float]]) -> float:
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(loop, loop[1:] + loop[:1], strict=True)) / 2


def test_a_disc_is_drawn_round() -> None:
    (loop,) = _loops(outline_path([lambda x, y: 30 - math.hypot(x, y)], -30, -30, 30, 30, 2.0))
    assert all(math.hypot(x, y) == pytest.approx(30, abs=0.3) for x, y in loop)
    assert abs(_area(loop)) == pytest.approx(math.pi * 900, rel=0.02)


def test_a_ring_is_two_loops_that_run_opposite_ways() -> None:
    path = outline_path([lambda x, y: 5 - abs(math.hypot(x, y) - 30)], -36, -36, 36, 36, 2.0)
    areas = sorted(_area(loop) for loop in _loops(path))
    assert areas == pytest.approx([-math.pi * 625, math.pi * 1225], rel=0.02)


def test_a_region_that_reaches_beyond_its_box_is_not_cut_open() -> None:
    path = outline_path([lambda x, y: 10 - abs(x)], -10, -50, 10, 50, 4.0)
    assert path.count("M") == path.count("z")
    assert re.fullmatch(r"[-M Lz.\d]*", path)


def test_an_empty_region_draws_nothing() -> None:
    assert outline_path([lambda x, y: -1.0 - abs(x)], -10, -10, 10, 10, 2.0) == ""


def test_several_slacks_are_drawn_as_what_they_leave() -> None:
    square = [lambda x, y: 20 - abs(x), lambda x, y: 20 - abs(y), lambda x, y: math.hypot(x - 5, y) - 8]
    areas = sorted(_area(loop) for loop in _loops(outline_path(square, -20, -20, 20, 20, 1.0)))
    assert areas == pytest.approx([-math.pi * 64, 1600.0], rel=0.05)

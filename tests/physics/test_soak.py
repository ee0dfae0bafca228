"""A small soak, and proof that the soak would notice."""

from __future__ import annotations

import random

import numpy as np
import pytest

from benchmarks import soak
from benchmarks.random_boards import random_board, random_layout
from pennyflick.physics import Layouts


@pytest.mark.slow
def test_twenty_thousand_random_flicks_find_nothing_wrong() -> None:
    found = soak.soak(flicks=20_000, seed=7, energy=20, progress=False)

    assert found.complaints == []
    assert found.flicks >= 20_000
    assert found.contacts > found.flicks, "the layouts are crowded enough to matter"
    assert found.capped == 0
    assert found.overlap_mm <= soak.OVERLAP_MM
    assert found.energy_gain <= soak.GAIN


def test_the_soak_sees_an_overlap() -> None:
    dice = random.Random(3)
    board = random_board(dice)
    layouts = Layouts.of(board.discs, random_layout(dice, board))
    here = np.flatnonzero(layouts.on[0])
    assert soak.overlaps_mm(board, layouts.xy, layouts.on)[0] <= soak.OVERLAP_MM

    layouts.xy[0, here[1]] = layouts.xy[0, here[0]] + (0.5, 0.0)

    radii = board.discs[here[0]].radius_mm + board.discs[here[1]].radius_mm
    assert soak.overlaps_mm(board, layouts.xy, layouts.on)[0] == pytest.approx(radii - 0.5)


@pytest.mark.slow
def test_a_complaint_can_be_looked_at_again() -> None:
    board, layout, flick = soak.case("7/0", 123)

    assert flick.disc in layout.on_board
    assert (board, layout, flick) == soak.case("7/0", 123)

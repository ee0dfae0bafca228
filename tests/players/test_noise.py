"""Imagined errors follow the same law as real ones."""

import numpy as np

from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS, executed
from pennyflick.players.noise import Noise, density, shaken
from pennyflick.table import DiscId, Flick


def test_the_errors_have_unit_spread_heavy_tails_and_an_end() -> None:
    thrown = Noise(Dice(1, 1, "test")).student(200_000)

    assert abs(thrown.std() - 0.947) < 0.005  # unit s.d. before the cut at 4 s.d., which takes 5 % of it
    assert abs(thrown.mean()) < 0.01
    assert 4.0 >= np.abs(thrown).max() > 3.5
    assert 0.006 < (np.abs(thrown) > 3.0).mean() < 0.013  # Gauss would have 0.0027


def test_the_same_dice_give_the_same_errors() -> None:
    one, two = (Noise(Dice(9, 2, "test")).student(10) for _ in range(2))

    assert (one == two).all()


def test_imagined_hands_err_like_real_ones() -> None:
    hand, meant = HANDS["average"], Flick(DiscId("A1"), 9_000, 1_500)
    real = [executed(hand, meant, Dice(seed, 1, "hand")) for seed in range(4_000)]
    directions, speeds = shaken(hand, np.full(40_000, 90.0), np.full(40_000, 1_500.0), Noise(Dice(3, 1, "test")))

    spread = np.std([flick.direction_cdeg / 100 for flick in real])
    pace = np.std([flick.speed_mm_s for flick in real])
    assert abs(spread / directions.std() - 1.0) < 0.05
    assert abs(pace / speeds.std() - 1.0) < 0.05


def test_the_density_is_that_of_the_law() -> None:
    thrown = Noise(Dice(4, 1, "test")).student(400_000)
    near, far = ((np.abs(thrown - centre) < 0.05).mean() for centre in (0.0, 1.5))

    assert abs(far / near - float(density(np.array([1.5]))[0])) < 0.02

"""Imagined errors follow the same law as real ones."""

import numpy as np

from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS, executed
from pennyflick.players.noise import Noise, shaken
from pennyflick.players.search.closeness import density
from pennyflick.table import DiscId, Flick


def test_the_errors_have_unit_spread_heavy_tails_and_an_end() -> None:
    thrown = Noise(Dice(1, 1, "test")).pairs(100_000)

    assert abs(thrown.std() - 0.947) < 0.005  # unit s.d. before the cut at 4 s.d., which takes 5 % of it
    assert np.abs(thrown.mean(axis=0)).max() < 0.01
    assert 4.0 >= np.abs(thrown).max() > 3.5
    assert 0.006 < (np.abs(thrown) > 3.0).mean() < 0.013  # Gauss would have 0.0027


def test_the_same_dice_give_the_same_errors() -> None:
    one, two = (Noise(Dice(9, 2, "test")).pairs(10) for _ in range(2))

    assert (one == two).all()


def test_imagined_hands_err_like_real_ones() -> None:
    hand, meant = HANDS["average"], Flick(DiscId("A1"), 9_000, 1_500)
    real = [executed(hand, meant, Dice(seed, 1, "hand")) for seed in range(4_000)]
    errors = Noise(Dice(3, 1, "test")).pairs(40_000)
    directions, speeds = shaken(hand, np.full(40_000, 90.0), np.full(40_000, 1_500.0), errors)

    spread = np.std([flick.direction_cdeg / 100 for flick in real])
    pace = np.std([flick.speed_mm_s for flick in real])
    assert abs(spread / directions.std() - 1.0) < 0.05
    assert abs(pace / speeds.std() - 1.0) < 0.05


def test_the_density_is_that_of_the_law() -> None:
    thrown = Noise(Dice(4, 1, "test")).pairs(200_000)
    near, far = ((np.abs(thrown - centre) < 0.05).mean() for centre in (0.0, 1.5))

    assert abs(far / near - density(1.5)) < 0.02


def test_few_even_draws_say_as_much_as_many_independent_ones() -> None:
    def share_in_a_patch(errors: np.ndarray) -> float:
        return float(((errors[:, 0] > 0.2) & (errors[:, 1] < 0.5)).mean())

    truth = share_in_a_patch(Noise(Dice(5, 1, "test")).pairs(400_000))
    misses = [share_in_a_patch(Noise(Dice(seed, 1, "test")).pairs(100)) - truth for seed in range(200)]

    independent = np.sqrt(truth * (1.0 - truth) / 100)
    assert np.std(misses) < 0.5 * independent
    assert abs(np.mean(misses)) < 0.1 * independent


def test_what_follows_is_fresh() -> None:
    noise = Noise(Dice(6, 1, "test"))
    first, second = noise.pairs(50), noise.pairs(50)

    assert not set(first[:, 0]) & set(second[:, 0])

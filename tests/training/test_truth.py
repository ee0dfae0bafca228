"""How true a value is: what it said beside what came of it."""

import numpy as np
import pytest

from pennyflick.training.truth import gain, truth

CAME = np.array([0.0, 0.0, 1.0, 1.0])


def test_who_knows_all_errs_by_nothing() -> None:
    found = truth(CAME, CAME)

    assert found.brier == 0.0
    assert found.correlation == pytest.approx(1.0)


def test_who_always_says_the_mean_is_as_good_as_a_constant() -> None:
    found = truth(np.full(4, 0.5), CAME)

    assert (found.brier, found.constant, found.correlation) == (0.25, 0.25, 0.0)


def test_the_table_tells_bin_by_bin_what_was_said_and_what_came() -> None:
    low, high = truth(np.array([0.12, 0.18, 0.95, 1.0]), CAME).bins

    assert (low.low, low.high, low.count, low.came) == (0.1, 0.2, 2, 0.0)
    assert (high.count, high.came) == (2, 1.0)
    assert (low.said, high.said) == pytest.approx((0.15, 0.975))


def test_who_is_truer_is_told_match_by_match() -> None:
    came = np.array([1.0, 1.0])
    knows, guesses = np.array([0.9, 0.9]), np.array([0.5, 0.5])

    alike = gain([(knows, guesses, came)] * 9)
    assert alike.mean == pytest.approx(0.24)
    assert alike.low == pytest.approx(0.24)
    mixed = gain([(knows, guesses, came), (knows, guesses, 1.0 - came)] * 9)
    assert mixed.mean == pytest.approx(-0.16)
    assert mixed.low < -0.3
    assert mixed.high > -0.05

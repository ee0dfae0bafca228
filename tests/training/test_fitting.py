"""The forest says what the library says, without it."""

import sys

import numpy as np
import pytest

from pennyflick.training.examples import Examples
from pennyflick.training.fitting import DEPTHS, LibraryMissingError, boosted, exported, fitted, library


def rows(count: int, seed: int) -> Examples:
    dice = np.random.default_rng(seed)
    features = np.round(dice.normal(size=(count, 5)), 1)  # many rows lie on a threshold
    chance = 1.0 / (1.0 + np.exp(-2.0 * features[:, 0] * features[:, 1] - features[:, 2]))
    shares = np.where(dice.random(count) < 0.1, 0.5, (dice.random(count) < chance).astype(float))
    return Examples(features, shares, np.where(features[:, 3] > 0, 1.0, 0.5), np.arange(count) % 8 == 7)


@pytest.mark.slow
@pytest.mark.parametrize("depth", DEPTHS)
def test_forest_and_library_agree_on_every_row(depth: int) -> None:
    model = boosted(rows(3_000, 1), depth, seed=1)
    forest = exported(model, depth, model.n_iter_)
    fresh = rows(5_000, 2).features

    assert forest.depth == depth
    assert np.abs(forest.score(fresh) - model.decision_function(fresh)).max() < 1e-9


@pytest.mark.slow
def test_the_fit_is_better_than_a_constant_and_the_same_each_time() -> None:
    one, two = (fitted(rows(4_000, 3), seed=1) for _ in range(2))

    assert one.brier < 0.9 * one.constant
    assert (one.forest.leaf == two.forest.leaf).all()


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)
    with pytest.raises(LibraryMissingError, match=r"pip install 'pennyflick\[train\]'"):
        library()

"""The forest says what the library says, without it."""

import sys

import numpy as np
import pytest

from pennyflick.players.values.study import UnstudiedError, study_of
from pennyflick.rules import registry
from pennyflick.training.examples import Examples
from pennyflick.training.fitting import DEPTHS, LibraryMissingError, boosted, exported, fitted, library, slopes


def is_studied(name: str) -> bool:
    try:
        study_of(name)
    except UnstudiedError:  # a game need not say what can be learned of it
        return False
    return True


STUDIED = [name for name in registry.names() if is_studied(name)]


def rows(count: int, seed: int) -> Examples:
    dice = np.random.default_rng(seed)
    features = np.round(dice.normal(size=(count, 5)), 1)  # many rows lie on a threshold
    chance = 1.0 / (1.0 + np.exp(-2.0 * features[:, 0] * features[:, 1] - features[:, 2]))
    shares = np.where(dice.random(count) < 0.1, 0.5, (dice.random(count) < chance).astype(float))
    return Examples(features, shares, shares, np.where(features[:, 3] > 0, 1.0, 0.5), np.arange(count) % 8 == 7)


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


@pytest.mark.slow
def test_a_fit_that_keeps_to_slopes_never_turns_back_along_them() -> None:
    """The third feature helps throughout; the first helps or hurts by the second, so that a slope there costs."""
    kept, free = (boosted(rows(3_000, 4), 4, seed=1, keeping=keeping) for keeping in ((-1, 0, 1, 0, 0), None))
    ahead = np.repeat(rows(50, 5).features, 40, axis=0)

    for column, sign in ((0, -1.0), (2, 1.0)):
        along = ahead.copy()
        along[:, column] = np.tile(np.linspace(-3.0, 3.0, 40), 50)
        steps = {model: np.diff(model.decision_function(along).reshape(50, 40)) * sign for model in (kept, free)}
        assert steps[kept].min() >= -1e-9, column
        assert steps[free].min() < -1e-3, column


def test_slopes_are_told_in_the_order_of_the_features() -> None:
    study = study_of("penny-black")
    told = dict(zip(study.names, slopes(study), strict=True))

    assert (told["points I need"], told["points they need"], told["pennies left"]) == (-1, 1, 0)


@pytest.mark.parametrize("name", STUDIED)
def test_what_helps_and_what_hurts_are_features_and_not_the_same_ones(name: str) -> None:
    study = study_of(name)

    assert study.helps | study.hurts <= set(study.names)
    assert not study.helps & study.hurts


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)
    with pytest.raises(LibraryMissingError, match=r"pip install 'pennyflick\[train\]'"):
        library()

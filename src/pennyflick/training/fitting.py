"""The fit: gradient boosting by scikit-learn, its trees taken over into a forest that needs no library."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pennyflick.players.noise import Floats
from pennyflick.players.values.forest import Forest
from pennyflick.players.values.study import Study
from pennyflick.training.examples import Examples
from pennyflick.training.truth import brier

Slopes = tuple[int, ...]  # a sign for each feature

DEPTHS = (3, 4, 5)
MOST_TREES = 400
LEARNING_RATE = 0.06
LEAST_IN_LEAF = 100  # positions of one match are alike: fewer would be learnt by heart


class LibraryMissingError(RuntimeError):
    """What teaches is not installed."""


@dataclass(frozen=True)
class Fitted:
    """A forest, how it was chosen, and what it scored on matches it had not seen."""

    forest: Forest
    depth: int
    brier: float
    constant: float  # what the mean would have scored

    @property
    def trees(self) -> int:
        """How many."""
        return len(self.forest.leaf)


def slopes(study: Study) -> Slopes:
    """Feature by feature: 1 where more of it never hurts whoever acts, -1 where it never helps him, else 0."""
    return tuple((name in study.helps) - (name in study.hurts) for name in study.names)


def fitted(rows: Examples, seed: int, keeping: Slopes | None = None) -> Fitted:
    """The best by the matches held out, over depths and numbers of trees, of those that keep to the slopes."""
    seen, unseen = rows.rows(~rows.held_out), rows.rows(rows.held_out)
    candidates = [_of_depth(depth, seen, unseen, seed, keeping) for depth in DEPTHS]
    return min(candidates, key=lambda each: each.brier)


def _of_depth(depth: int, seen: Examples, unseen: Examples, seed: int, keeping: Slopes | None) -> Fitted:
    model = boosted(seen, depth, seed, keeping)
    scores = [brier(chances, unseen.shares) for chances in _staged(model, unseen.features)]
    best = int(np.argmin(scores))
    constant = brier(np.full(len(unseen.shares), seen.shares.mean()), unseen.shares)
    return Fitted(exported(model, depth, best + 1), depth, scores[best], constant)


def _staged(model: Any, features: Floats) -> Iterator[Floats]:
    for chances in model.staged_predict_proba(features):
        yield chances[:, 1]


def boosted(rows: Examples, depth: int, seed: int, keeping: Slopes | None = None) -> Any:
    """The library's model; on one thread, so that the same rows give the same trees. A shared stake counts as both."""
    classifier, limits = library()
    features, won = np.concatenate([rows.features] * 2), np.repeat([True, False], len(rows.shares))
    weights = np.concatenate([rows.weights * rows.taught, rows.weights * (1.0 - rows.taught)])
    some = weights > 0.0
    model = classifier(
        learning_rate=LEARNING_RATE,
        max_iter=MOST_TREES,
        max_depth=depth,
        max_leaf_nodes=None,
        min_samples_leaf=LEAST_IN_LEAF,
        early_stopping=False,
        monotonic_cst=keeping,
        random_state=seed,
    )
    with limits(limits=1):
        return model.fit(features[some], won[some], sample_weight=weights[some])


def library() -> tuple[Any, Any]:
    """What boosts, and what keeps it to one thread; raises LibraryMissingError."""
    try:
        from sklearn.ensemble import HistGradientBoostingClassifier  # only now: playing does without
        from threadpoolctl import threadpool_limits
    except ImportError:
        raise LibraryMissingError("training needs scikit-learn: pip install 'pennyflick[train]'") from None
    return HistGradientBoostingClassifier, threadpool_limits


def exported(model: Any, depth: int, trees: int) -> Forest:
    """The model's first trees as a forest: complete ones, where a leaf stands for all that would be below it."""
    inner = 2**depth - 1
    feature = np.zeros((trees, inner), dtype=np.uint16)
    threshold = np.full((trees, inner), np.inf)
    leaf = np.zeros((trees, inner + 1))
    for number, (grown,) in enumerate(model._predictors[:trees]):
        _planted(grown.nodes, 0, 0, feature[number], threshold[number], leaf[number])
    return Forest(float(model._baseline_prediction.ravel()[0]), feature, threshold, leaf)


def _planted(nodes: Any, node: int, at: int, feature: Any, threshold: Floats, leaf: Floats) -> None:
    """The node of the library's tree put at this place of the heap, and all below it."""
    inner, told = len(threshold), nodes[node]
    if at >= inner:
        leaf[at - inner] = told["value"]
        return
    if not told["is_leaf"]:
        feature[at], threshold[at] = told["feature_idx"], told["num_threshold"]
    for below, name in ((2 * at + 1, "left"), (2 * at + 2, "right")):
        _planted(nodes, node if told["is_leaf"] else int(told[name]), below, feature, threshold, leaf)

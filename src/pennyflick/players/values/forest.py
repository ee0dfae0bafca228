"""A sum of small decision trees over rows of features: what a learned value is, evaluated without what taught it.

Law: every tree is complete, its nodes numbered like a heap (the children of k are 2k + 1 and 2k + 2), and the trees are
added in their order by one thread, so that the sum has the same bits everywhere. A row goes to the right where its
feature is greater than the node's threshold; a node that splits nothing has an infinite one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pennyflick.physics.kernels.jit import kernel
from pennyflick.players.noise import Floats


@dataclass(frozen=True, eq=False)
class Forest:
    """The trees."""

    base: float
    feature: NDArray[np.int16]  # (trees, 2^depth - 1)
    threshold: Floats  # the same
    leaf: Floats  # (trees, 2^depth)

    @property
    def depth(self) -> int:
        """How many questions a tree asks."""
        return int(self.leaf.shape[1]).bit_length() - 1

    def score(self, features: Floats) -> Floats:
        """The sum for every row."""
        scores = np.full(len(features), self.base)
        if len(features) and len(self.leaf):
            _grow(np.ascontiguousarray(features), self.feature, self.threshold, self.leaf, scores)
        return scores


@kernel
def _grow(
    features: Floats, feature: NDArray[np.int16], threshold: Floats, leaf: Floats, scores: Floats
) -> None:  # pragma: no cover - compiled
    inner = threshold.shape[1]
    for row in range(features.shape[0]):
        total = scores[row]
        for tree in range(threshold.shape[0]):
            node = 0
            while node < inner:
                node = 2 * node + 1 + (features[row, feature[tree, node]] > threshold[tree, node])
            total += leaf[tree, node - inner]
        scores[row] = total

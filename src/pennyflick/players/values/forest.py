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

AT_ONCE = 64  # rows


@dataclass(frozen=True, eq=False)
class Forest:
    """The trees."""

    base: float
    feature: NDArray[np.uint16]  # (trees, 2^depth - 1)
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
            _grow(np.ascontiguousarray(features.T), self.feature, self.threshold, self.leaf, scores)
        return scores


@kernel
def _grow(
    features: Floats, feature: NDArray[np.uint16], threshold: Floats, leaf: Floats, scores: Floats
) -> None:  # pragma: no cover - compiled
    """Some rows at a time go down a tree together, a question each: none waits for another's answer.

    `features` has a row a feature. Numbers that cannot be negative are said to be so: no index is looked at twice.
    """
    inner, one = np.uint64(threshold.shape[1]), np.uint64(1)
    node = np.zeros(AT_ONCE, dtype=np.uint64)
    for begin in range(0, features.shape[1], AT_ONCE):
        count = min(AT_ONCE, features.shape[1] - begin)
        for tree in range(threshold.shape[0]):
            asked, limit = feature[tree], threshold[tree]
            node[:] = 0
            while node[0] < inner:
                for row in range(count):
                    at = node[row]
                    node[row] = at + at + one + np.uint64(features[asked[at], np.uint64(begin + row)] > limit[at])
            for row in range(count):
                scores[begin + row] += leaf[tree, node[row] - inner]

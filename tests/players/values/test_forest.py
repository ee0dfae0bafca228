"""A forest of complete trees: where a row goes, and what the trees add up to."""

import numpy as np

from pennyflick.players.values.forest import AT_ONCE, Forest

TWO = Forest(
    base=0.5,
    feature=np.array([[0, 1, 1], [1, 0, 0]], dtype=np.uint16),
    threshold=np.array([[0.0, 1.0, 2.0], [5.0, np.inf, np.inf]]),
    leaf=np.array([[1.0, 2.0, 3.0, 4.0], [10.0, 20.0, 30.0, 40.0]]),
)


def test_a_row_goes_to_the_right_where_it_is_greater() -> None:
    rows = np.array([[0.0, 1.0], [0.0, 1.5], [0.1, 2.0], [0.1, 6.0]])

    assert TWO.score(rows).tolist() == [0.5 + 1 + 10, 0.5 + 2 + 10, 0.5 + 3 + 10, 0.5 + 4 + 30]


def test_its_depth_is_the_number_of_questions() -> None:
    assert TWO.depth == 2


def test_many_rows_come_to_what_each_comes_to_alone() -> None:
    rows = np.random.default_rng(1).normal(1.0, 2.0, (3 * AT_ONCE + 5, 2))

    assert TWO.score(rows).tolist() == [TWO.score(row[None, :])[0] for row in rows]


def test_nothing_is_scored_as_nothing() -> None:
    assert TWO.score(np.zeros((0, 2))).shape == (0,)

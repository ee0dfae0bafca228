"""Hopes are told from arrays of outcomes: each kind comes true where it should and nowhere else."""

import numpy as np
import pytest

from pennyflick.physics import Outcomes
from pennyflick.players.search.hopes import (
    Behind,
    Beyond,
    Every,
    Hits,
    Holed,
    Hope,
    Misses,
    Off,
    OffOver,
    OnlyOff,
    Outside,
    Passes,
    Rests,
    Stays,
    Trials,
    importance,
    tracked,
)
from pennyflick.table import DiscId, Point

A, B, C = DiscId("A"), DiscId("B"), DiscId("C")
ORIGIN = Point(0.0, 0.0)


def outcomes() -> Outcomes:
    """Flicks of A at B. 0: B off at (100, 20); 1: B and C off; 2: B holed; 3: A misses; 4: as 0, but cut short."""
    rest = np.zeros((5, 3, 2))
    rest[:, 0] = [50.0, 0.0]
    rest[:, 1] = [[100.0, 20.0], [60.0, 100.0], [0.0, 0.0], [80.0, 0.0], [100.0, 20.0]]
    rest[:, 2] = [-30.0, 0.0]
    fate = np.array([[0, 1, 0], [0, 1, 1], [0, 2, 0], [0, 0, 0], [0, 1, 0]], dtype=np.int8)
    contacts = np.full((5, 2, 2), -1, dtype=np.int8)
    contacts[[0, 1, 2, 4], 0] = [1, 0]
    contacts[1, 1] = [1, 2]
    corners = np.full((5, 4, 2), np.nan)
    corners[:, 0] = [0.0, 0.0]
    corners[:, 1] = [[100.0, 20.0], [60.0, 100.0], [20.0, 0.0], [0.0, 0.0], [100.0, 20.0]]
    corners[2, 2] = [0.0, 0.0]
    return Outcomes(
        rest_xy=rest,
        fate=fate,
        fate_s=np.full((5, 3), np.nan),
        contact_count=np.array([1, 2, 1, 0, 1], dtype=np.int32),
        contact_discs=contacts,
        contact_push=np.zeros((5, 2), dtype=np.bool_),
        corner_xy=corners,
        corner_count=np.array([2, 2, 3, 1, 2], dtype=np.int32),
        capped=np.array([False, False, False, False, True]),
        finger_work_g_mm2_s2=np.zeros(5),
    )


RIGHT = (Point(100.0, -100.0), Point(100.0, 100.0))


@pytest.mark.parametrize(
    ("hope", "rows"),
    [
        (Off(B), [0, 1]),
        (OffOver(B, *RIGHT), [0]),
        (OnlyOff(B), [0]),
        (Holed(B), [2]),
        (Hits(A, B), [0, 1, 2]),
        (Hits(C, B), [1]),
        (Hits(A, C), []),
        (Misses(A), [3]),
        (Misses(C), [0, 2, 3]),
        (Misses(A, (C,)), [0, 1, 2, 3]),
        (Misses(B, (C, A)), [3]),
        (Misses(A, ()), [0, 1, 2, 3]),
        (Stays(B), [3]),
        (Rests(B, Point(81.0, 1.0), 2.0), [3]),
        (Rests(B, Point(81.0, 1.0), 1.0), []),
        (Rests(B, Point(100.0, 20.0), 5.0), []),
        (Beyond(C, Point(-20.0, 7.0), Point(-1.0, 0.0)), [0, 2, 3]),
        (Beyond(C, Point(-20.0, 7.0), Point(1.0, 0.0)), []),
        (Behind((A, C), B, Point(1.0, 0.0), 40.0, 10.0), [3]),
        (Behind((A,), B, Point(1.0, 0.0), 20.0, 10.0), []),
        (Behind((A,), B, Point(0.0, 1.0), 40.0, 10.0), []),
        (Behind((C,), A, Point(1.0, 0.0), 90.0, 10.0), [0, 2, 3]),
        (Behind((C,), A, Point(1.0, 0.0), 90.0, 10.0, wanted=False), [1]),
        (Outside(B, ORIGIN, 70.0), [0, 1, 3]),
        (Outside(B, ORIGIN, 90.0), [0, 1]),
        (Passes(B, Point(50.0, 0.0), Point(50.0, 20.0)), [0]),
        (Passes(B, Point(10.0, -5.0), Point(10.0, 5.0)), [0, 2]),
        (Passes(B, Point(30.0, 0.0), Point(30.0, 100.0)), [0, 1]),
        (Every((Hits(B, C), Off(B))), [1]),
        (Every((Holed(B), Off(B))), []),
    ],
)
def test_a_hope_comes_true_in_these_outcomes_alone(hope: Hope, rows: list[int]) -> None:
    assert np.flatnonzero(Trials((A, B, C), outcomes()).came_true(hope)).tolist() == rows


def test_only_a_passage_needs_a_path() -> None:
    passage = Passes(B, ORIGIN, Point(1.0, 0.0))

    assert tracked(Every((Hits(A, B), passage))) == B
    assert tracked(Every((Hits(A, B), Off(B)))) is None


def test_a_disc_that_goes_says_more_than_a_touch() -> None:
    cannon, off, near, touch = Every((Hits(A, B), Off(B))), Off(B), OffOver(B, *RIGHT), Hits(A, B)

    assert importance(cannon) > importance(off) > importance(touch) > importance(Misses(A))
    assert importance(near) > importance(off)

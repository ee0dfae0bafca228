"""Rows are taught by who won and by what searches hoped for on the way."""

import pytest

from pennyflick.players.hands import HANDS
from pennyflick.table import Side
from pennyflick.training import examples
from pennyflick.training.examples import taught_shares
from pennyflick.training.self_play import Lesson


def lesson(*rows: tuple[float, float | None]) -> Lesson:
    """One's share and the hope of each row."""
    shares, hopes = zip(*rows, strict=True)
    return Lesson(1, 0, dict.fromkeys(Side, HANDS["good"]), ("",) * len(rows), shares, hopes)


@pytest.fixture(autouse=True)
def half(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples, "TRUST", 0.5)


def test_a_row_is_taught_its_own_hope_and_what_the_next_one_is_taught() -> None:
    told = lesson((1.0, 0.4), (1.0, 0.6), (1.0, 0.8))

    assert taught_shares(told, [False, False, True]).tolist() == pytest.approx([0.575, 0.75, 0.9])


def test_what_comes_after_the_stake_is_decided_teaches_nothing_of_it() -> None:
    told = lesson((0.0, 0.5), (1.0, 1.0))

    assert taught_shares(told, [True, True]).tolist() == [0.25, 1.0]


def test_who_did_not_think_teaches_only_what_came() -> None:
    told = lesson((1.0, None), (1.0, 0.5), (0.0, None))

    assert taught_shares(told, [False, True, True]).tolist() == [0.75, 0.75, 0.0]

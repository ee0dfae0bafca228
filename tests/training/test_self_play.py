"""A match of a bot against itself teaches what each position led to; the same job teaches the same."""

from typing import Any, cast

import pytest

from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS
from pennyflick.rules import registry
from pennyflick.table import Side
from pennyflick.training import self_play
from pennyflick.training.self_play import Job, drawn_hands, lesson, lesson_line, read, written

JOB = Job("pichenotte", seed=1, lap=1, number=3, values="hand-made")


class _Ends:
    """A study in which a stake is decided when the ledger grows to a whole ten: to One, if it is odd."""

    @staticmethod
    def taken(game: object, before: int, after: int) -> float | None:
        return float(after // 10 % 2) if after % 10 == 0 else None


def test_positions_lead_to_the_stake_decided_next_and_those_after_the_last_teach_nothing() -> None:
    shares = self_play._shares(cast(Any, None), cast(Any, _Ends), [7, 8, 10, 15, 20, 21, 22])

    assert shares == [1.0, 1.0, 0.0, 0.0, None, None]


@pytest.mark.slow
def test_the_same_job_teaches_the_same_and_is_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "FLICKS", (60, 80))
    told = lesson(JOB)

    assert lesson_line(JOB) == written(told)
    assert read(written(told)) == told
    assert set(told.shares) <= {0.0, 0.5, 1.0}
    assert len(told.positions) > 10


def test_hands_are_the_usual_ones_or_anything_between_and_mostly_alike() -> None:
    drawn = [drawn_hands(Dice(1, number, "test")) for number in range(200)]
    usual = [all(hand in HANDS.values() for hand in hands.values()) for hands in drawn]
    differing = sum(hands[Side.ONE] != hands[Side.TWO] for hands in drawn)

    assert 80 < sum(usual) < 160
    assert 50 < differing < 100
    assert all(0.9 <= hand.direction_sd_deg <= 5.0 for hands in drawn for hand in hands.values())


def test_every_game_can_be_asked_for_its_values() -> None:
    assert all(registry.values_text(name) is None or registry.values_text(name) for name in registry.names())

"""A match of a bot against itself teaches what each position led to; the same job teaches the same."""

from typing import Any, cast

import pytest

from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS
from pennyflick.players.values.taught import as_taught
from pennyflick.rules import registry
from pennyflick.table import Side
from pennyflick.training import self_play
from pennyflick.training.self_play import APART, TOGETHER, Job, drawn_hands, lesson, lesson_line, read, written

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
    assert len(told.hopes) == len(told.positions)


@pytest.mark.slow
def test_who_thinks_says_what_he_hopes_for_and_whims_hope_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "FLICKS", (60, 80))
    monkeypatch.setattr(self_play, "WILD", 0.3)
    hopes = lesson(JOB).hopes
    thought = [hope for hope in hopes if hope is not None]

    assert all(0.0 <= hope <= 1.0 for hope in thought)
    assert 0.4 < len(thought) / len(hopes) < 1.0
    assert len(set(thought)) > len(thought) // 2


@pytest.mark.parametrize(
    ("side", "worth", "hope"), [(Side.ONE, 0.6, 0.75), (Side.TWO, 0.6, 0.25), (Side.ONE, 0.9, 1.0)]
)
def test_a_hope_is_the_share_of_the_stake_that_one_would_have(side: Side, worth: float, hope: float) -> None:
    assert self_play._hope(side, worth, 0.3, 0.7) == pytest.approx(hope)


def test_where_nothing_is_at_stake_nothing_is_hoped_for() -> None:
    assert self_play._hope(Side.ONE, 1.0, 1.0, 1.0) is None
    assert self_play._hope(Side.ONE, None, 0.0, 1.0) is None


def test_hands_are_the_usual_ones_or_anything_between_and_mostly_alike() -> None:
    drawn = [drawn_hands(Dice(1, number, "test")) for number in range(200)]
    usual = [all(hand in HANDS.values() for hand in hands.values()) for hands in drawn]
    differing = sum(hands[Side.ONE] != hands[Side.TWO] for hands in drawn)

    assert 80 < sum(usual) < 160
    assert 50 < differing < 100
    assert all(0.9 <= hand.direction_sd_deg <= 5.0 for hands in drawn for hand in hands.values())


def test_spreads_are_drawn_together_or_apart() -> None:
    together, apart = (
        [hand for number in range(300) for hand in drawn_hands(Dice(1, number, "test"), spreads).values()]
        for spreads in (TOGETHER, APART)
    )

    assert all(as_taught(hand) == hand for hand in together)
    assert sum(as_taught(hand) != hand for hand in apart) > 50
    assert all(0.04 <= hand.speed_sd <= 0.2 for hand in apart)


def test_every_game_can_be_asked_for_its_values() -> None:
    assert all(registry.values_text(name) is None or registry.values_text(name) for name in registry.names())

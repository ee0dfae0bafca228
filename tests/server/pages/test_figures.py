"""Figures with their margins, as people read them."""

from __future__ import annotations

from datetime import UTC, datetime

from pennyflick.players.measuring import Estimate, average, rate
from pennyflick.server.pages.figures import day, degrees, mean, percent, share


def test_figures_stand_before_their_margins() -> None:
    assert percent(rate(82, 200)) == "41 % (34–48)"
    assert degrees(Estimate(1.93, 1.71, 2.18, 100)) == "1.9° (1.7–2.2)"
    assert mean(average([2, 7, 0, 3])) == "3.0 (0.1–5.9)"


def test_of_one_try_there_are_no_margins() -> None:
    assert mean(average([4])) == "4.0"


def test_a_small_share_has_a_decimal_and_a_large_one_has_none() -> None:
    assert share(Estimate(0.0218, 0.019, 0.0262, 100)) == "2.2 % (1.9–2.6)"
    assert share(Estimate(0.13, 0.11, 0.154, 100)) == "13 % (11–15)"


def test_a_day_is_named_in_words() -> None:
    assert day(datetime(2026, 11, 7, tzinfo=UTC)) == "7 Nov 2026"

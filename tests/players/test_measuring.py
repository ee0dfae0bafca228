"""My hand, measured: spreads found again from flicks alone, and margins that hold what they promise."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Iterable

import pytest

from benchmarks.measuring import OTHERS, Figures, Flicked, blind, figures, flicks_of, left, main, timed, unlooked
from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS, VISIBLE_HANDS, Hand, executed, hand_text, parse_hand
from pennyflick.players.measuring import (
    LEAST,
    Error,
    Law,
    aim_error,
    aim_spreads,
    average,
    rate,
    release_error,
    release_spreads,
    spread,
)
from pennyflick.table import DiscId, Flick, Point

PUCK, OTHER = DiscId("A1"), DiscId("A2")


def _people(size: str, sizes: Iterable[str], count: int = 200) -> range:
    """Others for each size."""
    first = OTHERS * list(sizes).index(size)
    return range(first, first + count)


@pytest.mark.parametrize("size", ["good", "beginner"])
def test_the_spread_of_dice_is_found_again(size: str) -> None:
    flicks = flicks_of(blind, HANDS[size], _people(size, HANDS, 40), 100)
    found = figures(HANDS[size], flicks, Law.SLIPS)
    assert found.astray <= 0.10
    assert found.covered >= 0.90


def test_who_does_not_look_at_a_visible_hand_is_left_all_of_its_wander() -> None:
    hand = VISIBLE_HANDS["average"]
    found = figures(hand, flicks_of(unlooked, hand, range(30), 100), Law.TIMED)
    assert found.astray <= 0.10
    assert found.covered >= 0.90


@pytest.mark.slow
@pytest.mark.parametrize("size", HANDS)
def test_of_200_people_with_a_blind_hand_the_spread_is_found_again(size: str) -> None:
    flicks = flicks_of(blind, HANDS[size], _people(size, HANDS), 100)
    _as_promised(figures(HANDS[size], flicks, Law.SLIPS))


@pytest.mark.slow
@pytest.mark.parametrize("size", VISIBLE_HANDS)
def test_of_200_people_who_time_a_visible_hand_the_spread_that_is_left_is_found(size: str) -> None:
    hand = VISIBLE_HANDS[size]
    flicks = flicks_of(timed, hand, _people(size, VISIBLE_HANDS), 100)
    truth = left(hand, flicks)

    _as_promised(figures(truth, flicks, Law.TIMED))
    assert truth.direction_sd_deg < 0.7 * hand.direction_sd_deg, "who looks errs less than his hand wanders"


def _as_promised(found: Figures) -> None:
    assert found.astray <= 0.10
    assert found.within >= 0.85
    assert 0.90 <= found.covered <= 0.98


def test_the_command_tells_every_hand_and_whether_what_is_promised_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--people", "2", "--flicks", "30"]) == 1, "of two people nothing can be said"
    told = capsys.readouterr().out
    assert len([line for line in told.splitlines() if "visible" in line or "blind" in line]) == 9
    assert "not kept" in told


def test_a_measured_spread_is_a_hand_for_a_bot_or_a_table() -> None:
    found = release_spreads(flicks_of(blind, Hand(1.7, 0.07), [3], 2_000)[0], Law.SLIPS)
    assert found is not None
    assert re.fullmatch(r"1\.[67]deg [67](\.\d)?%", hand_text(found.hand))
    assert parse_hand(hand_text(found.hand)) == found.hand


def test_few_flicks_tell_nothing() -> None:
    meant = Flick(PUCK, 0, 1_000)
    flicks: list[Flicked] = [(meant, executed(HANDS["good"], meant, Dice(1, n, "hand"))) for n in range(LEAST)]
    assert release_spreads(flicks, Law.SLIPS) is not None
    assert release_spreads(flicks[1:], Law.SLIPS) is None
    assert aim_spreads([]) is None


def test_a_hand_that_never_errs_has_no_spread_and_the_narrowest_that_can_be_played() -> None:
    found = release_spreads([(flick, flick) for flick in [Flick(PUCK, 100, 500)] * LEAST], Law.SLIPS)
    assert found is not None
    assert (found.direction_deg.value, found.speed.high) == (0.0, 0.0)
    assert parse_hand(hand_text(found.hand)) == found.hand


def test_what_the_limit_of_speed_cuts_short_does_not_make_a_hand_look_steady() -> None:
    meant, hand = Flick(PUCK, 0, 4_000), HANDS["average"]
    flicks = [(meant, executed(hand, meant, Dice(5, number, "hand"))) for number in range(2_000)]
    found = release_spreads(flicks, Law.SLIPS)
    assert found is not None
    assert found.speed.value == pytest.approx(hand.speed_sd, rel=0.08)
    assert found.direction_deg.value == pytest.approx(hand.direction_sd_deg, rel=0.06)


def test_one_wild_slip_says_less_of_a_hand_than_of_a_standard_deviation() -> None:
    errors = [(-1.0) ** number for number in range(40)]
    slipped = [*errors, 20.0]
    robust = spread(slipped, Law.SLIPS).value / spread(errors, Law.SLIPS).value
    plain = spread(slipped, Law.TIMED).value / spread(errors, Law.TIMED).value
    assert robust < 1.15
    assert plain > 3.0


def test_release_error_is_stated_at_1000_mm_s_and_across_the_turn_of_the_circle() -> None:
    error = release_error(Flick(PUCK, 35_950, 2_000), Flick(PUCK, 60, 2_200))
    assert error.direction_deg == pytest.approx(1.0)  # 1.1 degrees at 2000 mm/s
    assert error.speed == pytest.approx(0.1)


def test_aim_error_knows_nothing_of_the_release_and_of_other_ideas() -> None:
    best = Flick(PUCK, 9_000, 1_000, Point(0.0, 10.0))
    assert aim_error(best, dataclasses.replace(best, direction_cdeg=8_900, speed_mm_s=750)) == Error(-1.0, -0.25)
    assert aim_error(best, dataclasses.replace(best, disc=OTHER)) is None
    assert aim_error(best, dataclasses.replace(best, direction_cdeg=12_001)) is None
    assert aim_error(best, dataclasses.replace(best, start=Point(5.0, 10.0))) is None


def test_a_rate_has_margins_that_never_leave_what_can_be() -> None:
    found = rate(82, 200)
    assert [round(100 * each) for each in (found.value, found.low, found.high)] == [41, 34, 48]
    assert (rate(0, 10).low, rate(10, 10).high) == (0.0, 1.0)
    assert rate(0, 10).high > 0.2


def test_the_margins_of_a_mean_narrow_with_what_is_known() -> None:
    few, many = average([1, 3] * 2), average([1, 3] * 50)
    assert few.value == many.value == 2.0
    assert few.low < many.low < 2.0 < many.high < few.high
    assert average([4]).high == math.inf


@pytest.mark.parametrize(("chance", "tries"), [(0.41, 50), (0.1, 50), (0.9, 100)])
def test_the_margins_of_a_rate_cover_the_truth(chance: float, tries: int) -> None:
    def likely(done: int) -> float:
        return math.comb(tries, done) * chance**done * (1.0 - chance) ** (tries - done)

    covering = [done for done in range(tries + 1) if rate(done, tries).low <= chance <= rate(done, tries).high]
    assert 0.92 <= sum(map(likely, covering)) <= 0.98

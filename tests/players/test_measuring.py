"""My hand, measured: spreads found again from flicks alone, and margins that hold what they promise."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from statistics import NormalDist, fmean, median

import pytest

from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS, VISIBLE_HANDS, Hand, executed, hand_text, let_go, parse_hand
from pennyflick.players.measuring import (
    LEAST,
    Error,
    Estimate,
    Law,
    Spreads,
    aim_error,
    aim_spreads,
    average,
    rate,
    release_error,
    release_spreads,
    spread,
)
from pennyflick.players.wander import decision_number, wander
from pennyflick.table import AnyFlick, DiscId, Flick, Point

PUCK, OTHER = DiscId("A1"), DiscId("A2")
AHEAD_MS, LOOK_MS = 2_000, 50  # a person takes the best instant of the next two seconds, as well as he sees it come
TIMING_MS = 60  # and misses it by so much
Flicked = tuple[AnyFlick, AnyFlick]


def _meant(dice: Dice) -> Flick:
    return Flick(PUCK, dice.below(36_000), 300 + dice.below(3_000))


def _blind(hand: Hand, person: int, count: int) -> list[Flicked]:
    meants = [_meant(Dice(person, number, "meant")) for number in range(count)]
    return [(meant, executed(hand, meant, Dice(person, number, "hand"))) for number, meant in enumerate(meants)]


def _timed(hand: Hand, person: int, count: int) -> list[Flicked]:
    return [_timed_flick(hand, person, number) for number in range(count)]


def _timed_flick(hand: Hand, person: int, number: int) -> Flicked:
    decision, dice = decision_number(person, number), Dice(person, number, "timing")
    meant, ready = _meant(dice), dice.below(5_000)
    best = min(range(ready, ready + AHEAD_MS, LOOK_MS), key=lambda instant: math.hypot(*wander(decision, instant)))
    late = round(TIMING_MS * NormalDist().inv_cdf(dice.uniform() * 0.9998 + 0.0001))
    return meant, let_go(hand, meant, decision, max(best + late, 0))


def _unlooked(hand: Hand, person: int, count: int) -> list[Flicked]:
    dice = [Dice(person, number, "timing") for number in range(count)]
    meant = [_meant(each) for each in dice]
    instants = [(decision_number(person, number), each.below(5_000)) for number, each in enumerate(dice)]
    return [(flick, let_go(hand, flick, *instant)) for flick, instant in zip(meant, instants, strict=True)]


def _left(hand: Hand, flicks: list[Flicked]) -> Hand:
    """The spread that is left to somebody, from as many flicks as can be had."""
    slow = [release_error(meant, actual) for meant, actual in flicks if meant.speed_mm_s < 3_000]
    direction, speed = ([getattr(error, name) ** 2 for error in slow] for name in ("direction_deg", "speed"))
    return Hand(math.sqrt(fmean(direction)), math.sqrt(fmean(speed)), hand.kind)


def _astray(truth: Hand, people: list[Spreads]) -> list[float]:
    """By what share each spread is wrong, of direction and of speed."""
    directions = [each.direction_deg.value / truth.direction_sd_deg for each in people]
    return [abs(ratio - 1.0) for ratio in (*directions, *(each.speed.value / truth.speed_sd for each in people))]


def _covered(truth: Hand, people: list[Spreads]) -> float:
    """How often the margins hold the truth."""
    directions = [_holds(each.direction_deg, truth.direction_sd_deg) for each in people]
    return fmean((*directions, *(_holds(each.speed, truth.speed_sd) for each in people)))


def _holds(estimate: Estimate, truth: float) -> bool:
    return estimate.low <= truth <= estimate.high


def _measured(people: Iterable[list[Flicked]], law: Law) -> list[Spreads]:
    found = [release_spreads(flicks, law) for flicks in people]
    assert None not in found
    return [each for each in found if each is not None]


def _people(size: str, sizes: Iterable[str], count: int = 200) -> range:
    """Others for each size."""
    first = 1_000 * list(sizes).index(size)
    return range(first, first + count)


@pytest.mark.parametrize("size", ["good", "beginner"])
def test_the_spread_of_dice_is_found_again(size: str) -> None:
    people = _measured((_blind(HANDS[size], person, 100) for person in _people(size, HANDS, 40)), Law.SLIPS)
    assert median(_astray(HANDS[size], people)) <= 0.10
    assert _covered(HANDS[size], people) >= 0.90


def test_who_does_not_look_at_a_visible_hand_is_left_all_of_its_wander() -> None:
    hand = VISIBLE_HANDS["average"]
    people = _measured((_unlooked(hand, person, 100) for person in range(30)), Law.TIMED)
    assert median(_astray(hand, people)) <= 0.10
    assert _covered(hand, people) >= 0.90


@pytest.mark.slow
@pytest.mark.parametrize("size", HANDS)
def test_of_200_people_with_a_blind_hand_the_spread_is_found_again(size: str) -> None:
    people = _measured((_blind(HANDS[size], person, 100) for person in _people(size, HANDS)), Law.SLIPS)
    _as_promised(HANDS[size], people)


@pytest.mark.slow
@pytest.mark.parametrize("size", VISIBLE_HANDS)
def test_of_200_people_who_time_a_visible_hand_the_spread_that_is_left_is_found(size: str) -> None:
    hand = VISIBLE_HANDS[size]
    people = [_timed(hand, person, 100) for person in _people(size, VISIBLE_HANDS)]
    truth = _left(hand, [flick for flicks in people for flick in flicks])

    _as_promised(truth, _measured(people, Law.TIMED))
    assert truth.direction_sd_deg < 0.7 * hand.direction_sd_deg, "who looks errs less than his hand wanders"


def _as_promised(truth: Hand, people: list[Spreads]) -> None:
    astray = _astray(truth, people)
    assert median(astray) <= 0.10
    assert fmean(each <= 0.15 for each in astray) >= 0.85
    assert 0.90 <= _covered(truth, people) <= 0.98


def test_a_measured_spread_is_a_hand_for_a_bot_or_a_table() -> None:
    found = release_spreads(_blind(Hand(1.7, 0.07), 3, 2_000), Law.SLIPS)
    assert found is not None
    assert hand_text(found.hand) == "1.7deg 7%"
    assert parse_hand(hand_text(found.hand)) == Hand(1.7, 0.07)


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

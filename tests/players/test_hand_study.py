"""The study of hands: what timing is worth stays what the visible hands were tuned to."""

from __future__ import annotations

import statistics

import pytest

from benchmarks import hand as study
from pennyflick.match import new_match, play, replay, written
from pennyflick.players import VISIBLE_HANDS, Dice
from pennyflick.players.wander import decision_number, wander
from pennyflick.rules import registry
from pennyflick.table import Flick, Side

GOOD = VISIBLE_HANDS["good"]


def _sizes(error_ms: float | None) -> list[float]:
    found = []
    for action in range(60):
        number, dice = decision_number(1, action), Dice(1, action, "timing")
        instant = study.random_instant(dice) if error_ms is None else study.timed_instant(number, dice, error_ms)
        found.append(abs(wander(number, instant)[0]))
    return found


def test_the_better_the_timing_the_smaller_the_error() -> None:
    random, clumsy, sharp, perfect = (statistics.fmean(_sizes(error)) for error in (None, 100.0, 30.0, 0.0))

    assert random > clumsy > sharp > perfect
    assert perfect < 0.2


@pytest.mark.slow
def test_a_good_visible_hand_is_worth_what_it_was_tuned_to() -> None:
    rates = study.twenties(800, seed=5, sizes=("good",))["good"]

    assert rates["random"] == pytest.approx(0.45, abs=0.06)
    assert rates["100 ms"] == pytest.approx(0.65, abs=0.06)
    assert rates["100 ms"] < rates["60 ms"] < rates["30 ms"]
    assert rates["30 ms"] > 0.9
    assert rates["100 ms"] == pytest.approx(rates[study.FACED], abs=0.06), "what bots take it for"


def test_a_match_in_which_both_let_go_at_their_instants_is_verified() -> None:
    game = registry.new_game("penny-black", {"turn_limit": "3"})
    sitters = {
        Side.ONE: study.Sitter(study.level_two, GOOD, 60.0),
        Side.TWO: study.Sitter(study.level_two, GOOD),
    }
    match = new_match(game, seed=1, starter=Side.ONE, hands=dict.fromkeys(game.seats, GOOD))

    played = play(match, {seat: study.level_two(game.name) for seat in game.seats}, timing=study.timing_of(sitters))

    assert all(action.instant_ms is not None for action in played.actions)
    assert replay(written(played)).verified


def test_one_aim_is_repeated_for_a_whole_match() -> None:
    game = registry.new_game("penny-black", {"turn_limit": "3"})
    match = new_match(game, seed=1, starter=Side.ONE)

    played = play(match, {seat: study.one_aim(game.name) for seat in game.seats})

    for side in Side:
        aims = [each.answer for each in played.actions if each.by.side is side and isinstance(each.answer, Flick)]
        assert len(aims) > 1
        assert len({(aim.direction_cdeg, aim.speed_mm_s) for aim in aims}) == 1

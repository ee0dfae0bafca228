"""Penny Green played: whole flicks with the real physics, and matches that must never get stuck."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable

import pytest

from pennyflick.physics import simulate
from pennyflick.players.dice import Dice
from pennyflick.players.random_legal import RandomLegal
from pennyflick.rules.game import Position, Verdict, advance
from pennyflick.rules.options import specs
from pennyflick.rules.penny_green.facts import Out
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import Attack, GoalFlick, Ledger, Penalties, Positional, Restart
from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.penny_green.pieces import GREEN, belongs, pieces
from pennyflick.rules.registry import new_game
from pennyflick.rules.rulebook import clauses
from pennyflick.rules.tally import Tally
from pennyflick.table import (
    Answer,
    AskFlick,
    Away,
    Decision,
    Declare,
    DiscId,
    Flick,
    Layout,
    Point,
    Seat,
    Side,
)

ONE, TWO = Side.ONE, Side.TWO
A1, A2, B1 = DiscId("A1"), DiscId("A2"), DiscId("B1")
GAME = PennyGreen()
EDGES = {
    **{DiscId(f"A{k}"): Point(-300.0 + 60.0 * k, -280.0) for k in range(1, 7)},
    **{DiscId(f"B{k}"): Point(-300.0 + 60.0 * k, 280.0) for k in range(1, 7)},
    GREEN: Point(0.0, 0.0),
}


def flicked(
    phase: Attack | Positional, flick: Flick, **moved: tuple[float, float]
) -> tuple[Position[Ledger], Verdict[Ledger]]:
    """One real flick from a board on which only the named pieces are in the way."""
    layout = Layout(EDGES).moved({DiscId(disc): Point(*there) for disc, there in moved.items()})
    position = Position(Ledger(ONE, phase), layout)
    assert GAME.refuse(position, flick) is None
    shot = simulate(GAME.board.surface, GAME.discs, layout, flick)
    return advance(GAME, position, flick, shot)


# ---- whole flicks ----------------------------------------------------------------------------------------------------


def test_grn_18_a_straight_shot_from_the_shooting_zone_scores() -> None:
    position, verdict = flicked(Attack(ONE), Flick(A1, 0, 2000), A1=(150, 0), green=(200, 0))

    assert position.ledger.goals == Tally(1, 0)
    assert position.ledger.phase == GoalFlick(TWO)
    assert position.layout.where[GREEN] is Away.HAND
    assert {"GRN-2", "GRN-3", "GRN-18", "GRN-21"} <= set(verdict.clauses)


def test_grn_18_the_same_shot_from_the_centre_zone_does_not() -> None:
    position, verdict = flicked(Attack(ONE), Flick(A1, 0, 3000), A1=(0, 0), green=(60, 0))

    assert position.ledger.goals == Tally(0, 0)
    assert position.ledger.phase == GoalFlick(TWO)
    assert "GRN-18" in verdict.clauses


def test_grn_13_across_the_whole_pitch_is_a_three_zone_hit() -> None:
    position, verdict = flicked(Attack(ONE), Flick(A1, 0, 2200), A1=(-250, 100), green=(-200, 100))

    assert isinstance(position.ledger.phase, Penalties)
    assert "GRN-13" in position.ledger.phase.award.flicks
    shown = next(why.evidence for why in verdict.reasons if why.clause == "GRN-13")
    assert shown is not None
    assert shown.instant_s is not None
    assert shown.instant_s > 0


def test_grn_9_a_penny_in_the_way_intercepts() -> None:
    position, verdict = flicked(Attack(ONE), Flick(A1, 0, 900), A1=(-60, 0), green=(0, 0), B1=(60, 0))

    assert "GRN-9" in verdict.clauses
    assert not isinstance(position.ledger.phase, Positional)


def test_grn_8_hitting_an_enemy_penny_alone_is_a_foul() -> None:
    position, _ = flicked(Attack(ONE), Flick(A1, 0, 700), A1=(-60, 100), B1=(0, 100))

    assert isinstance(position.ledger.phase, Penalties)
    assert position.ledger.phase.award.flicks == ("GRN-8",)


def test_grn_14_a_soft_touch_leaves_the_penny_too_near() -> None:
    position, verdict = flicked(Positional(ONE), Flick(A1, 0, 290), A1=(-50, 0))

    assert isinstance(position.ledger.phase, Penalties)
    shown = next(why.evidence for why in verdict.reasons if why.clause == "GRN-14" and why.evidence)
    assert shown.measured_mm is not None
    assert shown.measured_mm < 20.3


def test_grn_12_a_wild_flick_leaves_the_board() -> None:
    position, _ = flicked(Attack(ONE), Flick(A1, 9000, 3000), A1=(-450, 0))

    assert position.layout.where[A1] is Away.OFF
    assert position.ledger.off == (A1,)


def test_grn_24_a_goal_flick_too_weak_to_leave_the_area() -> None:
    start = Attack(ONE, Restart.GOAL_FLICK, only=A1)
    weak, _ = flicked(start, Flick(A1, 0, 350), A1=(-400, 0), green=(-370, 0))
    strong, _ = flicked(start, Flick(A1, 0, 900), A1=(-400, 0), green=(-370, 0))

    assert isinstance(weak.ledger.phase, Penalties)
    assert weak.ledger.phase.award.flicks == ("GRN-24",)
    assert strong.ledger.phase == Attack(ONE, Restart.GOAL_FLICK, hits=1, first=A1)


def test_grn_16_a_penny_picked_up_behind_the_green_clears_it() -> None:
    position, verdict = flicked(Attack(ONE), Flick(A1, 0, 1000, Point(-385.0, 0.0)), green=(-350, 0))

    assert "GRN-16" in verdict.clauses
    assert position.ledger.phase == Attack(ONE, hits=1)


def test_grn_11_over_the_side_line() -> None:
    position, _ = flicked(Attack(ONE), Flick(A1, 9000, 1500), A1=(0, 100), green=(0, 140))

    assert position.ledger.out is Out.SIDE
    assert isinstance(position.ledger.phase, Penalties)
    assert position.ledger.phase.award.flicks == ("GRN-11",)


# ---- whole matches ---------------------------------------------------------------------------------------------------

Told = Counter[str]


def towards_goal(game: PennyGreen, position: Position[Ledger], decision: Decision, dice: Dice) -> Flick | None:
    """A flick that would send the green towards the enemy goal, more or less; None when no flick is due."""
    ask = next((ask for ask in decision.asks if isinstance(ask, AskFlick)), None)
    green = position.layout.point(GREEN)
    if ask is None or not ask.discs or green is None or ask.kind == "positional":
        return None
    disc = dice.pick(tuple(ask.discs))
    here = position.layout.point(disc)
    assert here is not None
    goal = game.board.goal_centre(decision.seats[0].side.other)
    gx, gy = goal.x_mm - green.x_mm, goal.y_mm - green.y_mm
    share = game.board.diameter_mm / math.hypot(gx, gy)
    angle = math.degrees(math.atan2(green.y_mm - share * gy - here.y_mm, green.x_mm - share * gx - here.x_mm))
    off = 300.0 * (dice.uniform() - 0.5)
    return Flick(disc, round(angle * 100 + off) % 36_000, 900 + dice.below(1_800))


def answered(game: PennyGreen, position: Position[Ledger], decision: Decision, dice: Dice) -> Answer:
    chance = dice.uniform()
    if chance < 0.03:
        return Declare(dice.pick(("touch", "unclean", "moved-board", "on-top")), (), Seat(dice.pick((ONE, TWO))))
    aimed = towards_goal(game, position, decision, dice) if chance < 0.75 else None
    return aimed or RandomLegal(0.5).answer(game, position, decision, dice).answer


def check(game: PennyGreen, position: Position[Ledger]) -> None:
    """What must hold at every step."""
    where, ledger = position.layout.where, position.ledger
    assert tuple(where) == pieces(game.options)
    assert {disc for disc, place in where.items() if place is Away.OFF} == set(ledger.off)
    assert max(ledger.goals.one, ledger.goals.two) <= game.options.goals_to_win
    match ledger.phase:
        case Attack() | Positional():
            assert all(isinstance(place, Point) for place in where.values()), where
            assert ledger.out is Out.NO
        case GoalFlick(taker, aside=aside):
            assert where[GREEN] is Away.HAND
            in_hand = {disc for disc, place in where.items() if place is Away.HAND} - {GREEN}
            assert in_hand == ({aside} if aside else set())
            assert all(belongs(disc, taker) for disc in in_hand)
        case _:
            pass


def play(game: PennyGreen, seed: int, told: Told) -> Ledger:
    position = game.opening(ONE if seed % 2 else TWO)
    for number in range(3_000):
        decision = game.decision(position)
        if decision is None:
            return position.ledger
        answer = answered(game, position, decision, Dice(seed, number, "play"))
        assert game.refuse(position, answer) is None
        shot = simulate(game.board.surface, game.discs, position.layout, answer) if isinstance(answer, Flick) else None
        position, verdict = advance(game, position, answer, shot)
        assert verdict.reasons, answer
        assert set(verdict.clauses) <= set(clauses()), verdict.clauses
        assert set(decision.clauses) <= set(clauses())
        told.update(verdict.clauses)
        told.update(decision.clauses)
        told[type(position.ledger.phase).__name__] += 1
        check(game, position)
    raise AssertionError(f"seed {seed}: not over after 3000 actions")


def every_option(seed: int) -> dict[str, str]:
    """Options of a match: each value of each option is used by some seed."""
    chosen = {"turn_limit": "8"}
    for place, spec in enumerate(specs(Options)):
        if spec.choices:
            value = spec.choices[(seed // (1 + place % 3)) % len(spec.choices)]
            chosen[spec.name] = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    return {**chosen, "games": str(1 + seed % 2), "goals": str(seed % 3)}


@pytest.mark.slow
def test_random_legal_play_of_thirty_short_matches_never_gets_stuck_and_meets_every_phase_and_clause() -> None:
    told: Told = Counter()
    for seed in range(30):
        game = new_game("penny-green", every_option(seed))
        assert isinstance(game, PennyGreen)
        ledger = play(game, seed, told)
        result = game.result(ledger)
        assert result is not None
        assert ledger.games.leader is result.winner
    met = {name for name in told if name.startswith("GRN-")}
    assert met >= {f"GRN-{number}" for number in range(1, 31)}
    phases = {"FlickOff", "Attack", "Positional", "GoalFlick", "Penalties", "KeeperPlacing", "TakerPlacing"}
    assert phases | {"PenaltyFlick", "PutBack", "Over"} <= set(told)


@pytest.mark.slow
def test_purely_random_players_reach_the_end_too() -> None:
    for seed in range(4):
        game = PennyGreen(Options(turn_limit=12))
        position, player, number = game.opening(ONE), RandomLegal(), 0
        while (decision := game.decision(position)) is not None:
            number += 1
            answer = player.answer(game, position, decision, Dice(seed, number, "random")).answer
            shot = (
                simulate(game.board.surface, game.discs, position.layout, answer) if isinstance(answer, Flick) else None
            )
            position, _ = advance(game, position, answer, shot)
        assert game.result(position.ledger) is not None


def test_observing_and_judging_take_little_longer_than_simulating() -> None:
    """By turns, the fastest of many: a busy machine is as slow for each. `make bench-rules` tells microseconds."""
    layout = Layout(EDGES).moved({A1: Point(-60, 0), B1: Point(60, 0)})
    position = Position(Ledger(ONE, Attack(ONE)), layout)
    flick = Flick(A1, 0, 1500)
    shot = simulate(GAME.board.surface, GAME.discs, layout, flick)
    facts = GAME.observe(position, flick, shot)

    spent = [
        (
            _seconds(lambda: simulate(GAME.board.surface, GAME.discs, layout, flick)),
            _seconds(lambda: GAME.observe(position, flick, shot)),
            _seconds(lambda: GAME.judge(position.ledger, facts)),
        )
        for _ in range(60)
    ]
    simulated, seen, judged = map(min, zip(*spent, strict=True))

    assert seen < 4.0 * simulated  # it is one and a half times as long
    assert judged < 3.0 * simulated  # about as long


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun

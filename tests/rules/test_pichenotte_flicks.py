"""Pichenotte, whole flicks: a flick goes in, the physics makes the shot, the referee rules."""

from __future__ import annotations

import random
import statistics
import time

import pytest

from pennyflick import physics
from pennyflick.rules.game import Position, Verdict, advance
from pennyflick.rules.pichenotte.game import Pichenotte
from pennyflick.rules.pichenotte.ledger import Ledger, Phase
from pennyflick.rules.pichenotte.options import Options
from pennyflick.table import AskFlick, Away, DiscId, Flick, Point, Side

A1, A2, B1 = DiscId("A1"), DiscId("A2"), DiscId("B1")
SOUTH = Point(0.0, -304.8)
UP = 9_000

pytestmark = pytest.mark.slow  # the first flick compiles or loads the kernels


def flicked(game: Pichenotte, position: Position[Ledger], flick: Flick) -> tuple[Position[Ledger], Verdict[Ledger]]:
    assert game.refuse(position, flick) is None
    shot = physics.simulate(game.board.surface, game.discs, position.layout, flick)
    return advance(game, position, flick, shot)


def answering(game: Pichenotte, position: Position[Ledger], at: Point) -> Position[Ledger]:
    """One has shot nothing that stayed; an enemy puck lies there and One is to shoot A2."""
    ledger = Ledger(position.ledger.first, position.ledger.first, shots=2, on=(B1,))
    return Position(ledger, position.layout.moved({A1: Away.DITCH, B1: at}))


def test_pic_6_and_pic_9_a_good_flick_up_the_middle_is_a_twenty() -> None:
    game = Pichenotte()
    twenties = []
    for speed in range(820, 880):
        after, verdict = flicked(game, game.opening(Side.ONE), Flick(A1, UP, speed, SOUTH))
        if after.layout.where[A1] is Away.RAIL:
            twenties.append(verdict.clauses)
    assert twenties
    assert set(twenties) == {("PIC-6", "PIC-9")}


def test_pic_11_too_soft_or_too_hard_is_out() -> None:
    game = Pichenotte()
    for speed in (20, 4_000):
        after, verdict = flicked(game, game.opening(Side.ONE), Flick(A1, UP + 1_200, speed, SOUTH))
        assert verdict.clauses == ("PIC-6", "PIC-11")
        assert after.layout.where[A1] is Away.DITCH


def test_pic_4_hitting_the_enemy_keeps_the_puck_and_missing_loses_it() -> None:
    game = Pichenotte()
    position = answering(game, game.opening(Side.ONE), Point(0.0, -150.0))
    after, verdict = flicked(game, position, Flick(A2, UP, 700, SOUTH))
    assert verdict.clauses[0] == "PIC-4"
    assert after.layout.where[A2] is not Away.DITCH
    after, verdict = flicked(game, position, Flick(A2, UP + 1_500, 600, SOUTH))
    assert verdict.clauses == ("PIC-4",)
    assert after.layout.where[A2] is Away.DITCH


def play_round(game: Pichenotte, seed: int) -> tuple[int, float]:
    """Random legal shots to the end of the match: how many, and how long deciding, shooting and ruling took."""
    rng = random.Random(seed)
    position, shots = game.opening(Side.ONE), 0
    began = time.process_time()
    while (decision := game.decision(position)) is not None:
        ask = decision.asks[0]
        assert isinstance(ask, AskFlick)
        ((puck, region),) = ask.discs.items()
        assert region is not None
        start = region.nearest(Point(rng.uniform(-330, 330), rng.uniform(-330, 330)))
        call = rng.choice((None, *ask.calls))
        flick = Flick(puck, rng.randrange(36_000), rng.randrange(300, 2_000), start, call)
        before = position.ledger
        position, _ = flicked(game, position, flick)
        shots += 1
        check(position, before)
    return shots, time.process_time() - began


def check(position: Position[Ledger], before: Ledger) -> None:
    """The sheet and the board agree on every puck."""
    ledger, where = position.ledger, position.layout.where
    if ledger.ended:
        return
    assert set(ledger.on) == set(position.layout.on_board)
    assert set(ledger.rail) == {puck for puck, place in where.items() if place is Away.RAIL}
    assert not {Away.OFF, Away.HOLED} & {place for place in where.values() if isinstance(place, Away)}
    if ledger.phase is before.phase is Phase.ROUND and ledger.shots:
        assert list(where.values()).count(Away.HAND) == 24 - ledger.shots


@pytest.mark.parametrize("players", ["singles", "doubles"])
@pytest.mark.parametrize("tie", ["half", "shoot-out"])
@pytest.mark.parametrize("call", ["chosen", "either", "none"])
def test_random_matches_end_and_conserve_every_puck(players: str, tie: str, call: str) -> None:
    game = Pichenotte(Options(players=players, tie=tie, twenty_call=call, rounds=2, advanced=tie == "half"))
    for seed in range(2):
        assert play_round(game, seed)[0] >= 24


def test_a_random_round_of_24_flicks_takes_under_50_ms() -> None:
    game = Pichenotte()
    play_round(game, 0)
    took = [seconds * 24 / shots for shots, seconds in (play_round(game, seed) for seed in range(9))]
    assert statistics.median(took) < 0.050

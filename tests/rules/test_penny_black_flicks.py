"""Penny Black, whole flicks: a flick goes in, the physics makes the shot, the referee rules."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pennyflick import physics
from pennyflick.rules.game import Position, Verdict, advance
from pennyflick.rules.penny_black.game import PennyBlack
from pennyflick.rules.penny_black.ledger import From, Ledger
from pennyflick.rules.penny_black.options import Options
from pennyflick.rules.penny_black.pennies import SHOOTER, value_of
from pennyflick.table import Away, DiscId, Flick, Point, Side

GAME = PennyBlack()
Y1, Y2, Y3, R1, R2 = (DiscId(name) for name in ("Y1", "Y2", "Y3", "R1", "R2"))
EAST, NORTH, WEST = 0, 9_000, 18_000
D = 20.3

pytestmark = pytest.mark.slow  # the first flick compiles or loads the kernels


def few(shooter: Point, game: PennyBlack = GAME, **pennies: Point) -> Position[Ledger]:
    """One to flick from where the shooter lies; only these pennies are left, the others were shared out."""
    start = game.opening(Side.ONE)
    on = {DiscId(name): at for name, at in pennies.items()}
    gone = {penny: Away.WON_ONE for penny in start.ledger.on if penny not in on}
    layout = start.layout.moved({**gone, **on, SHOOTER: shooter})
    near = tuple(penny for penny, at in on.items() if at.distance_mm(shooter) < 2 * D)
    return Position(replace(start.ledger, shooter_from=From.LIES, on=tuple(on), near=near), layout)


def flicked(
    position: Position[Ledger], flick: Flick, game: PennyBlack = GAME
) -> tuple[Position[Ledger], Verdict[Ledger]]:
    assert game.refuse(position, flick) is None
    shot = physics.simulate(game.board.surface, game.discs, position.layout, flick)
    return advance(game, position, flick, shot)


def test_blk_8_a_straight_hit_knocks_one_penny_off_and_wins_it() -> None:
    after, verdict = flicked(
        few(Point(60.0, 0.0), Y1=Point(120.0, 0.0), Y2=Point(-120.0, 0.0)), Flick(SHOOTER, EAST, 1_000)
    )
    assert verdict.clauses == ("BLK-8",)
    assert after.layout.where[Y1] is Away.WON_ONE
    assert isinstance(after.layout.where[SHOOTER], Point)
    assert verdict.reasons[0].evidence is not None


def test_blk_9_a_cannon_wins_the_second_penny_of_a_row() -> None:
    row = few(Point(20.0, 0.0), Y1=Point(60.0, 0.0), Y2=Point(100.0, 0.0), Y3=Point(-100.0, 0.0))
    _, verdict = flicked(row, Flick(SHOOTER, EAST, 1_100))
    assert verdict.clauses == ("BLK-8", "BLK-9")
    assert verdict.ledger.on == (Y1, Y3)


def test_blk_12_splitting_a_pair_loses_both_pennies_and_a_wrong_colour_is_lost_too() -> None:
    pair = few(Point(60.0, 0.0), Y1=Point(140.0, 10.3), Y2=Point(140.0, -10.3), Y3=Point(-100.0, 0.0))
    _, verdict = flicked(pair, Flick(SHOOTER, EAST, 1_500))
    assert verdict.clauses == ("BLK-12",)
    assert (verdict.ledger.turn, verdict.ledger.score.two) == (Side.TWO, 2)
    wrong = few(Point(60.0, 0.0), R1=Point(120.0, 0.0), Y3=Point(-100.0, 0.0))
    assert flicked(wrong, Flick(SHOOTER, EAST, 1_000))[1].clauses == ("BLK-7", "BLK-12")


def test_blk_13_a_flick_into_the_open_misses() -> None:
    after, verdict = flicked(few(Point(60.0, 0.0), Y1=Point(-100.0, 0.0)), Flick(SHOOTER, NORTH, 3_000))
    assert verdict.clauses == ("BLK-13",)
    assert after.layout.where[SHOOTER] is Away.HAND
    assert after.ledger.shooter_from is From.CORNER


def test_blk_15_a_soft_flick_that_stays_beside_its_penny_gives_a_free_shot() -> None:
    _, verdict = flicked(few(Point(0.0, 0.0), Y1=Point(30.0, 0.0)), Flick(SHOOTER, WEST, 80))
    assert verdict.clauses == ("BLK-13", "BLK-15")
    assert verdict.reasons[-1].evidence is not None
    assert verdict.reasons[-1].evidence.limit_mm == D


def test_blk_19_pushing_a_penny_and_then_striking_another_is_a_foul() -> None:
    close = few(Point(0.0, 0.0), Y1=Point(D + 1.0, 4.0), Y2=Point(80.0, -2.0), Y3=Point(-100.0, 0.0))
    _, verdict = flicked(close, Flick(SHOOTER, EAST, 700))
    assert verdict.clauses[:2] == ("GEN-7", "BLK-19")
    assert verdict.ledger.free_shot


def test_gen_7_pushing_a_penny_alone_is_legal_and_no_follow_through_means_no_push() -> None:
    alone = few(Point(0.0, 0.0), Y1=Point(D + 1.0, 0.0), Y2=Point(-100.0, 0.0))
    _, verdict = flicked(alone, Flick(SHOOTER, EAST, 400))
    assert "BLK-19" not in verdict.clauses
    free = PennyBlack(Options(follow_through_mm=0.0))
    close = few(Point(0.0, 0.0), free, Y1=Point(D + 1.0, 4.0), Y2=Point(80.0, -2.0), Y3=Point(-100.0, 0.0))
    assert "BLK-19" not in flicked(close, Flick(SHOOTER, EAST, 700), free)[1].clauses


def test_blk_5_the_break_from_every_opening_spot_hits_the_set() -> None:
    for shape in ("hexagon", "square", "round"):
        game = PennyBlack(Options(shape=shape))
        spots = game.board.straight_spots if shape == "square" else game.board.corner_spots
        for k, spot in enumerate(spots.values()):
            turn = 180 if shape == "square" else 60
            inward = (WEST + 100 * turn * k) % 36_000
            _, verdict = flicked(game.opening(Side.ONE), Flick(SHOOTER, inward, 1_200, spot), game)
            assert "BLK-13" not in verdict.clauses


@pytest.mark.parametrize("seed", range(6))
def test_points_and_discs_are_conserved_in_random_play(seed: int) -> None:
    rng = random.Random(seed)
    game = PennyBlack(
        Options(length="full", set_colour=rng.choice(("red", "blue")), shape=rng.choice(("round", "square")))
    )
    position = game.opening(Side.ONE)
    for _ in range(150):
        decision = game.decision(position)
        if decision is None:
            break
        region = decision.asks[0].discs[SHOOTER]  # type: ignore[union-attr]  # Penny Black only asks for flicks
        start = None if region is None else region.nearest(Point(rng.uniform(-200, 200), rng.uniform(-200, 200)))
        flick = Flick(SHOOTER, rng.randrange(36_000), rng.randrange(200, 2_500), start)
        position, _ = flicked(position, flick, game)
        ledger = position.ledger
        on = {disc for disc in position.layout.on_board if disc != SHOOTER}
        assert on == set(ledger.on)
        assert sum(value_of(penny, game.options.set_colour) for penny in on) + ledger.score.one + ledger.score.two == 30
        assert Away.OFF not in position.layout.where.values()

"""Penny Blue and Penny Red played whole: real shots, legal answers by dice, every promise checked at every step."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pennyflick import physics
from pennyflick.boards.measure import edge_distance_mm
from pennyflick.players.dice import Dice
from pennyflick.players.random_legal import RandomLegal
from pennyflick.rules.game import Game, Position, Verdict, advance
from pennyflick.rules.penny_red.ledger import Phase
from pennyflick.rules.registry import new_game
from pennyflick.table import (
    Answer,
    AskFlick,
    AskSideFlick,
    Away,
    Choose,
    Decision,
    DiscId,
    Flick,
    Layout,
    Place,
    Point,
    Side,
    SideFlick,
    Spot,
)

AnyGame = Game[Any, Any]
Playing = Callable[[AnyGame, Position[Any], Decision, random.Random, int], Answer]
LIMIT = 2_000  # actions: far more than any short match can have under the turn limit

BLUE_VARIANTS: list[dict[str, str]] = [
    {},
    {"shape": "hexagon", "side_flick": "may"},
    {"side_flick_kills": "yes", "coin": "5c", "games": "2"},
    {"coin": "2p", "ping": "low", "turn_limit": "5"},
]
RED_VARIANTS: list[dict[str, str]] = [
    {},
    {"doubles": "yes", "games": "2", "points": "3"},
    {"size": "tupenny", "turn_limit": "4"},
    {"coin": "5c", "ping": "low", "friction": "0.15"},
]


def at_random(game: AnyGame, position: Position[Any], decision: Decision, dice: random.Random, action: int) -> Answer:
    """Level 0: any legal answer."""
    return RandomLegal(aimed=0.7).answer(game, position, decision, Dice(dice.getrandbits(32), action, "play")).answer


def aimed(game: AnyGame, position: Position[Any], decision: Decision, dice: random.Random, action: int) -> Answer:
    """As level 0, but flicks go at another penny, not too hard: rallies and second flicks come about."""
    asks = [ask for ask in decision.asks if isinstance(ask, AskFlick)]
    if not asks or dice.random() < 0.3:
        return at_random(game, position, decision, dice, action)
    disc = dice.choice(list(asks[0].discs))
    target = dice.choice([other for other in position.layout.on_board if other != disc])
    if "red" in position.layout.on_board and dice.random() < 0.8:
        target = DiscId("red")
    return Flick(disc, _towards_cdeg(position.layout, disc, target, dice.gauss(0.0, 2.0)), dice.randrange(250, 1_300))


def _towards_cdeg(layout: Layout, disc: DiscId, target: DiscId, off_deg: float) -> int:
    here, there = layout.point(disc), layout.point(target)
    assert here is not None
    assert there is not None
    way = math.degrees(math.atan2(there.y_mm - here.y_mm, there.x_mm - here.x_mm))
    return round((way + off_deg) * 100) % 36_000


def play(game: AnyGame, playing: Playing, seed: int) -> tuple[Counter[str], list[Verdict[Any]]]:
    """A whole match; the clauses ruled and every verdict."""
    dice = random.Random(seed)
    position = game.opening(dice.choice(list(Side)))
    clauses: Counter[str] = Counter()
    verdicts: list[Verdict[Any]] = []
    for action in range(LIMIT):
        decision = game.decision(position)
        assert (decision is None) == (game.result(position.ledger) is not None)
        if decision is None:
            return clauses, verdicts
        answer = playing(game, position, decision, dice, action)
        assert game.refuse(position, answer) is None
        position, verdict = _answered(game, position, answer)
        _check(game, position, verdict)
        clauses.update(verdict.clauses)
        verdicts.append(verdict)
    raise AssertionError(f"the match did not end within {LIMIT} actions")


def _answered(game: AnyGame, position: Position[Any], answer: Answer) -> tuple[Position[Any], Verdict[Any]]:
    shot = None
    if isinstance(answer, Flick | SideFlick):
        shot = physics.simulate(game.board.surface, game.discs, position.layout, answer)
    return advance(game, position, answer, shot)


def _check(game: AnyGame, position: Position[Any], verdict: Verdict[Any]) -> None:
    assert verdict.reasons
    assert tuple(position.layout.where) == tuple(disc.id for disc in game.discs)
    radius = game.discs[0].radius_mm
    lying = list(position.layout.on_board.values())
    for index, one in enumerate(lying):
        assert edge_distance_mm(one, game.board.surface.edge) >= 0
        assert all(one.distance_mm(two) >= 2 * radius - 0.01 for two in lying[:index])
    if game.result(position.ledger) is None:
        in_hand = [disc for disc, place in position.layout.where.items() if place is Away.HAND]
        assert in_hand == [disc for disc in (position.ledger.in_hand,) if disc is not None]
        assert len(lying) + len(in_hand) == len(game.discs)


@pytest.mark.slow
@pytest.mark.parametrize("playing", [at_random, aimed])
@pytest.mark.parametrize("texts", BLUE_VARIANTS, ids=str)
def test_penny_blue_played_by_dice_always_comes_to_its_end(texts: dict[str, str], playing: Playing) -> None:
    game = new_game("penny-blue", texts)
    ruled: Counter[str] = Counter()
    for seed in range(30):
        clauses, verdicts = play(game, playing, seed)
        ruled += clauses
        assert verdicts[-1].ledger.ended is not None
    assert {"BLU-7", "BLU-11", "BLU-17"} <= set(ruled)


@pytest.mark.slow
@pytest.mark.parametrize("playing", [at_random, aimed])
@pytest.mark.parametrize("texts", RED_VARIANTS, ids=str)
def test_penny_red_played_by_dice_always_comes_to_its_end(texts: dict[str, str], playing: Playing) -> None:
    game = new_game("penny-red", texts)
    ruled: Counter[str] = Counter()
    for seed in range(30):
        clauses, verdicts = play(game, playing, seed)
        ruled += clauses
        _check_points(verdicts)
    assert {"RED-4", "RED-5", "RED-7", "RED-19"} <= set(ruled)
    if playing is aimed:
        assert {"RED-2", "RED-6", "RED-8", "RED-9", "RED-15"} <= set(ruled)


def _check_points(verdicts: list[Verdict[Any]]) -> None:
    """A ruling scores for one side at most: one point, or two or three for each of two enemy shooters."""
    for before, after in itertools.pairwise(verdicts):
        if before.ledger.games_played == after.ledger.games_played:
            one = after.ledger.points.one - before.ledger.points.one
            two = after.ledger.points.two - before.ledger.points.two
            assert min(one, two) == 0
            assert max(one, two) in (0, 1, 2, 3, 4, 6)
            if max(one, two) and after.ledger.ended is None:
                assert after.ledger.phase is Phase.SERVE


# A few whole flicks -------------------------------------------------------------------------------------------------


def flicked(game: AnyGame, position: Position[Any], answer: Answer) -> tuple[Position[Any], Verdict[Any]]:
    assert game.refuse(position, answer) is None
    return _answered(game, position, answer)


def with_layout(game: AnyGame, moved: dict[str, tuple[float, float]], **ledger: Any) -> Position[Any]:

    opening = game.opening(Side.ONE)
    places = {DiscId(disc): Point(x, y) for disc, (x, y) in moved.items()}
    return Position(replace(opening.ledger, **ledger), opening.layout.moved(places))


def test_blu_4_a_straight_drive_through_the_blue_kills() -> None:
    game = new_game("penny-blue")
    later = replace(game.opening(Side.ONE).ledger.turns, one=1, two=1)
    position = with_layout(game, {"A1": (0.0, 0.0), "blue": (-60.0, 0.0), "SB": (-120.0, 0.0)}, turns=later)

    _, verdict = flicked(game, position, Flick(DiscId("A1"), 18_000, 950))
    _, first_turn = flicked(
        game, replace(position, ledger=game.opening(Side.ONE).ledger), Flick(DiscId("A1"), 18_000, 950)
    )

    assert verdict.clauses == ("BLU-4", "BLU-17")
    assert first_turn.clauses == ("BLU-5", "BLU-6", "BLU-17")


def test_blu_4_a_chain_through_pennies_that_touch_runs_in_the_order_of_the_hits() -> None:
    game = new_game("penny-blue")
    later = replace(game.opening(Side.TWO).ledger.turns, one=1, two=1)
    touching = {"B2": (20.0, -60.0), "blue": (50.0, -60.0), "A1": (70.3, -60.0), "SA": (90.6, -60.0)}
    position = with_layout(game, touching, turns=later, turn=Side.TWO)

    _, verdict = flicked(game, position, Flick(DiscId("B2"), 0, 1_500))

    assert verdict.clauses == ("BLU-4", "BLU-17")


def test_blu_11_a_soft_flick_into_open_ground_ends_the_turn() -> None:
    game = new_game("penny-blue")

    position, verdict = flicked(game, game.opening(Side.ONE), Flick(DiscId("A1"), 27_000, 300))

    assert verdict.clauses == ("BLU-11",)
    assert position.ledger.turn is Side.TWO


def test_blu_13_and_14_a_side_flick_and_the_sovereigns_way_back() -> None:
    game = new_game("penny-blue")
    position = with_layout(game, {"blue": (60.0, 130.0)})
    ask = next(ask for ask in (game.decision(position) or pytest.fail("no decision")).asks)

    assert isinstance(ask, AskSideFlick)
    place = ask.at.nearest(Point(60.0, 148.0))

    after, verdict = flicked(game, position, SideFlick(DiscId("blue"), DiscId("SA"), place, 27_000, 700))
    back, put = flicked(game, after, Place({DiscId("SA"): game.board.spots[Spot("straight-1")]}))

    assert verdict.clauses == ("BLU-11", "BLU-14")
    assert after.layout.where[DiscId("SA")] is Away.HAND
    assert put.clauses == ("BLU-14",)
    assert back.ledger.turn is Side.ONE
    assert back.ledger.flicks == 1


def test_red_4_6_8_and_9_a_serve_and_its_return() -> None:
    game = new_game("penny-red")

    served, good = flicked(game, game.opening(Side.ONE), Flick(DiscId("A1"), 0, 1_050))
    assert good.clauses[:2] == ("RED-4", "RED-6")
    assert served.layout.point(DiscId("A1")) == game.board.spots[Spot("corner-one-2")]

    towards = _towards_cdeg(served.layout, DiscId("B1"), DiscId("red"), 0.0)
    _, answer = flicked(game, served, Flick(DiscId("B1"), towards, 300))
    assert answer.clauses[0] in ("RED-8", "RED-2")


def test_red_9_to_16_a_return_with_one_flick_and_a_shooter_placed() -> None:
    game = new_game("penny-red")
    position = with_layout(game, {"A1": (-120.0, 0.0), "red": (-60.0, 0.0)}, phase=Phase.OPEN)

    after, verdict = flicked(game, position, Flick(DiscId("A1"), 0, 950))
    done, waived = flicked(game, after, Choose("decline"))

    assert verdict.clauses == ("RED-8", "RED-9")
    assert waived.clauses == ("RED-9",)
    assert done.ledger.turn is Side.TWO


def test_red_12_and_17_a_shooter_touching_the_red_is_the_middle_penny_of_a_cannon() -> None:
    game = new_game("penny-red")
    position = with_layout(game, {"A1": (-150.0, 0.0), "A2": (-80.3, 0.0), "red": (-60.0, 0.0)}, phase=Phase.OPEN)

    _, verdict = flicked(game, position, Flick(DiscId("A1"), 0, 1_000))

    assert verdict.clauses == ("RED-8", "RED-12")


def test_red_13_a_star_shot_by_cannon() -> None:
    game = new_game("penny-red")
    lined_up = {"A1": (-150.0, 0.0), "A2": (-90.0, 0.0), "red": (-40.0, 0.0), "B1": (195.0, 0.0)}
    position = with_layout(game, lined_up, phase=Phase.OPEN)

    after, verdict = flicked(game, position, Flick(DiscId("A1"), 0, 1_500))

    assert verdict.clauses == ("RED-12", "RED-13", "RED-19", "RED-7")
    assert after.ledger.points.one == 3


def test_red_18_a_side_flick_returns_the_red() -> None:
    game = new_game("penny-red")
    position = with_layout(game, {"A1": (-100.0, -60.0), "red": (-30.0, 108.0)}, phase=Phase.OPEN)

    after, verdict = flicked(game, position, SideFlick(DiscId("red"), DiscId("A1"), Point(-30.0, 108.0), 31_000, 800))

    assert verdict.clauses == ("RED-8", "RED-9", "RED-18")
    assert after.ledger.in_hand == "A1"

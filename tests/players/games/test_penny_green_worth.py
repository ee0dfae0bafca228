"""What positions of Penny Green are worth to bots."""

from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from pennyflick.match import decision, new_match, step
from pennyflick.physics import Layouts
from pennyflick.players.games.penny_green_worth import settled, worth
from pennyflick.players.random_legal import RandomLegal
from pennyflick.rules import registry
from pennyflick.rules.game import Position, Verdict
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import Attack, Award, Ledger, Over, Penalties, Positional, TurnOf
from pennyflick.rules.penny_green.pieces import GREEN
from pennyflick.rules.tally import Tally
from pennyflick.table import Away, Clause, DiscId, Layout, Point, Side, Spot

GAME = cast(PennyGreen, registry.new_game("penny-green"))
ATTACK = Ledger(Side.ONE, Attack(Side.ONE))


def value(ledger: Ledger, layout: Layout, side: Side = Side.ONE) -> float:
    found = worth(GAME, [ledger], np.zeros(1, dtype=np.int64), Layouts.of(GAME.discs, layout), side)
    return float(found[0])


def lying(**places: tuple[float, float]) -> Layout:
    points = {DiscId(disc): Point(*xy) for disc, xy in places.items()}
    return Layout({disc.id: points.get(disc.id, Away.HAND) for disc in GAME.discs})


def played(seed: int, count: int) -> list[Position[Ledger]]:
    """Positions of random play."""
    match, found = new_match(GAME, seed=seed), list[Position[Ledger]]()
    players = {seat: RandomLegal(aimed=0.8) for seat in GAME.seats}
    while len(found) < count and (asked := decision(match)) is not None:
        found.append(match.position)
        match, _ = step(match, players, asked)
    return found


def test_what_one_gains_two_loses() -> None:
    for position in played(seed=2, count=80):
        one, two = (value(position.ledger, position.layout, side) for side in Side)

        assert one + two == pytest.approx(1.0)


def test_many_layouts_are_valued_as_one_by_one() -> None:
    positions = played(seed=3, count=80)
    arrays = [Layouts.of(GAME.discs, position.layout) for position in positions]
    together = Layouts(np.concatenate([each.xy for each in arrays]), np.concatenate([each.on for each in arrays]))
    values = worth(GAME, [each.ledger for each in positions], np.arange(len(positions)), together, Side.ONE)

    assert list(values) == [value(each.ledger, each.layout) for each in positions]
    assert len(set(values)) > 40


def test_the_end_is_worth_all_or_nothing() -> None:
    over = [Ledger(Side.ONE, Over(winner)) for winner in (Side.ONE, Side.TWO, None)]

    assert [value(each, lying()) for each in over] == [1.0, 0.0, 0.5]


def test_a_goal_ahead_is_better() -> None:
    layout = lying(green=(0.0, 0.0))

    assert value(replace(ATTACK, goals=Tally(1, 0)), layout) > value(ATTACK, layout) + 0.1


def test_a_penny_behind_the_green_is_better_than_one_before_it() -> None:
    behind, before = (lying(A1=(200.0 + dx, 0.0), green=(200.0, 0.0)) for dx in (-40.0, 40.0))

    assert value(ATTACK, behind) > value(ATTACK, before) + 0.05


def test_a_penny_in_the_way_spoils_a_shot() -> None:
    shot = {"A1": (160.0, 0.0), "green": (200.0, 0.0)}

    assert value(ATTACK, lying(**shot, B1=(300.0, 0.0))) < value(ATTACK, lying(**shot, B1=(300.0, 180.0))) - 0.05


def test_a_penalty_flick_is_worth_more_than_possession() -> None:
    penalty = Penalties((Award(Side.ONE, (Clause("GRN-8"),)),), TurnOf(Side.ONE))
    layout = lying(green=(0.0, 0.0))

    assert value(ATTACK.at(penalty), layout) > value(ATTACK, layout)


def test_own_pennies_too_near_the_green_cost_something() -> None:
    layout = lying(A1=(0.0, 25.0), green=(0.0, 0.0))
    free, near = (ATTACK.at(Positional(Side.ONE, discs)) for discs in ((), (DiscId("A1"),)))

    assert value(near, layout) < value(free, layout)


def test_a_verdict_moves_its_discs_in_the_rows_it_rules_on() -> None:
    layouts = Layouts.of(GAME.discs, lying(A1=(10.0, 10.0), green=(0.0, 30.0)))
    three = Layouts(np.repeat(layouts.xy, 3, axis=0), np.repeat(layouts.on, 3, axis=0))
    nothing = Verdict(ATTACK, (), {})
    anew = Verdict(ATTACK, (), {DiscId("A1"): Away.HAND, GREEN: Spot("centre")})
    after = settled(GAME, [nothing, anew], np.array([0, 1, 0]), three)

    assert after.on[:, 0].tolist() == [True, False, True]
    assert after.xy[:, -1].tolist() == [[0.0, 30.0], [0.0, 0.0], [0.0, 30.0]]
    assert three.on[1, 0]

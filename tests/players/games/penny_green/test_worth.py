"""What positions of Penny Green are worth to bots."""

from dataclasses import replace
from typing import cast

import pytest

from pennyflick.match import decision, new_match, step
from pennyflick.players.games.penny_green.worth import worth
from pennyflick.players.positions import Positions
from pennyflick.players.random_legal import RandomLegal
from pennyflick.rules import registry
from pennyflick.rules.game import Position
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import Attack, Award, Ledger, Over, Penalties, Positional, TurnOf
from pennyflick.rules.tally import Tally
from pennyflick.table import Away, Clause, DiscId, Layout, Point, Side

GAME = cast(PennyGreen, registry.new_game("penny-green"))
ATTACK = Ledger(Side.ONE, Attack(Side.ONE))


def value(ledger: Ledger, layout: Layout, side: Side = Side.ONE) -> float:
    return float(worth(GAME, Positions.of(GAME, [Position(ledger, layout)]), side)[0])


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
    values = worth(GAME, Positions.of(GAME, positions), Side.ONE)

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

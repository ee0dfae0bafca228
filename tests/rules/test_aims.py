"""Goal, danger and what counts now: said as data by every game, and never of what is not there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pennyflick.match import decision, new_match, step
from pennyflick.players.bots import player
from pennyflick.rules.game import Game, Position
from pennyflick.rules.penny_black.ledger import From
from pennyflick.rules.penny_green.ledger import Attack, Positional
from pennyflick.rules.registry import names, new_game
from pennyflick.rules.tally import Tally
from pennyflick.table import Away, DiscId, Point, Seat, Side, Viewer

OURS = ("penny-black", "penny-blue", "penny-red", "penny-green", "pichenotte")
YOU = Viewer({Seat(Side.ONE): "Ann", Seat(Side.TWO): "Bob"}, [Seat(Side.ONE)])


def opening(name: str) -> tuple[Game[Any, Any], Position[Any]]:
    game = new_game(name)
    return game, game.opening(Side.ONE)


def said(game: Game[Any, Any], ledger: Any) -> tuple[str, str]:
    aims = game.aims(ledger)
    return aims.goal.said(YOU), aims.danger.said(YOU)


@pytest.mark.parametrize("name", OURS)
def test_our_games_say_a_goal_when_a_match_begins(name: str) -> None:
    game, position = opening(name)

    assert said(game, position.ledger)[0].startswith(("You ", "Nobody kills in a first turn: you "))


@pytest.mark.parametrize("name", names())
def test_what_glows_lies_on_the_board_and_what_is_said_is_whole_sentences(name: str) -> None:
    game = new_game(name)
    match = new_match(game, seed=4)
    bots = dict.fromkeys(game.seats, player("0", name))
    for _ in range(25):
        asked = decision(match)
        if asked is None:
            break
        aims, lying = game.aims(match.position.ledger), match.position.layout.on_board
        assert {*asked.glows, *asked.leave} <= set(lying)
        assert len(asked.target) in (0, 1, 2)
        assert all(not each or str(each).endswith(".") for each in (aims.goal, aims.danger))
        match, _ = step(match, bots, asked)


def test_at_penny_black_the_colour_due_glows_and_what_must_be_left_is_said() -> None:
    game, position = opening("penny-black")
    near = (DiscId("Y6"), DiscId("Y7"))
    lies = replace(position.ledger, shooter_from=From.LIES, near=near)
    asked = game.decision(replace(position, ledger=lies))

    assert asked is not None
    assert asked.glows == tuple(DiscId(f"Y{number}") for number in range(1, 13))
    assert asked.leave == near
    assert "stays within a penny's width of Y6 or Y7, Bob gets a free shot." in said(game, lies)[1]


def test_at_penny_black_nothing_must_be_left_after_the_first_flick_of_a_turn() -> None:
    game, position = opening("penny-black")
    later = replace(position.ledger, shooter_from=From.LIES, near=(DiscId("Y6"),), first_flick=False)
    asked = game.decision(replace(position, ledger=later))

    assert asked is not None
    assert asked.leave == ()
    assert "If the shooter falls too" in said(game, later)[1]


def test_at_penny_blue_the_sovereign_glows_once_it_may_be_killed() -> None:
    game, position = opening("penny-blue")
    later = replace(position.ledger, turns=Tally(1, 1))
    first, second = (game.decision(replace(position, ledger=each)) for each in (position.ledger, later))

    assert first is not None
    assert second is not None
    assert (first.glows, second.glows) == (("blue",), ("blue", "SB"))
    assert said(game, later) == (
        "You drive the blue into Bob's pennies so that the crowned SB falls, and win.",
        "Any other penny off the board, and you lose the game.",
    )


def test_at_penny_red_the_red_glows_while_it_is_to_be_struck() -> None:
    game, position = opening("penny-red")
    asked = game.decision(position)

    assert asked is not None
    assert asked.glows == ("red",)
    assert said(game, position.ledger)[1] == "If a penny falls or a shooter crosses the line, it must be served again."


@pytest.mark.parametrize(("x_mm", "goal"), [(300.0, ((400.0, -53.0), (400.0, 53.0))), (0.0, ())])
def test_at_penny_green_the_goal_glows_only_where_it_would_count(x_mm: float, goal: tuple[Any, ...]) -> None:
    game, position = opening("penny-green")
    places = {DiscId("green"): Point(x_mm, 0.0), DiscId("A1"): Point(x_mm - 60.0, 0.0)}
    attack = Position(position.ledger.at(Attack(Side.ONE)), position.layout.moved(places))
    asked = game.decision(attack)

    assert asked is not None
    assert asked.glows == ("green",)
    assert tuple((point.x_mm, point.y_mm) for point in asked.target) == goal


def test_at_penny_green_a_positional_flick_shows_who_lies_too_near() -> None:
    game, position = opening("penny-green")
    places = {DiscId("green"): Point(0.0, 0.0), DiscId("A1"): Point(-25.0, 0.0)}
    ledger = position.ledger.at(Positional(Side.ONE, (DiscId("A1"),)))
    asked = game.decision(Position(ledger, position.layout.moved(places)))

    assert asked is not None
    assert (asked.glows, asked.leave) == ((), ("A1",))


def test_at_pichenotte_the_hole_glows_until_an_enemy_puck_must_be_hit() -> None:
    game, position = opening("pichenotte")
    enemy = DiscId("B1")
    later = Position(replace(position.ledger, on=(enemy,)), position.layout.moved({enemy: Point(100.0, 0.0)}))
    free, duty = game.decision(position), game.decision(later)

    assert position.layout.where[enemy] is Away.HAND
    assert free is not None
    assert duty is not None
    assert (free.glows, free.target) == ((), (Point(0.0, 0.0),))
    assert (duty.glows, duty.target) == ((enemy,), ())

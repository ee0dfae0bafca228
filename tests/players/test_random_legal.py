import math
from dataclasses import dataclass
from typing import Any, cast

import pytest

from pennyflick.match import decision, new_match, play, step
from pennyflick.players import Dice, RandomLegal
from pennyflick.players.random_legal import StuckError
from pennyflick.rules import registry
from pennyflick.rules.game import Game
from pennyflick.table import AskChoose, Decision, Flick, Place, Refusal, Seat, Side, SideFlick, phrase, says

GAMES = registry.names()


@pytest.mark.parametrize("name", GAMES)
def test_it_answers_every_decision_of_every_game_without_a_refusal(name: str) -> None:
    game = registry.new_game(name, {"turn_limit": "3"})
    match = new_match(game, seed=1)
    player = RandomLegal(aimed=0.5)
    for _ in range(40):
        asked = decision(match)
        if asked is None:
            break
        answer = player.answer(game, match.position, asked, Dice(1, len(match.actions), "test")).answer
        assert game.refuse(match.position, answer) is None
        match, _ = step(match, dict.fromkeys(game.seats, player), asked)


def test_the_same_dice_give_the_same_answer_and_others_another() -> None:
    game = registry.new_game("penny-black")
    position = game.opening(Side.ONE)
    asked = game.decision(position)
    assert asked is not None
    one, same, other = (RandomLegal().answer(game, position, asked, Dice(seed, 1, "p")) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_an_aimed_flick_points_at_another_disc() -> None:
    game = registry.new_game("penny-black")
    position = game.opening(Side.ONE)
    asked = game.decision(position)
    assert asked is not None
    for seed in range(30):
        flick = RandomLegal(aimed=1.0).answer(game, position, asked, Dice(seed, 1, "p")).answer
        assert isinstance(flick, Flick)
        assert flick.start is not None
        towards = math.degrees(math.atan2(-flick.start.y_mm, -flick.start.x_mm))
        off = (flick.direction_cdeg / 100 - towards + 180) % 360 - 180
        assert abs(off) < 25  # the packed set spans some 13 degrees each way, and an aim may pass 25 mm beside it


@pytest.mark.slow
def test_it_side_flicks_within_reach_when_the_game_asks_for_it() -> None:
    """Random matches of Penny Blue on soft ground, until side-flicks were made and accepted."""
    game = registry.new_game("penny-blue", {"games": "20"})
    found = 0
    for seed in range(6):
        match = play(new_match(game, seed=seed), dict.fromkeys(game.seats, RandomLegal(aimed=0.9)))
        found += sum(isinstance(action.answer, SideFlick) for action in match.actions)
    assert found > 0


def test_placements_are_made_where_the_game_wants_them() -> None:
    game = registry.new_game("penny-green", {"turn_limit": "1"})
    match = play(new_match(game, seed=2), dict.fromkeys(game.seats, RandomLegal()))
    assert any(isinstance(action.answer, Place) for action in match.actions)


@dataclass(frozen=True)
class _Stubborn:
    """A game that refuses everything."""

    name: str = "stubborn"

    def refuse(self, position: object, answer: object, asked: object = None) -> Refusal:
        """Why not."""
        return Refusal(None, phrase("because"))


def test_a_game_that_refuses_everything_is_told_apart_from_a_player_who_cannot_play() -> None:
    asked = Decision((Seat(Side.ONE),), (AskChoose({"a": says("A"), "b": says("B")}),), (), says("Choose"))
    with pytest.raises(StuckError, match="was refused; the last because: because"):
        RandomLegal().answer(cast(Game[Any, Any], _Stubborn()), cast(Any, None), asked, Dice(0, 0, ""))

"""What bots know of Penny Bowls agrees with its referee."""

import pytest

from pennyflick.players.bots import SpecError, player
from pennyflick.players.dice import Dice
from pennyflick.players.noise import Noise
from pennyflick.players.values.files import shipped_value
from pennyflick.players.values.study import UnstudiedError, study_of
from pennyflick.rules import registry
from pennyflick.table import Side
from tests.players.law import strays
from tests.players.search.test_tactics import noisy, scenes
from tests.sixth_game.penny_bowls.players import TACTICS
from tests.sixth_game.registered import NAME


def test_a_game_of_another_package_may_ship_no_learned_value() -> None:
    game = registry.new_game(NAME)
    position = game.opening(Side.ONE)
    asked = game.decision(position)
    assert asked is not None
    answers = [
        player(f"4:flicks=200,{values}hand=good", NAME).answer(game, position, asked, Dice(1, 0, "test")).answer
        for values in ("", "values=hand-made,")
    ]

    assert shipped_value(NAME) is None
    assert answers[0] == answers[1]


def test_who_wants_to_learn_a_game_that_says_nothing_of_it_is_told_so() -> None:
    with pytest.raises(UnstudiedError, match="does not say what can be learned"):
        study_of(NAME)
    with pytest.raises(SpecError, match="no value for penny-bowls"):
        player("4:values=nowhere.json", NAME)


def test_a_flick_leads_where_the_referee_leads_it() -> None:
    game, wrong = registry.new_game(NAME, {"length": "full"}), list[str]()
    for seed in range(4):
        for number, scene in enumerate(scenes(game, seed, 24)):
            aims = noisy(TACTICS.ideas(game, *scene), 10, Noise(Dice(seed, number, "test")))
            wrong += strays(TACTICS, game, scene[0], aims)

    assert wrong == []

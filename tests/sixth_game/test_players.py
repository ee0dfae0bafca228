"""What bots know of Penny Bowls agrees with its referee."""

from pennyflick.players.dice import Dice
from pennyflick.players.noise import Noise
from pennyflick.rules import registry
from tests.players.law import strays
from tests.players.search.test_tactics import noisy, scenes
from tests.sixth_game.penny_bowls.players import TACTICS
from tests.sixth_game.registered import NAME


def test_a_flick_leads_where_the_referee_leads_it() -> None:
    game, wrong = registry.new_game(NAME, {"length": "full"}), list[str]()
    for seed in range(4):
        for number, scene in enumerate(scenes(game, seed, 24)):
            aims = noisy(TACTICS.ideas(game, *scene), 10, Noise(Dice(seed, number, "test")))
            wrong += strays(TACTICS, game, scene[0], aims)

    assert wrong == []

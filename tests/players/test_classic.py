"""`classic` plays on as level 4 did in 0.1.0: the yardstick that no learning may bend."""

import json
from pathlib import Path
from typing import Any

import pytest

from pennyflick.players.bots import player
from pennyflick.players.dice import Dice
from pennyflick.record import parse_position, told_text
from pennyflick.rules import registry

STORED: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[1] / "data" / "classic-answers.json").read_text()
)


@pytest.mark.slow
@pytest.mark.parametrize("name", STORED)  # a game of another package was not there to be stored
def test_classic_answers_as_level_four_did(name: str) -> None:
    game = registry.new_game(name)
    for stored in STORED[name]:
        position = parse_position(game, stored["position"])
        asked = game.decision(position)
        assert asked is not None
        bot = player(f"classic:hand={stored['hand']}", name)
        seed, action = stored["dice"]
        thought = bot.answer(game, position, asked, Dice(seed, action, "classic"))
        assert told_text(thought.answer, game.board.spots) == stored["answer"], stored["position"]

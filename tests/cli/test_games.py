import json
from typing import Any

import pytest

from pennyflick.rules import registry


def test_every_game_is_listed(command: Any) -> None:
    ran = command("games")
    assert ran.code == 0
    for name in registry.names():
        assert f"{name} " in ran.out


@pytest.mark.parametrize("name", registry.names())
def test_the_options_of_a_game_are_listed_with_their_defaults(command: Any, name: str) -> None:
    ran = command("games", name)
    assert ran.code == 0
    assert "  length=short | full\n" in ran.out
    assert "  turn_limit=60 (1 to 1000)\n" in ran.out


def test_a_program_gets_everything_as_json(command: Any) -> None:
    told = json.loads(command("games", "--json").out)
    assert tuple(told) == registry.names()
    assert told["penny-black"]["title"] == "Penny Black"
    assert told["penny-black"]["options"]["shape"]["choices"] == ["hexagon", "square", "round"]


def test_an_unknown_game_gets_a_hint(command: Any) -> None:
    ran = command("games", "penny-blak")
    assert ran.code == 2
    assert "no game named 'penny-blak'; did you mean 'penny-black'?" in ran.err

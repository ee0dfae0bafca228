"""A small soak of every game; `make soak-rules` is the large one."""

from types import ModuleType

import pytest

from pennyflick.rules import registry

GAMES = registry.names()


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_random_matches_end_conserve_everything_and_replay_as_verified(soak_rules: ModuleType, name: str) -> None:
    for number in range(12):
        assert soak_rules.soak_match(name, number).actions > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_random_sittings_are_always_ruled_on_and_replay_as_verified(soak_rules: ModuleType, name: str) -> None:
    for number in range(8):
        assert soak_rules.soak_sitting(name, number, entries=150).actions > 0


@pytest.mark.parametrize("name", GAMES)
def test_a_soak_uses_every_option_somewhere(soak_rules: ModuleType, name: str) -> None:
    from pennyflick.players import Dice
    from pennyflick.rules import options

    used: set[str] = set()
    for number in range(500):
        used |= set(soak_rules.chosen_options(name, number, Dice(number, 0, f"soak {name}")))
    assert used == {spec.name for spec in options.specs(registry.game_class(name).options_class)}

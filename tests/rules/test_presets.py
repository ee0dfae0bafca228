"""Presets: ways to play that people choose by name, each writing values that its game takes."""

import pytest

from pennyflick.rules import options as option_texts
from pennyflick.rules.registry import game_class, names, new_game

PRESETS = [
    pytest.param(name, number, id=f"{name} {preset.title}")
    for name in names()
    for number, preset in enumerate(game_class(name).presets)
]


@pytest.mark.parametrize(("name", "number"), PRESETS)
def test_a_preset_writes_values_that_its_game_takes_and_keeps(name: str, number: int) -> None:
    values = game_class(name).presets[number].values
    options = new_game(name, dict(values)).options

    assert {option: option_texts.text(getattr(options, option)) for option in values} == values


@pytest.mark.parametrize("name", names())
def test_no_two_presets_of_a_game_are_alike(name: str) -> None:
    presets = game_class(name).presets

    assert len({tuple(sorted(preset.values.items())) for preset in presets}) == len(presets)
    assert len({preset.title for preset in presets}) == len(presets)


def test_play_at_penny_blue_begins_a_match_to_three_games() -> None:
    assert new_game("penny-blue", dict(game_class("penny-blue").presets[0].values)).options.games_to_win == 3

"""Records write only the options that differ from their defaults, so a default may never change."""

import json
from pathlib import Path

import pytest

from pennyflick.rules import options, registry

PINNED = json.loads((Path(__file__).parents[1] / "data" / "option-defaults.json").read_text(encoding="utf-8"))


def test_every_game_is_pinned() -> None:
    assert set(PINNED) == set(registry.names())


@pytest.mark.parametrize("name", registry.names())
def test_every_default_is_that_of_the_first_records(name: str) -> None:
    specs = options.specs(registry.game_class(name).options_class)
    assert {spec.name: options.text(spec.default) for spec in specs} == PINNED[name]

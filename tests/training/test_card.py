"""The cards in docs/bots.md are those of the values that are shipped."""

from pathlib import Path

import pytest

from pennyflick.players.values.files import parse_value
from pennyflick.rules import registry
from pennyflick.training.card import HEAD, card

BOTS = Path(__file__).parents[2] / "docs" / "bots.md"
SHIPPED = [name for name in registry.names() if registry.values_text(name) is not None]


def test_the_page_has_a_place_for_cards() -> None:
    assert HEAD in BOTS.read_text()


@pytest.mark.parametrize("name", SHIPPED)
def test_the_card_of_a_shipped_value_stands_on_the_page(name: str) -> None:
    text = registry.values_text(name)

    assert text is not None
    assert card(parse_value(text)) in BOTS.read_text(), "print it with `python -m benchmarks.cards`"

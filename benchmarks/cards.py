"""The cards of the values that games ship, for docs/bots.md.

python -m benchmarks.cards
"""

from __future__ import annotations

from pennyflick.players.values.files import parse_value
from pennyflick.rules import registry
from pennyflick.training.card import HEAD, card


def main() -> int:
    """Print a row for each game that ships one."""
    print(HEAD)
    for name in registry.names():
        if (text := registry.values_text(name)) is not None:
            print(card(parse_value(text)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

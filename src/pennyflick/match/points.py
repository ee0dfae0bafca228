"""The score of a match as numbers, for those who compare matches and flicks."""

from __future__ import annotations

from typing import Any

from pennyflick.rules.game import Game


def points(game: Game[Any, Any], ledger: Any) -> tuple[float, float]:
    """What One and Two have in the game at hand: the first line of the sheet that has numbers."""
    for row in game.sheet(ledger):
        try:
            return _number(row.one), _number(row.two)
        except ValueError:
            continue
    return 0.0, 0.0


def _number(text: str) -> float:
    return float(text.replace("½", ".5"))

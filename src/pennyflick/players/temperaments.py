"""The six opponents that a person would pick, by name; how each goes about a game stands with that game's tactics."""

from __future__ import annotations

from collections.abc import Mapping

from pennyflick.rules import registry

NAMES = ("first-timer", "beginner", "average", "good", "expert", "champion")
TITLES: Mapping[str, str] = {
    "first-timer": "A first-timer",
    "beginner": "A beginner",
    "average": "An average player",
    "good": "A good player",
    "expert": "An expert",
    "champion": "A champion",
}


def temperaments(game_name: str) -> Mapping[str, str]:
    """How each opponent goes about this game: words only, no numbers."""
    found: Mapping[str, str] = registry.players_part(game_name, "TEMPERAMENTS")
    return found

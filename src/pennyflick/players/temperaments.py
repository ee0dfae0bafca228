"""The four opponents that a person would pick, by name; how each goes about a game stands with that game's tactics."""

from __future__ import annotations

from collections.abc import Mapping

from pennyflick.rules import registry

NAMES = ("beginner", "average", "good", "expert")
TITLES: Mapping[str, str] = {
    "beginner": "A beginner",
    "average": "An average player",
    "good": "A good player",
    "expert": "An expert",
}


def temperaments(game_name: str) -> Mapping[str, str]:
    """How each opponent goes about this game: words only, no numbers."""
    found: Mapping[str, str] = registry.players_part(game_name, "TEMPERAMENTS")
    return found

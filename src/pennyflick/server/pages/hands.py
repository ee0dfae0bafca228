"""The hands that a person may choose, and the one that is his."""

from __future__ import annotations

from pennyflick.players.hands import SIZES
from pennyflick.server.play.starting import EXACT
from pennyflick.server.store.store import Person

DEFAULT_HAND = "visible good"
# what a person may choose, and how the form words it
HANDS = [
    *({"text": f"visible {size}", "words": f"{size}: you see it wander"} for size in SIZES),
    *({"text": size, "words": f"{size}: it errs unseen"} for size in SIZES),
    {"text": EXACT, "words": "exact, for study"},
]


def hand_of(person: Person) -> str:
    """The hand with which somebody begins: his own, or the one that takes skill."""
    return person.settings.get("hand", DEFAULT_HAND)

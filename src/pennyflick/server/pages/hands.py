"""The hands that a person may choose, by name or in numbers, and the one that is his."""

from __future__ import annotations

from collections.abc import Mapping

from pennyflick.players.hands import SIZES, HandError, hand_words, parse_hand
from pennyflick.server.play.starting import EXACT
from pennyflick.server.store.store import Person

DEFAULT_HAND = "visible good"
# what a person may choose, and how the form words it
HANDS = [
    *({"text": f"visible {size}", "words": f"{size}: you see it wander"} for size in SIZES),
    *({"text": size, "words": f"{size}: it errs unseen"} for size in SIZES),
    {"text": EXACT, "words": "exact, for study"},
]
_KNOWN = {hand["text"] for hand in HANDS}


def hand_of(person: Person) -> str:
    """The hand with which somebody begins: his own, or the one that takes skill."""
    return person.settings.get("hand", DEFAULT_HAND)


def hands_offered(*chosen: str) -> list[dict[str, str]]:
    """What may be chosen, and whatever was chosen besides: a hand in numbers, as one's own was measured."""
    others = dict.fromkeys(text for text in chosen if _is_in_numbers(text))
    return [*HANDS, *({"text": text, "words": hand_words(parse_hand(text))} for text in others)]


def hands_told(form: Mapping[str, str]) -> list[str]:
    """The hands that a form for a new match says."""
    return [value for field, value in form.items() if field.startswith("hand.") or field == "opponent_hand"]


def in_numbers(form: Mapping[str, str]) -> bool:
    """Whether it gives somebody a hand in numbers, so that one should see it."""
    return any(map(_is_in_numbers, hands_told(form)))


def _is_in_numbers(text: str) -> bool:
    if text in _KNOWN:
        return False
    try:
        parse_hand(text)
    except HandError:
        return False
    return True

"""An unknown word and the known one that was probably meant: how every complaint about a name ends."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest_word(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this one; None: none is near."""
    return next(iter(difflib.get_close_matches(word, list(known), 1)), None)


def did_you_mean(word: str, known: Iterable[str], otherwise: str | None = None) -> str:
    """What would be right: the nearest known word, else `otherwise`, else all of them."""
    words = list(known)
    nearest = nearest_word(word, words)
    if nearest is not None:
        return f"did you mean {nearest!r}?"
    return otherwise or f"there are {', '.join(words) or 'none'}"

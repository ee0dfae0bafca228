"""What people are called: names without what cannot be seen, and names for strangers."""

from __future__ import annotations

import hashlib
import unicodedata

# printable by Unicode, and yet nothing is seen of them: joiners, fillers, vowels without a sound, the blank of Braille
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))

# fmt: off
_COLOURS = (
    "Amber", "Ash", "Auburn", "Azure", "Blue", "Brass", "Bronze", "Brown", "Chalk", "Cherry",
    "Cobalt", "Copper", "Coral", "Cream", "Crimson", "Ebony", "Emerald", "Golden", "Green", "Grey",
    "Indigo", "Ivory", "Jade", "Khaki", "Lemon", "Lilac", "Maroon", "Mint", "Navy", "Ochre",
    "Olive", "Opal", "Pearl", "Plum", "Russet", "Sable", "Scarlet", "Silver", "Violet", "White",
)
_ANIMALS = (
    "Badger", "Bear", "Beaver", "Bison", "Crane", "Crow", "Deer", "Dove", "Eagle", "Falcon",
    "Finch", "Fox", "Frog", "Goose", "Hare", "Hawk", "Heron", "Horse", "Ibis", "Jay",
    "Lark", "Lynx", "Marten", "Mole", "Moose", "Newt", "Otter", "Owl", "Panda", "Pike",
    "Rabbit", "Raven", "Robin", "Seal", "Stag", "Stork", "Swan", "Tern", "Toad", "Wren",
)
# fmt: on


def seen(text: str) -> str:
    """A text without what cannot be seen: control, bidirectional, zero-width, filling and tag characters."""
    printable = "".join(each for each in text if each.isprintable())
    words = [word for each in printable.split() if (word := _standing(each))]
    return unicodedata.normalize("NFC", " ".join(words))


def _standing(word: str) -> str:
    """A word without fillers, and without marks that have nothing before them to change."""
    kept = ""
    for each in word:
        if each not in _UNSEEN and not (_leans(each) and not kept) and not (_selects(each) and not _pictures(kept)):
            kept += each
    return kept


def _leans(each: str) -> bool:
    return unicodedata.category(each).startswith("M")


def _selects(each: str) -> bool:
    return any(ord(each) in selectors for selectors in _SELECTORS)


def _pictures(kept: str) -> bool:
    """Whether it ends with a symbol, of which a selector chooses the picture."""
    return unicodedata.category(kept[-1]).startswith("S")


def stranger(holder: str, match: str) -> str:
    """What strangers are called to each other: the same in one match, and in no other."""
    drawn = hashlib.sha256(f"stranger|{match}|{holder}".encode()).digest()
    return f"{_COLOURS[drawn[0] % len(_COLOURS)]} {_ANIMALS[drawn[1] % len(_ANIMALS)]}"

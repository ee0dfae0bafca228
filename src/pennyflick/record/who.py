"""Who played a seat, as records write it: a person, an opponent of the house, or a bot by its spec."""

from __future__ import annotations

import re

PERSON = "person"
_HOUSE, _BOT = "house:", "bot:"
_WHO = re.compile(rf"{PERSON}|(?:{_HOUSE}|{_BOT})\S.*")
EXPECTED = f"{PERSON}, {_HOUSE} and an opponent's name, or {_BOT} and a bot's spec"

# before records had a tag for it, whoever had one of these hands was the opponent of that name
_HANDS_OF_THE_HOUSE = ("expert", "good", "average", "beginner")


def house(name: str) -> str:
    """One of the opponents that the page offers, by name."""
    return _HOUSE + name


def bot(spec: str) -> str:
    """A bot by its spec (docs/bots.md)."""
    return _BOT + spec


def house_name(who: str) -> str | None:
    """The name of the opponent of the house, or None: somebody else."""
    return who.removeprefix(_HOUSE) if who.startswith(_HOUSE) else None


def is_who(text: str) -> bool:
    """Whether a text says who plays."""
    return _WHO.fullmatch(text) is not None


def untold(hand: str | None) -> str:
    """Who played a seat with this hand, in a record that does not say."""
    return house(hand) if hand in _HANDS_OF_THE_HOUSE else PERSON

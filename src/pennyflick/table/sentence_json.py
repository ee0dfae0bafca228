"""A sentence as JSON and back (docs/protocol.md). Law: kept in stores for ever, so part names never change meaning."""

from __future__ import annotations

import json
from typing import Any, assert_never

from pennyflick.table.disc import DiscId
from pennyflick.table.sentence import (
    Cited,
    Measured,
    Mention,
    Named,
    Object,
    Owned,
    Owner,
    Part,
    Sentence,
    Subject,
    Their,
    Verb,
)
from pennyflick.table.side import Seat, Side
from pennyflick.table.viewer import Who

SentenceJson = list[str | dict[str, Any]]

_MENTIONS: dict[str, type[Mention]] = {"subject": Subject, "object": Object, "owner": Owner, "owned": Owned}
_TAGS = {kind: tag for tag, kind in _MENTIONS.items()}


def sentence_json(sentence: Sentence) -> SentenceJson:
    """The parts in order: words as strings, the others as objects that say what they are."""
    return [_part(part) for part in sentence.parts]


def sentence_of(value: object) -> Sentence:
    """The sentence that JSON holds; a plain string is all words. Raises ValueError on what is neither."""
    if isinstance(value, str):
        return Sentence((value,)) if value else Sentence()
    if not isinstance(value, list):
        raise ValueError(f"a sentence is a list of parts or a string, not {value!r}")
    return Sentence(tuple(_read(part) for part in value))


def sentence_text(sentence: Sentence) -> str:
    """The sentence as one line of JSON, for a store."""
    return json.dumps(sentence_json(sentence), ensure_ascii=False, separators=(",", ":"))


def sentence_from_text(text: str) -> Sentence:
    """The sentence that a store kept; what is no JSON list is the plain text of an earlier version."""
    try:
        return sentence_of(json.loads(text)) if text.startswith("[") else sentence_of(text)
    except ValueError:
        return sentence_of(text)


def _part(part: Part) -> str | dict[str, Any]:
    match part:
        case str():
            return part
        case Subject(who) | Object(who) | Owner(who) | Owned(who):
            return {"is": _TAGS[type(part)], **_who(who)}
        case Verb(third, plain):
            return {"is": "verb", "third": third, "plain": plain}
        case Their():
            return {"is": "their"}
        case Named(disc):
            return {"is": "disc", "disc": disc}
        case Cited(clause):
            return {"is": "clause", "clause": clause}
        case Measured(mm):
            return {"is": "measure", "mm": mm}
        case _:
            assert_never(part)


def _who(who: Who) -> dict[str, str]:
    return {"seat": who.name} if isinstance(who, Seat) else {"side": who.value}


def _read(part: object) -> Part:
    match part:
        case str():
            return part
        case {"is": str(tag), "side": str(side)} if tag in _MENTIONS:
            return _MENTIONS[tag](Side(side))
        case {"is": str(tag), "seat": str(seat)} if tag in _MENTIONS:
            return _MENTIONS[tag](Seat.from_name(seat))
        case {"is": "verb", "third": str(third), "plain": str(plain)}:
            return Verb(third, plain)
        case {"is": "their"}:
            return Their()
        case {"is": "disc", "disc": str(disc)}:
            return Named(DiscId(disc))
        case {"is": "clause", "clause": str(clause)}:
            return Cited(clause)
        case {"is": "measure", "mm": int(mm) | float(mm)}:
            return Measured(mm)
        case _:
            raise ValueError(f"no part of a sentence: {part!r}")

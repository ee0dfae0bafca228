"""Sentences as they travel and are kept: the parts of `table/sentence_json.py` as structs (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pennyflick.table import Sentence
from pennyflick.table.sentence_json import sentence_json, sentence_of


class _Mention(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side, or one seat of it."""

    side: str | None = None
    seat: str | None = None


class WireSubjectPart(_Mention, tag="subject", tag_field="is", frozen=True, omit_defaults=True):
    """Who does it."""


class WireObjectPart(_Mention, tag="object", tag_field="is", frozen=True, omit_defaults=True):
    """To whom or for whom."""


class WireOwnerPart(_Mention, tag="owner", tag_field="is", frozen=True, omit_defaults=True):
    """Whose, before the thing."""


class WireOwnedPart(_Mention, tag="owned", tag_field="is", frozen=True, omit_defaults=True):
    """Whose, after the thing."""


class WireVerbPart(msgspec.Struct, tag="verb", tag_field="is", frozen=True):
    """What the last subject does."""

    third: str
    plain: str


class WireTheirPart(msgspec.Struct, tag="their", tag_field="is", frozen=True):
    """The last subject's own."""


class WireDiscPart(msgspec.Struct, tag="disc", tag_field="is", frozen=True):
    """A disc by its name."""

    disc: str


class WireClausePart(msgspec.Struct, tag="clause", tag_field="is", frozen=True):
    """A clause by its id."""

    clause: str


class WireMeasurePart(msgspec.Struct, tag="measure", tag_field="is", frozen=True):
    """A length on the board."""

    mm: float


WirePart = (
    str
    | WireSubjectPart
    | WireObjectPart
    | WireOwnerPart
    | WireOwnedPart
    | WireVerbPart
    | WireTheirPart
    | WireDiscPart
    | WireClausePart
    | WireMeasurePart
)
WireSentence = list[WirePart] | str  # a string: the plain text of an earlier version


def wire_sentence(sentence: Sentence) -> WireSentence:
    """The sentence as it is sent."""
    return msgspec.convert(sentence_json(sentence), list[WirePart])


def sentence_from_wire(told: WireSentence) -> Sentence:
    """The sentence that was sent or kept."""
    return sentence_of(msgspec.to_builtins(told))


def joined(sentences: Iterable[WireSentence]) -> WireSentence:
    """Several sentences, one after the other."""
    parts: list[WirePart] = []
    for told in sentences:
        parts += [" "] if parts else []
        parts += [told] if isinstance(told, str) else told
    return parts

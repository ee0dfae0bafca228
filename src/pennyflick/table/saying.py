"""The few words with which sentences are built, so that a judge still reads like prose."""

from __future__ import annotations

from collections.abc import Iterable

from pennyflick.table.disc import DiscId
from pennyflick.table.sentence import Named, Part, Sentence, Verb

Fragment = Part | Sentence  # what can be said: a sentence within another is taken apart

_IRREGULAR = {"has": "have", "is": "are", "was": "were"}
_HISSING = ("ches", "shes", "sses", "xes", "oes")
_NO_SPACE_BEFORE = ",.;:!?) "  # nor before the 's of an owner
_NO_SPACE_AFTER = "( "
_STOPS = (".", "!", "?")


def says(*fragments: Fragment) -> Sentence:
    """The fragments as one sentence: a capital at its beginning, spaces between them, a full stop at its end."""
    first, *rest = phrase(*fragments).parts or ("",)
    parts = (first[:1].upper() + first[1:] if isinstance(first, str) else first, *rest) if first else ()
    ended = bool(parts) and isinstance(parts[-1], str) and parts[-1].endswith(_STOPS)
    return Sentence(parts) if ended or not parts else phrase(Sentence(parts), ".")


def phrase(*fragments: Fragment) -> Sentence:
    """The fragments with spaces between them and nothing at the end: a part of a sentence, or several sentences."""
    parts: list[Part] = []
    for fragment in fragments:
        opened = fragment.parts if isinstance(fragment, Sentence) else (fragment,) if fragment else ()
        if parts and opened and not _tight(parts[-1], opened[0]):
            _append(parts, " ")
        for part in opened:
            _append(parts, part)
    return Sentence(tuple(parts))


def verb(third: str, plain: str | None = None) -> Verb:
    """What the last subject does: "wins". The form after "you" is told only where it is not the usual one."""
    return Verb(third, plain or _plain(third))


def listed(things: Iterable[Fragment], joint: str = "and") -> Sentence:
    """Y1 · Y1 and Y2 · Y1, Y2 and R1; nothing."""
    *head, last = tuple(things) or ("nothing",)
    if not head:
        return phrase(last)
    first, *between = head
    return phrase(first, *(fragment for each in between for fragment in (",", each)), joint, last)


def listed_discs(ids: Iterable[DiscId], joint: str = "and") -> Sentence:
    """These discs by their names."""
    return listed(map(Named, ids), joint)


def _tight(left: Part, right: Part) -> bool:
    """Whether no space belongs between them."""
    return (isinstance(left, str) and left[-1] in _NO_SPACE_AFTER) or (
        isinstance(right, str) and (right[0] in _NO_SPACE_BEFORE or right.startswith("'s"))
    )


def _append(parts: list[Part], part: Part) -> None:
    """Words join the words before them, so that equal sentences have equal parts."""
    if isinstance(part, str) and parts and isinstance(last := parts[-1], str):
        parts[-1] = last + part
    else:
        parts.append(part)


def _plain(third: str) -> str:
    if third in _IRREGULAR:
        return _IRREGULAR[third]
    if third.endswith("ies"):
        return third.removesuffix("ies") + "y"
    return third.removesuffix("es" if third.endswith(_HISSING) else "s")

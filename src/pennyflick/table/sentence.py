"""A sentence as data: words, and who, what and which rule it speaks of. Law: it is rendered once, at the edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from pennyflick.table.disc import DiscId
from pennyflick.table.viewer import NOBODY, Grammar, Viewer, Who


@dataclass(frozen=True, slots=True)
class Subject:
    """Who does it: One, Ann, you. The verbs that follow agree with him."""

    who: Who


@dataclass(frozen=True, slots=True)
class Object:
    """To whom or for whom: One, Ann, you."""

    who: Who


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose, before the thing: One's, Ann's, your."""

    who: Who


@dataclass(frozen=True, slots=True)
class Owned:
    """Whose, after the thing and "of": One, Ann, yours."""

    who: Who


@dataclass(frozen=True, slots=True)
class Verb:
    """What the last subject does: "wins", or "win" after "you" and after two names."""

    third: str
    plain: str


@dataclass(frozen=True, slots=True)
class Their:
    """Whose, when it is the last subject's own: their, or your."""


@dataclass(frozen=True, slots=True)
class Named:
    """A disc by its name; a page can show which it is."""

    disc: DiscId


@dataclass(frozen=True, slots=True)
class Cited:
    """A clause by its id; a page links to its words."""

    clause: str


@dataclass(frozen=True, slots=True)
class Measured:
    """A length on the board."""

    mm: float


Mention = Subject | Object | Owner | Owned
Part = str | Mention | Verb | Their | Named | Cited | Measured


@dataclass(frozen=True, slots=True)
class Sentence:
    """Parts that follow each other without a gap: the words hold the spaces. As text it says One and Two."""

    parts: tuple[Part, ...] = ()

    def said(self, viewer: Viewer = NOBODY) -> str:
        """The plain text for one reader: terminal, record, screen reader."""
        text = ""
        for part, words in _rendered(self.parts, viewer):
            text += _capital(words) if isinstance(part, Mention) and _begins(text) else words
        return text

    def __str__(self) -> str:
        return self.said()

    def __bool__(self) -> bool:
        """Whether it says anything."""
        return bool(self.parts)


def _rendered(parts: tuple[Part, ...], viewer: Viewer) -> Iterator[tuple[Part, str]]:
    """Each part with its words; verbs and "their" agree with the last subject before them."""
    grammar = Grammar.IT
    for part in parts:
        if isinstance(part, Subject):
            grammar = viewer.called(part.who).grammar
        yield part, _words(part, viewer, grammar)


def _words(part: Part, viewer: Viewer, grammar: Grammar) -> str:
    match part:
        case str():
            return part
        case Subject(who) | Object(who):
            return viewer.called(who).words
        case Owner(who):
            return viewer.called(who).owner
        case Owned(who):
            return viewer.called(who).owned
        case Verb(third, plain):
            return third if grammar is Grammar.IT else plain
        case Their():
            return "your" if grammar is Grammar.YOU else "their"
        case Named(disc):
            return disc
        case Cited(clause):
            return clause
        case Measured(mm):
            return f"{mm:.1f} mm"
        case _:
            assert_never(part)


def _begins(text: str) -> bool:
    """Whether what follows stands at the beginning of a sentence."""
    return not text or text.endswith((". ", "! ", "? "))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]

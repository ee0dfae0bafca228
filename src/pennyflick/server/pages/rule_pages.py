"""The rulebook as HTML: what is read at once and what *More* unfolds, a link at every mention of a clause.

Law: docs/rules words every clause; here it is only folded. A page shows as much of each clause as five minutes hold.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from pennyflick.rules import rulebook
from pennyflick.rules.rulebook import ClauseText, Rulebook, Section

READ_AT_ONCE = (
    840  # words of a page before any *More*; with what is written on boards they stay below 900, five minutes
)
LONGEST_LEAD = 120  # words of a clause that nobody would fold
SHORTEST_LEAD = 8  # words: a shorter first sentence is followed by the next
_BESIDE = 4  # words that stand beside every clause: its id, *More*, *Try it*
_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=\S)")
_PROSE = re.compile(r"[^|>`-]")  # how a paragraph begins that is no table, quote, block or list


@dataclass(frozen=True)
class Told:
    """A text as HTML: what is read at once, and what *More* unfolds."""

    lead: str
    more: str = ""


@dataclass(frozen=True)
class ShownClause:
    """A clause, ready to show."""

    id: str
    title: str
    told: Told


@dataclass(frozen=True)
class ShownSection:
    """A heading, what stands under it, and its clauses."""

    title: str
    text: str
    clauses: tuple[ShownClause, ...]


@dataclass(frozen=True)
class RulePage:
    """One page of the rulebook, ready to show."""

    page: str
    title: str
    introduction: Told
    sections: tuple[ShownSection, ...]

    @property
    def clauses(self) -> tuple[ShownClause, ...]:
        """Every clause of the page, in order."""
        return tuple(clause for section in self.sections for clause in section.clauses)


def rule_page(page: str) -> RulePage | None:
    """A game's page, or "common"; None: there is no such page."""
    return _rule_page(page) if page in rulebook.pages() else None


@cache
def _rule_page(page: str) -> RulePage:
    read = rulebook.rulebook(page)
    longest = _longest_lead(read)
    sections = tuple(_section(section, longest, page) for section in read.sections)
    return RulePage(page, read.title, _told(read.introduction, longest, page), sections)


def _section(section: Section, longest: int, page: str) -> ShownSection:
    clauses = tuple(_clause(clause, longest, page) for clause in section.clauses)
    return ShownSection(section.title, _html(section.paragraphs, page), clauses)


def _clause(clause: ClauseText, longest: int, page: str) -> ShownClause:
    told = _told((*clause.paragraphs, *_quoted(clause)), longest, page)
    return ShownClause(clause.id, clause.title, told)


def _quoted(clause: ClauseText) -> Iterator[str]:
    yield from (f"> **Reading.** {reading}" for reading in clause.readings)
    yield from (f"> **Option** {option}" for option in clause.options)


def _told(paragraphs: Sequence[str], longest: int, page: str) -> Told:
    lead, more = _folded(paragraphs, longest)
    return Told(_html([lead], page), _html(more, page))


def _longest_lead(read: Rulebook) -> int:
    """As many words of each clause as the page can show; where it is too long in any case, the first sentences."""
    return next((words for words in range(LONGEST_LEAD, 1, -1) if _at_once(read, words) <= READ_AT_ONCE), 1)


def _at_once(read: Rulebook, longest: int) -> int:
    """How many words are read before any *More* when leads are so long."""
    texts = [read.introduction, *(clause.paragraphs for clause in read.clauses)]
    headings = [*(section.title for section in read.sections), *(clause.title for clause in read.clauses)]
    leads = [_folded(paragraphs, longest)[0] for paragraphs in texts]
    return _words(leads) + _words(headings) + _BESIDE * len(read.clauses)


def _words(texts: Iterable[str]) -> int:
    return sum(len(text.split()) for text in texts)


def _folded(paragraphs: Sequence[str], longest: int) -> tuple[str, tuple[str, ...]]:
    """The first sentences, so many words of them at most but enough to say something; and the rest."""
    if not paragraphs or not _PROSE.match(paragraphs[0]):
        return "", tuple(paragraphs)
    first, *rest = paragraphs
    sentences = _SENTENCE.split(first)
    count = sum(
        _words(sentences[:end]) < SHORTEST_LEAD or _words(sentences[: end + 1]) <= longest
        for end in range(len(sentences))
    )
    lead, left = " ".join(sentences[:count]), " ".join(sentences[count:])
    return lead, (*([left] if left else []), *rest)


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _html(paragraphs: Iterable[str], page: str) -> str:
    tokens = _markdown().parse("\n\n".join(paragraphs))
    return str(_markdown().renderer.render(_linked(tokens, page), _markdown().options, {}))


def _linked(tokens: list[Token], page: str) -> list[Token]:
    """The same tokens with every mention of a clause made a link."""
    for token in tokens:
        if token.type == "inline" and token.children is not None:
            token.children = _linked_children(token.children, page)
    return tokens


def _linked_children(children: list[Token], page: str) -> list[Token]:
    linked: list[Token] = []
    inside_link = False
    for child in children:
        inside_link = child.type == "link_open" or (inside_link and child.type != "link_close")
        if child.type == "link_open":
            child.attrSet("href", _address(str(child.attrGet("href"))))
        if child.type == "text" and not inside_link and rulebook.MENTION.search(child.content):
            linked.append(Token("html_inline", "", 0, content=_with_links(child.content, page)))
        else:
            linked.append(child)
    return linked


def _address(target: str) -> str:
    """Where a link of the Markdown leads here: its files name each other, "common.md", and are pages of this server."""
    name, dot, rest = target.partition(".md")
    return f"/rules/{name}{rest}" if dot and name in rulebook.pages() else target


def _with_links(text: str, page: str) -> str:
    """Escaped text with links: made here, so it may be HTML although the source may not."""
    return rulebook.MENTION.sub(lambda found: _link(found[1], page), html.escape(text))


def _link(clause: str, page: str) -> str:
    where = rulebook.page_of(clause)
    if where is None:
        return clause
    return f'<a href="{"" if where == page else f"/rules/{where}"}#{clause}">{clause}</a>'

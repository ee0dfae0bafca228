"""The rulebook as HTML: Markdown without raw HTML, an anchor at every clause, a link at every mention of one."""

from __future__ import annotations

import html
import itertools
import re
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from pennyflick.rules import rulebook

_CLAUSE_HEADING = re.compile(r"([A-Z]{3}-\d+)(?: · (.+))?")
_MENTION = re.compile(r"\b([A-Z]{3}-\d+)\b")


@dataclass(frozen=True)
class ClauseLine:
    """A clause in a page's list."""

    id: str
    title: str


@dataclass(frozen=True)
class RulePage:
    """One page of the rulebook, ready to show."""

    page: str
    title: str
    body: str
    clauses: tuple[ClauseLine, ...]


def rule_page(page: str) -> RulePage | None:
    """A game's page, or "common"; None: there is no such page."""
    return _read(page) if page in rulebook.pages() else None


@cache
def _read(page: str) -> RulePage:
    tokens = _markdown().parse(rulebook.source(page))
    title, clauses = page, []
    for token, inner in itertools.pairwise(tokens):
        if token.type != "heading_open":
            continue
        if token.tag == "h1":
            title = inner.content
        elif found := _CLAUSE_HEADING.fullmatch(inner.content):
            token.attrSet("id", found[1])
            clauses.append(ClauseLine(found[1], found[2] or ""))
    body = _markdown().renderer.render(_linked(tokens, page), _markdown().options, {})
    return RulePage(page, title, body, tuple(clauses))


def page_of(clause: str) -> str | None:
    """The page on which a clause stands."""
    return _pages_by_clause(rulebook.pages()).get(clause.upper())


@cache
def _pages_by_clause(pages: tuple[str, ...]) -> dict[str, str]:
    return {str(clause.id): page for page in pages for clause in rulebook.rulebook(page).clauses}


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _linked(tokens: list[Token], page: str) -> list[Token]:
    """The same tokens with every mention of a clause made a link, headings left alone."""
    heading = False
    for token in tokens:
        heading = token.type == "heading_open" or (heading and token.type != "heading_close")
        if token.type == "inline" and token.children is not None and not heading:
            token.children = _linked_children(token.children, page)
    return tokens


def _linked_children(children: list[Token], page: str) -> list[Token]:
    linked: list[Token] = []
    inside_link = False
    for child in children:
        inside_link = child.type == "link_open" or (inside_link and child.type != "link_close")
        if child.type == "text" and not inside_link and _MENTION.search(child.content):
            linked.append(Token("html_inline", "", 0, content=_with_links(child.content, page)))
        else:
            linked.append(child)
    return linked


def _with_links(text: str, page: str) -> str:
    """Escaped text with links: made here, so it may be HTML although the source may not."""
    return _MENTION.sub(lambda found: _link(found[1], page), html.escape(text))


def _link(clause: str, page: str) -> str:
    where = page_of(clause)
    if where is None:
        return clause
    return f'<a href="{"" if where == page else f"/rules/{where}"}#{clause}">{clause}</a>'

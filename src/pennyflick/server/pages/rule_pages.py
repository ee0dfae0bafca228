"""The rulebook as HTML: Markdown without raw HTML, an anchor at every clause, a link at every mention of one."""

from __future__ import annotations

import html
import itertools
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from pennyflick.rules import rulebook


@dataclass(frozen=True)
class RulePage:
    """One page of the rulebook, ready to show."""

    page: str
    title: str
    body: str
    clauses: tuple[rulebook.ClauseText, ...]


def rule_page(page: str) -> RulePage | None:
    """A game's page, or "common"; None: there is no such page."""
    return _rule_page(page) if page in rulebook.pages() else None


@cache
def _rule_page(page: str) -> RulePage:
    read = rulebook.rulebook(page)
    tokens = _linked(_anchored(_markdown().parse(rulebook.source(page))), page)
    return RulePage(page, read.title, _markdown().renderer.render(tokens, _markdown().options, {}), read.clauses)


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _anchored(tokens: list[Token]) -> list[Token]:
    """The same tokens with an anchor at the heading of every clause."""
    for token, inner in itertools.pairwise(tokens):
        if token.type == "heading_open" and (named := rulebook.read_heading(inner.content)):
            token.attrSet("id", named[0])
    return tokens


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

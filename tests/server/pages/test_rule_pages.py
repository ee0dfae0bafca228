"""A page of the rulebook and the rulebook as data know the same clauses; a page is read in five minutes."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest

from pennyflick.rules import rulebook
from pennyflick.server.client import Client
from pennyflick.server.pages.rule_pages import RulePage, rule_page

PAGES = rulebook.pages()
READ_IN_FIVE_MINUTES = 900  # words
UNSEEN = {"unseen", "says"}  # classes: for ears only, or until a board is played
EMPTY = {"img", "input", "br", "hr", "meta", "link", "use", "circle", "path", "line"}  # elements that hold nothing


def shown(page: str) -> RulePage:
    found = rule_page(page)
    assert found is not None
    return found


def all_of(page: str) -> str:
    """Everything that a page says, folded or not."""
    read = shown(page)
    told = [read.introduction, *(clause.told for clause in read.clauses)]
    return "".join(each.lead + each.more for each in told) + "".join(section.text for section in read.sections)


class Eye(HTMLParser):
    """Reads what can be seen in the main part of a page while nothing is unfolded."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._open: list[str] = []  # elements from the outermost in, by what they do to those who look

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        told = dict(attributes)
        if tag in EMPTY:
            return
        unseen = UNSEEN & set((told.get("class") or "").split()) or "hidden" in told or tag in {"script", "defs"}
        self._open.append("unseen" if unseen else tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            self._open.pop()

    def handle_data(self, text: str) -> None:
        if "main" in self._open and "unseen" not in self._open and self._unfolded():
            self.words += text.split()

    def _unfolded(self) -> bool:
        return self._open.count("details") == 0 or (self._open.count("details") == 1 and "summary" in self._open)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_exactly_the_clauses_of_the_rulebook_in_their_order(client: Client, page: str) -> None:
    anchored = re.findall(r'<section class="rule card" id="([^"]+)"', client.get(f"/rules/{page}").text)

    assert anchored == [clause.id for clause in rulebook.rulebook(page).clauses]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_read_in_five_minutes_before_anything_is_unfolded(client: Client, page: str) -> None:
    eye = Eye()
    eye.feed(client.get(f"/rules/{page}").text)

    assert len(eye.words) <= READ_IN_FIVE_MINUTES
    assert len(eye.words) > sum(len(clause.title.split()) for clause in rulebook.rulebook(page).clauses)


@pytest.mark.parametrize("page", PAGES)
def test_nothing_that_the_rulebook_says_is_lost_in_the_folding(page: str) -> None:
    read = rulebook.rulebook(page)
    told = " ".join(unescape(re.sub("<[^>]+>", "", all_of(page))).split())
    texts = [text for clause in read.clauses for text in (*clause.paragraphs, *clause.readings, *clause.options)]
    sentences = [each for text in texts if not text.startswith("|") for each in re.split(r"(?<=[.?!]) ", text)]

    plain = [re.sub(r"[*`]", "", each) for each in sentences]
    assert [each for each in plain if each not in told] == []


@pytest.mark.parametrize("page", PAGES)
def test_readings_and_options_are_behind_more(page: str) -> None:
    for clause, read in zip(shown(page).clauses, rulebook.rulebook(page).clauses, strict=True):
        assert clause.told.lead
        assert "<blockquote>" not in clause.told.lead
        assert clause.told.more.count("<blockquote>") <= len(read.readings) + len(read.options)
        assert bool(clause.told.more) >= bool(read.readings or read.options)


def test_a_page_that_is_short_enough_shows_every_clause_whole() -> None:
    black = {clause.id: clause for clause in shown("penny-black").clauses}

    assert black["BLK-6"].told.more == ""
    assert black["BLK-12"].told.lead.endswith("and your turn is over.</p>\n")


def test_a_long_page_shows_at_least_the_first_sentence_of_every_clause() -> None:
    green = {clause.id: clause for clause in shown("penny-green").clauses}

    assert green["GRN-19"].told.lead == "<p>Whoever first scores the agreed number of goals wins.</p>\n"
    assert green["GRN-19"].told.more.startswith("<p>A winning goal ends everything")


def test_a_first_sentence_that_says_too_little_is_followed_by_the_next() -> None:
    green = {clause.id: clause for clause in shown("penny-green").clauses}

    assert green["GRN-30"].told.lead.startswith("<p>A penalty flick may be declined. The player then has the turn")


def test_a_mention_of_a_clause_leads_to_the_page_where_it_stands() -> None:
    black = all_of("penny-black")

    assert '<a href="#BLK-1' in black
    assert '<a href="/rules/common#GEN-' in black


@pytest.mark.parametrize("page", PAGES)
def test_no_link_of_a_page_leads_to_a_file(page: str) -> None:
    assert re.findall(r'href="[^"]+\.md[^"]*"', all_of(page)) == []


def test_a_link_to_another_page_of_the_rulebook_leads_to_it() -> None:
    assert '<a href="/rules/common">' in all_of("penny-black")


def test_a_page_that_is_not_there_is_nothing() -> None:
    assert rule_page("chess") is None

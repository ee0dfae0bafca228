"""A page of the rulebook and the rulebook as data know the same clauses."""

import re

import pytest

from pennyflick.rules import rulebook
from pennyflick.server.pages.rule_pages import rule_page


@pytest.mark.parametrize("page", rulebook.pages())
def test_a_page_anchors_exactly_the_clauses_of_the_rulebook_in_their_order(page: str) -> None:
    shown = rule_page(page)

    assert shown is not None
    assert re.findall(r'<h3 id="([^"]+)"', shown.body) == [clause.id for clause in rulebook.rulebook(page).clauses]


def test_a_mention_of_a_clause_leads_to_the_page_where_it_stands() -> None:
    black = rule_page("penny-black")

    assert black is not None
    assert '<a href="#BLK-1' in black.body
    assert '<a href="/rules/common#GEN-' in black.body


@pytest.mark.parametrize("page", rulebook.pages())
def test_no_link_of_a_page_leads_to_a_file(page: str) -> None:
    shown = rule_page(page)

    assert shown is not None
    assert re.findall(r'href="[^"]+\.md[^"]*"', shown.body) == []


def test_a_link_to_another_page_of_the_rulebook_leads_to_it() -> None:
    black = rule_page("penny-black")

    assert black is not None
    assert '<a href="/rules/common">' in black.body


def test_a_page_that_is_not_there_is_nothing() -> None:
    assert rule_page("chess") is None

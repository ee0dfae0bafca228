import pytest

from pennyflick.rules import registry
from pennyflick.rules.rulebook import UnknownClauseError, clause, clauses, page_of, pages, parse, read_heading, rulebook

PAGE = """\
# Penny Test

Two players
and a board.

## The turn

What a turn is.

### TST-1 · Flicking

A player flicks
a penny.

| a | b |
|---|---|
| 1 | 2 |

> **Reading.** Once,
> with a nail.

> **Option** `twice`: or two times.

### TST-2

No title here.

## Credits

Somebody.
"""


def test_a_page_is_read_clause_by_clause() -> None:
    page = parse(PAGE)
    assert page.title == "Penny Test"
    assert page.introduction == ("Two players and a board.",)
    assert [section.title for section in page.sections] == ["The turn", "Credits"]
    first, second = page.clauses
    assert (first.id, first.title) == ("TST-1", "Flicking")
    assert first.paragraphs == ("A player flicks a penny.", "| a | b |\n|---|---|\n| 1 | 2 |")
    assert first.readings == ("Once, with a nail.",)
    assert first.options == ("`twice`: or two times.",)
    assert (second.id, second.title, second.paragraphs) == ("TST-2", "", ("No title here.",))


def test_a_heading_that_is_no_clause_is_told() -> None:
    with pytest.raises(ValueError, match="'### Twelve' is no heading of a clause"):
        parse("# T\n\n## S\n\n### Twelve\n")


def test_there_is_a_page_for_every_game_and_one_for_what_they_share() -> None:
    assert set(pages()) == {*registry.names(), "common"}


@pytest.mark.parametrize("page", pages())
def test_every_clause_is_on_its_page_with_a_title_and_words(page: str) -> None:
    found = rulebook(page).clauses
    assert found
    for each in found:
        assert each.title, f"{each.id} has no title"
        assert each.paragraphs, f"{each.id} has no words"


def test_every_clause_of_every_page_is_known_by_its_id() -> None:
    assert set(clauses()) == {each.id for page in pages() for each in rulebook(page).clauses}


def test_a_clause_is_found_by_its_id_in_any_case_and_an_unknown_one_gets_a_hint() -> None:
    assert clause("blk-12") is clause("BLK-12")
    with pytest.raises(UnknownClauseError, match="did you mean 'BLK-9'"):
        clause("BLK-99")


def test_a_clause_tells_its_page_in_any_case_and_an_unknown_one_has_none() -> None:
    assert page_of("blk-12") == page_of("BLK-12") == "penny-black"
    assert page_of("BLK-999") is None


def test_only_a_heading_that_is_an_id_and_a_title_heads_a_clause() -> None:
    assert read_heading("BLK-12 · The right penny") == ("BLK-12", "The right penny")
    assert read_heading("BLK-12") == ("BLK-12", "")
    assert read_heading("After BLK-12") is None
    assert read_heading("BLK-12: The right penny") is None

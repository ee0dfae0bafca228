"""Every clause is listed, explained, tested by name, and nothing else is ever cited."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from pennyflick.rules import rulebook

ROOT = Path(__file__).parents[2]
PAGES = {page: rulebook.source(page) for page in rulebook.pages()}
HEADING = re.compile(r"^### ([A-Z]{3}-\d+) · (\S.*)$", re.MULTILINE)
PREFIXES = {HEADING.findall(text)[0][0][:3]: page for page, text in PAGES.items()}
CLAUSE = re.compile(rf"\b({'|'.join(PREFIXES)})-(\d+)\b")
TEST_NAME = re.compile(rf"(?:test|_)_?({'|'.join(PREFIXES)})_(\d+)(?=_)", re.IGNORECASE)


def listed() -> list[str]:
    """The clause ids that the rulebook explains, in order."""
    return [clause for text in PAGES.values() for clause, _ in HEADING.findall(text)]


def sources() -> Iterator[Path]:
    yield from (ROOT / "src/pennyflick/rules").rglob("*.py")
    yield from (ROOT / "src/pennyflick/boards").rglob("*.py")


def names_of_tests() -> Iterator[str]:
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name


@cache
def cited_by_tests() -> set[str]:
    found = (match for name in names_of_tests() for match in TEST_NAME.findall(name))
    return {f"{game.upper()}-{number}" for game, number in found}


@pytest.mark.parametrize(("prefix", "page"), PREFIXES.items())
def test_each_page_lists_its_clauses_each_once_and_none_is_missing(prefix: str, page: str) -> None:
    found = [clause for clause, _ in HEADING.findall(PAGES[page])]
    assert sorted(found, key=lambda clause: int(clause.split("-")[1])) == [
        f"{prefix}-{number}" for number in range(1, len(found) + 1)
    ]


def test_no_clause_was_ever_taken_away() -> None:
    assert len(set(listed())) >= 110


def test_every_page_has_a_prefix_of_its_own() -> None:
    assert len(PREFIXES) == len(PAGES)


def test_every_clause_is_cited_by_the_name_of_a_test() -> None:
    assert sorted(set(listed()) - cited_by_tests()) == []


def test_no_test_is_named_after_a_clause_that_does_not_exist() -> None:
    assert sorted(cited_by_tests() - set(listed())) == []


def named_by_code() -> dict[str, set[str]]:
    """Every clause that a module of rules or boards writes out, or holds in a constant."""
    found = {}
    for path in sources():
        module = import_module(".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__"))
        held = " ".join(str(value) for value in vars(module).values() if isinstance(value, str | tuple | dict))
        found[module.__name__] = {f"{game}-{number}" for game, number in CLAUSE.findall(path.read_text() + held)}
    return found


def test_every_clause_that_the_code_names_is_listed() -> None:
    known = set(listed())
    for module, named in named_by_code().items():
        assert named <= known, f"{module} names {sorted(named - known)}"


def test_the_pages_refer_only_to_clauses_that_exist() -> None:
    known = set(listed())
    for page, text in PAGES.items():
        named = {f"{game}-{number}" for game, number in CLAUSE.findall(text)}
        assert named <= known, f"{page} names {sorted(named - known)}"


@pytest.mark.parametrize("page", PAGES)
def test_every_page_gives_credit(page: str) -> None:
    _, _, credit = PAGES[page].partition("\n## Credits\n")
    assert credit.strip()


@pytest.mark.parametrize(
    "page", [path for path in (ROOT / "docs/rules").glob("*.md") if path.stem in PAGES], ids=lambda page: page.stem
)
def test_our_pages_name_where_the_games_come_from(page: Path) -> None:
    text = page.read_text()
    assert "pennygames.org.uk" in text or "pichenotte.com" in text

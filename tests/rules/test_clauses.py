"""Every clause is listed, explained, tested by name, and nothing else is ever cited."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = {
    "GEN": "common",
    "BLK": "penny-black",
    "BLU": "penny-blue",
    "RED": "penny-red",
    "GRN": "penny-green",
    "PIC": "pichenotte",
}
HOW_MANY = {"GEN": 10, "BLK": 19, "BLU": 17, "RED": 21, "GRN": 30, "PIC": 13}
CLAUSE = re.compile(r"\b(GEN|BLK|BLU|RED|GRN|PIC)-(\d+)\b")
HEADING = re.compile(r"^### ((?:GEN|BLK|BLU|RED|GRN|PIC)-\d+) · (\S.*)$", re.MULTILINE)
TEST_NAME = re.compile(r"(?:test|_)_?(gen|blk|blu|red|grn|pic)_(\d+)(?=_)")


def listed() -> list[str]:
    """The clause ids that the rulebook explains, in order."""
    return [
        clause for page in sorted((ROOT / "docs/rules").glob("*.md")) for clause, _ in HEADING.findall(page.read_text())
    ]


def sources() -> Iterator[Path]:
    yield from (ROOT / "src/pennyflick/rules").rglob("*.py")
    yield from (ROOT / "src/pennyflick/boards").rglob("*.py")


def names_of_tests() -> Iterator[str]:
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name


def cited_by_tests() -> set[str]:
    found = (match for name in names_of_tests() for match in TEST_NAME.findall(name))
    return {f"{game.upper()}-{number}" for game, number in found}


@pytest.mark.parametrize(("prefix", "count"), HOW_MANY.items())
def test_each_page_lists_its_clauses_in_order_and_none_is_missing(prefix: str, count: int) -> None:
    page = ROOT / "docs/rules" / f"{PAGES[prefix]}.md"
    found = [clause for clause, _ in HEADING.findall(page.read_text())]
    assert sorted(found, key=lambda clause: int(clause.split("-")[1])) == [f"{prefix}-{k}" for k in range(1, count + 1)]


def test_there_are_a_hundred_and_ten_clauses_each_listed_once() -> None:
    counts = Counter(listed())
    assert len(counts) == sum(HOW_MANY.values()) == 110
    assert set(counts.values()) == {1}


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
    for page in (ROOT / "docs/rules").glob("*.md"):
        named = {f"{game}-{number}" for game, number in CLAUSE.findall(page.read_text())}
        assert named <= known, f"{page.name} names {sorted(named - known)}"


@pytest.mark.parametrize("prefix", HOW_MANY)
def test_every_page_gives_credit(prefix: str) -> None:
    text = (ROOT / "docs/rules" / f"{PAGES[prefix]}.md").read_text()
    assert "## Credits" in text
    assert "pennygames.org.uk" in text or "pichenotte.com" in text

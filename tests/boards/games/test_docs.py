from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from pennyflick.boards import games

PAGE = Path(__file__).parents[3] / "docs" / "boards.md"
ROW = re.compile(r"^\| (?P<what>.+) \| (?P<value>[\d.]+) \| (?P<source>sourced|inferred|chosen) \| `(?P<code>.+)` \|$")
GAMES = [module.name for module in iter_modules(games.__path__)]
MODULES = {name: f"pennyflick.boards.games.{name}" for name in GAMES} | {
    name: f"pennyflick.boards.{name}" for name in ("pieces", "measure")
}
ROWS = [found for line in PAGE.read_text(encoding="utf-8").splitlines() if (found := ROW.match(line))]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["what"]))
def test_the_page_of_boards_agrees_with_the_code(row: re.Match[str]) -> None:
    names = {name: import_module(module) for name, module in MODULES.items()}
    value = eval(row["code"], {"__builtins__": {}}, names)  # our own page, looked up in our own modules
    assert value == pytest.approx(float(row["value"]), rel=5e-5)


def test_no_row_of_the_page_goes_unchecked() -> None:
    cells = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    headings = [line for line in cells if line.startswith("| what |")]
    assert len(ROWS) == len(cells) - len(headings)


@pytest.mark.parametrize("name", sorted(name for name in MODULES if not name.startswith("places_")))
def test_every_dimension_in_the_code_is_on_the_page(name: str) -> None:
    module = import_module(MODULES[name])
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    constants = re.findall(r"^([A-Z][A-Z_]+)(?=[ :=,].*# .*(?:sourced|inferred|chosen))", source, re.MULTILINE)
    cited = PAGE.read_text(encoding="utf-8")
    assert [each for each in constants if f"{name}.{each}" not in cited] == []


def test_the_search_for_dimensions_finds_them() -> None:
    source = Path(str(import_module("pennyflick.boards.games.pichenotte").__file__)).read_text(encoding="utf-8")
    assert len(re.findall(r"^[A-Z][A-Z_]+ = .*# .*(?:sourced|chosen)", source, re.MULTILINE)) >= 9

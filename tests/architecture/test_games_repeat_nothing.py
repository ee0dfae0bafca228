"""What two games have in common is written once: no run of six lines stands in the files of two games.

Imports, docstrings and methods of one statement (a protocol has its shape) do not count.
"""

import ast
import itertools
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from pennyflick.rules import registry

SOURCE = Path(__file__).resolve().parents[2] / "src" / "pennyflick"
FOLDERS = ("rules", "boards/games", "players/games")
RUN = 6  # lines


def files_of(game: str) -> list[Path]:
    """Everything that is written for one game alone."""
    name = game.replace("-", "_")
    every = (path for folder in FOLDERS for path in (SOURCE / folder).rglob("*.py"))
    return [path for path in every if path.stem.startswith(name) or path.parent.name == name]


def counted_lines(text: str) -> list[str]:
    """The lines that count, without white space and comments."""
    passed_over = {line for node in ast.walk(ast.parse(text)) for line in _passed_over(node)}
    lines = (
        line.partition("  #")[0].strip()
        for number, line in enumerate(text.splitlines(), 1)
        if number not in passed_over
    )
    return [line for line in lines if line and not line.startswith(("#", "@"))]


def _passed_over(node: ast.AST) -> Iterator[int]:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant(value=str())):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)
        case ast.ClassDef(body=body):
            for each in body:
                if isinstance(each, ast.FunctionDef) and sum(not _is_text(line) for line in each.body) == 1:
                    yield from range(each.lineno, (each.end_lineno or each.lineno) + 1)
        case _:
            pass


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def runs(path: Path) -> Iterator[tuple[str, ...]]:
    """Every run of six lines that count."""
    lines = counted_lines(path.read_text(encoding="utf-8"))
    return zip(*(lines[start:] for start in range(RUN)), strict=False)


def repeated(games: dict[str, list[Path]]) -> list[str]:
    """Where a run stands in two games: the places and its first line."""
    places: dict[tuple[str, ...], dict[str, Path]] = defaultdict(dict)
    for game, path in ((game, path) for game, paths in games.items() for path in paths):
        for run in runs(path):
            places[run].setdefault(game, path)
    return [f"{' ~ '.join(map(str, found.values()))}: {run[0]}" for run, found in places.items() if len(found) > 1]


def test_no_run_of_six_lines_stands_in_two_games() -> None:
    assert repeated({game: files_of(game) for game in registry.names()}) == []


def test_every_game_has_files_in_all_three_places() -> None:
    for game, folder in itertools.product(registry.names(), FOLDERS):
        assert any(path.is_relative_to(SOURCE / folder) for path in files_of(game)), (game, folder)


@pytest.mark.parametrize(("extra", "found"), [("", 1), ("# a remark\n\n", 1), ("other = 1\n", 0)])
def test_a_repeated_run_is_found(tmp_path: Path, extra: str, found: int) -> None:
    lines = [f"value_{number} = {number}\n" for number in range(RUN)]
    (tmp_path / "one.py").write_text("import os\n" + "".join(lines))
    (tmp_path / "two.py").write_text("".join([*lines[:3], extra, *lines[3:]]))

    assert len(repeated({"one": [tmp_path / "one.py"], "two": [tmp_path / "two.py"]})) == found

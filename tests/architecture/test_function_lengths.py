"""Functions stay short enough to be read without scrolling: the figures of the whole tree, not a limit for each.

`python tests/architecture/test_function_lengths.py` prints them with the longest.
"""

import ast
import statistics
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src" / "pennyflick"
MEDIAN, MOST, SHARE = 5, 14, 0.9  # lines: half of all functions have at most 5, nine in ten fewer than 14


@cache
def functions() -> tuple[tuple[int, str], ...]:
    """The lines of every function without its docstring and blank lines, and where it stands."""
    return tuple(_functions())


def _functions() -> Iterator[tuple[int, str]]:
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield _lines(node, text.splitlines()), f"{path.relative_to(SOURCE)}:{node.lineno} {node.name}"


def _lines(node: ast.FunctionDef | ast.AsyncFunctionDef, text: list[str]) -> int:
    assert node.end_lineno is not None
    doc = range(0)
    if ast.get_docstring(node) is not None and node.body[0].end_lineno is not None:
        doc = range(node.body[0].lineno, node.body[0].end_lineno + 1)
    return sum(bool(text[line - 1].strip()) for line in range(node.lineno, node.end_lineno + 1) if line not in doc)


def test_half_of_all_functions_have_at_most_five_lines() -> None:
    assert statistics.median(lines for lines, _ in functions()) <= MEDIAN


def test_nine_in_ten_functions_have_fewer_than_fourteen_lines() -> None:
    lengths = [lines for lines, _ in functions()]
    assert sum(lines < MOST for lines in lengths) / len(lengths) > SHARE


if __name__ == "__main__":
    found = sorted(functions())
    short = sum(lines < MOST for lines, _ in found) / len(found)
    median = statistics.median(lines for lines, _ in found)
    print(f"{len(found)} functions, median {median:g} lines, {100 * short:.1f} % under {MOST}")  # noqa: T201 - asked for
    print(*(f"{lines:4d}  {where}" for lines, where in found[-10:]), sep="\n")  # noqa: T201 - asked for

"""Documents stay true: every path, verb and command they name exists."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
FOLDERS = ("src/", "tests/", "docs/", "benchmarks/", "examples/", ".ci/")
PACKAGE_FOLDERS = (
    "table/",
    "physics/",
    "boards/",
    "rules/",
    "record/",
    "players/",
    "match/",
    "lessons/",
    "training/",
    "server/",
    "cli/",
)


def names(document: Path) -> str:
    return str(document.relative_to(ROOT))


def code_spans(text: str) -> list[str]:
    return re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text)


def exists(path: str) -> bool:
    base = ROOT / "src/pennyflick" if path.startswith(PACKAGE_FOLDERS) else ROOT
    return any(base.glob(path.rstrip("/"))) if "*" in path else (base / path).exists()


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_every_path_that_a_document_names_exists(document: Path) -> None:
    spans = code_spans(document.read_text())
    paths = [span for span in spans if span.startswith(FOLDERS + PACKAGE_FOLDERS) and not re.search(r"[ <>{…]", span)]

    assert [path for path in paths if not exists(path.split(":")[0].split("#")[0])] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_every_link_inside_the_project_leads_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", document.read_text())

    assert [target for target in targets if not (document.parent / target).exists()] == []


def test_the_pictures_of_the_readme_are_small_and_no_other_is_kept() -> None:
    shown = set(re.findall(r"!\[[^\]]{10,}\]\((docs/pictures/[^)]+)\)", (ROOT / "README.md").read_text()))
    kept = {names(path) for path in (ROOT / "docs/pictures").iterdir()}

    assert kept == shown
    assert [name for name in shown if (ROOT / name).stat().st_size > 200_000] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_every_make_verb_that_a_document_names_exists(document: Path) -> None:
    verbs = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = re.findall(r"(?:`|^)make ([a-z-]+)", document.read_text(), re.MULTILINE)

    assert [verb for verb in named if verb not in verbs] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_every_command_that_a_document_names_exists(document: Path) -> None:
    from pennyflick.cli.main import COMMANDS

    named = re.findall(r"(?:`|^)pennyflick ([a-z]+)\b(?! 1\|)", document.read_text(), re.MULTILINE)

    assert [command for command in named if command not in COMMANDS] == []


def test_the_project_speaks_only_of_itself() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    pattern = re.compile("index" + r"-url|\." + r"library|(?<![\w.])/" + r"work/|registry\." + r"npmjs|pypi\." + "org")
    found = [
        name
        for name in tracked
        if (ROOT / name).is_file()
        and not (ROOT / name).is_symlink()
        and pattern.search((ROOT / name).read_text(errors="ignore"))
    ]

    assert found == []


def test_the_command_line_does_not_load_numba_until_it_is_needed() -> None:
    code = "import sys, pennyflick.cli.main, pennyflick.physics, pennyflick.match; print('numba' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_the_readme_shows_the_example_that_is_run() -> None:
    assert (ROOT / "examples/random_match.py").read_text() in (ROOT / "README.md").read_text()

"""Golden matches: a change of one letter is a change of the rules, the physics, the dice or the notation."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pennyflick.match import replay
from pennyflick.record import parse_record, print_record
from pennyflick.rules import registry

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "data" / "golden").glob("*.txt"))


@pytest.fixture(scope="module")
def golden_matches() -> ModuleType:
    spec = importlib.util.spec_from_file_location("golden_matches", ROOT / "benchmarks" / "golden_matches.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["golden_matches"] = module
    spec.loader.exec_module(module)
    return module


def test_every_game_has_a_golden_match_and_every_file_is_one(golden_matches: ModuleType) -> None:
    assert {golden.game for golden in golden_matches.GOLDEN} == set(registry.names())
    assert {path.stem for path in FILES} == {golden.file for golden in golden_matches.GOLDEN}


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_match_is_played_again_text_for_text(golden_matches: ModuleType, path: Path) -> None:
    (golden,) = (each for each in golden_matches.GOLDEN if each.file == path.stem)
    assert golden_matches.played(golden) == path.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_record_parses_prints_back_and_is_verified(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = parse_record(text)
    assert print_record(record) == text
    found = replay(record)
    assert found.verified, found.difference

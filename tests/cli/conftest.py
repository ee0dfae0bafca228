"""Running a command as people do: words in, lines typed, text and exit code out."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pennyflick.cli.main import main
from pennyflick.match import new_match, play, written
from pennyflick.players import HANDS, RandomLegal
from pennyflick.record import print_record
from pennyflick.rules import registry


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str


Command = Callable[..., Ran]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run `pennyflick WORDS`, typing these lines."""

    def run(*words: str, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main(words)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


@pytest.fixture(scope="session")
def record_text() -> str:
    """The record of a short match of Penny Black."""
    game = registry.new_game("penny-black", {"turn_limit": "4"})
    match = new_match(game, seed=3, hands=dict.fromkeys(game.seats, HANDS["good"]))
    return print_record(written(play(match, {seat: RandomLegal(aimed=0.9) for seat in game.seats})))


@pytest.fixture
def record_file(tmp_path: Path, record_text: str) -> Path:
    """The same in a file."""
    path = tmp_path / "match.txt"
    path.write_text(record_text, encoding="utf-8")
    return path

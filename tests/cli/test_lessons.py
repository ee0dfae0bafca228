"""`pennyflick lessons`: the list, and the check of a clause."""

from __future__ import annotations

import pytest

from pennyflick.cli.main import main
from pennyflick.lessons import shelf as shelves


def test_the_list_has_a_line_for_every_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons"]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert [line.split()[0] for line in lines] == [
        "common", "penny-black", "penny-blue", "penny-red", "penny-green", "pichenotte"
    ]  # fmt: skip


def test_one_clause_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons", "--check", "--clause", "blu-4"]) == 0
    assert "BLU-4 ruled\n1 of 1 hold" in capsys.readouterr().out


def test_what_does_not_hold_ends_with_one(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = '[[example]]\nclause = "BLU-4"\nsays = "See."\nanswers = "A1 315 500"'
    read = shelves.read_shelf("penny-blue", "x.toml", wrong)
    monkeypatch.setattr("pennyflick.cli.lessons.shelf", lambda page: read)

    assert main(["lessons", "--check", "penny-blue", "--only", "examples"]) == 1
    out = capsys.readouterr().out
    assert "x.toml:2: BLU-4 is not cited: ruled BLU-11" in out
    assert out.endswith("0 of 17 clauses have an example\n")


def test_unknown_names_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons", "penny-blu"]) == 2
    assert main(["lessons", "--clause", "BLU-99"]) == 2
    assert main(["drills", "penny-blu"]) == 2
    said = capsys.readouterr().err
    assert said.count("did you mean 'penny-blue'?") == 2
    assert "no clause 'BLU-99'" in said

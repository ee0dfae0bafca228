"""The command line itself: help, unknown commands, what is imported when."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from pennyflick.cli import main as command_line


def test_help_lists_every_command_that_is_present(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["--help"]) == 0

    shown = capsys.readouterr().out
    for name, row in command_line.present().items():
        assert name in shown
        assert row.help in shown


def test_no_words_mean_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main([]) == 0
    assert "commands:" in capsys.readouterr().out


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("pennyflick ")


def test_an_unknown_command_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["simulat"]) == 2
    assert capsys.readouterr().err == "pennyflick: no command 'simulat'; did you mean 'simulate'?\n"


def test_a_command_unlike_any_other_gets_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["xyzzy"]) == 2
    assert "there are" in capsys.readouterr().err


@pytest.mark.parametrize("name", command_line.present())
def test_every_command_explains_itself_with_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip(command_line.COMMANDS[name].module)
    assert command_line.main([name, "--help"]) == 0

    shown = capsys.readouterr().out
    assert f"usage: pennyflick {name}" in shown
    assert "examples:" in shown
    assert name == import_module(command_line.COMMANDS[name].module).NAME


def test_a_wrong_argument_ends_with_code_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["simulate", "--nonsense"]) == 2
    assert "usage" in capsys.readouterr().err


def test_help_loads_neither_numpy_nor_numba_nor_a_command() -> None:
    code = (
        "import sys; from pennyflick.cli.main import main; main(['--help']); "
        "loaded = [m for m in sys.modules if m.split('.')[0] in {'numpy', 'numba', 'starlette'} "
        "or m == 'pennyflick.cli.simulate']; sys.exit(str(loaded) if loaded else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr

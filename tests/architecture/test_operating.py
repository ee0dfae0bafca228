"""What we ship for running a server is right: commands, figures, the unit and the container file."""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from pennyflick.cli.main import COMMANDS
from pennyflick.server.run.metrics import Metrics
from pennyflick.server.settings import DATA_VARIABLE

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs/operating.md"
SHIPPED = sorted((ROOT / "docs/operating").iterdir())
UNIT = ROOT / "docs/operating/pennyflick.service"
CONTAINER = ROOT / "docs/operating/Containerfile"

INSTRUCTIONS = re.compile(r"(FROM|WORKDIR|COPY|RUN|USER|ENV|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT)")


def _commands(text: str) -> list[str]:
    """Every `pennyflick …` that somebody could type, wherever it stands."""
    plain = re.sub(r"^#\s*", "", text.replace("\\\n", " "), flags=re.MULTILINE)
    found = re.findall(r"(?:^|`|/)pennyflick ([a-z]+(?: [^`\n]+)?)", plain, re.MULTILINE)
    return [each for each in found if each.split()[0] in COMMANDS]


def _parsed(words: str) -> argparse.Namespace:
    name, *rest = shlex.split(words)
    command = import_module(COMMANDS[name].module)
    parser = argparse.ArgumentParser(name, exit_on_error=False)
    command.add_arguments(parser)
    return parser.parse_args(rest)


@pytest.mark.parametrize("path", [DOCUMENT, *SHIPPED], ids=lambda path: path.name)
def test_every_command_can_be_typed(path: Path) -> None:
    commands = _commands(path.read_text())

    assert commands or path == CONTAINER
    for words in commands:
        _parsed(words)


def test_every_figure_that_the_document_names_is_counted_and_none_is_left_out() -> None:
    counted = {metric.name for metric in Metrics().registry.collect()}
    text = DOCUMENT.read_text()
    named = {re.sub(r"_(total|bucket)$", "", each) for each in re.findall(r"\bpennyflick_[a-z_]+(?!_)", text)}

    assert named == counted


def test_every_flag_that_the_document_explains_is_one() -> None:
    parser = argparse.ArgumentParser("serve")
    import_module("pennyflick.cli.serve").add_arguments(parser)
    flags = set(re.findall(r"`(--[a-z-]+)[ `]", DOCUMENT.read_text()))

    assert flags <= {*parser._option_string_actions, "--days"}


def test_the_unit_is_what_systemd_expects(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:  # then the words at least
        assert "ExecStart=" in UNIT.read_text()
        return
    there = Path(sys.executable).with_name("pennyflick")
    filled = tmp_path / UNIT.name
    filled.write_text(UNIT.read_text().replace("/opt/pennyflick/bin/pennyflick", str(there)))
    found = subprocess.run([analyze, "verify", "--man=no", str(filled)], capture_output=True, text=True, check=False)
    ours = [line for line in found.stderr.splitlines() if UNIT.name in line]

    assert ours == []


def _instructions() -> list[tuple[str, str]]:
    """The container file, an instruction a line."""
    text = re.sub(r"\\\n\s*", " ", CONTAINER.read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2].strip()) for line in lines]


def test_the_container_file_copies_what_there_is_and_starts_what_it_installs() -> None:
    told = _instructions()
    copied = [word for name, rest in told if name == "COPY" and "--from" not in rest for word in rest.split()[:-1]]
    (entry,) = [rest for name, rest in told if name == "ENTRYPOINT"]
    words = re.findall(r'"([^"]+)"', entry)

    assert [name for name, _ in told if not INSTRUCTIONS.fullmatch(name)] == []
    assert [path for path in copied if not (ROOT / path).exists()] == []
    assert words[0] == "/opt/pennyflick/bin/pennyflick"
    assert _parsed(" ".join(words[1:])).host == "0.0.0.0"
    assert any(f"{DATA_VARIABLE}=/data" in rest for name, rest in told if name == "ENV")
    assert "'.[server]'" in CONTAINER.read_text()


def test_what_the_container_asks_of_its_health_is_python() -> None:
    (check,) = [rest for name, rest in _instructions() if name == "HEALTHCHECK"]
    code = re.findall(r'"([^"]+)"', check)[-1]

    compile(code, "HEALTHCHECK", "exec")

"""`pennyflick serve` as people run it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pennyflick.cli.main import main
from pennyflick.server.client import Client
from pennyflick.server.run import lan, runner
from pennyflick.server.settings import default_thinkers
from pennyflick.server.store.folder import locked

if TYPE_CHECKING:
    from tests.server.postgresql import Cluster


@contextmanager
def _served(*words: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A server in a process of its own and its first two lines."""
    command = [sys.executable, "-m", "pennyflick", "serve", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process, [process.stdout.readline().strip() for _ in range(2)]
        finally:
            process.kill()


@pytest.mark.slow
def test_it_says_where_it_keeps_things_and_where_it_is_and_stops_when_told(tmp_path: Path) -> None:
    with _served("--port", "0", "--data", str(tmp_path / "d"), "--no-browser") as (process, lines):
        assert lines[0] == f"data folder: {tmp_path / 'd'}"
        address = lines[1].split()[3]
        assert address.startswith("http://127.0.0.1:")
        assert Client(address).get("/").status == 200
        os.kill(process.pid, signal.SIGTERM)
        assert process.wait(15) in {0, -signal.SIGTERM}
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_a_port_that_is_taken_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        assert main(["serve", "--port", str(port), "--data", str(tmp_path), "--no-browser"]) == 2
    assert f"port {port}" in capsys.readouterr().err


def test_a_data_folder_in_use_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with locked(tmp_path):
        assert main(["serve", "--port", "0", "--data", str(tmp_path), "--no-browser"]) == 2
    assert "another pennyflick already serves" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["--port", "x"],
        ["--port", "70000"],
        ["--watchers", "-1"],
        ["--watchers", "10001"],
        ["--thinkers", "65"],
        ["--thinkers", "many"],
        ["--origin", "play.example"],
        ["--origin", "http://a/b"],
        ["--public-url", "ftp://play.example"],
    ],
)
def test_bad_arguments_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", *words]) == 2
    assert words[1] in capsys.readouterr().err


def test_without_a_network_lan_says_what_would_help(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere() -> str:
        raise OSError("no route")

    monkeypatch.setattr(lan, "_routed", nowhere)
    monkeypatch.setattr(lan, "_named", nowhere)

    assert main(["serve", "--lan", "--data", str(tmp_path), "--no-browser"]) == 2
    assert "connect it" in capsys.readouterr().err


@pytest.mark.slow
def test_lan_says_where_others_find_it_and_answers_there(tmp_path: Path) -> None:
    with _served("--lan", "--port", "0", "--data", str(tmp_path), "--no-browser") as (process, lines):
        others = lines[1].split()[-1]
        assert others.startswith(f"http://{lan.lan_address()}:")
        assert Client(others).get("/").status == 200
        os.kill(process.pid, signal.SIGTERM)
        process.wait(15)


def test_how_many_may_watch_can_be_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(runner, "run", lambda settings, *_: told.append(settings.limits.watchers_per_match))
    words = ["serve", "--port", "0", "--data", str(tmp_path), "--no-browser"]
    assert main([*words, "--watchers", "3"]) == 0
    assert main(words) == 0
    assert told == [3, 64]


def test_how_many_think_for_the_house_can_be_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(runner, "run", lambda settings, *_: told.append(settings.thinkers))
    words = ["serve", "--data", str(tmp_path), "--port", "0", "--no-browser"]

    assert main([*words, "--thinkers", "3"]) == 0
    assert main(words) == 0
    assert told == [3, default_thinkers(os.cpu_count())]


def test_the_house_leaves_a_core_to_people() -> None:
    assert [default_thinkers(cores) for cores in (None, 1, 2, 8)] == [1, 1, 1, 7]


def test_several_workers_need_a_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--data", str(tmp_path), "--workers", "2", "--no-browser"]) == 2
    assert "a data folder serves one process; 2 workers need a database" in capsys.readouterr().err


def test_a_folder_and_a_database_are_one_too_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--data", str(tmp_path), "--database", "postgresql://a@b/c"]) == 2
    assert "say --data or --database, not both" in capsys.readouterr().err


def test_a_database_that_does_not_answer_is_named_without_its_password(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENNYFLICK_DATABASE", "postgresql://ann:hunter2@127.0.0.1:1/nowhere")

    assert main(["serve", "--port", "0", "--no-browser"]) == 2

    said = "".join(capsys.readouterr())
    assert "cannot use the database 'postgresql://ann@127.0.0.1:1/nowhere'" in said
    assert "hunter2" not in said


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="workers share a socket")
def test_a_database_by_the_environment_is_served_by_workers(
    postgresql: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENNYFLICK_DATABASE", postgresql.fresh().replace("pennyflick@", "pennyflick:hunter2@"))
    with _served("--port", "0", "--workers", "2", "--no-browser") as (process, lines):
        assert lines[0].startswith("database: postgresql://pennyflick@/")
        address = lines[1].split()[3]
        assert Client(address).get("/").status == 200
        seen = subprocess.run(["ps", "-A", "-o", "args"], capture_output=True, text=True, check=True).stdout
        assert "hunter2" not in seen
        os.kill(process.pid, signal.SIGTERM)
        assert process.wait(60) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""

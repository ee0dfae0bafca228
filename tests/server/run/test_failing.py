"""A data folder that cannot be used says why, and a disk that fills up while the server runs is told."""

from __future__ import annotations

import errno
import json
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pennyflick.cli.main import main
from pennyflick.server.client import Client, Conversation
from pennyflick.server.run.failing import in_plain_words
from pennyflick.server.store.folder import FolderError
from pennyflick.server.wire.messages import Json

LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
from pennyflick.cli.main import main
sys.exit(main(sys.argv[2:]))
"""
UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


def _refused(data: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["serve", "--port", "0", "--data", str(data), "--no-browser"]) == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return said


def test_a_file_that_is_no_database_is_named_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "matches.db").write_bytes(b"not what it should be" * 500)

    said = _refused(tmp_path, capsys)
    assert "matches.db' : it is damaged".replace(" :", ":") in said
    assert "put a backup in its place" in said


def test_a_file_with_a_damaged_page_in_the_middle_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "matches.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE kept (words TEXT)")
        connection.executemany("INSERT INTO kept VALUES (?)", [("word" * 200,)] * 500)
    connection.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:40_960] + b"\xff" * 8_192 + whole[49_152:])

    assert "it is damaged" in _refused(tmp_path, capsys)


def test_a_folder_that_is_a_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")

    assert "cannot use the data folder" in _refused(tmp_path / "file" / "data", capsys)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (sqlite3.OperationalError("attempt to write a readonly database"), "cannot be written"),
        (sqlite3.OperationalError("unable to open database file"), "cannot be written"),
        (sqlite3.OperationalError("database or disk is full"), "no room left on its disk"),
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), "no room left on its disk"),
        (PermissionError(errno.EACCES, os.strerror(errno.EACCES)), "cannot be written"),
        (OSError(errno.EIO, os.strerror(errno.EIO)), "look at the disk"),
    ],
)
def test_every_reason_has_its_words(error: Exception, words: str, tmp_path: Path) -> None:
    with pytest.raises(FolderError, match=words), in_plain_words(tmp_path):
        raise error


def test_a_file_that_is_whole_is_let_through(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "matches.db") as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE kept (words TEXT)")
    connection.close()

    with in_plain_words(tmp_path):
        pass


@contextmanager
def _served(data: Path, largest_file_bytes: int | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own; where files may only be so large, its disk is as good as full."""
    words = ["serve", "--port", "0", "--data", str(data), "--no-browser"]
    command = [sys.executable, "-c", LIMITED, str(largest_file_bytes or resource.RLIM_INFINITY), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            lines = [process.stdout.readline().strip() for _ in range(2)]
            yield process, lines[1].split()[3] if lines[1] else ""
        finally:
            process.kill()


@pytest.mark.slow
def test_a_disk_that_is_full_at_the_start_is_told_in_plain_words(tmp_path: Path) -> None:
    with _served(tmp_path / "data", largest_file_bytes=8_192) as (process, _):
        assert process.wait(60) == 2
        assert process.stderr is not None
        said = process.stderr.read()

    assert "cannot use" in said
    assert "Traceback" not in said


@pytest.mark.slow
def test_a_disk_that_fills_up_while_the_server_runs_is_told_and_play_goes_on_when_there_is_room(
    tmp_path: Path, flick: Callable[[Conversation], Json], eventually: Callable[..., None]
) -> None:
    with _served(tmp_path / "data") as (process, address):
        client = Client(address)
        eventually(lambda: client.get("/ready").status == 200, 300.0)
        match = client.new_match("penny-black", {"seating": "screen"})
        with client.sit(match) as table:
            assert table.answer(flick(table))["type"] == "done"
            table.wait_for(1)
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (4_096, resource.RLIM_INFINITY))
            refused = table.answer(flick(table))
            eventually(lambda: client.get("/ready").status == 503)
            begun = client.post("/new/penny-black", {"seating": "screen"})
            health, page = client.get("/health"), client.get("/matches")
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, UNLIMITED)
            eventually(lambda: client.get("/ready").status == 200)
            version = table.version
            assert table.answer(flick(table))["type"] == "done"
            table.wait_for(version + 1)
        client.new_match("penny-black", {"seating": "screen"})

    assert (refused["code"], _text(refused)) == ("failed", "The server could not store that answer.")
    assert (begun.status, "cannot store anything" in begun.text) == (503, True)
    assert (health.status, health.json()["status"], health.json()["storing"]) == (200, "ok", False)
    assert page.status == 200


def _text(refused: Json) -> str:
    """The words of a sentence, whatever else it holds."""
    return "".join(part if isinstance(part, str) else json.dumps(part) for part in _parts(refused["sentence"]))


def _parts(sentence: Any) -> list[Any]:
    return sentence if isinstance(sentence, list) else [sentence]


@pytest.mark.slow
def test_a_database_that_goes_is_told_and_play_goes_on_when_it_comes_back(
    tmp_path: Path,
    start_server: Callable[..., Any],
    flick: Callable[[Conversation], Json],
    eventually: Callable[..., None],
) -> None:
    from tests.server.postgresql import Cluster

    cluster = Cluster()
    try:
        server = start_server(tmp_path, database=cluster.fresh())
        client = server.client()
        match = client.new_match("penny-black", {"seating": "screen"})
        with client.sit(match) as table:
            answer = flick(table)
            cluster.kill()
            eventually(lambda: client.get("/ready").status == 503)
            health, page = client.get("/health"), client.get("/matches")
            begun = client.post("/new/penny-black", {"seating": "screen"})
            cluster.start()
            eventually(lambda: client.get("/ready").status == 200, 60.0)
            assert table.answer(answer)["type"] == "done"
        server.stop()
    finally:
        cluster.stop()

    assert (health.status, health.json()["storing"]) == (200, False)
    assert (page.status, "cannot look that up" in page.text, page.headers["retry-after"]) == (503, True, "60")
    assert (begun.status, "Try again in a minute" in begun.text) == (503, True)

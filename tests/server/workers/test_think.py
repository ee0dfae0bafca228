"""Thinkers of a database: on any machine, killed at will, and every decision of the house answered once."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pennyflick.cli.main import main
from pennyflick.server.client import Client, any_answer
from pennyflick.server.settings import DATABASE_VARIABLE

if TYPE_CHECKING:
    from tests.server.postgresql import Cluster

AGAINST_THE_EXPERT = {"side": "one", "starter": "one", "opponent": "expert", "seed": "3"}
WITHIN_S = 60.0  # on a busy machine


@contextmanager
def think(database: str) -> Iterator[subprocess.Popen[str]]:
    """A thinker in a process of its own, ready."""
    words = [sys.executable, "-m", "pennyflick", "think", "--thinkers", "1"]
    environ = {**os.environ, DATABASE_VARIABLE: database}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("thinking for postgresql://pennyflick@")
            yield process
        finally:
            process.kill()


def _whose(postgresql: Cluster, database: str) -> int | None:
    """The process that thinks now, as the turn says."""
    name = database.partition("@/")[2].partition("?")[0]
    rows = postgresql.run("SELECT thinker FROM house_turn WHERE thinker IS NOT NULL", name)
    return int(rows[0][0].split(":")[1]) if rows else None


def _attended(postgresql: Cluster, database: str) -> list[bool]:
    """Whether somebody is at each table that waits."""
    name = database.partition("@/")[2].partition("?")[0]
    return [row[0] for row in postgresql.run("SELECT attended FROM house_turn", name)]


@pytest.mark.slow
def test_what_a_killed_thinker_had_begun_another_answers_and_nothing_is_answered_twice(
    postgresql: Cluster, start_server: Callable[..., Any], tmp_path: Path
) -> None:
    database = postgresql.fresh()
    client: Client = start_server(tmp_path, database=database, thinkers=0).client()
    match = client.new_match("penny-black", AGAINST_THE_EXPERT)
    with think(database) as first, think(database) as second, client.sit(match) as table:
        table.answer(any_answer(table, random.Random(1)))
        until = time.monotonic() + WITHIN_S
        while (found := _whose(postgresql, database)) is None:
            assert time.monotonic() < until
        by_name = {first.pid: first, second.pid: second}
        by_name[found].kill()
        time.sleep(3.0)  # the other thinker, who serves no pages, has looked on by now
        assert _attended(postgresql, database) == [True]
        table.wait_for(2)

    assert [event["seat"] for event in table.events[:2]] == ["one", "two"]
    assert [event["version"] for event in table.events] == [1, 2]
    assert table.events[1]["house"]
    assert found in by_name


@pytest.mark.slow
def test_a_thinker_that_is_told_to_stop_gives_back_what_it_thinks_about(
    postgresql: Cluster, start_server: Callable[..., Any], tmp_path: Path
) -> None:
    database = postgresql.fresh()
    client: Client = start_server(tmp_path, database=database, thinkers=0).client()
    match = client.new_match("penny-black", AGAINST_THE_EXPERT)
    with think(database) as thinker, client.sit(match) as table:
        table.answer(any_answer(table, random.Random(1)))
        until = time.monotonic() + WITHIN_S
        while _whose(postgresql, database) is None:
            assert time.monotonic() < until
        thinker.send_signal(signal.SIGTERM)
        assert thinker.wait(WITHIN_S) == 0

    assert _whose(postgresql, database) is None


def test_who_thinks_must_be_told_for_whom(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv(DATABASE_VARIABLE, raising=False)

    assert main(["think"]) == 2
    assert "--database postgresql://" in capsys.readouterr().err
    assert main(["think", "--database", "matches.db"]) == 2
    assert "a database looks like postgresql://user@host/name" in capsys.readouterr().err
    assert main(["think", "--database", "postgresql://nobody@127.0.0.1:1/none"]) == 2
    assert "127.0.0.1" in capsys.readouterr().err
    assert main(["think", "--thinkers", "0"]) == 2
    assert "from 1 to 64, not '0'" in capsys.readouterr().err


def test_a_server_with_a_folder_must_think_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--data", str(tmp_path), "--thinkers", "0"]) == 2
    assert "needs --thinkers 1" in capsys.readouterr().err

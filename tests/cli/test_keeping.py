"""copy, backup, restore and tidy as people run them."""

from __future__ import annotations

import asyncio
import dataclasses
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pennyflick.server.store.opening import open_store
from pennyflick.server.store.store import NewMatch
from tests.cli.conftest import Command
from tests.server.store.test_store import HEADER, STANDING


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    async def filled() -> None:
        store = await open_store(tmp_path / "matches")
        old = datetime.now(UTC) - timedelta(days=40)
        for id_, imported in {"left": False, "imported": True}.items():
            header = dataclasses.replace(HEADER, id=id_, created=old, imported=imported)
            await store.create(NewMatch(header, STANDING, {"one": "ann"}))
        await store.close()

    asyncio.run(filled())
    return tmp_path / "matches"


def test_a_folder_is_copied_and_counted(command: Command, folder: Path, tmp_path: Path) -> None:
    ran = command("copy", "--from", str(folder), "--to", str(tmp_path / "other"))

    assert ran.code == 0
    assert "match               2" in ran.out
    assert "copied and compared" in ran.out
    again = command("copy", "--from", str(folder), "--to", str(tmp_path / "other"))
    assert again.code == 2
    assert again.err.endswith("copy: the target is not empty (it holds match, seat); take a fresh one\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("copy", "--from", "mysql://x", "--to", "y"), "a place is a folder, or an address such as postgresql://"),
        (("copy", "--from", "x"), "required: --to"),
        (("tidy", "--days", "soon"), "days are a whole number from 1 to 36500, not 'soon'"),
        (("restore", "--from", "/nowhere", "--to", "/tmp/never"), "is no backup: it has no file matches.db"),
    ],
)
def test_wrong_words_are_answered_with_a_sentence(command: Command, words: tuple[str, ...], sentence: str) -> None:
    ran = command(*words)

    assert ran.code == 2
    assert sentence in ran.err


def test_a_backup_is_taken_and_restored(command: Command, folder: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backups" / "monday"
    assert command("backup", "--from", str(folder), "--to", str(backup)).out == f"backup of {folder}: {backup}\n"

    ran = command("restore", "--from", str(backup), "--to", str(tmp_path / "again"))
    assert ran.code == 0
    assert f"restored and compared: {tmp_path / 'again'}" in ran.out


def test_tidying_shows_first_and_deletes_when_told_to(command: Command, folder: Path) -> None:
    shown = command("tidy", "--from", str(folder)).out
    assert "begun and left within a minute: 1" in shown
    assert "nothing was deleted; --delete does it" in shown
    assert command("tidy", "--from", str(folder), "--delete", "--dry-run").out == shown
    assert "begun and left within a minute: 0" in command("tidy", "--from", str(folder), "--days", "60").out

    assert "deleted: 2" in command("tidy", "--from", str(folder), "--delete").out
    assert "imported records:               0" in command("tidy", "--from", str(folder)).out

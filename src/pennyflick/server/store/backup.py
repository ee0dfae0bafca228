"""Backups: a data folder of its own with everything that stood at one instant, taken while servers go on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

from pennyflick.server.store.copying import Copied, CopyError, Tell, copy_between, held
from pennyflick.server.store.folder import FolderError
from pennyflick.server.store.opening import is_database, open_engine
from pennyflick.server.store.secrets import NAMES
from pennyflick.server.store.sqlite import DATABASE, SqliteEngine


async def back_up(source: Path | str, folder: Path, tell: Tell) -> None:
    """Everything that is kept there, in a new folder. Written aside first: a folder of that name is a whole backup.

    Raises CopyError, FolderError, DatabaseError, StoreError.
    """
    if folder.exists() and any(folder.iterdir()):
        raise CopyError(f"{str(folder)!r} is not empty; a backup has a folder of its own")
    aside = folder.with_name(f"{folder.name}.partial")
    with contextlib.suppress(FileNotFoundError):
        shutil.rmtree(aside)
    _make(aside)
    if is_database(source):
        await _from_database(str(source), aside, tell)
    else:
        await asyncio.to_thread(_from_folder, Path(source), aside, tell)
    _put(aside, folder)


async def restore(backup: Path, target: Path | str, tell: Tell) -> Copied:
    """Everything of a backup, in a folder or a database that is empty. Raises what `copy` raises."""
    if not (backup / DATABASE).is_file():
        raise CopyError(f"{str(backup)!r} is no backup: it has no file {DATABASE}")
    with tempfile.TemporaryDirectory() as aside:  # whatever version wrote the backup, it stays as it is
        await asyncio.to_thread(_from_folder, backup, Path(aside), lambda _, __: None)
        old = SqliteEngine(Path(aside))
        try:
            async with held(target) as new:
                return await copy_between(old, new, tell)
        finally:
            await old.close()


async def _from_database(address: str, aside: Path, tell: Tell) -> None:
    old, new = await open_engine(address), SqliteEngine(aside)
    try:
        await copy_between(old, new, tell)
    finally:
        await old.close()
        await new.close()


def _from_folder(source: Path, aside: Path, tell: Tell) -> None:
    """SQLite copies its own file page by page, as it stands at one instant; keys never change."""
    if not (source / DATABASE).is_file():
        raise FolderError(f"nothing is kept in {str(source)!r}: it has no file {DATABASE}")
    try:
        with (
            contextlib.closing(sqlite3.connect(source / DATABASE, timeout=10.0)) as old,
            contextlib.closing(sqlite3.connect(aside / DATABASE)) as new,
        ):
            old.backup(new, progress=lambda _, left, of: tell("copying", 1 - left / max(of, 1)))
    except sqlite3.DatabaseError as error:
        raise CopyError(f"{str(source / DATABASE)!r} is damaged: {error}") from None
    _must_be_sound(aside / DATABASE)
    for name in NAMES:
        if (source / name).exists():
            shutil.copy2(source / name, aside / name)


def _must_be_sound(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        ((told,), *_) = connection.execute("PRAGMA integrity_check").fetchall()
    if told != "ok":
        raise CopyError(f"{str(path)!r} is damaged: {told}")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, mode=0o700)
    except OSError as error:
        raise CopyError(f"cannot write to {str(folder)!r}: {error.strerror}") from None


def _put(aside: Path, folder: Path) -> None:
    if folder.exists():
        folder.rmdir()
    os.replace(aside, folder)

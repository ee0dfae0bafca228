"""The data folder: keys in files, and the lock that keeps a second server out."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import IO


class FolderError(RuntimeError):
    """The data folder cannot be used."""


def kept_key(path: Path, make: Callable[[], bytes]) -> bytes:
    """A key that is kept in a file; made when there is none, readable by its owner only."""
    if not path.exists():
        _keep_key(path, make())
    return path.read_bytes()


def _keep_key(path: Path, key: bytes) -> None:
    """Written aside and moved into place, so that a stop in between leaves no half key."""
    aside = path.with_name(f"{path.name}.{os.getpid()}")
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        os.write(handle, key)
        os.fsync(handle)
    finally:
        os.close(handle)
    os.replace(aside, path)


def locked(folder: Path) -> IO[bytes]:
    """Hold the folder until the file is closed or the process ends; raises FolderError when another holds it."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = (folder / "lock").open("ab")
    except OSError as error:
        raise FolderError(f"cannot use the data folder {str(folder)!r}: {error.strerror}") from None
    try:
        _lock(file)
    except OSError:
        file.close()
        raise FolderError(f"another pennyflick already serves the data folder {str(folder)!r}") from None
    return file


def _lock(file: IO[bytes]) -> None:
    if os.name == "nt":  # pragma: no cover - Windows has no fcntl
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

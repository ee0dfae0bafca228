"""Why a data folder cannot be used, in plain words: at the start nobody shall read a traceback."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pennyflick.server.store.folder import FolderError
from pennyflick.server.store.sqlite import DATABASE
from pennyflick.server.store.store import StoreError

CHECKED_BYTES = 256 * 2**20  # a larger file is not read through at the start: it would take longer than people wait
_RESTORE = "put a backup in its place (docs/operating.md), or move it away to begin with an empty one"


@contextmanager
def in_plain_words(folder: Path) -> Iterator[None]:
    """What fails inside for want of a whole file, room or rights is raised as FolderError."""
    try:
        check_file(folder / DATABASE)
        yield
    except sqlite3.DatabaseError as error:
        raise FolderError(f"cannot use {str(folder / DATABASE)!r}: {_why(folder, error)}") from None
    except (OSError, StoreError) as error:
        raise FolderError(f"cannot use the data folder {str(folder)!r}: {_why(folder, error)}") from None


def check_file(path: Path) -> None:
    """Read a file of matches through; raises sqlite3.DatabaseError when it is damaged."""
    if not path.exists() or path.stat().st_size > CHECKED_BYTES:
        return
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=10.0)) as connection:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(f"database disk image is malformed ({found})")


def _why(folder: Path, error: Exception) -> str:
    said = str(error.strerror if isinstance(error, OSError) else error)
    lower = said.lower()
    if "not a database" in lower or "malformed" in lower:
        return f"it is damaged ({said}); {_RESTORE}"
    if "full" in lower or getattr(error, "errno", 0) in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
        return f"there is no room left on its disk ({said}); make some, or choose another folder with --data"
    if "readonly" in lower or "read-only" in lower or "unable to open" in lower or "permission" in lower:
        return f"it cannot be written ({said}); give the user that runs pennyflick the right to, or use --data"
    return f"{said}; look at the disk of {str(folder)!r}"

"""Reading and writing the files that people name. Law: a file is replaced whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from pennyflick.cli.errors import CommandError
from pennyflick.record import NotationError, Record, parse_record


def read_text(name: str) -> str:
    """The text of a file; - is standard input."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(f"cannot read {name!r}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise CommandError(f"{name!r} is not UTF-8 text: byte {error.start} is wrong") from None


def read_record(name: str) -> Record:
    """The record in a file; - is standard input."""
    try:
        return parse_record(read_text(name))
    except NotationError as error:
        raise CommandError(f"{name}: {error}") from None


def write_text(path: Path, text: str) -> None:
    """Write a file so that a cut of power leaves the old one or the new one."""
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as draft:
            draft.write(text)
            draft.flush()
            os.fsync(draft.fileno())
        Path(draft.name).replace(path)
    except OSError as error:
        raise CommandError(f"cannot write {str(path)!r}: {error.strerror}") from None

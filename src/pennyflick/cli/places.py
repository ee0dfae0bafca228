"""Where matches are kept, as people name it: a data folder, or the address of a database."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from pennyflick.cli.errors import CommandError

Result = TypeVar("Result")
PLACE = "DIR|URL"


def place(text: str) -> Path | str:
    """A folder, or an address that begins with postgresql://."""
    if "://" not in text:
        return folder(text)
    if not text.startswith(("postgresql://", "postgres://")):
        raise argparse.ArgumentTypeError(
            f"a place is a folder, or an address such as postgresql://user@host/database, not {text!r}"
        )
    return text


def folder(text: str) -> Path:
    """A folder."""
    return Path(text).expanduser().absolute()


def carried_out(work: Coroutine[Any, Any, Result]) -> Result:
    """What it returns; what keeps it from being done is said in a sentence."""
    from pennyflick.server.store.copying import CopyError  # only now: help must be instant
    from pennyflick.server.store.folder import FolderError
    from pennyflick.server.store.postgresql import DatabaseError
    from pennyflick.server.store.schema import NewerSchemaError
    from pennyflick.server.store.store import StoreError

    try:
        return asyncio.run(work)
    except (CopyError, FolderError, DatabaseError, NewerSchemaError, StoreError) as error:
        raise CommandError(str(error)) from None


def shown(place: Path | str) -> str:
    """A place as it may be printed: without a password."""
    from pennyflick.server.store.postgresql import without_password

    return without_password(place) if isinstance(place, str) else str(place)

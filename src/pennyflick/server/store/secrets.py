"""The server's keys: made when there are none, kept in files of the data folder or in the database."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

from pennyflick.server.store.engine import Engine, Secrets, Steps, do
from pennyflick.server.store.folder import FolderError, kept_key

COOKIES = "secret.key"  # signs cookies, so that whoever knows it knows every browser
BELL = "bell.key"  # by which push services know this server
NAMES = (COOKIES, BELL)
SECRET_BYTES = 32


class InFolder:
    """Keys in files, readable by their owner only."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def kept(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The key in the file of this name."""
        return kept_key(self._folder / name, make)

    async def every(self) -> dict[str, bytes]:
        """Name -> key, for those that there are."""
        return {name: path.read_bytes() for name in NAMES if (path := self._folder / name).exists()}


class InDatabase:
    """Keys in a table, so that every machine knows them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def kept(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The key in the row of this name; of two who make it at once the first has made it for both."""

        def job() -> Steps[bytes]:
            yield do("INSERT INTO secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", name, make())
            ((value,),) = yield do("SELECT value FROM secret WHERE name = $1", name)
            return bytes(value)

        found = await self._engine.read("SELECT value FROM secret WHERE name = $1", name)
        return bytes(found[0][0]) if found else await self._engine.write(job)

    async def every(self) -> dict[str, bytes]:
        """Name -> key, for those that there are."""
        return dict(await self._engine.read("SELECT name, value FROM secret ORDER BY name"))


async def cookie_secret(kept: Secrets) -> bytes:
    """The secret that signs cookies; raises FolderError when what is kept cannot be it."""
    found = await kept.kept(COOKIES, lambda: secrets.token_bytes(SECRET_BYTES))
    if len(found) != SECRET_BYTES:
        raise FolderError(
            f"{COOKIES} has {len(found)} bytes instead of {SECRET_BYTES}; delete it to have a new one made"
        )
    return found

"""The parts of a running server, put together once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO

from pennyflick.server.connection import Connections
from pennyflick.server.desk import Desk
from pennyflick.server.folder import locked, secret
from pennyflick.server.house import House
from pennyflick.server.matches import Matches
from pennyflick.server.readiness import Readiness
from pennyflick.server.rendering import Renderer
from pennyflick.server.settings import Settings
from pennyflick.server.sqlite_store import SqliteStore
from pennyflick.server.store import Store


@dataclass(frozen=True)
class Service:
    """What pages and sockets work with."""

    settings: Settings
    secret: bytes
    store: Store
    readiness: Readiness
    desk: Desk
    house: House
    matches: Matches
    connections: Connections
    renderer: Renderer
    lock: IO[bytes]

    async def stop(self) -> None:
        """Store what is under way, then let go of everything."""
        self.house.close()
        await self.desk.finish()
        self.store.close()
        self.lock.close()


def open_service(settings: Settings, readiness: Readiness, renderer: Renderer) -> Service:
    """Take hold of the data folder and put the parts together; raises FolderError."""
    lock = locked(settings.data)
    store = SqliteStore(settings.data)
    desk = Desk(store, settings, readiness)
    house = House(desk, readiness)
    matches = Matches(store, readiness, settings.limits.live_matches)
    desk.after_change = house.consider
    matches.after_entering = house.consider
    connections = Connections(matches, desk, settings.limits)
    key = secret(settings.data)
    return Service(settings, key, store, readiness, desk, house, matches, connections, renderer, lock)

"""The parts of a running server, as pages and sockets work with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO

from pennyflick.server.pages.rendering import Renderer
from pennyflick.server.play.colleagues import Colleagues
from pennyflick.server.play.connection import Connections
from pennyflick.server.play.desk import Desk
from pennyflick.server.play.doorbell import Doorbell
from pennyflick.server.play.elsewhere import Elsewhere
from pennyflick.server.play.handing import Handing
from pennyflick.server.play.house import House
from pennyflick.server.play.matches import Matches
from pennyflick.server.play.pleas import Pleas
from pennyflick.server.play.readiness import Readiness
from pennyflick.server.play.seats import Seats
from pennyflick.server.play.storing import Storing
from pennyflick.server.play.vacancies import Vacancies
from pennyflick.server.settings import Settings
from pennyflick.server.store.people import PeopleStore


@dataclass(frozen=True)
class Service:
    """What pages and sockets work with."""

    settings: Settings
    secret: bytes
    store: PeopleStore
    storing: Storing
    readiness: Readiness
    desk: Desk
    house: House
    doorbell: Doorbell
    matches: Matches
    seats: Seats
    handing: Handing
    pleas: Pleas
    vacancies: Vacancies
    connections: Connections
    elsewhere: Elsewhere
    renderer: Renderer
    lock: IO[bytes] | None  # of the data folder, where there is one
    colleagues: Colleagues | None = None  # other workers of the same database

    async def stop(self) -> None:
        """Store what is under way, then let go of everything."""
        await self.house.stop()
        await self.elsewhere.close()
        await self.doorbell.stop()
        await self.desk.finish()
        if self.colleagues is not None:
            await self.colleagues.stop()
        await self.store.close()
        if self.lock is not None:
            self.lock.close()

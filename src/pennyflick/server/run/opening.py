"""The parts of a running server, put together once."""

from __future__ import annotations

from pennyflick.server.pages.rendering import Renderer
from pennyflick.server.pages.service import Service
from pennyflick.server.play.asides import Asides
from pennyflick.server.play.connection import Connections
from pennyflick.server.play.desk import Desk
from pennyflick.server.play.handing import Handing
from pennyflick.server.play.house import House
from pennyflick.server.play.matches import Matches
from pennyflick.server.play.pleas import Pleas
from pennyflick.server.play.readiness import Readiness
from pennyflick.server.play.rematches import Rematches
from pennyflick.server.play.seats import Seats
from pennyflick.server.play.vacancies import Vacancies
from pennyflick.server.settings import Settings
from pennyflick.server.store.folder import locked, secret
from pennyflick.server.store.sqlite import SqliteStore


def open_service(settings: Settings, readiness: Readiness, renderer: Renderer) -> Service:
    """Take hold of the data folder and put the parts together; raises FolderError."""
    lock = locked(settings.data)
    store = SqliteStore(settings.data)
    desk = Desk(store, settings, readiness)
    house = House(desk, readiness)
    key = secret(settings.data)
    matches = Matches(store, readiness, settings.limits.live_matches, settings.ticks, key)
    desk.after_change = house.consider
    matches.after_entering = house.consider
    desk.wish_rematch = Rematches(store, matches, settings).wish
    asides = Asides(store, settings)
    connections = Connections(store, matches, desk, asides, settings.limits)
    seats = Seats(store, matches, desk, asides)
    return Service(
        settings=settings,
        secret=key,
        store=store,
        readiness=readiness,
        desk=desk,
        house=house,
        matches=matches,
        seats=seats,
        handing=Handing(store, seats, settings),
        pleas=Pleas(store, matches, seats, settings),
        vacancies=Vacancies(store, matches, seats, settings),
        connections=connections,
        renderer=renderer,
        lock=lock,
    )

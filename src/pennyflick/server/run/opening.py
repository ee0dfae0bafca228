"""The parts of a running server, put together once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

from pennyflick.server.buckets import Buckets
from pennyflick.server.measures import UNMEASURED, Measures
from pennyflick.server.pages.rendering import Renderer
from pennyflick.server.pages.service import Service
from pennyflick.server.play.asides import Asides
from pennyflick.server.play.colleagues import Colleagues
from pennyflick.server.play.connection import Connections
from pennyflick.server.play.deputy import Deputy, deputy_name
from pennyflick.server.play.desk import Desk
from pennyflick.server.play.doorbell import Doorbell
from pennyflick.server.play.elsewhere import Elsewhere
from pennyflick.server.play.handing import Handing
from pennyflick.server.play.hints import Alone
from pennyflick.server.play.house import House
from pennyflick.server.play.matches import Matches
from pennyflick.server.play.pace import Pace
from pennyflick.server.play.pleas import Pleas
from pennyflick.server.play.readiness import Readiness
from pennyflick.server.play.refreshing import Refresher
from pennyflick.server.play.seats import Seats
from pennyflick.server.play.storing import Storing
from pennyflick.server.play.telling import Teller
from pennyflick.server.play.thinker import Thinker, Thinks
from pennyflick.server.play.vacancies import Vacancies
from pennyflick.server.play.wishing import Wishing
from pennyflick.server.push.keys import new_key, read_key
from pennyflick.server.run.timing import timed
from pennyflick.server.settings import Settings
from pennyflick.server.store.engine import Secrets
from pennyflick.server.store.folder import FolderError, locked
from pennyflick.server.store.opening import open_store
from pennyflick.server.store.secrets import BELL, cookie_secret
from pennyflick.server.store.store import Store

NO_RATES: Mapping[str, Buckets] = {}


async def open_service(
    settings: Settings,
    readiness: Readiness,
    renderer: Renderer,
    measures: Measures = UNMEASURED,
    rates: Mapping[str, Buckets] = NO_RATES,
    thinkers: Sequence[Thinks] | None = None,
) -> Service:
    """Take hold of the data folder, or of the database, and put the parts together; raises FolderError, DatabaseError.

    `rates` are limits that count for all workers together. The house thinks with `thinkers`: None has it start
    processes of its own.
    """
    lock = None if settings.database else locked(settings.data)
    store = timed(await open_store(settings.place), measures, settings.ticks)
    key = await cookie_secret(store.secrets)
    asides = Asides(settings)
    refresher = Refresher(store, settings.clock, Teller(settings, readiness), asides, Alone())
    matches = Matches(store, settings, readiness, key, refresher)
    desk = Desk(store, settings, readiness, refresher, Wishing(store, matches, settings))
    desk.measures = measures
    deputies = _deputies(desk, matches, store, settings, thinkers)
    house = House(store, store.hints, matches, deputies, readiness, settings)
    doorbell = Doorbell(store, settings, await bell_key(store.secrets))
    desk.after_change = house.consider
    desk.after_opening = doorbell.opened
    matches.after_entering = house.enter
    refresher.after_news = house.note
    folder = None if settings.database else settings.data
    storing = Storing(store, folder, settings.limits.reserve_bytes, settings.clock, settings.ticks)
    matches.before_adding = storing.must_have_room
    asides.after_coming = doorbell.came
    pace = Pace(settings.limits, settings.ticks)
    connections = Connections(store, matches, desk, asides, settings.limits, pace)
    seats = Seats(store, settings, matches, desk, refresher)
    doorbell.start()
    house.start()
    colleagues = None
    if store.hints is not None:
        counted = {**rates, **pace.shared, **asides.shared}
        colleagues = Colleagues(store.hints, store, settings, matches, counted)
        await colleagues.start(refresher, asides)
    return Service(
        settings=settings,
        secret=key,
        store=store,
        storing=storing,
        readiness=readiness,
        desk=desk,
        house=house,
        doorbell=doorbell,
        matches=matches,
        seats=seats,
        handing=Handing(store, seats, settings),
        pleas=Pleas(store, matches, seats, settings),
        vacancies=Vacancies(store, matches, seats, settings),
        connections=connections,
        colleagues=colleagues,
        elsewhere=Elsewhere(settings.limits),
        renderer=renderer,
        lock=lock,
    )


def _deputies(
    desk: Desk, matches: Matches, store: Store, settings: Settings, thinkers: Sequence[Thinks] | None
) -> list[Deputy]:
    """Those who act for the house here, one for each thinker."""
    if thinkers is None:
        thinkers = [Thinker(settings.limits.think_s) for _ in range(settings.thinkers)]
    return [Deputy(deputy_name(each), desk, matches, store, who, settings) for each, who in enumerate(thinkers)]


async def bell_key(secrets: Secrets) -> EllipticCurvePrivateKey:
    """The key by which push services know this server; made when there is none. Raises FolderError."""
    try:
        return read_key(await secrets.kept(BELL, new_key))
    except ValueError:
        raise FolderError(
            f"{BELL} is no key; delete it to have a new one made, and people ask again to be rung"
        ) from None

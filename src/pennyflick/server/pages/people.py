"""What a page says of other people: who waits for somebody, who pleads for a seat, whose flick is to be beaten."""

from __future__ import annotations

from dataclasses import asdict

from starlette.requests import Request

from pennyflick.server.pages.games import title
from pennyflick.server.pages.request import browser_of, service_of
from pennyflick.server.pages.times import time_sentence
from pennyflick.server.play.beating import TRIES, flick_of
from pennyflick.server.play.live import Live
from pennyflick.server.store.store import Header
from pennyflick.server.wire.messages import Json

OFFERS_SHOWN = 12  # of all games together, the first to end before others


async def offers(request: Request) -> list[Json]:
    """The tables where somebody waits for whoever comes; at one's own there is nothing to sit down for."""
    service, holder = service_of(request), browser_of(request).holder
    found = await service.vacancies.offers(OFFERS_SHOWN)
    mine = {each.match for each in found if await service.store.seats(each.match, holder)}
    return [{**asdict(each), "time": time_sentence(each.time), "yours": each.match in mine} for each in found]


async def pleas(request: Request) -> list[Json]:
    """Those who say that a seat at one's own table is theirs."""
    store = service_of(request).store
    found = await store.pleas_to_answer(browser_of(request).holder)
    headers = [(plea, await store.header(plea.match)) for plea in found]
    return [
        {"id": plea.id, "match": header.id, "title": title(header.game), "name": header.names[plea.seat]}
        for plea, header in headers
        if header is not None
    ]


async def vacancy_of(request: Request, live: Live) -> Json | None:
    """Until when the open seats are for whoever comes, for who left them open."""
    found = await service_of(request).store.vacancy(live.id)
    return None if found is None or found.holder != browser_of(request).holder else asdict(found)


async def beaten(request: Request, header: Header) -> Json | None:
    """What the page of a try to beat a flick says; None: it is none."""
    store, flick_id = service_of(request).store, flick_of(header)
    flick = None if flick_id is None else await store.flick(flick_id)
    if flick is None:
        return None
    tries = await store.practice_matches(browser_of(request).holder, header.practice or "")
    number = 1 + next((index for index, each in enumerate(tries) if each.id == header.id), 0)
    return {"id": flick.id, "name": flick.name or "somebody", "number": number, "tries": TRIES}

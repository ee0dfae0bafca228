"""A long list, a page at a time: what waits for its reader first, then the rest, latest first."""

from __future__ import annotations

from datetime import datetime

from starlette.exceptions import HTTPException
from starlette.requests import Request

from pennyflick.server.pages.lists import in_order, is_ones_turn, listed
from pennyflick.server.pages.request import browser_of, service_of
from pennyflick.server.store.store import Cursor
from pennyflick.server.wire.messages import Json

PAGE = 20  # matches


async def page_of_matches(request: Request) -> Json:
    """The rows of the page that the address asks for, and where the next begins; None: there are no older ones."""
    service, holder, after = service_of(request), browser_of(request).holder, cursor_of(request)
    now = service.settings.clock()
    urgent = [row for row in await service.store.going_on(holder, PAGE) if is_ones_turn(row)]
    found = await service.store.rows(holder, PAGE + 1, after)
    first = {row.header.id for row in urgent}
    rest = [row for row in found[:PAGE] if row.header.id not in first]
    return {
        "rows": (listed(urgent, now) if after is None else []) + in_order(rest, now),
        "older": cursor_text(found[PAGE - 1].cursor) if len(found) > PAGE else None,
        "later": after is not None,
    }


def cursor_text(cursor: Cursor) -> str:
    """Where a page ended, as an address says it."""
    return f"{cursor.updated.isoformat(timespec='milliseconds').replace('+00:00', 'Z')}~{cursor.id}"


def cursor_of(request: Request) -> Cursor | None:
    """Where the page before ended; None: this is the first. 422 when the address says nonsense."""
    told = request.query_params.get("after")
    if told is None:
        return None
    instant, _, match = told.partition("~")
    try:
        return Cursor(datetime.fromisoformat(instant), match)
    except ValueError:
        raise HTTPException(422, f"No page of this list begins after {told[:40]!r}.") from None

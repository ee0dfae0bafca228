"""What the board beside a clause does: its example as data, and the same position as a board of one's own."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pennyflick.lessons.kinds import Example
from pennyflick.rules import rulebook
from pennyflick.server.pages.forms import read_form
from pennyflick.server.pages.rendering import FOREVER
from pennyflick.server.pages.request import browser_of, service_of
from pennyflick.server.play.examples import board_of_ones_own, example_of, played_json, tag_of, tried_clause
from pennyflick.server.play.in_turn import in_turn
from pennyflick.server.store.store import Header
from pennyflick.server.wire.messages import Json
from pennyflick.table import Clause

_SEE_OTHER = 303


async def example(request: Request) -> Response:
    """What happens in the example of a clause; whoever asks with its tag may keep it for ever."""
    found = _example(request)
    await service_of(request).readiness.wait()
    body = await in_turn(played_json, found.clause)
    kept = FOREVER if request.url.query == tag_of(found) else "no-cache"
    return Response(body, media_type="application/json", headers={"cache-control": kept})


async def try_it(request: Request) -> Response:
    """The position of the example on a table of one's own."""
    service, found = service_of(request), _example(request)
    await read_form(request, service.settings.limits)
    start = board_of_ones_own(found, service.settings, browser_of(request).holder)
    return RedirectResponse(f"/match/{(await service.matches.add(start)).id}", _SEE_OTHER)


def tried_rule(header: Header) -> Json | None:
    """What the page of such a table says; None: it is none."""
    clause = tried_clause(header)
    found = None if clause is None else example_of(clause)
    if clause is None or found is None:  # or the example is no more
        return None
    return {"clause": clause, "page": rulebook.page_of(clause), "says": found.says}


def _example(request: Request) -> Example:
    """The example that the address names; 404 when there is none."""
    page, clause = request.path_params["page"], Clause(request.path_params["clause"])
    if rulebook.page_of(clause) != page:
        raise HTTPException(404, f"There is no clause {clause!r} on the page {page!r}.")
    found = example_of(clause)
    if found is None:
        raise HTTPException(404, f"{clause} has no example that can be played.")
    return found

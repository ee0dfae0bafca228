"""Beat this flick: a flick as a link, three tries at it, and the best of them sent back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pennyflick.record.position_plain import position_of
from pennyflick.rules import registry
from pennyflick.server.pages.forms import read_form
from pennyflick.server.pages.games import title
from pennyflick.server.pages.hands import hand_of
from pennyflick.server.pages.pages import render
from pennyflick.server.pages.pictures import picture
from pennyflick.server.pages.rendering import script_json
from pennyflick.server.pages.request import absolute, browser_of, match_of, person_of, service_of
from pennyflick.server.play.beating import TRIES, Outcome, best, flick_id, flick_of, mark_of, outcome, setup_of, trial
from pennyflick.server.play.in_turn import in_turn
from pennyflick.server.play.practice import OTHER
from pennyflick.server.play.starting import EXACT
from pennyflick.server.store.people import SentFlick
from pennyflick.server.store.store import Header
from pennyflick.server.wire.messages import Json
from pennyflick.server.wire.sentences import sentence_from_wire
from pennyflick.server.wire.shapes import wire_disc, wire_edge, wire_layout
from pennyflick.table import Seat, Viewer
from pennyflick.table.viewer import GUEST

_SEE_OTHER = 303
_EQUAL = 0.005  # worth less than half a per cent more is worth the same
_SOMEBODY = "Somebody"


async def send(request: Request) -> Response:
    """A flick of a match becomes a link."""
    service, live = service_of(request), await match_of(request)
    version = _version(await read_form(request, service.settings.limits))
    kept = await service.store.version(live.id, version)
    event = None if kept is None else await service.matches.event(live, version)
    if kept is None or kept.event is None or kept.seat is None or event is None or event.shot is None:
        raise HTTPException(422, f"Action {version} of this match is no flick; only a flick can be sent.")
    earlier = await service.store.version(live.id, version - 1) if version > 1 else None
    made = SentFlick(
        id=flick_id(service.secret, live.id, version),
        game=live.header.game,
        options=live.header.options,
        setup=setup_of(live.header, earlier),
        seat=kept.seat,
        event=kept.event,
        name=live.header.names[kept.seat],
        hand=live.header.hands.get(kept.seat, EXACT),
        holder=(await service.store.holders(live.id)).get(kept.seat, ""),
        created=service.settings.clock(),
        answers=flick_of(live.header),
    )
    return await _kept(request, made)


async def flick(request: Request) -> Response:
    """The flick, and one's own tries beside it."""
    found = await _flick(request)
    tried = await _tried(request, found)
    return await in_turn(_page, request, found, tried)


async def try_it(request: Request) -> Response:
    """The position on the real table; a try that was not flicked yet goes on."""
    service, found = service_of(request), await _flick(request)
    await read_form(request, service.settings.limits)
    holder, person = browser_of(request).holder, person_of(request)
    tries = await service.store.practice_matches(holder, mark_of(found))
    for header in tries:
        if await service.store.version(header.id, 1) is None:
            return RedirectResponse(f"/match/{header.id}", _SEE_OTHER)
    if len(tries) >= TRIES:
        return RedirectResponse(f"/flick/{found.id}", _SEE_OTHER)
    live = await service.matches.add(trial(found, person.name, hand_of(person), service.settings, holder))
    return RedirectResponse(f"/match/{live.id}", _SEE_OTHER)


async def send_back(request: Request) -> Response:
    """One's best try becomes a link of its own."""
    service, found = service_of(request), await _flick(request)
    await read_form(request, service.settings.limits)
    tried = await _tried(request, found)
    if not tried:
        raise HTTPException(422, "Try it first: there is no flick of yours to send back.")
    header, event = max(tried, key=lambda each: outcome(found, each[1]).after)
    name, hand = header.names[found.seat], header.hands.get(found.seat, EXACT)
    made = SentFlick(
        id=flick_id(service.secret, header.id, 1),
        game=found.game,
        options=found.options,
        setup=found.setup,
        seat=found.seat,
        event=event,
        name=name,
        hand=hand,
        holder=browser_of(request).holder,
        created=service.settings.clock(),
        answers=found.id,
    )
    return await _kept(request, made)


async def _kept(request: Request, made: SentFlick) -> Response:
    service = service_of(request)
    known = await service.store.flick(made.id)
    if known is None and await service.store.flicks() >= service.settings.limits.sent_flicks:
        raise HTTPException(503, "As many flicks have been sent as can be kept here; the oldest make room in time.")
    await service.store.keep_flick(made)
    return RedirectResponse(f"/flick/{made.id}", _SEE_OTHER)


def _version(form: Mapping[str, str]) -> int:
    told = form.get("version", "")
    if not (told.isascii() and told.isdigit() and len(told) < 7):
        raise HTTPException(422, f"Say which action is the flick, as a whole number, not {told[:20]!r}.")
    return int(told)


async def _flick(request: Request) -> SentFlick:
    found = await service_of(request).store.flick(request.path_params["id"])
    if found is None:
        raise HTTPException(404, "There is no such flick; it may have been sent too long ago.")
    return found


async def _tried(request: Request, found: SentFlick) -> list[tuple[Header, bytes]]:
    """One's own tries that were flicked, in order."""
    store = service_of(request).store
    headers = await store.practice_matches(browser_of(request).holder, mark_of(found))
    kept = [(header, await store.version(header.id, 1)) for header in headers]
    return [(header, each.event) for header, each in kept if each is not None and each.event is not None]


def _page(request: Request, found: SentFlick, tried: Sequence[tuple[Header, bytes]]) -> Response:
    game = registry.new_game(found.game, dict(found.options))
    layout = position_of(game, msgspec.json.decode(found.setup)).layout
    theirs, mine = outcome(found, found.event), [outcome(found, event) for _, event in tried]
    told = [_told(found, theirs, found.name or _SOMEBODY, ()), *_mine(found, mine)]
    shown = {
        "discs": [wire_disc(disc) for disc in game.discs],
        "edge": wire_edge(game.board.surface.edge),
        "layout": wire_layout(layout),
        "events": [each.event for each in (theirs, *mine)],
    }
    context = {
        "flick": {"id": found.id, "game": found.game, "title": title(found.game), "name": found.name or _SOMEBODY},
        "hand": found.hand,
        "yours": found.holder == browser_of(request).holder,
        "answers": found.answers,
        "outcomes": told,
        "verdict": _verdict(theirs, mine, found.name or _SOMEBODY),
        "left": TRIES - len(mine),
        "board": Markup(picture(game, layout)),
        "shown_json": Markup(script_json(shown)),
        "link": absolute(request, f"/flick/{found.id}"),
    }
    return render(request, "flick.html", context)


def _mine(found: SentFlick, mine: Sequence[Outcome]) -> list[Json]:
    return [_told(found, each, f"Your try {number}", (found.seat,)) for number, each in enumerate(mine, 1)]


def _told(found: SentFlick, told: Outcome, heading: str, yours: tuple[str, ...]) -> Json:
    """One flick in words: what was ruled, the score, and what it was worth."""
    viewer = _viewer(found, yours)
    sentences = [*(reason.sentence for reason in told.event.reasons), *told.event.notes]
    (row, *_), (then, *_) = told.sheet, told.event.sheet
    return {
        "heading": heading,
        "sentences": [sentence_from_wire(each).said(viewer) for each in sentences] or ["Nothing was ruled."],
        "score": f"{row.label}: {row.one}–{row.two}, then {then.one}–{then.two}",
        "before": _percent(told.before),
        "after": _percent(told.after),
    }


def _viewer(found: SentFlick, yours: tuple[str, ...]) -> Viewer:
    """Who reads of it: who flicked has a name, whoever he played with has none here."""
    by = Seat.from_name(found.seat)
    return Viewer({by: found.name or GUEST, Seat(by.side.other): OTHER}, [Seat.from_name(seat) for seat in yours])


def _percent(worth: float) -> str:
    return f"{100 * worth:.0f} %"


def _verdict(theirs: Outcome, mine: Sequence[Outcome], name: str) -> str:
    """Whether it was beaten."""
    if not mine:
        return ""
    more = best(mine).after - theirs.after
    if abs(more) < _EQUAL:
        return f"As good as {name}'s."
    return (
        f"Beaten: yours is worth more than the flick of {name}." if more > 0 else f"Not beaten yet: {name} did better."
    )

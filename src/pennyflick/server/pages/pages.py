"""The pages: what each template gets (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pennyflick import __version__
from pennyflick.lessons.lesson import first_minute
from pennyflick.players.hands import hand_sentence, hand_words
from pennyflick.record import print_record
from pennyflick.record.allowances import NO_TIME
from pennyflick.rules import options as option_texts
from pennyflick.rules import registry
from pennyflick.rules.game import DECLARATIONS
from pennyflick.rules.options import OptionSpec, Preset
from pennyflick.rules.rulebook import page_of
from pennyflick.server.pages.bells import elsewhere_of
from pennyflick.server.pages.courses import daily
from pennyflick.server.pages.games import offered, title
from pennyflick.server.pages.hands import hand_of, hands_offered, hands_told, in_numbers
from pennyflick.server.pages.inviting import invitation_of
from pennyflick.server.pages.lists import listed
from pennyflick.server.pages.paging import page_of_matches
from pennyflick.server.pages.people import beaten, offers, pleas, vacancy_of
from pennyflick.server.pages.pictures import game_line, live_board, opening_picture, picture, text_board
from pennyflick.server.pages.previews import game_preview, match_preview
from pennyflick.server.pages.rendering import script_json
from pennyflick.server.pages.request import browser_of, game_of, match_of, person_of, seats_of, service_of
from pennyflick.server.pages.rule_boards import rule_boards
from pennyflick.server.pages.rule_examples import tried_rule
from pennyflick.server.pages.rule_pages import rule_page
from pennyflick.server.pages.tasks import band
from pennyflick.server.pages.times import TIMES, time_sentence
from pennyflick.server.play.in_turn import in_turn
from pennyflick.server.play.keeping import begun
from pennyflick.server.play.live import AWAITED, Live
from pennyflick.server.play.opponents import DEFAULT_OPPONENT, next_opponent, opponents_at
from pennyflick.server.play.practice import ATTEMPTS, awaiting_of, tried_of
from pennyflick.server.play.records import record_of
from pennyflick.server.play.starting import EXACT, FRIEND, HOUSE, default_name
from pennyflick.server.play.vacancies import SPAN_WORDS
from pennyflick.server.play.viewers import headings, snapshot_for, viewer_of
from pennyflick.server.store.store import Header
from pennyflick.server.wire.messages import Json
from pennyflick.server.wire.phrases import PHRASES
from pennyflick.server.wire.shapes import wire_layout
from pennyflick.table import Seat, Side

LIVE_SHOWN = 6
UNDOS_SHOWN = 5
LIVE_GAME = "pichenotte"  # the board on which one flicks before choosing
_PROMISE = "Five table-top flicking games on one exact simulator and one referee that shows its working."
_AWAITED = {"words": AWAITED, "sentence": "Whoever sits down brings a hand."}
_SEATS = tuple(Seat(side, place) for place in (0, 1) for side in Side)


def render(request: Request, template: str, context: Mapping[str, Any], status: int = 200) -> Response:
    """A page with what every page gets."""
    service, person = service_of(request), person_of(request)
    shared = {
        "ready": service.readiness.status.ready,
        "version": __version__,
        "games": [_game(name, hand_of(person)) for name in offered()],
        "path": request.url.path,
        "preview": None,
        "me": {"name": person.name, "settings": dict(person.settings), "hand": hand_of(person)},
    }
    return service.renderer.page(template, shared | dict(context), status)


async def home(request: Request) -> Response:
    """The games, and the matches that wait."""
    rows = await service_of(request).store.going_on(browser_of(request).holder, LIVE_SHOWN)
    context = {
        "live": listed(rows, service_of(request).settings.clock()),
        "put_away": await _put_away(request),
        "live_board": live_board(LIVE_GAME) if LIVE_GAME in offered() else None,
        "preview": {**game_preview(request, offered()[0]), "title": "pennyflick", "line": _PROMISE},
        "offers": await offers(request),
        "daily": await daily.card(request),
        "pleas": await pleas(request),
    }
    return render(request, "home.html", context)


async def matches(request: Request) -> Response:
    """All matches of this browser."""
    return await matches_page(request)


async def matches_page(request: Request, record_text: str = "", record_error: str = "", status: int = 200) -> Response:
    """The list of matches, perhaps with a record that was refused."""
    context = {
        **await page_of_matches(request),
        "put_away": await _put_away(request),
        "record_text": record_text,
        "record_error": record_error,
    }
    return render(request, "matches.html", context, status)


async def _put_away(request: Request) -> list[Json]:
    """What was deleted a moment ago and can be brought back."""
    service = service_of(request)
    return listed(await service.store.put_away(browser_of(request).holder, UNDOS_SHOWN), service.settings.clock())


async def new(request: Request) -> Response:
    """The form for a new match."""
    name = game_of(request)
    return new_page(request, name, play_fields(name, hand_of(person_of(request))) | dict(request.query_params), ())


def new_page(request: Request, name: str, form: Mapping[str, str], errors: tuple[str, ...]) -> Response:
    """The form, filled with what was chosen so far."""
    specs = option_texts.specs(registry.game_class(name).options_class)
    defaults = {"seating": HOUSE, "opponent": DEFAULT_OPPONENT, "side": "one", "starter": "toss", "seed": ""}
    defaults |= {"strokes": "", "first_contact": "", "time": NO_TIME, "opponent_hand": ""}
    context = {
        "game": _game(name, hand_of(person_of(request))),
        "picture": Markup(opening_picture(name)),
        "presets": _presets(name, form),
        "options": [_option(spec, form) for spec in specs],
        "seats": [_seat(seat, form) for seat in _SEATS],
        "opponents": [vars_of(opponent) for opponent in opponents_at(name)],
        "hands": hands_offered(*hands_told(form)),
        "own_hands": in_numbers(form),
        "times": TIMES,
        "form": {field: form.get(field) or default for field, default in defaults.items()},
        "errors": list(errors),
        "preview": game_preview(request, name),
    }
    return render(request, "new.html", context, 422 if errors else 200)


async def table(request: Request) -> Response:
    """The table."""
    live = await match_of(request)
    game, layout = live.match.game, live.match.position.layout
    seats = await seats_of(request, live.id)
    context = {
        **_match_context(live, seats),
        "board": Markup(picture(game, layout)),
        "text_board": text_board(game, layout),
        "socket": f"/match/{live.id}/socket",
        "declarations": dict(DECLARATIONS),
        "stronger": next_opponent(live.header.game, live.header.players.values()),
        "lesson": _lesson(live.header),
        "game": _game(live.header.game, hand_of(person_of(request))),
        "invitation": invitation_of(request, live, seats),
        "awaiting": awaiting_of(live.header),
        "preview": match_preview(request, live),
        "time": time_sentence(live.header.terms.time),
        "elsewhere": await elsewhere_of(request, live.header, seats),
        "phrases": PHRASES,
        "vacancy": await vacancy_of(request, live),
        "spans": SPAN_WORDS,
        "beat": await beaten(request, live.header),
        "rule": tried_rule(live.header),
        "task": await band(request, live.header),
    }
    return render(request, "table.html", context)


async def replay(request: Request) -> Response:
    """The match again, with a scrubber."""
    live = await match_of(request)
    game = live.match.game
    opening = begun(live.header).position.layout
    seats = await seats_of(request, live.id)
    context = {
        **_match_context(live, seats),
        "board": Markup(picture(game, opening)),
        "opening_json": Markup(script_json(wire_layout(opening))),
        "record": await record_text(request, live),
        "yours": bool(seats),
    }
    return render(request, "replay.html", context)


async def rules(request: Request) -> Response:
    """A page of the rulebook."""
    found = rule_page(request.path_params["page"])
    if found is None:
        raise HTTPException(404, f"The rulebook has no page {request.path_params['page']!r}.")
    context = {
        "page": found.page,
        "title": found.title,
        "introduction": found.introduction,
        "sections": found.sections,
        "boards": await in_turn(rule_boards, found.page),
        "game": _game(found.page, hand_of(person_of(request))) if found.page in offered() else None,
        "preview": game_preview(request, found.page) if found.page in offered() else None,
    }
    return render(request, "rules.html", context)


async def clause(request: Request) -> Response:
    """From a clause to where it stands."""
    wanted: str = request.path_params["clause"]
    page = page_of(wanted)
    if page is None:
        raise HTTPException(404, f"There is no clause {wanted!r}; ids look like BLK-12.")
    return RedirectResponse(f"/rules/{page}#{wanted.upper()}", 302)


def warming(request: Request) -> Response:
    """Shown while a match cannot be rebuilt yet."""
    status = service_of(request).readiness.status
    response = render(request, "warming.html", {"step": status.step, "progress": status.progress}, 503)
    response.headers["refresh"] = "1"
    return response


def error(request: Request, status: int, sentence: str) -> Response:
    """Shown when something cannot be shown."""
    return render(request, "error.html", {"status": status, "sentence": sentence}, status)


async def record_text(request: Request, live: Live) -> str:
    """The match as a record."""
    versions = await service_of(request).matches.versions(live)
    return await in_turn(lambda: print_record(record_of(live.header, live.match, versions)))


def vars_of(value: object) -> dict[str, Any]:
    """A small frozen value as a template reads it."""
    return {name: getattr(value, name) for name in value.__dataclass_fields__}  # type: ignore[attr-defined]


def _lesson(header: Header) -> Json | None:
    """What the page of a practice flick says and waits for; None: it is a match."""
    tried = tried_of(header)
    if tried is None:
        return None
    step = first_minute(header.game)[tried.step - 1]
    last = tried.attempt >= ATTEMPTS
    awaited = {"ruled": step.ruled, "lies": step.lies, "gone": step.gone, "last": last}
    count = len(first_minute(header.game))
    return {**vars_of(tried), "steps": count, "sentence": step.sentence, "awaited": Markup(script_json(awaited))}


def _match_context(live: Live, seats: tuple[str, ...]) -> Json:
    snapshot = snapshot_for(live, seats)
    names = headings(viewer_of(live.header, seats))
    ways = {one.name: one.sentence for one in opponents_at(live.header.game)}
    return {
        "match": snapshot.match,
        "names": names,
        "hands": _hands_of(live),
        "ways": {seat: ways[who] for seat, who in live.header.players.items() if who in ways},
        "snapshot": snapshot,
        "snapshot_json": Markup(script_json(snapshot)),
    }


def _hands_of(live: Live) -> Json:
    """With what hand each seat flicks, in a word and in a sentence; partners who differ are told one by one."""
    told = {seat.name: live.match.hands.get(seat) for seat in live.match.game.seats}
    hands = {seat: {"words": hand_words(hand), "sentence": hand_sentence(hand)} for seat, hand in told.items()}
    return hands | dict.fromkeys(live.open_seats, _AWAITED)


def _game(name: str, hand: str) -> Json:
    learn, play = bool(first_minute(name)), play_fields(name, hand)
    return {
        "name": name,
        "title": title(name),
        "line": game_line(name),
        "play": play,
        "friend": play | {"seating": FRIEND},
        "learn": learn,
    }


def play_fields(name: str, hand: str) -> dict[str, str]:
    """What *Play* sends: the first preset of the game, and a hand."""
    first = next(iter(registry.game_class(name).presets), None)
    hands = {f"hand.{seat.name}": hand for seat in _SEATS}
    return hands | ({} if first is None else _fields(first))


def _fields(preset: Preset) -> dict[str, str]:
    """What a preset writes, field by field of the form."""
    return {f"option.{option}": value for option, value in preset.values.items()}


def _presets(name: str, form: Mapping[str, str]) -> list[Json]:
    """The presets of a game; the one that the form says already is chosen."""
    cls = registry.game_class(name)
    shown = {f"option.{spec.name}": option_texts.text(spec.default) for spec in option_texts.specs(cls.options_class)}
    shown |= form
    presets = [{**vars_of(preset), "fields": _fields(preset)} for preset in cls.presets]
    return [
        {**each, "chosen": all(shown[field] == value for field, value in each["fields"].items())} for each in presets
    ]


def _option(spec: OptionSpec, form: Mapping[str, str]) -> Json:
    field = f"option.{spec.name}"
    return {
        "name": spec.name,
        "field": field,
        "label": spec.name.replace("_", " ").capitalize(),
        "sentence": spec.sentence,
        "kind": _option_kind(spec),
        "value": form.get(field, option_texts.text(spec.default)),
        "choices": [option_texts.text(choice) for choice in spec.choices],
        "low": spec.low,
        "high": spec.high,
    }


def _option_kind(spec: OptionSpec) -> str:
    if isinstance(spec.default, bool):
        return "yes-no"
    if spec.choices:
        return "choice"
    return "text" if isinstance(spec.default, str) else "number"


def _seat(seat: Seat, form: Mapping[str, str]) -> dict[str, str]:
    field = f"name.{seat.name}"
    return {
        "name": seat.name,
        "field": field,
        "side": seat.side.value,
        "value": form.get(field, ""),
        "label": default_name(seat),
        "player": form.get(f"seat.{seat.name}", ""),
        "hand": form.get(f"hand.{seat.name}") or EXACT,
    }

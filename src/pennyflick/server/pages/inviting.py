"""What an invitation says: the links with their codes for those who invite, the table for those who are invited."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

import segno
from markupsafe import Markup
from starlette.requests import Request

from pennyflick.players.hands import hand_sentence
from pennyflick.rules import registry
from pennyflick.server.pages.games import title
from pennyflick.server.pages.request import absolute, service_of
from pennyflick.server.pages.times import time_sentence
from pennyflick.server.play.invitations import token_of
from pennyflick.server.play.live import Live
from pennyflick.server.play.starting import default_name
from pennyflick.server.play.viewers import invited
from pennyflick.server.store.store import NOBODY, PERSON, Header
from pennyflick.server.wire.messages import Json
from pennyflick.table import Seat

_QUIET_ZONE = 4  # modules of white that a reader of codes needs around one


def invitation_of(request: Request, live: Live, seats: tuple[str, ...]) -> Json | None:
    """The card for who sits at a table that waits; None: nobody is awaited, or this browser sits elsewhere."""
    if not (shown := invited(live, seats)):
        return None
    return {
        "links": [_link(request, live, seat, seats) for seat in _partner_first(shown, seats)],
        "sentence": inviting_sentence(live.header, live.open_seats),
        "only_here": service_of(request).settings.reach is None,
        "name": _told_name(live.header, seats[0]),
    }


def _partner_first(open_seats: tuple[str, ...], seats: tuple[str, ...]) -> list[str]:
    mine = {Seat.from_name(each).side for each in seats}
    return sorted(open_seats, key=lambda seat: (Seat.from_name(seat).side not in mine, seat))


def _link(request: Request, live: Live, seat: str, seats: tuple[str, ...]) -> Json:
    address = absolute(request, f"/join/{token_of(service_of(request).secret, live.id, seat)}")
    return {"seat": seat, "address": address, "code": code(address), "whose": _whose(live, seat, seats)}


def code(address: str) -> Markup:
    """The address as a QR code: SVG with attributes only, because pages allow no inline style."""
    made = segno.make(address, micro=False, error="m")
    return Markup(made.svg_inline(omitsize=True, border=_QUIET_ZONE, dark="#000", light="#fff"))


def _whose(live: Live, seat: str, seats: tuple[str, ...]) -> str:
    """Whom to send it to, where there are several."""
    if len(live.header.players) == 2:
        return ""
    mine = {Seat.from_name(each).side for each in seats}
    place = Seat.from_name(seat)
    return "For your partner" if place.side in mine else f"For the other side, {'second' if place.place else 'first'}"


def inviting_sentence(header: Header, open_seats: tuple[str, ...]) -> str:
    """Who invites to what, as the friend reads it."""
    names = inviters(header, open_seats)
    verb = "invites" if len(names) < 2 else "invite"
    return f"{' and '.join(names) or 'A friend'} {verb} you to {title(header.game)}."


def inviters(header: Header, open_seats: tuple[str, ...]) -> list[str]:
    """The people who sit there already, as far as they told a name."""
    seated = [seat for seat, player in header.players.items() if player == PERSON and seat not in open_seats]
    return [name for seat in seated if (name := _told_name(header, seat))]


def _told_name(header: Header, seat: str) -> str:
    name = header.names[seat]
    return "" if name == default_name(Seat.from_name(seat)) else name


def table_of(live: Live) -> Json:
    """What somebody may know of a table before he sits down."""
    header = live.header
    return {
        "id": header.id,
        "game": header.game,
        "title": live.match.game.title,
        "picture": f"/board/{header.game}.svg?{urlencode(header.options)}",
        "sentence": inviting_sentence(header, live.open_seats),
        "ways": ways_in_words(header),
        "seated": seated_in_words(live),
        "terms": terms_in_words(header),
    }


def ways_in_words(header: Header) -> list[str]:
    """How it is played, where that is not how the game is played anyway: a preset by its name, the rest one by one."""
    told = dict(header.options)
    preset = next((each for each in registry.game_class(header.game).presets if _says(told, each.values)), None)
    first = [] if preset is None else [f"{preset.title}: {_lower(preset.sentence)}"]
    rest = {name: value for name, value in told.items() if preset is None or name not in preset.values}
    return first + [f"{name.replace('_', ' ').capitalize()}: {value}." for name, value in rest.items()]


def _says(told: Mapping[str, str], values: Mapping[str, str]) -> bool:
    """Whether the options differ from the game's own as the preset does; one that says nothing else is no news."""
    return any(told.get(name) == value for name, value in values.items()) and all(
        values.get(name, value) == value for name, value in told.items()
    )


def seated_in_words(live: Live) -> list[str]:
    """Who sits where already, with what hand."""
    held = [seat for seat in live.header.players if seat not in live.open_seats]
    hands = {seat.name: hand for seat, hand in live.match.hands.items()}
    return [f"{_called(live.header, seat)}: {_lower(hand_sentence(hands.get(seat)))}" for seat in held]


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _called(header: Header, seat: str) -> str:
    return header.names[seat] if header.players[seat] != PERSON else _told_name(header, seat) or "Your friend"


def terms_in_words(header: Header) -> list[str]:
    """What whoever sits down agrees to besides, where it is not the default."""
    told = (
        time_sentence(header.terms.time),
        "Nobody else may watch." if header.terms.watch == NOBODY else "",
        "Finger flicks are agreed: a stroke through the disc, with no hand’s error added." if header.strokes else "",
        "The line to the first contact is drawn for both." if header.first_contact else "",
    )
    return [sentence for sentence in told if sentence]

"""Beat this flick: a flick out of a match becomes a link, and others try to do better from the same position.

Law: the same referee and the same table: a try is a practice match that begins in the position; its first flick counts.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from pennyflick.players.search.tactics import worth_to
from pennyflick.record.position_plain import position_of
from pennyflick.rules import registry
from pennyflick.rules.game import Position
from pennyflick.server.play.events import standing_of
from pennyflick.server.play.keeping import begun, game_of, position_after, read_event, setup_text, under_now
from pennyflick.server.play.practice import OTHER
from pennyflick.server.play.starting import EXACT, Start
from pennyflick.server.settings import ID_ALPHABET, Settings
from pennyflick.server.store.people import SentFlick
from pennyflick.server.store.store import PERSON, Header, KeptVersion, NewMatch
from pennyflick.server.wire.messages import MatchEvent
from pennyflick.server.wire.shapes import WireRow, wire_sheet
from pennyflick.table import Seat, Side
from pennyflick.table.viewer import GUEST

TRIES = 3
ID_LENGTH = 12
_MARK = "flick:"  # begins the practice mark of a try


@dataclass(frozen=True)
class Outcome:
    """What came of a flick, and what that was worth to who flicked: 0 is lost, 1 is won."""

    event: MatchEvent
    before: float
    after: float
    sheet: list[WireRow]  # the score before it


def flick_of(header: Header) -> str | None:
    """The flick that this practice match tries to beat; None: it is no such match."""
    mark = header.practice or ""
    return mark.removeprefix(_MARK) if mark.startswith(_MARK) else None


def mark_of(flick: SentFlick) -> str:
    """What marks the tries to beat it."""
    return f"{_MARK}{flick.id}"


def flick_id(secret: bytes, match: str, version: int) -> str:
    """The id under which a flick of a match is sent: the same whenever it is asked for."""
    made = hmac.new(secret, f"flick|{match}|{version}".encode(), hashlib.sha256).digest()
    return "".join(ID_ALPHABET[byte % len(ID_ALPHABET)] for byte in made[:ID_LENGTH])


def position_before(header: Header, earlier: KeptVersion | None) -> Position[Any]:
    """The position that a flick found: what the version before it left, or how the match began."""
    if earlier is None or earlier.event is None:
        return begun(header).position
    return position_after(game_of(header), read_event(earlier.event))


def setup_of(header: Header, earlier: KeptVersion | None) -> str:
    """The same as headers keep it."""
    return setup_text(position_before(header, earlier))


def trial(flick: SentFlick, name: str, hand: str, settings: Settings, holder: str) -> Start:
    """The position on a table of its own, to be flicked once; nobody plays the other side."""
    side = Seat.from_name(flick.seat).side
    game = registry.new_game(flick.game, dict(flick.options))
    mine = [seat.name for seat in game.seats if seat.side is side]
    header = Header(
        id=settings.new_id(),
        game=flick.game,
        options=flick.options,
        starter=Side.ONE.value,
        names={seat.name: _called(seat, flick, name) for seat in game.seats},
        players={seat.name: PERSON for seat in game.seats},
        hands={seat: hand for seat in mine if hand != EXACT},
        seed=settings.new_seed(),
        created=settings.clock(),
        under=under_now(),
        setup=flick.setup,
        practice=mark_of(flick),
        strokes=True,  # nobody plays against him
        first_contact=True,
    )
    return Start(NewMatch(header, standing_of(begun(header)), dict.fromkeys(mine, holder)))


def _called(seat: Seat, flick: SentFlick, name: str) -> str:
    if seat.side is not Seat.from_name(flick.seat).side:
        return OTHER
    return name or GUEST


def outcome(flick: SentFlick, event: bytes) -> Outcome:
    """What a flick from this position came to, this one or a try to beat it."""
    game = registry.new_game(flick.game, dict(flick.options))
    side = Seat.from_name(flick.seat).side
    before = position_of(game, msgspec.json.decode(flick.setup))
    kept = read_event(event)
    after = worth_to(game, position_after(game, kept), side)
    return Outcome(kept.event, worth_to(game, before, side), after, wire_sheet(game.sheet(before.ledger)))


def best(outcomes: Sequence[Outcome]) -> Outcome:
    """The one that is worth most; of equals the first."""
    return max(outcomes, key=lambda each: each.after)

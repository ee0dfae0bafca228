"""What may be tried at a table as it stands: who may, when, and at which version. Nothing here changes anything."""

from __future__ import annotations

from pennyflick.match.placing import NowhereLegalError, Wish, nearest_place, region_for
from pennyflick.match.referee import decision, refusal
from pennyflick.rules.refusing import refused
from pennyflick.server.play.changes import Answered, Change, Claimed, RematchWished
from pennyflick.server.play.live import Asker, Live
from pennyflick.server.play.starting import WATCHER
from pennyflick.server.wire.answers import answer_of, wire_point
from pennyflick.server.wire.commands import CheckCommand, NearestCommand
from pennyflick.server.wire.messages import Done, Nearest, Refused
from pennyflick.server.wire.sentences import wire_sentence
from pennyflick.table import (
    Declare,
    DiscId,
    Named,
    Object,
    Point,
    Refusal,
    Resign,
    Seat,
    Subject,
    listed,
    phrase,
    says,
    verb,
)


def done(live: Live, command: str) -> Done:
    """It is so, as the match stands."""
    return Done(command, live.version, live.hash)


def refusal_of(live: Live, command: str | None, code: str, why: Refusal) -> Refused:
    """It is not, and why."""
    nearest = None if why.nearest is None else wire_point(why.nearest)
    return Refused(command, code, wire_sentence(why.sentence), why.clause, nearest, live.version, live.hash)


def strange(live: Live, change: Change, asker: Asker) -> Refused | None:
    """Why it is not for him to change that, or None."""
    seat = change.seat if isinstance(change, Answered | Claimed) else None
    if seat is not None and seat.name in asker.seats:
        return None
    if seat is None and asker.seats and not (isinstance(change, RematchWished) and WATCHER in asker.seats):
        return None
    where = f"the seat {seat.name}" if seat else "any seat of this match"
    why = f"This browser does not hold {where}; it can only watch."
    return refusal_of(live, change.id, "no-seat", refused(None, why))


def unfit(live: Live, change: Change) -> Refused | None:
    """Why the change cannot even be tried: the wrong version, the wrong time, the wrong seat."""
    if (astray := _astray(live, change)) is not None:
        return astray
    if isinstance(change, RematchWished):
        return _too_early(live, change)
    return _not_playing(live, change) or _out_of_turn(live, change)


def _astray(live: Live, change: Change) -> Refused | None:
    """Why it is aimed at another version."""
    if change.version < live.version:
        return refusal_of(live, change.id, "stale", refused(None, "The match has moved on; look again."))
    if change.version > live.version:
        sentence = f"The match is at version {live.version}; there is no version {change.version} yet."
        return refusal_of(live, change.id, "ahead", refused(None, sentence))
    return None


def _too_early(live: Live, change: RematchWished) -> Refused | None:
    if live.match.ended is not None:
        return None
    why = "A rematch can be wished for when the match is over."
    return refusal_of(live, change.id, "not-over", refused(None, why))


def _not_playing(live: Live, change: Change) -> Refused | None:
    """Why nothing is decided: somebody is awaited, or it is over."""
    if live.open_seats:
        absent = listed((Subject(Seat.from_name(seat)) for seat in live.open_seats), "and")
        waits = says("The match begins when", absent, verb("sits", "sit"), "down")
        return refusal_of(live, change.id, "open-seat", refused(None, waits))
    if live.match.ended is not None:
        over = phrase("The match is over:", live.match.ended.result.sentence)
        return refusal_of(live, change.id, "over", refused(None, over))
    return None


def _out_of_turn(live: Live, change: Change) -> Refused | None:
    if not isinstance(change, Answered) or isinstance(change.answer, Declare | Resign):
        return None
    asked = decision(live.match)
    if asked is None or change.seat in asked.seats:
        return None
    turn = says("It is for", listed(map(Object, asked.seats), "or"), "to act now")
    return refusal_of(live, change.id, "not-your-turn", refused(None, turn))


def checked(live: Live, command: CheckCommand, asker: Asker) -> Done | Refused:
    """Whether an answer would be accepted."""
    seat = Seat.from_name(command.seat)
    change = Answered(command.id, command.version, seat, answer_of(command.answer, seat))
    if (why := strange(live, change, asker) or unfit(live, change)) is not None:
        return why
    illegal = refusal(live.match, seat, change.answer)
    return done(live, command.id) if illegal is None else refusal_of(live, command.id, "illegal", illegal)


def nearest(live: Live, command: NearestCommand, asker: Asker) -> Nearest | Refused:
    """The legal place nearest to the one asked for."""
    if not asker.seats:  # he has nothing to put anywhere, and shall not keep the players waiting for it
        why = refused(None, "Only who plays may ask for a legal place.")
        return refusal_of(live, command.id, "no-seat", why)
    others = {DiscId(disc): Point(*point) for disc, point in command.others.items()}
    wish = Wish(command.ask, DiscId(command.disc), Point(*command.point), others)
    region = region_for(live.match, wish)
    if command.version != live.version or region is None:
        sentence = f"Ask {command.ask} of version {live.version} has no region for {command.disc!r}."
        return refusal_of(live, command.id, "no-ask", refused(None, sentence))
    try:
        granted = nearest_place(live.match, wish, region)
    except NowhereLegalError:
        nowhere = phrase("No legal place is left for", Named(wish.disc), ".")
        return refusal_of(live, command.id, "illegal", refused(region.breaks(wish.point), nowhere))
    told = None if granted.sentence is None else wire_sentence(granted.sentence)
    return Nearest(command.id, live.version, wire_point(granted.point), told is None, granted.clause, told)

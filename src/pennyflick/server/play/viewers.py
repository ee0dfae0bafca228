"""What a viewer may know of a match. Law: whatever of a match reaches a browser passes here, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from pennyflick.server.play.instants import wander_for
from pennyflick.server.play.live import Asker, Live
from pennyflick.server.store.store import NOBODY, Header
from pennyflick.server.wire.messages import Aimed, Aside, Message, Ring, Snapshot, WirePlea, encoded
from pennyflick.table import Seat, Viewer


def viewer_of(header: Header, seats: Iterable[str]) -> Viewer:
    """Whoever holds these seats of the match; holding none of them is watching."""
    names = {Seat.from_name(seat): name for seat, name in header.names.items()}
    return Viewer(names, [Seat.from_name(seat) for seat in seats if seat in header.names])


def headings(viewer: Viewer) -> dict[str, str]:
    """What each seat is called over its column."""
    return {seat.name: viewer.heading(seat) for seat in viewer.names}


def may_look(header: Header, seats: Sequence[str]) -> bool:
    """Whether whoever holds these seats may see the match at all."""
    return bool(seats) or header.terms.watch != NOBODY


def invited(live: Live, seats: Sequence[str]) -> tuple[str, ...]:
    """The open seats whose links he may see: all, when he sits there himself."""
    return live.open_seats if seats else ()


def snapshot_for(live: Live, seats: Sequence[str]) -> Snapshot:
    """The match for whoever holds these seats and knows nothing."""
    mine = [seat for seat in seats if seat in live.header.players]
    pleas = [WirePlea(plea.id, plea.seat) for plea in live.pleas] if mine else []
    return msgspec.structs.replace(live.snapshot(), yours=mine, pleas=pleas)


def ring_for(live: Live, seats: Sequence[str]) -> Ring:
    """What a browser is told that is elsewhere while it is the turn of its seats."""
    event, at = live.event(live.version), f"at {live.match.game.title}"
    if event is None:
        line = f"Everybody sits: your turn {at}"
    elif event.seat is None or event.seat in seats:
        line = f"Your turn {at}"
    else:
        who = viewer_of(live.header, seats).heading(Seat.from_name(event.seat))
        line = f"{who} has {'flicked' if event.shot else 'played'}: your turn {at}"
    return Ring("pennyflick", line, f"/match/{live.id}")


def shows_aims(live: Live, seat: str) -> bool:
    """Whether others may see this seat's aims as they move: one page of its holder that says no is enough."""
    return all(page.aims for page in live.company.pages if seat in page.seats)


def tell(asker: Asker, message: Message) -> None:
    """Send a message to one, if it is for him."""
    _post(asker, message, encoded(message))


def tell_all(askers: Iterable[Asker], message: Message) -> None:
    """Send a message to each of these whom it is for; it is written once."""
    written = encoded(message)
    for asker in tuple(askers):
        _post(asker, message, written)


def tell_wander(live: Live, asker: Asker) -> None:
    """A message of its own, so that what everybody hears is the same for everybody and tells nobody else's hand."""
    if live.open_seats:
        return
    wander = wander_for(live.match, live.version, live.elapsed_ms, asker.seats)
    if wander is not None:
        tell(asker, wander)


def _post(asker: Asker, message: Message, written: bytes) -> None:
    if not _is_for(asker, message):
        return
    if isinstance(message, Aside):
        asker.listener.post_if_room(written)
    else:
        asker.listener.post(written)


def _is_for(asker: Asker, message: Message) -> bool:
    """Nobody is shown his own aim: he has drawn it himself, and it may have moved since."""
    return not (isinstance(message, Aimed) and message.seat in asker.seats)

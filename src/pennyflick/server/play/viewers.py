"""Who looks at a match on a page: the names of its players, and the seats that are his."""

from __future__ import annotations

from collections.abc import Iterable

from pennyflick.server.store.store import Header
from pennyflick.table import Seat, Viewer


def viewer_of(header: Header, seats: Iterable[str]) -> Viewer:
    """Whoever holds these seats of the match; holding none of them is watching."""
    names = {Seat.from_name(seat): name for seat, name in header.names.items()}
    return Viewer(names, [Seat.from_name(seat) for seat in seats if seat in header.names])


def headings(viewer: Viewer) -> dict[str, str]:
    """What each seat is called over its column."""
    return {seat.name: viewer.heading(seat) for seat in viewer.names}

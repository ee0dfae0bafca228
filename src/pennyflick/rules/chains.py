"""Chains of hits, in order of time: what a penny struck, and what those hits reached."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pennyflick.rules.reasons import struck
from pennyflick.table import Contact, DiscId, Event, Shot, Stopped


def strikes_of(shot: Shot, disc: DiscId) -> tuple[Contact, ...]:
    """The contacts in which the moving disc strikes another: not those by which it is itself set in motion.

    A disc at rest that another runs into strikes nothing; nor does it strike the one that has just set it in motion.
    """
    found: list[Contact] = []
    moved_by: DiscId | None = None
    moving = shot.flick.disc == disc
    for event in shot.events:
        if isinstance(event, Stopped) and event.disc == disc:
            moving, moved_by = False, None
        elif isinstance(event, Contact) and disc in event.discs:
            other = struck(event, disc)
            if moving and other != moved_by:
                found.append(event)
            moving, moved_by = True, other
    return tuple(found)


def reached(events: Iterable[Event], starts: Collection[Contact], source: DiscId) -> dict[DiscId, Contact]:
    """Every disc that a chain of hits reaches which begins with one of `starts` by the source, with the last hit of it.

    Each link is a later contact of a disc already reached; the source itself does not pass a chain on.
    """
    found: dict[DiscId, Contact] = {}
    for event in events:
        if not isinstance(event, Contact):
            continue
        if source in event.discs:
            if event in starts:
                found.setdefault(struck(event, source), event)
        elif event.a in found or event.b in found:
            found.setdefault(event.a, event)
            found.setdefault(event.b, event)
    return found

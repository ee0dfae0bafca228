"""A match of the store as its record. Law: what was recorded is read, not played again."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from pennyflick import __version__
from pennyflick.match.referee import Match
from pennyflick.match.written import written
from pennyflick.record import Entry, Record, Versions
from pennyflick.server.play.keeping import begun, read_kept
from pennyflick.server.store.store import Header, KeptVersion, Under
from pennyflick.server.wire.answers import answer_of, instant_of
from pennyflick.server.wire.messages import ACTION, MatchEvent
from pennyflick.table import Clause, Flick, Seat, SideFlick

GOES_ON = "GoesOn"  # the tag that says from which action on other rules or another physics ruled


def record_of(header: Header, match: Match, versions: Sequence[KeptVersion]) -> Record:
    """The record of a match; its date is the day on which it began."""
    start = begun(header)
    told = written(dataclasses.replace(match, setup=start.setup, earlier=0), date=header.created.date().isoformat())
    entries = tuple(_entry(read_kept(kept).event) for kept in versions if kept.kind == ACTION)
    made = Versions(__version__, header.under.rules, header.under.physics)
    seed = None if header.imported else told.seed  # an imported match was flicked with the dice of another
    extra = _going_on(header.under, versions)
    agreed = dataclasses.replace(told, first_contact=header.first_contact, time=header.terms.time)
    return dataclasses.replace(agreed, versions=made, entries=entries, seed=seed, extra=extra)


def _entry(event: MatchEvent) -> Entry:
    assert event.seat is not None, f"version {event.version} is an action of nobody"
    assert event.answer is not None, f"version {event.version} is an action without an answer"
    by = Seat.from_name(event.seat)
    actual = None if event.actual is None else answer_of(event.actual, by)
    assert actual is None or isinstance(actual, Flick | SideFlick), "only flicks have an actual flick"
    clauses = tuple(dict.fromkeys(Clause(reason.clause) for reason in event.reasons))
    told, instant_ms = answer_of(event.answer, by), instant_of(event.answer)
    return Entry(event.version, by, told, actual, clauses, event.hash, instant_ms)


def _going_on(under: Under, versions: Sequence[KeptVersion]) -> dict[str, str]:
    """Where a match went on under other rules or another physics than it began with: the last such change."""
    last, told = under, {}
    for kept in versions:
        if kept.under is not None and kept.under != last:
            last = kept.under
            told = {GOES_ON: f"{kept.version}: rules {last.rules}, physics {last.physics}"}
    return told

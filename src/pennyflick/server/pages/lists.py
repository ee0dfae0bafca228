"""Matches in lists: one's own turn first, what runs out soonest before the rest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from pennyflick.record.allowances import NO_TIME
from pennyflick.server.pages.games import title
from pennyflick.server.play.clocks import duration
from pennyflick.server.play.viewers import headings, viewer_of
from pennyflick.server.store.store import Row
from pennyflick.server.wire.messages import Json

_AWAITED = "Waits for somebody to sit down."


def listed(rows: Sequence[Row], now: datetime) -> list[Json]:
    """The rows as templates read them; among equals their order stays."""
    return in_order(sorted(rows, key=lambda row: _order(row, now)), now)


def in_order(rows: Sequence[Row], now: datetime) -> list[Json]:
    """The same as they come."""
    return [_row(row, now) for row in rows]


def _order(row: Row, now: datetime) -> tuple[bool, bool, float]:
    left = _left(row, now)
    return not is_ones_turn(row), left is None, 0.0 if left is None else left.total_seconds()


def is_ones_turn(row: Row) -> bool:
    """Whether whoever reads the list must act; of matches from before it was kept nobody knows otherwise."""
    if row.standing.over or row.awaits or row.header.imported:
        return False
    return not row.standing.act or bool(set(row.standing.act) & set(row.seats))


def _left(row: Row, now: datetime) -> timedelta | None:
    """How long whoever must act has; None: there is no clock."""
    if row.deadline is None or row.header.terms.time == NO_TIME:
        return None
    return max(row.deadline - now, timedelta())


def _row(row: Row, now: datetime) -> Json:
    header, standing, viewer, left = row.header, row.standing, viewer_of(row.header, row.seats), _left(row, now)
    return {
        "id": header.id,
        "game": header.game,
        "title": title(header.game),
        "names": headings(viewer),
        "players": header.players,
        "sentence": _AWAITED if row.awaits else standing.sentence.said(viewer),
        "waiting": row.awaits,
        "version": standing.version,
        "over": standing.over,
        "score": standing.score,
        "imported": header.imported,
        "updated": row.updated,
        "created": header.created,
        "turn": is_ones_turn(row),
        "left": None if left is None else f"{duration(left)} left" if left else "time is up",
        "left_ms": None if left is None else left // timedelta(milliseconds=1),
    }

"""Who is at a table: here, away or reconnecting. Never stored: a restart knows only who comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pennyflick.server.wire.messages import Presence, WireAttendance

if TYPE_CHECKING:
    from pennyflick.server.play.live import Asker

HERE, AWAY, RECONNECTING = "here", "away", "reconnecting"
RECONNECTING_S = 10.0  # how long a lost connection is expected back before its seat is away


@dataclass
class Company:
    """Those who are, or were, at one table."""

    held: tuple[str, ...] = ()  # the seats of people that are taken
    seen: dict[str, float] = field(default_factory=dict)  # when each of them was last here
    told: Presence | None = None
    telling: asyncio.TimerHandle | None = None  # when it is told next

    def see(self, askers: Iterable[Asker], now_s: float) -> None:
        """Take note of who is here, before somebody goes or looks away."""
        self.seen |= {seat: now_s for asker in askers if asker.visible for seat in asker.seats}


def presence_of(company: Company, askers: Iterable[Asker], now_s: float) -> Presence:
    """How each seat of people is attended, and how many browsers look on."""
    there = tuple(askers)
    seats = {seat: _attendance(seat, there, company.seen, now_s) for seat in company.held}
    watchers = {asker.holder for asker in there if not set(asker.seats) & set(company.held)}
    return Presence(seats, len(watchers))


def _attendance(seat: str, askers: tuple[Asker, ...], seen: Mapping[str, float], now_s: float) -> WireAttendance:
    own = [asker for asker in askers if seat in asker.seats]
    if any(asker.visible for asker in own):
        return WireAttendance(HERE)
    if seat not in seen:
        return WireAttendance(AWAY)
    gone_s = max(now_s - seen[seat], 0.0)
    state = RECONNECTING if not own and gone_s < RECONNECTING_S else AWAY
    return WireAttendance(state, int(gone_s * 1_000))


def is_news(told: Presence | None, now: Presence) -> bool:
    """Whether it differs in more than the time that has passed."""
    return told is None or _without_times(told) != _without_times(now)


def _without_times(presence: Presence) -> tuple[dict[str, str], int]:
    return {seat: each.state for seat, each in presence.seats.items()}, presence.watchers


def lapse_s(presence: Presence) -> float | None:
    """When the first of those who are reconnecting is to be called away; None: nobody is."""
    gone = [each.for_ms or 0 for each in presence.seats.values() if each.state == RECONNECTING]
    return max(RECONNECTING_S - max(gone) / 1_000, 0.0) if gone else None

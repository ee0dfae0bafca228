"""Who is at a table: here, away or reconnecting. Never stored: a restart knows only who comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from pennyflick.server.wire.messages import Presence, WireAttendance

if TYPE_CHECKING:
    from pennyflick.server.play.live import Asker, Listener

HERE, AWAY, RECONNECTING = "here", "away", "reconnecting"
FORGETTING_S = 10.0  # between two looks at which tables may be forgotten
RECONNECTING_S = 10.0  # how long a lost connection is expected back before its seat is away


class Page(Protocol):
    """A page of a match that is open somewhere."""

    @property
    def holder(self) -> str:
        """Whose browser it is in."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Those that are his."""

    @property
    def visible(self) -> bool:
        """Whether it can be seen."""

    @property
    def aims(self) -> bool:
        """Whether others may see his aims as they move."""


@dataclass(frozen=True)
class Last:
    """When somebody was last at the table: with a page, and with one that could be seen."""

    open_s: float
    visible_s: float | None = None


@dataclass
class Company:
    """Those who are, or were, at one table."""

    held: Mapping[str, str] = field(default_factory=dict)  # seat -> holder, where people sit
    listeners: dict[Listener, Asker] = field(default_factory=dict)  # the pages that this process serves
    abroad: dict[str, tuple[Page, ...]] = field(default_factory=dict)  # worker -> the pages that it says it serves
    last: dict[str, Last] = field(default_factory=dict)  # holder -> when he was here
    told: Presence | None = None
    telling: asyncio.TimerHandle | None = None  # when it is told next

    @property
    def pages(self) -> tuple[Page, ...]:
        """Every page that is open, wherever it is served."""
        return (*self.listeners.values(), *(page for pages in self.abroad.values() for page in pages))

    def see(self, now_s: float) -> None:
        """Take note of who is here, before somebody goes or looks away."""
        self._see(self.pages, now_s)

    def drop(self, worker: str, seen_s: float) -> None:
        """That worker serves nobody any more, since then."""
        self._see(self.abroad.pop(worker, ()), seen_s)

    def _see(self, pages: Iterable[Page], now_s: float) -> None:
        for page in pages:
            known = self.last.get(page.holder, Last(now_s))
            self.last[page.holder] = Last(now_s, now_s if page.visible else known.visible_s)

    def away_s(self, holder: str, now_s: float) -> float | None:
        """For how long he has had no page open; None: he was never seen."""
        if any(page.holder == holder for page in self.pages):
            return 0.0
        return now_s - self.last[holder].open_s if holder in self.last else None

    def lonely(self, before_s: float) -> bool:
        """Whether nobody is here, and nobody has been since then."""
        return not self.pages and all(each.open_s < before_s for each in self.last.values())


class Companies:
    """The company of every table that was heard of lately, be the match in memory or not."""

    def __init__(self, ticks: Callable[[], float], kept_s: float) -> None:
        self._ticks = ticks
        self._kept_s = kept_s
        self._companies: dict[str, Company] = {}
        self._forgot_s = ticks()

    def of(self, match: str) -> Company:
        """Those at that table."""
        return self._companies.setdefault(match, Company())

    def away_s(self, match: str, holder: str) -> float | None:
        """For how long he has had no page of the match open; None: he was never seen there."""
        company = self._companies.get(match)
        return None if company is None else company.away_s(holder, self._ticks())

    def see(self, match: str, holder: str) -> None:
        """He has shown himself, if not by a page that stays open."""
        self.of(match).last[holder] = Last(self._ticks())

    def forget(self, kept: Collection[str]) -> None:
        """Forget the tables where nobody was for long, but for these; now and then, however often it is asked for."""
        now_s = self._ticks()
        if now_s - self._forgot_s < FORGETTING_S:
            return
        self._forgot_s, before_s = now_s, now_s - self._kept_s
        lonely = [match for match, each in self._companies.items() if match not in kept and each.lonely(before_s)]
        for match in lonely:
            del self._companies[match]

    def attended(self) -> list[str]:
        """The tables of which this process serves a page."""
        return [match for match, company in self._companies.items() if company.listeners]

    def drop(self, worker: str, seen_s: float) -> list[str]:
        """That worker serves nobody any more, since then; the tables where it did."""
        dropped = [match for match, company in self._companies.items() if worker in company.abroad]
        for match in dropped:
            self._companies[match].drop(worker, seen_s)
        return dropped

    def __len__(self) -> int:
        return len(self._companies)


def presence_of(company: Company, now_s: float) -> Presence:
    """How each seat of people is attended, and how many browsers look on."""
    pages = company.pages
    seats = {seat: _attendance(seat, pages, company.last.get(who), now_s) for seat, who in company.held.items()}
    watchers = {page.holder for page in pages if not set(page.seats) & set(company.held)}
    return Presence(seats, len(watchers))


def _attendance(seat: str, pages: Iterable[Page], last: Last | None, now_s: float) -> WireAttendance:
    own = [page for page in pages if seat in page.seats]
    if any(page.visible for page in own):
        return WireAttendance(HERE)
    if last is None or last.visible_s is None:
        return WireAttendance(AWAY)
    gone_s = max(now_s - last.visible_s, 0.0)
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

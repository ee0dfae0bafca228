"""What passes between people at a table: who is there, moving aims, phrases. Law: never stored, never answered."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Mapping
from typing import assert_never

from pennyflick.match.referee import decision
from pennyflick.server.buckets import Buckets
from pennyflick.server.play.live import Asker, Live
from pennyflick.server.play.passing import Nobody, Passing
from pennyflick.server.play.presence import is_news, lapse_s, presence_of
from pennyflick.server.play.viewers import shows_aims, tell, tell_all
from pennyflick.server.settings import Settings
from pennyflick.server.wire.commands import AimAside, Aside, AttendAside, SayAside
from pennyflick.server.wire.messages import Aimed, Said
from pennyflick.server.wire.phrases import PHRASES
from pennyflick.table import Seat

PAUSE_S = 0.25  # between two tellings of who is there: many who come and go at once cost the players little
_MARGIN_S = 0.05  # timers may be early by a little


class Asides:
    """Takes what people tell in passing and tells the others."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self._ticks = settings.ticks
        self._aims = Buckets(limits.aims_burst, limits.aims_per_s, settings.ticks)
        self._says = Buckets(limits.says_burst, limits.says_per_s, settings.ticks)
        self.passing: Passing = Nobody()
        self.after_coming: Callable[[Live, Asker], None] = lambda _, __: None  # somebody looks at his table

    @property
    def shared(self) -> Mapping[str, Buckets]:
        """Name -> limit, for those that count for all workers together; of aims the latest counts, not how many."""
        return {"says": self._says}

    def take(self, live: Live, aside: Aside, asker: Asker) -> None:
        """Something was told in passing."""
        match aside:
            case AttendAside():
                self._attend(live, aside, asker)
            case AimAside():
                self._aim(live, aside, asker)
            case SayAside():
                self._say(live, aside, asker)
            case _:
                assert_never(aside)

    def seat(self, live: Live) -> None:
        """Learn who holds what now."""
        live.company.held = {seat: live.holders[seat] for seat in live.header.players if seat in live.holders}
        self._attended(live)

    def enter(self, live: Live, asker: Asker) -> None:
        """Somebody has connected: he hears who is there, and the others that he is."""
        live.listeners[asker.listener] = asker
        tell(asker, presence_of(live.company, self._ticks()))
        self._attended(live)

    def leave(self, live: Live, asker: Asker) -> None:
        """Somebody's connection is gone."""
        live.company.see(self._ticks())
        live.listeners.pop(asker.listener, None)
        self._attended(live)

    def _attended(self, live: Live) -> None:
        """Who is served here has changed: other workers hear of it, too."""
        self.passing.attended(live)
        self.change(live)

    def change(self, live: Live) -> None:
        """Who is there may have changed: it is told soon, and several changes at once."""
        self._tell_in(PAUSE_S, live)

    def _tell_in(self, seconds: float, live: Live) -> None:
        loop, planned = asyncio.get_running_loop(), live.company.telling
        if planned is not None and planned.when() <= loop.time() + seconds:
            return
        if planned is not None:
            planned.cancel()
        live.company.telling = loop.call_later(seconds, self._tell_presence, live)

    def _tell_presence(self, live: Live) -> None:
        company = live.company
        company.telling = None
        now = presence_of(company, self._ticks())
        if is_news(company.told, now):
            tell_all(live.listeners.values(), now)
        company.told = now
        if live.listeners and (lapse := lapse_s(now)) is not None:
            self._tell_in(lapse + _MARGIN_S, live)

    def _attend(self, live: Live, aside: AttendAside, asker: Asker) -> None:
        live.company.see(self._ticks())
        live.listeners[asker.listener] = dataclasses.replace(asker, visible=aside.visible, aims=aside.aims)
        if asker.aims and not aside.aims:
            for seat in asker.seats:
                self._tell(live, Aimed(live.version, seat, None))
        if aside.visible and asker.seats:
            self.after_coming(live, asker)
        self._attended(live)

    def _aim(self, live: Live, aside: AimAside, asker: Asker) -> None:
        seat = aside.seat
        timely = aside.version == live.version and not live.open_seats and shows_aims(live, seat)
        if timely and seat in asker.seats and _can_be(live, aside) and self._aims.take(f"{live.id} {seat}"):
            self._tell(live, Aimed(aside.version, seat, aside.aim))

    def _say(self, live: Live, aside: SayAside, asker: Asker) -> None:
        if aside.seat in asker.seats and self._says.take(f"{live.id} {aside.seat}"):
            self._tell(live, Said(aside.seat, aside.phrase, PHRASES[aside.phrase]))

    def _tell(self, live: Live, message: Aimed | Said) -> None:
        tell_all(live.listeners.values(), message)
        self.passing.tell(live, message)


def _can_be(live: Live, aside: AimAside) -> bool:
    """Whether that seat is to act, and the disc one of the match."""
    asked = decision(live.match)
    known = aside.aim is None or aside.aim.disc in [disc.id for disc in live.match.game.discs]
    return known and asked is not None and Seat.from_name(aside.seat) in asked.seats

"""A match in memory: where it stands, who watches it, its latest events and its history in lines."""

from __future__ import annotations

import asyncio
import dataclasses
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

import msgspec

from pennyflick.match.referee import Match, decision
from pennyflick.players.hands import hand_words
from pennyflick.record.canonical import position_digest
from pennyflick.server.play.events import line_of, now_of, snapshot_of, version_of
from pennyflick.server.play.in_turn import in_turn
from pennyflick.server.play.instants import Opening
from pennyflick.server.play.keeping import begun, read_kept, read_line, reopened
from pennyflick.server.play.presence import Company
from pennyflick.server.store.people import Plea
from pennyflick.server.store.store import PERSON, Header, KeptVersion
from pennyflick.server.wire.messages import Clock, HistoryLine, MatchEvent, Now, Snapshot, Wishes
from pennyflick.table import Refusal, Seat

AWAITED = "awaited"  # the hand of a seat that is open
KEPT_EVENTS = 32  # latest events kept at hand: more than a client may have missed; the store has the others


class Listener(Protocol):
    """A connection that hears of a match."""

    def post(self, message: bytes) -> None:
        """Put a message into its outbox."""

    def post_if_room(self, message: bytes) -> None:
        """The same for what may be missed: a connection that lags behind does without it."""

    def close_soon(self, code: int) -> None:
        """End it with this code."""


@dataclass(frozen=True)
class Asker:
    """Whoever listens to a match: where to tell him, which browser he is, and the seats that are his."""

    listener: Listener
    holder: str
    seats: tuple[str, ...]
    visible: bool = True  # his page can be seen
    aims: bool = True  # others may see his aims as they move


class Live:
    """One match, its listeners and its order: commands are handled one at a time."""

    def __init__(
        self,
        header: Header,
        match: Match,
        events: Sequence[MatchEvent],
        history: Sequence[HistoryLine],
        ticks: Callable[[], float],
        open_seats: tuple[str, ...] = (),
    ) -> None:
        """`events` are the latest, KEPT_EVENTS of them at most; the history has a line for each that there was."""
        self.header = header
        self.match = match
        self.open_seats = open_seats  # the match begins when there is none left
        self.touched = 0  # the counter of the match in the store, as far as all that it counts is known here
        self.holders: Mapping[str, str] = {}  # seat -> who has it
        self.pleas: tuple[Plea, ...] = ()  # that wait for an answer
        self.company = Company()
        self.order = asyncio.Lock()
        self.thinking = False  # somebody thinks about it for the house
        self.deleted = False
        self.deadline: datetime | None = None  # after it the others may claim the match; None: nobody may
        self.next: str | None = None  # the rematch, once all have wished for it
        self.wishes: dict[str, tuple[str, ...]] = {}  # kind -> the seats that wish it, at this version
        self.history: list[HistoryLine] = list(history)
        self._events: OrderedDict[int, MatchEvent] = OrderedDict((event.version, event) for event in events)
        self._hash = events[-1].hash if events else position_digest(match.position)
        self._now: Now | None = None
        self._ticks = ticks
        self.opening = Opening(ticks())

    @property
    def id(self) -> str:
        """The match's id."""
        return self.header.id

    @property
    def listeners(self) -> dict[Listener, Asker]:
        """The connections of this process that hear of it."""
        return self.company.listeners

    @property
    def version(self) -> int:
        """How many events it has had."""
        return version_of(self.match)

    @property
    def hash(self) -> str:
        """The digest of where it stands."""
        return self._hash

    @property
    def idle(self) -> bool:
        """Whether it could leave memory: nobody listens, nothing is under way."""
        return not self.listeners and not self.thinking and not self.order.locked()

    @property
    def now(self) -> Now:
        """What is to be done now, worked out once a version."""
        if self._now is None:
            self._now = now_of(self.header, self.match)
        return self._now

    @property
    def acting(self) -> tuple[str, ...]:
        """The seats of people that must act."""
        asked = decision(self.match)
        seats = () if asked is None else asked.seats
        return tuple(seat.name for seat in seats if self.header.players[seat.name] == PERSON)

    def clock(self, now: datetime) -> Clock | None:
        """For whom time runs, and how long; None: for nobody."""
        if self.deadline is None:
            return None
        return Clock(self.version, list(self.acting), (self.deadline - now) // timedelta(milliseconds=1))

    def wished(self) -> Wishes:
        """What some wish and all must want."""
        return Wishes(self.version, {kind: list(seats) for kind, seats in self.wishes.items() if seats})

    @property
    def elapsed_ms(self) -> int:
        """How long the decision at hand has been open."""
        return self.opening.elapsed_ms(self._ticks())

    def try_at(self, instant_ms: int, tolerance_ms: int) -> Refusal | None:
        """Why a flick cannot have been let go at that instant of the decision; None: it can, and none before it now."""
        refusal = self.opening.untimely(instant_ms, self._ticks(), tolerance_ms)
        if refusal is None:
            self.opening = self.opening.tried(instant_ms)
        return refusal

    def reseat(self, header: Header, open_seats: tuple[str, ...], holders: Mapping[str, str]) -> None:
        """Who sits where, names, hands or terms have changed, already stored. Hands change only before it begins."""
        names = {Seat.from_name(seat): name for seat, name in header.names.items()}
        self.match = dataclasses.replace(self.match, names=names) if self.version else begun(header)
        self.header, self.open_seats, self.holders, self._now = header, open_seats, holders, None

    def seats_of(self, holder: str) -> tuple[str, ...]:
        """Those that are his."""
        return tuple(sorted(seat for seat, who in self.holders.items() if who == holder))

    def opened_before(self, seconds: float) -> None:
        """The decision at hand opened so long ago, by the clock that all workers share."""
        self.opening = Opening(self._ticks() - max(seconds, 0.0))

    def wrote(self, counter: int) -> None:
        """This process has changed it: where another has in between, there is something left to be read."""
        if counter == self.touched + 1:
            self.touched = counter

    def advance(self, match: Match, event: MatchEvent, deadline: datetime | None) -> None:
        """Go on to the next version, already stored; what was wished before is void."""
        self.match, self._hash, self._now = match, event.hash, None
        self.deadline, self.wishes = deadline, {}
        self.opening = Opening(self._ticks())
        self.history.append(line_of(event))
        self._events[event.version] = event
        if len(self._events) > KEPT_EVENTS:
            self._events.popitem(last=False)

    def event(self, version: int) -> MatchEvent | None:
        """That event, when it is among the latest."""
        return self._events.get(version)

    async def prepare_now(self) -> Now:
        """What is to be done now, worked out in its turn: drawing where a disc may be put can take long."""
        if self._now is None:
            match = self.match
            now = await in_turn(now_of, self.header, match)
            if match is self.match:
                self._now = now
        return self.now

    def snapshot(self) -> Snapshot:
        """Everything, as nobody in particular sees it."""
        whole = snapshot_of(self.header, self.match, self.now, self.history, self._events.get(self.version))
        return msgspec.structs.replace(whole, open=list(self.open_seats), hand_words=self._hand_words())

    def _hand_words(self) -> dict[str, str]:
        """With what hand each seat flicks; whoever takes an open one brings his."""
        hands = {seat.name: hand_words(self.match.hands.get(seat)) for seat in self.match.game.seats}
        return hands | dict.fromkeys(self.open_seats, AWAITED)


def opened(
    header: Header, versions: Sequence[KeptVersion], ticks: Callable[[], float], open_seats: tuple[str, ...] = ()
) -> Live:
    """The match as the store has it."""
    latest = [read_kept(kept).event for kept in versions[-KEPT_EVENTS:]]
    lines = [line_of(read_line(kept)) for kept in versions]
    return Live(header, reopened(header, versions), latest, lines, ticks, open_seats)

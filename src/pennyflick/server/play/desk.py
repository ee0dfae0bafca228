"""Where commands are handled, one at a time for each match. Law: stored on disk first, then replied and told."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar, assert_never

import msgspec

from pennyflick.match.placing import NowhereLegalError, Wish, nearest_place, region_for
from pennyflick.match.referee import (
    ABANDONED,
    AGREED,
    ON_TIME,
    Match,
    RefusedError,
    apply,
    decision,
    refusal,
)
from pennyflick.rules.refusing import refused
from pennyflick.server.play.clocks import deadline_of, postponed, unclaimable
from pennyflick.server.play.events import standing_of
from pennyflick.server.play.keeping import ended_early, latest_kept
from pennyflick.server.play.live import Asker, Live
from pennyflick.server.play.readiness import Readiness
from pennyflick.server.play.starting import WATCHER
from pennyflick.server.play.viewers import snapshot_for, tell, tell_all, tell_wander
from pennyflick.server.play.wishes import END, shared, unanimous
from pennyflick.server.settings import Settings
from pennyflick.server.store.store import Advance, Header, KeptReply, Store, StoreError
from pennyflick.server.wire.answers import answer_of, instant_of, wire_point
from pennyflick.server.wire.commands import (
    AbandonCommand,
    AnswerCommand,
    Changing,
    CheckCommand,
    ClaimCommand,
    Command,
    MalformedError,
    NearestCommand,
    RematchCommand,
    ResignCommand,
    SyncCommand,
    WithdrawCommand,
)
from pennyflick.server.wire.messages import Done, Happened, Missed, Nearest, Next, Refused, encoded, kept_reply
from pennyflick.server.wire.sentences import wire_sentence
from pennyflick.table import (
    Answer,
    Declare,
    DiscId,
    Flick,
    Named,
    Object,
    Point,
    Refusal,
    Resign,
    Seat,
    SideFlick,
    Subject,
    listed,
    phrase,
    says,
    verb,
)

Result = TypeVar("Result")
_LOG = logging.getLogger("pennyflick.server")
FINISHING_S = 5.0
_CATCH_UP = {"stale", "ahead"}  # refusals that carry what was missed


@dataclass(frozen=True)
class Change:
    """A command that may change a match, whoever gives it."""

    id: str
    version: int
    seat: Seat | None  # None: whoever asks, for all his seats
    answer: Answer | None  # None: it ends the match early, or withdraws a wish
    thought: str = ""
    instant_ms: int | None = None  # when a flick of a visible hand was let go
    early: str = ""  # how it ends the match, when not by an answer: ABANDONED, AGREED or ON_TIME
    withdraws: str = ""  # the kind of wish that it takes back
    rematch: bool = False  # it wishes for another match after this one


@dataclass(frozen=True)
class Settled:
    """What came of a change: its reply, and what everybody is to be told of it."""

    reply: Done | Refused | None  # None: the match is gone, and its connections are being closed
    happened: bool = False
    wished: bool = False  # somebody wishes something, or no longer does


class Desk:
    """Handles every command of every match."""

    def __init__(self, store: Store, settings: Settings, readiness: Readiness) -> None:
        self._store = store
        self._settings = settings
        self._readiness = readiness
        self._under_way: set[asyncio.Task[Any]] = set()
        self.after_change: Callable[[Live], None] = lambda _: None  # the house looks whether it must act
        self.wish_rematch: Callable[[Live, str, KeptReply], Awaitable[None]]  # set where the parts are put together
        self.after_opening: Callable[[Live], None] = lambda _: None  # the doorbell looks who must act and is away

    async def handle(self, live: Live, command: Command, asker: Asker) -> None:
        """Exactly one reply to the asker; an event to everybody when the match changed."""
        match command:
            case AnswerCommand() | ResignCommand() | AbandonCommand() | ClaimCommand() | WithdrawCommand():
                await self._shielded(self._ordered(live, _change(command), asker))
            case RematchCommand(id=id_, version=version):
                await self._shielded(self._ordered(live, Change(id_, version, None, None, rematch=True), asker))
            case CheckCommand():
                tell(asker, self._check(live, command, asker))
            case NearestCommand():
                tell(asker, _nearest(live, command) if asker.seats else _watches(live, command))
            case SyncCommand():
                self.catch_up(live, command.version, asker, command.id)
            case _:
                assert_never(command)

    async def play(self, live: Live, change: Change) -> Done | Refused | None:
        """A change of the house: the same path, the reply comes back."""
        return (await self._shielded(self._ordered(live, change, None))).reply

    def malformed(self, live: Live, error: MalformedError, asker: Asker) -> None:
        """Reply to a message that is no command."""
        tell(asker, _refused(live, error.id, "malformed", refused(None, str(error))))

    def catch_up(self, live: Live, version: int | None, asker: Asker, command: str | None = None) -> None:
        """Tell a client that has seen this version what it does not know, its hand's wander included."""
        tell(asker, self._missed(live, version, asker.seats, command))
        tell_wander(live, asker)
        self._tell_clock(live, [asker])
        if any(live.wishes.values()):
            _tell_wishes(live, [asker])

    def _missed(self, live: Live, version: int | None, seats: tuple[str, ...], command: str | None = None) -> Missed:
        """What a client that has seen this version does not know."""
        ready = self._readiness.status.ready
        if live.open_seats:  # then names and hands are told without a version
            version = None
        if version is None or not 0 <= live.version - version <= self._settings.limits.missed_events:
            return Missed(live.version, live.hash, ready, command, snapshot=snapshot_for(live, seats))
        events = [event for each in range(version + 1, live.version + 1) if (event := live.event(each)) is not None]
        names = dict(live.header.names)
        return Missed(live.version, live.hash, ready, command, events=events, now=live.now, names=names)

    def deadline(
        self, header: Header, match: Match, holders: Mapping[str, str], shot_s: float = 0.0
    ) -> datetime | None:
        """After what instant a decision that opens now may be claimed."""
        return deadline_of(header, match, holders, self._settings.clock(), shot_s)

    def notice(self, live: Live, asker: Asker) -> None:
        """Somebody comes to the table or leaves it: where there is no clock he is not absent."""
        if postponed(live, asker.seats, self._settings.clock()) is not None:
            self._begun(self._noticed(live, asker))

    async def _noticed(self, live: Live, asker: Asker) -> None:
        async with live.order:
            later = postponed(live, asker.seats, self._settings.clock())
            if later is None or live.deleted:
                return
            try:
                await self._store.postpone(live.id, later)
            except StoreError:  # he will be seen again
                _LOG.exception("match %s: a deadline could not be moved on", live.id)
                return
            live.deadline = later
            self._tell_clock(live, tuple(live.listeners.values()))

    def _tell_clock(self, live: Live, askers: Sequence[Asker]) -> None:
        if (clock := live.clock(self._settings.clock())) is not None:
            tell_all(askers, clock)

    async def finish(self) -> None:
        """Return when everything under way is stored; what still waits for the physics is not waited for."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=FINISHING_S)

    async def _shielded(self, work: Coroutine[Any, Any, Settled]) -> Settled:
        """Await it, but let it end even if whoever asked goes away: memory and disk must agree."""
        return await asyncio.shield(self._begun(work))

    def _begun(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    async def _ordered(self, live: Live, change: Change, asker: Asker | None) -> Settled:
        async with live.order:
            if live.deleted:
                return Settled(None)
            if asker is not None:
                asker = live.listeners.get(asker.listener, asker)  # his seats may have changed while he waited
            settled = await self._kept(live, change.id) or await self._decided(live, change, asker)
            if asker is not None and settled.reply is not None:
                tell(asker, self._with_missed(live, change.version, settled.reply, asker))
            if settled.wished:
                _tell_wishes(live, tuple(live.listeners.values()))
            if settled.happened:
                # whoever connects from here on is told of this version when he connects
                await self._tell(live, tuple(live.listeners.values()))
        self.after_change(live)
        if settled.happened:
            self.after_opening(live)
        return settled

    async def _tell(self, live: Live, askers: Sequence[Asker]) -> None:
        event = live.event(live.version)
        assert event is not None, "what has just happened is at hand"
        tell_all(askers, Happened(event, await live.prepare_now()))
        for asker in askers:
            tell_wander(live, asker)
        self._tell_clock(live, askers)

    async def _kept(self, live: Live, command: str) -> Settled | None:
        kept = await self._store.reply(live.id, command)
        return None if kept is None else Settled(kept_reply(kept))

    def _with_missed(self, live: Live, version: int, reply: Done | Refused, asker: Asker) -> Done | Refused:
        if not isinstance(reply, Refused) or reply.code not in _CATCH_UP:
            return reply
        seen = version if reply.code == "stale" else None
        return msgspec.structs.replace(reply, sync=self._missed(live, seen, asker.seats))

    async def _decided(self, live: Live, change: Change, asker: Asker | None) -> Settled:
        if asker is not None and not _holds(asker, change):
            return Settled(_refused(live, change.id, "no-seat", refused(None, _no_seat(change))))
        unfit = _unlike(live, change) if change.rematch else _unfit(live, change)
        refusal = unfit or self._untimely(live, change) or self._unclaimed(live, change)
        if refusal is None:
            settled = await self._settled(live, change, asker)
            if not isinstance(settled, Refused):
                return settled
            refusal = settled
        await self._keep(live, change.id, refusal)
        return Settled(refusal)

    async def _settled(self, live: Live, change: Change, asker: Asker | None) -> Settled | Refused:
        """What comes of a change that fits."""
        if asker is not None and change.rematch:
            return await self._rematched(live, change, asker)
        if asker is not None and change.withdraws:
            return await self._wished(live, change, asker, ())
        if asker is not None and change.early == ABANDONED and shared(holders := await self._holders(live)):
            wished = tuple(sorted({*live.wishes.get(END, ()), _first(live, asker)}))
            if not unanimous(wished, holders):
                return await self._wished(live, change, asker, wished)
            change = dataclasses.replace(change, early=AGREED)
        refusal = await self._advance(live, change)
        return Settled(_done(live, change.id), happened=True) if refusal is None else refusal

    async def _holders(self, live: Live) -> dict[str, str]:
        """Who has each seat that is played."""
        return {seat: who for seat, who in (await self._store.holders(live.id)).items() if seat in live.header.players}

    async def _wished(self, live: Live, change: Change, asker: Asker, wished: tuple[str, ...]) -> Settled | Refused:
        """Somebody wishes the end, or no longer does: stored, then told to all."""
        done, seat = _done(live, change.id), _first(live, asker)
        reply = KeptReply(change.id, encoded(done).decode())
        try:
            if change.withdraws:
                await self._store.withdraw(live.id, END, seat, reply)
                wished = tuple(each for each in live.wishes.get(END, ()) if each != seat)
            else:
                await self._store.wish(live.id, END, seat, live.version, reply)
        except StoreError:
            _LOG.exception("match %s: a wish could not be stored", live.id)
            return _refused(live, change.id, "failed", refused(None, "The server could not store that wish."))
        live.wishes = {**live.wishes, END: wished}
        return Settled(done, wished=True)

    async def _rematched(self, live: Live, change: Change, asker: Asker) -> Settled | Refused:
        """Somebody wishes another match: stored, then told to all, and where it is when he was the last."""
        done = _done(live, change.id)
        try:
            await self.wish_rematch(live, _first(live, asker), KeptReply(change.id, encoded(done).decode()))
        except StoreError:
            _LOG.exception("match %s: a wish could not be stored", live.id)
            return _refused(live, change.id, "failed", refused(None, "The server could not store that wish."))
        return Settled(done, wished=True)

    def _unclaimed(self, live: Live, change: Change) -> Refused | None:
        """Why the match cannot be claimed, where somebody claims it."""
        if change.early != ON_TIME:
            return None
        assert change.seat is not None, "a claim is somebody's"
        why = unclaimable(live, change.seat, self._settings.clock())
        return None if why is None else _refused(live, change.id, "no-claim", why)

    def _untimely(self, live: Live, change: Change) -> Refused | None:
        """Why a flick cannot have been let go when it says; whether it needs an instant at all the referee knows."""
        if change.instant_ms is None:
            return None
        why = live.try_at(change.instant_ms, self._settings.limits.instant_tolerance_ms)
        return None if why is None else _refused(live, change.id, "untimely", why)

    async def _advance(self, live: Live, change: Change) -> Refused | None:
        """Simulate, judge, store; then the match has moved on. Or a refusal, and nothing has changed."""
        if isinstance(change.answer, Flick | SideFlick):
            await self._readiness.wait()
        try:
            match = _next(live.match, change)
        except RefusedError as error:
            return _refused(live, change.id, "illegal", error.refusal)
        except Exception:  # a bug of ours must not end the match: it is logged, and another answer may do
            _LOG.exception("match %s, version %d: %r failed", live.id, live.version, change)
            return _refused(live, change.id, "failed", refused(None, "The server could not work out that answer."))
        return await self._stored(live, change, match)

    async def _stored(self, live: Live, change: Change, match: Match) -> Refused | None:
        event, kept = latest_kept(live.header, match, change.thought)
        done = KeptReply(change.id, encoded(Done(change.id, event.version, event.hash)).decode())
        shot_s = 0.0 if event.shot is None else event.shot.duration_s
        holders = await self._holders(live)
        at, deadline = self._settings.clock(), self.deadline(live.header, match, holders, shot_s)
        try:
            await self._store.advance(Advance(live.id, kept, standing_of(match), at, done, deadline))
        except StoreError:
            _LOG.exception("match %s, version %d could not be stored", live.id, event.version)
            return _refused(live, change.id, "failed", refused(None, "The server could not store that answer."))
        live.advance(match, event, deadline)
        return None

    async def _keep(self, live: Live, command: str, refused: Refused) -> None:
        if refused.code == "failed":  # the next try may well succeed
            return
        try:
            await self._store.keep_refusal(live.id, KeptReply(command, encoded(refused).decode()))
        except StoreError:
            _LOG.exception("match %s: the refusal of %s could not be stored", live.id, command)

    def _check(self, live: Live, command: CheckCommand, asker: Asker) -> Done | Refused:
        seat = Seat.from_name(command.seat)
        change = Change(command.id, command.version, seat, answer_of(command.answer, seat))
        if not _holds(asker, change):
            return _refused(live, change.id, "no-seat", refused(None, _no_seat(change)))
        if (unfit := _unfit(live, change)) is not None:
            return self._with_missed(live, change.version, unfit, asker)
        assert change.answer is not None
        illegal = refusal(live.match, seat, change.answer)
        return _done(live, command.id) if illegal is None else _refused(live, command.id, "illegal", illegal)


def _change(command: Changing | WithdrawCommand) -> Change:
    match command:
        case AnswerCommand():
            seat, told = Seat.from_name(command.seat), command.answer
            return Change(command.id, command.version, seat, answer_of(told, seat), instant_ms=instant_of(told))
        case ResignCommand():
            seat = Seat.from_name(command.seat)
            return Change(command.id, command.version, seat, Resign(seat))
        case AbandonCommand():
            return Change(command.id, command.version, None, None, early=ABANDONED)
        case ClaimCommand():
            return Change(command.id, command.version, Seat.from_name(command.seat), None, early=ON_TIME)
        case WithdrawCommand():
            return Change(command.id, command.version, None, None, withdraws=command.wish)
        case _:
            assert_never(command)


def _holds(asker: Asker, change: Change) -> bool:
    if change.rematch:
        return bool(asker.seats) and WATCHER not in asker.seats
    return change.seat.name in asker.seats if change.seat else bool(asker.seats)


def _first(live: Live, asker: Asker) -> str:
    """The seat with which somebody wishes, where he has several."""
    return next(seat for seat in asker.seats if seat in live.header.players)


def _no_seat(change: Change) -> str:
    where = f"the seat {change.seat.name}" if change.seat else "any seat of this match"
    return f"This browser does not hold {where}; it can only watch."


def _tell_wishes(live: Live, askers: Sequence[Asker]) -> None:
    tell_all(askers, live.wished())
    if live.next is not None:
        tell_all(askers, Next(live.next))


def _unlike(live: Live, change: Change) -> Refused | None:
    """Why nobody can wish for a rematch yet."""
    if (astray := _astray(live, change)) is not None:
        return astray
    if live.match.ended is None:
        return _refused(
            live, change.id, "not-over", refused(None, "A rematch can be wished for when the match is over.")
        )
    return None


def _astray(live: Live, change: Change) -> Refused | None:
    """Why it is aimed at another version."""
    if change.version < live.version:
        return _refused(live, change.id, "stale", refused(None, "The match has moved on; look again."))
    if change.version > live.version:
        sentence = f"The match is at version {live.version}; there is no version {change.version} yet."
        return _refused(live, change.id, "ahead", refused(None, sentence))
    return None


def _unfit(live: Live, change: Change) -> Refused | None:
    """Why the change cannot even be tried: the wrong version, the wrong time, the wrong seat."""
    if (astray := _astray(live, change)) is not None:
        return astray
    if live.open_seats:
        absent = listed((Subject(Seat.from_name(seat)) for seat in live.open_seats), "and")
        waits = says("The match begins when", absent, verb("sits", "sit"), "down")
        return _refused(live, change.id, "open-seat", refused(None, waits))
    if live.match.ended is not None:
        over = phrase("The match is over:", live.match.ended.result.sentence)
        return _refused(live, change.id, "over", refused(None, over))
    if change.answer is None or isinstance(change.answer, Declare | Resign):
        return None
    asked = decision(live.match)
    if asked is not None and change.seat not in asked.seats:
        turn = says("It is for", listed(map(Object, asked.seats), "or"), "to act now")
        return _refused(live, change.id, "not-your-turn", refused(None, turn))
    return None


def _next(match: Match, change: Change) -> Match:
    if change.answer is None:
        return ended_early(match, change.early)
    assert change.seat is not None, "an answer is somebody's"
    return apply(match, change.seat, change.answer, change.instant_ms)


def _done(live: Live, command: str) -> Done:
    return Done(command, live.version, live.hash)


def _refused(live: Live, command: str | None, code: str, why: Refusal) -> Refused:
    nearest = None if why.nearest is None else wire_point(why.nearest)
    return Refused(command, code, wire_sentence(why.sentence), why.clause, nearest, live.version, live.hash)


def _watches(live: Live, command: NearestCommand) -> Refused:
    """Whoever only looks on has nothing to put anywhere, and shall not keep the players waiting for it."""
    return _refused(live, command.id, "no-seat", refused(None, "Only who plays may ask for a legal place."))


def _nearest(live: Live, command: NearestCommand) -> Nearest | Refused:
    others = {DiscId(disc): Point(*point) for disc, point in command.others.items()}
    wish = Wish(command.ask, DiscId(command.disc), Point(*command.point), others)
    region = region_for(live.match, wish)
    if command.version != live.version or region is None:
        sentence = f"Ask {command.ask} of version {live.version} has no region for {command.disc!r}."
        return _refused(live, command.id, "no-ask", refused(None, sentence))
    try:
        granted = nearest_place(live.match, wish, region)
    except NowhereLegalError:
        nowhere = phrase("No legal place is left for", Named(wish.disc), ".")
        return _refused(live, command.id, "illegal", refused(region.breaks(wish.point), nowhere))
    why = None if granted.sentence is None else wire_sentence(granted.sentence)
    return Nearest(command.id, live.version, wire_point(granted.point), why is None, granted.clause, why)

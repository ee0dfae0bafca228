"""Where commands are handled, one at a time for each match. Law: stored on disk first, then replied and told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, TypeVar, assert_never

from pennyflick.match.referee import ABANDONED, AGREED, ON_TIME, Match, RefusedError, apply
from pennyflick.rules.refusing import refused
from pennyflick.server.measures import HOUSE, PEOPLE, UNMEASURED, Measures
from pennyflick.server.play.acting import house_acts
from pennyflick.server.play.changes import (
    Answered,
    Change,
    Claimed,
    EndUnwished,
    EndWished,
    RematchWished,
    change_of,
)
from pennyflick.server.play.clocks import deadline_of, postponed, unclaimable
from pennyflick.server.play.events import standing_of
from pennyflick.server.play.keeping import ended_early, latest_kept
from pennyflick.server.play.live import Asker, Live
from pennyflick.server.play.readiness import Readiness
from pennyflick.server.play.refreshing import Refresher, insist
from pennyflick.server.play.trying import checked, done, nearest, refusal_of, strange, unfit
from pennyflick.server.play.viewers import tell
from pennyflick.server.play.wishes import END, shared
from pennyflick.server.play.wishing import Wishing, granted
from pennyflick.server.settings import Settings
from pennyflick.server.store.store import Advance, Header, KeptReply, Store, StoreError, UnsureError, VersionTakenError
from pennyflick.server.wire.commands import CheckCommand, Command, MalformedError, NearestCommand, SyncCommand
from pennyflick.server.wire.messages import Done, Refused, encoded, kept_reply
from pennyflick.table import Flick, SideFlick

Result = TypeVar("Result")
_LOG = logging.getLogger("pennyflick.server")
FINISHING_S = 5.0


@dataclass(frozen=True)
class Settled:
    """What came of a change: its reply, and what everybody is to be told of it."""

    reply: Done | Refused | None  # None: the match is gone, and its connections are being closed
    happened: bool = False
    changed: bool = False  # something else than the version: it is to be read and told
    wished: bool = False  # somebody wishes something, or no longer does


class Desk:
    """Handles every command of every match."""

    def __init__(
        self, store: Store, settings: Settings, readiness: Readiness, refresher: Refresher, wishing: Wishing
    ) -> None:
        self._store = store
        self._settings = settings
        self._readiness = readiness
        self._refresher = refresher
        self.teller = refresher.teller
        self._wishing = wishing
        self._under_way: set[asyncio.Task[Any]] = set()
        self.measures: Measures = UNMEASURED
        self.after_change: Callable[[Live], object] = lambda _: None  # the house looks whether it must act
        self.after_opening: Callable[[Live], None] = lambda _: None  # the doorbell looks who must act and is away

    async def handle(self, live: Live, command: Command, asker: Asker) -> None:
        """Exactly one reply to the asker; an event to everybody when the match changed."""
        if (command.version or 0) > live.version:  # whoever asks has heard more from another worker
            await self._refresher.current(live)
        match command:
            case CheckCommand(version=version):
                self.teller.reply(live, version, checked(live, command, asker), asker)
            case NearestCommand():
                tell(asker, nearest(live, command, asker))
            case SyncCommand():
                self.teller.catch_up(live, command.version, asker, command.id)
            case _:
                await self._shielded(self._ordered(live, change_of(command), asker))

    async def play(self, live: Live, change: Change) -> Done | Refused | None:
        """A change of the house: the same path, the reply comes back."""
        return (await self._shielded(self._ordered(live, change, None))).reply

    def malformed(self, live: Live, error: MalformedError, asker: Asker) -> None:
        """Reply to a message that is no command."""
        self.measures.refused("malformed")
        tell(asker, refusal_of(live, error.id, "malformed", refused(None, str(error))))

    def deadline(
        self, header: Header, match: Match, holders: Mapping[str, str], shot_s: float = 0.0
    ) -> datetime | None:
        """After what instant a decision that opens now may be claimed."""
        return deadline_of(header, match, holders, self._settings.clock(), shot_s)

    def house_due(self, header: Header, match: Match) -> datetime | None:
        """Since when the house must act, where a decision opens now; None: it need not."""
        return self._settings.clock() if house_acts(header, standing_of(match)) else None

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
                await self._store.postpone(live.id, live.version, later)
            except StoreError:  # he will be seen again
                _LOG.exception("match %s: a deadline could not be moved on", live.id)
                return
            await self._refresher.refresh(live)
        self._refresher.hints.touch(live.id)

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
        began = self._settings.ticks()
        async with live.order:
            settled = await self._insisted(live, change, asker)
            self._measure(live, change, settled, HOUSE if asker is None else PEOPLE, began)
            if asker is not None and settled.reply is not None:
                self.teller.reply(live, change.version, settled.reply, live.listeners.get(asker.listener, asker))
            if settled.happened:
                await self.teller.happened(live)
            if settled.changed:
                news = await self._refresher.refresh(live)
                if settled.wished and not news.wishes:  # it was so before, and is told once more
                    self.teller.wishes(live, tuple(live.listeners.values()))
        if settled.happened or settled.wished:
            self._refresher.hints.touch(live.id)
        self.after_change(live)
        if settled.happened:
            self.after_opening(live)
        return settled

    def _measure(self, live: Live, change: Change, settled: Settled, by: str, began: float) -> None:
        if isinstance(settled.reply, Refused):
            self.measures.refused(settled.reply.code)
        if settled.happened and isinstance(change, Answered) and isinstance(change.answer, Flick | SideFlick):
            self.measures.flicked(live.header.game, by, self._settings.ticks() - began)

    async def _insisted(self, live: Live, change: Change, asker: Asker | None) -> Settled:
        try:
            return await insist(lambda: self._once(live, change, asker))
        except UnsureError:  # no reply is better than a wrong one: the line is closed, and the command comes again
            raise
        except StoreError:  # the store cannot even be read, or others are always faster
            _LOG.exception("match %s: %s could not be decided", live.id, change.id)
            return Settled(_failed(live, change, "The server could not decide that now; try again."))

    async def _once(self, live: Live, change: Change, asker: Asker | None) -> Settled:
        """As the match is stored now: the reply that was given before, or what is decided."""
        kept = await self._refresher.kept(live, change.id)
        if live.deleted:
            return Settled(None)
        if kept is not None:  # where another worker has just answered it, what came of it is read next
            return Settled(kept_reply(kept), changed=True)
        if asker is None:
            return await self._decided(live, change, None)  # what the house was refused stays in nobody's way
        asker = live.listeners.get(asker.listener, asker)  # his seats may have changed while he waited
        not_his = strange(live, change, asker)
        if not_his is not None:
            return Settled(not_his)
        return await self._remembered(live, change, await self._decided(live, change, asker))

    async def _remembered(self, live: Live, change: Change, settled: Settled) -> Settled:
        """A refusal is kept; where the same command came to another worker too, what was answered there counts."""
        if not isinstance(settled.reply, Refused) or settled.reply.code == "failed":  # the next try may well succeed
            return settled
        said = encoded(settled.reply).decode()
        kept = await self._keep(live, KeptReply(change.id, said))
        return settled if kept == said else Settled(kept_reply(kept), changed=True)

    async def _decided(self, live: Live, change: Change, asker: Asker | None) -> Settled:
        refusal = unfit(live, change) or self._too_soon(live, change)
        return await self._settled(live, change, asker) if refusal is None else Settled(refusal)

    def _too_soon(self, live: Live, change: Change) -> Refused | None:
        """Why the time for it has not come: a claim before the deadline, a flick let go at an instant that cannot be.

        Whether a flick needs an instant at all the referee knows.
        """
        match change:
            case Claimed(seat=seat):
                code, why = "no-claim", unclaimable(live, seat, self._settings.clock())
            case Answered(instant_ms=int(instant_ms)):
                code, why = "untimely", live.try_at(instant_ms, self._settings.limits.instant_tolerance_ms)
            case _:
                return None
        return None if why is None else refusal_of(live, change.id, code, why)

    async def _settled(self, live: Live, change: Change, asker: Asker | None) -> Settled:
        """What comes of a change that fits."""
        match change:
            case Answered():
                return await self._answered(live, change)
            case Claimed():
                return await self._ended(live, change, ON_TIME)
            case EndWished():
                return await self._end_wished(live, change, asker)
            case EndUnwished():
                seat = _first(live, asker)
                return await self._wished(live, change, lambda kept: self._wishing.withdraw(live, END, seat, kept))
            case RematchWished():
                seat = _first(live, asker)
                return await self._wished(live, change, lambda kept: self._wishing.wish_rematch(live, seat, kept))
            case _:
                assert_never(change)

    async def _end_wished(self, live: Live, change: EndWished, asker: Asker | None) -> Settled:
        """Whoever plays alone ends it; of several, the last to wish so."""
        holders = _playing(live)
        if not shared(holders):
            return await self._ended(live, change, ABANDONED)
        seat = _first(live, asker)
        if granted(live, END, seat, holders):
            return await self._ended(live, change, AGREED)
        return await self._wished(live, change, lambda kept: self._wishing.wish(live, END, seat, kept))

    async def _wished(self, live: Live, change: Change, store: Callable[[KeptReply], Awaitable[None]]) -> Settled:
        """Somebody wishes something, or no longer does: stored, then told to all."""
        reply = done(live, change.id)
        try:
            await store(KeptReply(change.id, encoded(reply).decode()))
        except (VersionTakenError, UnsureError):
            raise
        except StoreError:
            _LOG.exception("match %s: a wish could not be stored", live.id)
            return Settled(_failed(live, change, "The server could not store that wish."))
        return Settled(reply, changed=True, wished=True)

    async def _answered(self, live: Live, change: Answered) -> Settled:
        """Simulate, judge, store; then the match has moved on. Or a refusal, and nothing has changed."""
        if isinstance(change.answer, Flick | SideFlick):
            await self._readiness.wait()
        played = partial(apply, live.match, change.seat, change.answer, change.instant_ms)
        return await self._worked_out(live, change, played)

    async def _ended(self, live: Live, change: Change, how: str) -> Settled:
        return await self._worked_out(live, change, partial(ended_early, live.match, how))

    async def _worked_out(self, live: Live, change: Change, play: Callable[[], Match]) -> Settled:
        try:
            match = play()
        except RefusedError as error:
            return Settled(refusal_of(live, change.id, "illegal", error.refusal))
        except Exception:  # a bug of ours must not end the match: it is logged, and another answer may do
            _LOG.exception("match %s, version %d: %r failed", live.id, live.version, change)
            return Settled(_failed(live, change, "The server could not work out that answer."))
        return await self._advanced(live, change, match)

    async def _advanced(self, live: Live, change: Change, match: Match) -> Settled:
        thought = change.thought if isinstance(change, Answered) else ""
        event, kept = latest_kept(live.header, match, thought)
        reply = Done(change.id, event.version, event.hash)
        shot_s = 0.0 if event.shot is None else event.shot.duration_s
        deadline = self.deadline(live.header, match, _playing(live), shot_s)
        at, told = self._settings.clock(), KeptReply(change.id, encoded(reply).decode())
        standing, house = standing_of(match), house_acts(live.header, standing_of(match))
        seen = None if isinstance(change, Answered) else live.touched  # an answer depends on nothing but the version
        try:
            counter = await self._store.advance(Advance(live.id, kept, standing, at, told, deadline, house, seen))
        except (VersionTakenError, UnsureError):
            raise
        except StoreError:
            _LOG.exception("match %s, version %d could not be stored", live.id, event.version)
            return Settled(_failed(live, change, "The server could not store that answer."))
        live.advance(match, event, deadline)
        live.wrote(counter)
        return Settled(reply, happened=True)

    async def _keep(self, live: Live, refusal: KeptReply) -> str:
        """Keep it; the reply that stands."""
        try:
            await self._store.keep_refusal(live.id, refusal)
            return await self._store.reply(live.id, refusal.command) or refusal.reply
        except StoreError:
            _LOG.exception("match %s: the refusal of %s could not be stored", live.id, refusal.command)
            return refusal.reply


def _playing(live: Live) -> dict[str, str]:
    """Who has each seat that is played."""
    return {seat: who for seat, who in live.holders.items() if seat in live.header.players}


def _first(live: Live, asker: Asker | None) -> str:
    """The seat with which somebody wishes, where he has several."""
    assert asker is not None, "the house wishes nothing"
    return next(seat for seat in asker.seats if seat in live.header.players)


def _failed(live: Live, change: Change, sentence: str) -> Refused:
    return refusal_of(live, change.id, "failed", refused(None, sentence))

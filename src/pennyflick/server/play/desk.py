"""Where commands are handled, one at a time for each match. Law: stored on disk first, then replied and told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, assert_never

import msgspec

from pennyflick.match.referee import Match, RefusedError, abandon, apply, decision, refusal
from pennyflick.server.play.events import standing_of
from pennyflick.server.play.live import Listener, Live
from pennyflick.server.play.names import named
from pennyflick.server.play.readiness import Readiness
from pennyflick.server.play.rebuild import latest_entry
from pennyflick.server.settings import Settings
from pennyflick.server.store.store import Advance, KeptReply, Store, StoreError
from pennyflick.server.wire.commands import (
    AbandonCommand,
    AnswerCommand,
    CheckCommand,
    Command,
    MalformedError,
    NearestCommand,
    ResignCommand,
    SyncCommand,
    answer_of,
)
from pennyflick.server.wire.messages import Json, point_json
from pennyflick.table import (
    Answer,
    AskFlick,
    AskPlace,
    AskSideFlick,
    Declare,
    DiscId,
    Flick,
    Point,
    Refusal,
    Region,
    Resign,
    Seat,
    SideFlick,
)

_LOG = logging.getLogger("pennyflick.server")
FINISHING_S = 5.0
_CATCH_UP = {"stale", "ahead"}  # refusals that carry what was missed
_OF_THE_RULES = {"illegal", "over"}  # refusals in the words of the rules, which say One and Two


@dataclass(frozen=True)
class Change:
    """A command that may change a match, whoever gives it."""

    id: str
    version: int
    seat: Seat | None  # None: all agree, to abandon
    answer: Answer | None  # None: abandon
    thought: str = ""


@dataclass(frozen=True)
class Asker:
    """A connection as the desk sees it: where replies go, and the seats it holds."""

    listener: Listener
    seats: tuple[str, ...]


class Desk:
    """Handles every command of every match."""

    def __init__(self, store: Store, settings: Settings, readiness: Readiness) -> None:
        self._store = store
        self._settings = settings
        self._readiness = readiness
        self._under_way: set[asyncio.Task[Any]] = set()
        self.after_change: Callable[[Live], None] = lambda _: None  # the house looks whether it must act

    async def handle(self, live: Live, command: Command, asker: Asker) -> None:
        """Exactly one reply to the asker; an event to everybody when the match changed."""
        match command:
            case AnswerCommand() | ResignCommand() | AbandonCommand():
                await self._settled(self._ordered(live, _change(command), asker))
            case CheckCommand():
                asker.listener.post(_encoded(self._check(live, command, asker)))
            case NearestCommand():
                asker.listener.post(_encoded(_nearest(live, command)))
            case SyncCommand():
                asker.listener.post(self.sync(live, command.version, asker.seats, command.id))
            case _:
                assert_never(command)

    async def play(self, live: Live, change: Change) -> Json:
        """A change of the house: the same path, the reply comes back."""
        return await self._settled(self._ordered(live, change, None))

    def malformed(self, live: Live, error: MalformedError, asker: Asker) -> None:
        """Reply to a message that is no command."""
        asker.listener.post(_encoded(_refused(live, error.id, "malformed", Refusal(None, str(error)))))

    def sync(self, live: Live, version: int | None, seats: tuple[str, ...], command: str | None = None) -> bytes:
        """What a client that has seen this version does not know."""
        message: Json = {"type": "sync"} if command is None else {"type": "sync", "id": command}
        message |= {"version": live.version, "hash": live.hash, "ready": self._readiness.status.ready}
        return _encoded(message | self._missed(live, version, seats))

    async def finish(self) -> None:
        """Return when everything under way is stored; what still waits for the physics is not waited for."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=FINISHING_S)

    def _missed(self, live: Live, version: int | None, seats: tuple[str, ...]) -> Json:
        if version is None or not 0 <= live.version - version <= self._settings.limits.missed_events:
            return {"snapshot": live.snapshot(seats)}
        return {"events": [msgspec.Raw(live.event(each)) for each in range(version + 1, live.version + 1)]}

    async def _settled(self, work: Coroutine[Any, Any, Json]) -> Json:
        """Await it, but let it end even if whoever asked goes away: memory and disk must agree."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def _ordered(self, live: Live, change: Change, asker: Asker | None) -> Json:
        async with live.order:
            if live.deleted:  # its connections are being closed: that is the reply
                return {}
            reply = self._kept(live, change.id) or await self._decided(live, change, asker)
            if asker is not None:
                asker.listener.post(_encoded(self._with_sync(live, change, reply, asker)))
            if reply.get("advanced"):
                # whoever connects from here on is told of this version when he connects
                listeners = tuple(live.listeners)
                live.broadcast(await live.prepare_event(), listeners)
        self.after_change(live)
        return reply

    def _kept(self, live: Live, command: str) -> Json | None:
        kept = self._store.reply(live.id, command)
        return None if kept is None else msgspec.json.decode(kept, type=dict[str, Any])

    def _with_sync(self, live: Live, change: Change, reply: Json, asker: Asker) -> Json:
        plain = {name: value for name, value in reply.items() if name != "advanced"}
        if reply.get("code") not in _CATCH_UP:
            return plain
        version = change.version if reply["code"] == "stale" else None
        return plain | {"sync": msgspec.Raw(self.sync(live, version, asker.seats))}

    async def _decided(self, live: Live, change: Change, asker: Asker | None) -> Json:
        if asker is not None and not _holds(asker, change):
            return _refused(live, change.id, "no-seat", Refusal(None, _no_seat(change)))
        refused = _unfit(live, change) or await self._advance(live, change)
        if refused is None:
            return _done(live, change.id) | {"advanced": True}
        await self._keep(live, change.id, refused)
        return refused

    async def _advance(self, live: Live, change: Change) -> Json | None:
        """Simulate, judge, store; then the match has moved on. Or a refusal, and nothing has changed."""
        if isinstance(change.answer, Flick | SideFlick):
            await self._readiness.wait()
        try:
            match = _next(live.match, change)
        except RefusedError as error:
            return _refused(live, change.id, "illegal", error.refusal)
        except Exception:  # a bug of ours must not end the match: it is logged, and another answer may do
            _LOG.exception("match %s, version %d: %r failed", live.id, live.version, change)
            return _refused(live, change.id, "failed", Refusal(None, "The server could not work out that answer."))
        return await self._stored(live, change, match)

    async def _stored(self, live: Live, change: Change, match: Match) -> Json | None:
        entry, standing = latest_entry(match, change.thought), standing_of(match)
        done = {"type": "done", "id": change.id, "version": entry.version, "hash": entry.digest or live.hash}
        kept = KeptReply(change.id, _encoded(done).decode())
        try:
            await self._store.advance(Advance(live.id, entry, standing, self._settings.clock(), kept))
        except StoreError:
            _LOG.exception("match %s, version %d could not be stored", live.id, entry.version)
            return _refused(live, change.id, "failed", Refusal(None, "The server could not store that answer."))
        live.advance(match, change.thought)
        return None

    async def _keep(self, live: Live, command: str, refused: Json) -> None:
        if refused["code"] == "failed":  # the next try may well succeed
            return
        try:
            await self._store.keep_refusal(live.id, KeptReply(command, _encoded(refused).decode()))
        except StoreError:
            _LOG.exception("match %s: the refusal of %s could not be stored", live.id, command)

    def _check(self, live: Live, command: CheckCommand, asker: Asker) -> Json:
        seat = Seat.from_name(command.seat)
        change = Change(command.id, command.version, seat, answer_of(command.answer, seat))
        if not _holds(asker, change):
            return _refused(live, change.id, "no-seat", Refusal(None, _no_seat(change)))
        if (unfit := _unfit(live, change)) is not None:
            return self._with_sync(live, change, unfit, asker)
        assert change.answer is not None
        illegal = refusal(live.match, seat, change.answer)
        return _done(live, command.id) if illegal is None else _refused(live, command.id, "illegal", illegal)


def _change(command: AnswerCommand | ResignCommand | AbandonCommand) -> Change:
    match command:
        case AnswerCommand():
            seat = Seat.from_name(command.seat)
            return Change(command.id, command.version, seat, answer_of(command.answer, seat))
        case ResignCommand():
            seat = Seat.from_name(command.seat)
            return Change(command.id, command.version, seat, Resign(seat))
        case AbandonCommand():
            return Change(command.id, command.version, None, None)
        case _:
            assert_never(command)


def _holds(asker: Asker, change: Change) -> bool:
    return change.seat.name in asker.seats if change.seat else bool(asker.seats)


def _no_seat(change: Change) -> str:
    where = f"the seat {change.seat.name}" if change.seat else "any seat of this match"
    return f"This browser does not hold {where}; it can only watch."


def _unfit(live: Live, change: Change) -> Json | None:
    """Why the change cannot even be tried: the wrong version, the wrong time, the wrong seat."""
    if change.version < live.version:
        return _refused(live, change.id, "stale", Refusal(None, "The match has moved on; look again."))
    if change.version > live.version:
        sentence = f"The match is at version {live.version}; there is no version {change.version} yet."
        return _refused(live, change.id, "ahead", Refusal(None, sentence))
    if live.match.ended is not None:
        return _refused(
            live, change.id, "over", Refusal(None, f"The match is over: {live.match.ended.result.sentence}")
        )
    if change.seat is None or isinstance(change.answer, Declare | Resign):
        return None
    asked = decision(live.match)
    if asked is not None and change.seat not in asked.seats:
        names = " or ".join(live.match.names[seat] for seat in asked.seats)
        return _refused(live, change.id, "not-your-turn", Refusal(None, f"It is for {names} to act now."))
    return None


def _next(match: Match, change: Change) -> Match:
    if change.answer is None:
        return abandon(match)
    assert change.seat is not None, "an answer is somebody's"
    return apply(match, change.seat, change.answer)


def _done(live: Live, command: str) -> Json:
    return {"type": "done", "id": command, "version": live.version, "hash": live.hash}


def _refused(live: Live, command: str | None, code: str, why: Refusal) -> Json:
    return {
        "type": "refused",
        "id": command,
        "code": code,
        "sentence": named(live.header, why.sentence) if code in _OF_THE_RULES else why.sentence,
        "clause": why.clause,
        "nearest": point_json(why.nearest),
        "version": live.version,
        "hash": live.hash,
        "sync": None,
    }


def _nearest(live: Live, command: NearestCommand) -> Json:
    region = _region(live, command.ask, DiscId(command.disc))
    if command.version != live.version or region is None:
        sentence = f"Ask {command.ask} of version {live.version} has no region for {command.disc!r}."
        return _refused(live, command.id, "no-ask", Refusal(None, sentence))
    wanted = Point(*command.point).rounded(1)
    clause = region.breaks(wanted)
    point = wanted if clause is None else region.nearest(wanted)
    answer = {"point": point_json(point), "legal": clause is None, "clause": clause}
    return {"type": "nearest", "id": command.id, "version": live.version, **answer}


def _region(live: Live, index: int, disc: DiscId) -> Region | None:
    asked = decision(live.match)
    if asked is None or index >= len(asked.asks):
        return None
    match asked.asks[index]:
        case AskFlick(discs=discs):
            return discs.get(disc)
        case AskPlace(discs=places):
            return places.get(disc)
        case AskSideFlick(disc=struck, at=at):
            return at if struck == disc else None
        case _:
            return None


def _encoded(value: Json) -> bytes:
    return msgspec.json.encode(value)

"""A match in memory: the match itself, who watches it, and its events as they are sent."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Protocol

import msgspec

from pennyflick.match.referee import Match
from pennyflick.server.play.events import event_json, hash_at, snapshot_json, version_of
from pennyflick.server.store.store import Header
from pennyflick.server.wire.messages import Json

KEPT_EVENTS = 32  # encoded events kept at hand; older ones are made again


class Listener(Protocol):
    """A connection that hears of a match."""

    def post(self, message: bytes) -> None:
        """Put a message into its outbox."""

    def close_soon(self, code: int) -> None:
        """End it with this code."""


class Live:
    """One match, its listeners and its order: commands are handled one at a time."""

    def __init__(self, header: Header, match: Match, thoughts: dict[int, str]) -> None:
        self.header = header
        self.match = match
        self.listeners: set[Listener] = set()
        self.order = asyncio.Lock()
        self.thinking: asyncio.Task[None] | None = None
        self.deleted = False
        self._thoughts = thoughts
        self._events: OrderedDict[int, bytes] = OrderedDict()

    @property
    def id(self) -> str:
        """The match's id."""
        return self.header.id

    @property
    def version(self) -> int:
        """How many events it has had."""
        return version_of(self.match)

    @property
    def hash(self) -> str:
        """The digest of where it stands."""
        return hash_at(self.match, self.version)

    @property
    def idle(self) -> bool:
        """Whether it could leave memory: nobody listens, nothing is under way."""
        return not self.listeners and self.thinking is None and not self.order.locked()

    def advance(self, match: Match, thought: str) -> None:
        """Go on to the next version, already stored."""
        self.match = match
        if thought:
            self._thoughts[self.version] = thought

    def event(self, version: int) -> bytes:
        """That event as it is sent."""
        if version not in self._events:
            self._keep(version, self._encoded(self.match, version))
        return self._events[version]

    async def prepare_event(self) -> bytes:
        """The latest event, made in a thread: drawing where a disc may be put can take long."""
        match, version = self.match, self.version
        self._keep(version, await asyncio.to_thread(self._encoded, match, version))
        return self.event(version)

    def _encoded(self, match: Match, version: int) -> bytes:
        return msgspec.json.encode(event_json(self.header, match, version, self._thoughts.get(version, "")))

    def _keep(self, version: int, event: bytes) -> None:
        self._events[version] = event
        if len(self._events) > KEPT_EVENTS:
            self._events.popitem(last=False)

    def snapshot(self, yours: tuple[str, ...]) -> Json:
        """Everything, for whoever knows nothing."""
        last = msgspec.Raw(self.event(self.version)) if self.version else None
        return snapshot_json(self.header, self.match, yours, last)

    def broadcast(self, message: bytes, to: tuple[Listener, ...] | None = None) -> None:
        """Tell every connection, or these."""
        for listener in tuple(self.listeners) if to is None else to:
            listener.post(message)

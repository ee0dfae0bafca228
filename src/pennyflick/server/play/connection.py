"""One socket: an inbox that is read strictly, an outbox that is bounded. A slow watcher never delays players."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from dataclasses import dataclass

from starlette.websockets import WebSocket, WebSocketDisconnect

from pennyflick.server.addresses import whose
from pennyflick.server.buckets import Bucket
from pennyflick.server.play.asides import Asides
from pennyflick.server.play.desk import Desk
from pennyflick.server.play.live import Asker, Live
from pennyflick.server.play.matches import Matches
from pennyflick.server.play.pace import Pace
from pennyflick.server.play.viewers import may_look
from pennyflick.server.settings import Limits
from pennyflick.server.store.store import Store
from pennyflick.server.wire.codes import FAILED, NO_MATCH, NOT_FOR_YOU, TOO_FAST, TOO_MANY, TOO_MANY_WATCHERS, TOO_SLOW
from pennyflick.server.wire.commands import Aside, Command, MalformedError, read_message

_LOG = logging.getLogger("pennyflick.server")
CLOSING_S = 2.0  # how long a client may take to hear that it is closed


class Outbox:
    """Messages on their way to one client, and whether it is to be closed."""

    __slots__ = ("_messages", "_news", "_size", "closing")

    def __init__(self, size: int) -> None:
        # a list and a future: ten thousand queues of asyncio would take thirty megabytes more
        self._size = size
        self._messages: list[bytes] = []
        self._news: asyncio.Future[None] | None = None  # of who waits for a message
        self.closing: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def post(self, message: bytes) -> None:
        """Put a message in; a full outbox closes the connection instead."""
        if self.closing.done():
            return
        if len(self._messages) >= self._size:
            self.close_soon(TOO_SLOW)
            return
        self._messages.append(message)
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    def post_if_room(self, message: bytes) -> None:
        """The same for what may be missed: with half of the outbox full it is dropped."""
        if len(self._messages) < self._size // 2:
            self.post(message)

    def close_soon(self, code: int) -> None:
        """End the connection with this code."""
        if not self.closing.done():
            self.closing.set_result(code)

    async def send_all(self, socket: WebSocket) -> None:
        """Send what comes, for ever."""
        while True:
            while not self._messages:
                self._news = asyncio.get_running_loop().create_future()
                await self._news
            await socket.send_text(self._messages.pop(0).decode())


@dataclass(frozen=True)
class Seen:
    """What a client says that it has seen of a match: the version, its own seats and the open ones; None: nothing."""

    version: int | None
    yours: tuple[str, ...] | None = None
    open: tuple[str, ...] | None = None

    def of(self, live: Live, seats: tuple[str, ...]) -> int | None:
        """The version, for whoever holds these seats now; None: who sits where has changed, so he has seen nothing."""
        told, true = (self.yours, self.open), (seats, live.open_seats)
        same = (known is None or set(known) == set(now) for known, now in zip(told, true, strict=True))
        return self.version if all(same) else None


class Connections:
    """Serves sockets."""

    def __init__(self, store: Store, matches: Matches, desk: Desk, asides: Asides, limits: Limits, pace: Pace) -> None:
        self._store = store
        self._matches = matches
        self._desk = desk
        self._asides = asides
        self._limits = limits
        self._pace = pace

    async def serve(self, socket: WebSocket, match: str, holder: str, seen: Seen) -> None:
        """Talk with one client until one of the two ends it."""
        await socket.accept()
        try:
            await self._serve(socket, match, holder, seen)
        except WebSocketDisconnect:
            return
        except Exception:  # the client hears of it and may come again; the match is as it was
            _LOG.exception("match %s: a connection failed", match)
            await _close(socket, FAILED)

    async def _serve(self, socket: WebSocket, match: str, holder: str, seen: Seen) -> None:
        live = await self._matches.get(match)
        if live is None or live.deleted:
            await _close(socket, NO_MATCH)
            return
        self._asides.seat(live)
        asker = Asker(Outbox(self._limits.outbox_messages), holder, await self._store.seats(live.id, holder))
        unwelcome = self._unwelcome(live, asker)
        if unwelcome is None:
            await self._talk(socket, live, asker, seen.of(live, asker.seats))
        else:
            await _close(socket, unwelcome)

    def _unwelcome(self, live: Live, asker: Asker) -> int | None:
        """Why he cannot be let in, as a close code. However many look on, whoever plays comes in."""
        if not may_look(live.header, asker.seats):
            return NOT_FOR_YOU
        pages = live.company.pages
        if not asker.seats:
            watching = sum(not page.seats for page in pages)
            return TOO_MANY_WATCHERS if watching >= self._limits.watchers_per_match else None
        own = sum(page.holder == asker.holder for page in pages)
        return TOO_MANY if own >= self._limits.connections_per_browser else None

    async def _talk(self, socket: WebSocket, live: Live, asker: Asker, version: int | None) -> None:
        outbox = asker.listener
        assert isinstance(outbox, Outbox), "here everybody listens by an outbox"
        # no await between the two: nothing can happen to the match unseen by this client
        self._desk.teller.catch_up(live, version, asker)
        self._asides.enter(live, asker)
        self._desk.notice(live, asker)
        tasks = (
            asyncio.create_task(outbox.send_all(socket)),
            asyncio.create_task(self._read_all(socket, live, outbox)),
        )
        try:
            await asyncio.wait((*tasks, outbox.closing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            left = live.listeners.get(outbox, asker)  # his seats may have changed since he came
            self._asides.leave(live, left)
            self._desk.notice(live, left)
            for task in tasks:
                task.cancel()
        if outbox.closing.done():
            await _close(socket, outbox.closing.result())
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        problems = [problem for problem in ended if isinstance(problem, Exception)]
        del ended, tasks  # an error that its own frame knows is a ring, and with it all of the socket
        if problems:
            raise problems.pop(0)

    async def _read_all(self, socket: WebSocket, live: Live, outbox: Outbox) -> None:
        """Handle what comes, one after the other, until the client leaves."""
        bucket = self._bucket(live.listeners[outbox])
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if not bucket.take():
                outbox.close_soon(TOO_FAST)
                return
            text = message.get("text")
            asker = live.listeners[outbox]  # his seats may have changed since the last message
            await self._read(socket, live, asker, text if text is not None else message.get("bytes") or b"")

    async def _read(self, socket: WebSocket, live: Live, asker: Asker, text: str | bytes) -> None:
        told: Command | Aside | MalformedError
        try:
            told = read_message(text)
        except MalformedError as error:
            told = error.with_traceback(None)  # it names this frame: a ring with all that was sent
        readable = None if isinstance(told, MalformedError) else told
        if not await self._pace.keep(_address(socket), live, readable, asker):
            asker.listener.close_soon(TOO_FAST)
        elif isinstance(told, MalformedError):
            self._desk.malformed(live, told, asker)
        elif isinstance(told, Aside):
            self._asides.take(live, told, asker)
        else:
            await self._desk.handle(live, told, asker)

    def _bucket(self, asker: Asker) -> Bucket:
        """How much he may say: whoever looks on, less."""
        limits = self._limits
        if asker.seats:
            return Bucket(limits.messages_burst, limits.messages_per_s, time.monotonic)
        return Bucket(limits.watcher_messages_burst, limits.watcher_messages_per_s, time.monotonic)


def _address(socket: WebSocket) -> str:
    return whose("" if socket.client is None else socket.client.host)


async def _close(socket: WebSocket, code: int) -> None:
    """Say goodbye, but not for ever: a client that does not read cannot hold us."""
    with contextlib.suppress(Exception):
        await asyncio.wait_for(socket.close(code), CLOSING_S)

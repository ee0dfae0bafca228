"""The connections themselves: how many, and for how long they may keep the server waiting.

Law: every connection is closed by somebody. Until the head of a request has come, while its body comes, between two
requests and while an answer is not read a clock runs; a socket is pinged.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter, OrderedDict
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pennyflick.server.addresses import Network, is_within, whose
from pennyflick.server.buckets import Bucket
from pennyflick.server.settings import Limits

AT_ONCE = 32  # connections let in before everybody else has his turn
QUEUE = 1_024  # connections that the system keeps waiting meanwhile
SPARE_FILES = 256  # what the store, the pages and that many new connections need besides
_LEAST = 16
_PIECE = 2_048  # bytes of a socket that are looked at in one go


class Doors:
    """Who is connected, by address. A trusted proxy brings many people by one address: it is not counted there."""

    def __init__(self, limits: Limits, trusted: tuple[Network, ...] = ()) -> None:
        self._limits = limits
        self._trusted = trusted
        self._most = min(limits.connections, max(_LEAST, open_files() - SPARE_FILES))
        self._entered: dict[asyncio.Transport, str] = {}
        self._of: Counter[str] = Counter()
        self._silent: OrderedDict[asyncio.Transport, None] = OrderedDict()  # those with no request, longest first
        self.limited: Callable[[str], None] = lambda _: None  # whoever counts hears what limit was hit

    def __len__(self) -> int:
        return len(self._entered)

    def enter(self, transport: asyncio.Transport) -> bytes | None:
        """Somebody connects; the answer for one who cannot be let in.

        Where no place is left, whoever has said nothing for longest makes room.
        """
        client = self._client(transport)
        if client and self._of[client] >= self._limits.connections_per_address:
            self.limited("connections of an address")
            return answer(429, f"your address has {self._of[client]} connections open; close some pages")
        if len(self._entered) >= self._most and not self._made_room():
            self.limited("connections in all")
            return answer(503, f"the {self._most} connections of this server are taken; try again in a moment")
        self._entered[transport] = client
        self._of[client] += 1
        return None

    def _client(self, transport: asyncio.Transport) -> str:
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) and peer else ""
        return "" if is_within(host, self._trusted) else whose(host)

    def _made_room(self) -> bool:
        if not self._silent:
            return False
        longest = next(iter(self._silent))
        self.leave(longest)
        longest.abort()
        return True

    def silent(self, transport: asyncio.Transport) -> None:
        """He has asked for nothing, or for nothing more."""
        if transport in self._entered:
            self._silent[transport] = None
            self._silent.move_to_end(transport)

    def asks(self, transport: asyncio.Transport) -> None:
        """He has asked for something."""
        self._silent.pop(transport, None)

    def leave(self, transport: asyncio.Transport) -> None:
        """His connection has ended; one that was not let in never began."""
        self._silent.pop(transport, None)
        client = self._entered.pop(transport, None)
        if client is not None:
            self._of -= Counter((client,))  # drops what has become none, so that addresses are forgotten


class DoorConfig(uvicorn.Config):
    """How uvicorn serves, and the doors through which people come."""

    def __init__(self, app: Any, doors: Doors, limits: Limits, **how: Any) -> None:
        super().__init__(app, http=GuardedHttp, ws=GuardedSocket, backlog=AT_ONCE, **how)
        self.doors = doors
        self.limits = limits


class GuardedHttp(H11Protocol):
    """HTTP with a clock on everything that a client may take its time for."""

    config: DoorConfig

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadline: asyncio.TimerHandle | None = None
        self._unread = _Unread()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Let him in, or tell him why not."""
        refused = self.config.doors.enter(transport)
        super().connection_made(transport)
        if refused is not None:
            transport.write(refused)
            transport.close()
            return
        self.config.doors.silent(transport)
        self._expect(self.config.limits.head_s, self._no_head)

    def connection_lost(self, exc: Exception | None) -> None:
        """He has gone."""
        self.config.doors.leave(self.transport)
        self._stop_clocks()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something has come; whether it completes a head or a body says which clock runs on."""
        if self.transport.is_closing():
            return
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._asked()
        elif self._deadline is None and self._is_between() and self.transport.get_protocol() is self:
            self._expect(self.config.limits.head_s, self._no_head)  # of a socket, which is no longer ours, nothing

    def on_response_complete(self) -> None:
        """The next request may come; one that came meanwhile begins at once."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        before = self.cycle
        self.config.doors.silent(self.transport)
        super().on_response_complete()
        if self.cycle is not before:
            self._asked()

    def _asked(self) -> None:
        """A request has begun; its answer may have been given already."""
        if not self.cycle.response_complete:
            self.config.doors.asks(self.transport)
            self._expect(self.config.limits.body_s, self._no_body)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on the connection is a socket's, and pings keep it."""
        self._stop_clocks()
        self.config.doors.asks(self.transport)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """What came is no HTTP, or its head is too long: uvicorn asks for this while the reason is at hand."""
        reason = sys.exc_info()[1]
        status = reason.error_status_hint if isinstance(reason, h11.RemoteProtocolError) else 400
        sentence = (
            f"the head of a request has at most {self.config.limits.head_bytes} bytes here"
            if status == HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            else "that is no request in HTTP/1.1"
        )
        self._goodbye(status, sentence)

    def pause_writing(self) -> None:
        """He does not read what he asked for."""
        super().pause_writing()
        self._unread.start(self.transport, self.config.limits.send_s)

    def resume_writing(self) -> None:
        """He reads on."""
        super().resume_writing()
        self._unread.stop()

    def _is_between(self) -> bool:
        """Whether no request is under way, so that what comes is the head of the next."""
        return self.cycle is None or self.cycle.response_complete

    def _expect(self, seconds: float, otherwise: Any) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(seconds, otherwise)

    def _no_head(self) -> None:
        self._deadline = None
        if self._is_between() and not self.transport.is_closing():
            self._goodbye(408, f"a request must have come within {self.config.limits.head_s:g} s")

    def _no_body(self) -> None:
        """Whoever reads the body answers first, in words; this is for bodies that nobody reads."""
        self._deadline = None
        if self.cycle is not None and self.cycle.more_body and not self.transport.is_closing():
            self._deadline = self.loop.call_later(self.config.limits.body_s, self.transport.abort)

    def _goodbye(self, status: int, sentence: str) -> None:
        self._stop_clocks()
        if self._is_between() or not self.cycle.response_started:
            self.transport.write(answer(status, sentence))
        self.transport.close()

    def _stop_clocks(self) -> None:
        self._unread.stop()
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class GuardedSocket(WebSocketsSansIOProtocol):
    """A socket that leaves by the same door, and is read no faster than somebody listens; pings see who is there."""

    config: DoorConfig

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limits = self.config.limits
        self._unread = _Unread()
        self._frames = Bucket(limits.frames_burst, limits.frames_per_s, self.loop.time)
        self._unheard = b""  # what has come and was not looked at yet

    def connection_lost(self, exc: Exception | None) -> None:
        """He has gone."""
        self.config.doors.leave(self.transport)
        self._unread.stop()
        super().connection_lost(exc)
        # nearly all that a socket takes; whatever else of it is a ring may stay for long (`collecting.py`)
        self._unheard = b""
        self.conn.extensions.clear()

    def data_received(self, data: bytes) -> None:
        """A little at a time: a chunk may hold forty thousand frames, and the loop would be nobody else's meanwhile."""
        self._unheard += data
        self._hear()

    def _hear(self) -> None:
        """Until somebody is to listen to it; after our goodbye nobody does, and only the other's is waited for."""
        while self._unheard and (self.queue.empty() or self.close_sent) and not self.transport.is_closing():
            piece, self._unheard = self._unheard[:_PIECE], self._unheard[_PIECE:]
            super().data_received(piece)

    async def send(self, message: Any) -> None:
        """Tell him; one who is refused with a page has been answered too, which uvicorn would call a fault of ours."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    async def receive(self) -> Any:
        """The next message; what came behind it is looked at when somebody asks for more."""
        message = await super().receive()
        await asyncio.sleep(0)  # whoever has sent much at once lets the others have their turn between
        self._hear()
        return message

    def handle_events(self) -> None:
        """Count every frame: pings and pieces of messages too cost something."""
        before = len(self.conn.events)
        super().handle_events()
        if before and not self._frames.take(before) and not self.transport.is_closing():
            self.transport.abort()

    def pause_writing(self) -> None:
        """He does not read what he is told."""
        super().pause_writing()
        self._unread.start(self.transport, self.config.limits.send_s)

    def resume_writing(self) -> None:
        """He reads on."""
        super().resume_writing()
        self._unread.stop()


class _Unread:
    """The clock of who does not read: a connection that is only closed would wait for him for ever."""

    def __init__(self) -> None:
        self._clock: asyncio.TimerHandle | None = None

    def start(self, transport: asyncio.Transport, seconds: float) -> None:
        if self._clock is None:
            self._clock = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None


def answer(status: int, sentence: str) -> bytes:
    """A whole answer to somebody with whom nothing else is talked."""
    body = f"{sentence}\n".encode()
    later = "retry-after: 5\r\n" if status in {429, 503} else ""
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: text/plain; charset=utf-8\r\n"
        f"content-length: {len(body)}\r\n{later}connection: close\r\n\r\n"
    )
    return head.encode() + body


def open_files() -> int:
    """How many files this process may have open; as many as the system lets it is asked for first."""
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return sys.maxsize
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (_raised(soft, hard, resource.RLIM_INFINITY), hard))
    found, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if found == resource.RLIM_INFINITY else found


_MOST_FILES = 65_536  # macOS refuses more than it has, even where it says that there is no bound


def _raised(soft: int, hard: int, infinity: int) -> int:
    return max(soft, _MOST_FILES if hard == infinity else min(hard, _MOST_FILES))

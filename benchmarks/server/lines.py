"""Sockets of the generator, as cheap as they can be: frames by hand, one protocol object a line and no task."""

from __future__ import annotations

import asyncio
import itertools
import struct
from collections.abc import Callable, Mapping
from urllib.parse import urlencode

_HEAD_END = b"\r\n\r\n"
_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA
_MASKED = 0x80
_NO_MASK = b"\0\0\0\0"  # a mask of nothing leaves the bytes as they are, and is one all the same
_KEY = "cGVubnlmbGljay1iZW5jaA=="
PORTS_A_SOURCE = 20_000  # lines from one address of this machine: below what its free ports allow
_sources = (f"127.0.0.{1 + number // PORTS_A_SOURCE}" for number in itertools.count())

Heard = Callable[[bytes], None]


class LineError(ConnectionError):
    """A line that was refused, or ended by the other side."""


class Line(asyncio.Protocol):
    """One WebSocket as a client has it: what is heard is handed on, message by message."""

    __slots__ = ("_buffer", "_heard", "_request", "closed", "opened", "transport")

    def __init__(self, request: bytes, heard: Heard) -> None:
        self._request = request
        self._heard = heard
        self._buffer = b""
        self.opened: asyncio.Future[None] | None = asyncio.get_running_loop().create_future()
        self.closed: int | None = None  # the code with which the server ended it; 0: without one
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        self.closed = 0 if self.closed is None else self.closed
        if self.opened is not None and not self.opened.done():
            self.opened.set_exception(exc or LineError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        """Take in what came."""
        self._buffer = self._buffer + data if self._buffer else data
        if self.opened is not None and not self._upgraded(self.opened):
            return
        self._read_frames()

    def _upgraded(self, opened: asyncio.Future[None]) -> bool:
        head, end, rest = self._buffer.partition(_HEAD_END)
        if not end:
            return False
        if b" 101 " not in head.partition(b"\r\n")[0]:
            assert self.transport is not None
            self.transport.abort()
            if not opened.done():
                opened.set_exception(LineError(head.partition(b"\r\n")[0].decode()))
            return False
        self._buffer, self.opened = rest, None
        opened.set_result(None)
        return True

    def _read_frames(self) -> None:
        buffer, at, length = self._buffer, 0, len(self._buffer)
        while length - at >= 2:
            begin, size = at + 2, buffer[at + 1] & 0x7F
            if size == 126:
                begin += 2
                size = struct.unpack_from("!H", buffer, at + 2)[0] if length >= begin else length
            elif size == 127:
                begin += 8
                size = struct.unpack_from("!Q", buffer, at + 2)[0] if length >= begin else length
            if begin + size > length:
                break
            self._take(buffer[at] & 0x0F, buffer[begin : begin + size])
            at = begin + size
        self._buffer = buffer[at:]

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == _TEXT:
            self._heard(payload)
        elif opcode == _PING:
            self._frame(_PONG, payload)
        elif opcode == _CLOSE:
            self.closed = struct.unpack_from("!H", payload)[0] if len(payload) >= 2 else 0

    def send(self, text: bytes) -> None:
        """Send a message."""
        self._frame(_TEXT, text)

    def _frame(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes((0x80 | opcode, _MASKED | size)) if size < 126 else struct.pack("!BBH", 0x80 | opcode, 0xFE, size)
        if self.transport is not None:
            self.transport.write(head + _NO_MASK + payload)

    def end(self) -> None:
        """Hang up."""
        if self.transport is not None:
            self.transport.abort()


async def open_line(host: str, port: int, path: str, cookie: str, heard: Heard, source: str = "") -> Line:
    """A line that is open, from an address of this machine; raises LineError."""
    request = (
        f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}\r\nCookie: pennyflick={cookie}\r\n"
        f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {_KEY}\r\n\r\n"
    ).encode()
    loop, here = asyncio.get_running_loop(), (source or next(_sources), 0)
    _, line = await loop.create_connection(lambda: Line(request, heard), host, port, local_addr=here)
    if line.opened is not None:
        await line.opened
    return line


async def post(
    host: str, port: int, path: str, cookie: str, form: Mapping[str, str], source: str = ""
) -> tuple[int, str]:
    """Send a form; the status, and where it leads."""
    body = urlencode(form)
    here = f"{host}:{port}"
    request = (
        f"POST {path} HTTP/1.1\r\nHost: {here}\r\nOrigin: http://{here}\r\nCookie: pennyflick={cookie}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    reader, writer = await asyncio.open_connection(host, port, local_addr=(source or next(_sources), 0))
    writer.write((request + body).encode())
    head = (await reader.readuntil(_HEAD_END)).decode().split("\r\n")
    writer.transport.abort()
    headers = {name.lower(): value.strip() for name, _, value in (each.partition(":") for each in head[1:])}
    return int(head[0].split()[1]), headers.get("location", "")

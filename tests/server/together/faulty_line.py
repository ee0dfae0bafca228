"""A faulty network: a proxy before the server that knows frames and has dice for each of them.

As with TCP, what arrives on one line arrives in order: a frame that is lost takes its line with it. Frames of different
lines overtake each other. A frame that comes twice stands for a command that was sent again without need.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from dataclasses import dataclass, field

_HEAD_END = b"\r\n\r\n"
_TEXT = 0x81  # a whole text frame
_MASKED, _LENGTH = 0x80, 0x7F


@dataclass(frozen=True)
class Odds:
    """How often each thing happens to a frame, and how long delays and outages are, in seconds."""

    delay: float = 0.3
    longest_delay_s: float = 0.03
    twice: float = 0.03
    drop: float = 0.01
    cut: float = 0.01
    half_open: float = 0.004
    outage: float = 0.3  # of the cuts: new lines fail too, for a while
    longest_outage_s: float = 1.5
    longest_half_open_s: float = 1.0  # how long the server takes a dead line for a living one


FAULTY = Odds()
GOOD = Odds(delay=0, twice=0, drop=0, cut=0, half_open=0)


class Network:
    """One client's way to the server: a port of its own, and lines that are carried from there."""

    def __init__(self, server_port: int, dice: random.Random, odds: Odds, counts: Counter[str]) -> None:
        self.odds = odds
        self.dice = dice
        self.counts = counts
        self.back = asyncio.Event()  # set while new lines go through; a browser hears of it as `online`
        self.back.set()
        self.returns = 0  # how often it came back
        self._server_port = server_port
        self._lines: set[_Carried] = set()
        self._listening: asyncio.Server | None = None

    @property
    def port(self) -> int:
        """Where it listens."""
        assert self._listening is not None
        port: int = self._listening.sockets[0].getsockname()[1]
        return port

    async def open(self) -> None:
        """Begin to listen."""
        self._listening = await asyncio.start_server(self._carry, "127.0.0.1", 0)

    async def close(self) -> None:
        """End every line."""
        assert self._listening is not None
        self._listening.close()
        for line in tuple(self._lines):
            line.abort()
        while self._lines:
            await asyncio.sleep(0.01)

    def lose(self) -> None:
        """A line is gone, and now and then every way to the server with it."""
        if self.dice.random() < self.odds.outage and self.back.is_set():
            self.counts["outages"] += 1
            self.back.clear()
            outage_s = self.dice.uniform(0, self.odds.longest_outage_s)
            asyncio.get_running_loop().call_later(outage_s, self._come_back)

    def _come_back(self) -> None:
        self.returns += 1
        self.back.set()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            to_server = await asyncio.open_connection("127.0.0.1", self._server_port if self.back.is_set() else 0)
        except OSError:  # an outage, or the server is down
            writer.transport.abort()
            return
        line = _Carried(self, reader, writer, *to_server)
        self._lines.add(line)
        try:
            await line.carry()
        finally:
            self._lines.discard(line)


@dataclass(eq=False)
class _Carried:
    """One line, from its client to the server and back."""

    network: Network
    from_client: asyncio.StreamReader
    to_client: asyncio.StreamWriter
    from_server: asyncio.StreamReader
    to_server: asyncio.StreamWriter
    dead: asyncio.Event = field(default_factory=asyncio.Event)  # half open: nothing passes, and nobody is told

    async def carry(self) -> None:
        ways = (
            asyncio.ensure_future(self._way(self.from_client, self.to_server)),
            asyncio.ensure_future(self._way(self.from_server, self.to_client)),
        )
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            if self.dead.is_set():
                await asyncio.sleep(self.network.dice.uniform(0, self.network.odds.longest_half_open_s))
        finally:
            for way in ways:
                way.cancel()
            self.abort()
            await asyncio.gather(*ways, return_exceptions=True)

    def abort(self) -> None:
        """End it at both ends, without a word."""
        self.to_client.transport.abort()
        self.to_server.transport.abort()

    async def _way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError, asyncio.LimitOverrunError):
            writer.write(await reader.readuntil(_HEAD_END))
            while await self._passed(await _frame(reader), writer):
                pass

    async def _passed(self, frame: bytes, writer: asyncio.StreamWriter) -> bool:
        """Whether the line goes on after this frame."""
        dice, odds, counts = self.network.dice, self.network.odds, self.network.counts
        if self.dead.is_set():
            return False
        if dice.random() < odds.delay:
            counts["delayed"] += 1
            await asyncio.sleep(dice.uniform(0, odds.longest_delay_s))
        fate = dice.random()
        if fate < odds.drop:
            counts["dropped"] += 1
            self.network.lose()
            return False
        if fate < odds.drop + odds.half_open:
            counts["half open"] += 1
            self.dead.set()
            return False
        writer.write(frame)
        counts["delivered"] += 1
        if frame[0] == _TEXT and dice.random() < odds.twice:
            counts["delivered"] += 1
            counts["twice"] += 1
            writer.write(frame)
        await writer.drain()
        if dice.random() < odds.cut:
            counts["cut"] += 1
            self.network.lose()
            return False
        return True


async def _frame(reader: asyncio.StreamReader) -> bytes:
    """The next frame, as it is."""
    head = await reader.readexactly(2)
    length = head[1] & _LENGTH
    wide = b""
    if length >= 126:
        wide = await reader.readexactly(2 if length == 126 else 8)
        length = int.from_bytes(wide, "big")
    mask = 4 if head[1] & _MASKED else 0
    return head + wide + await reader.readexactly(mask + length)

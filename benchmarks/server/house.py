"""Tables against the expert: how long he lets people wait, and what that does to those who play each other."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Generator
from time import perf_counter

import msgspec

from benchmarks.server.figures import Figures, Sizes, mixed
from benchmarks.server.hosts import Host
from benchmarks.server.lines import Line, open_line, post
from benchmarks.server.load import steadily
from benchmarks.server.tables import new_cookie, opened, together
from benchmarks.serving import percentile
from pennyflick.rules import registry
from pennyflick.server.client import Wish, answering
from pennyflick.server.wire.messages import Json

TABLES, PEOPLE, FLICKS_S = 200, 24, 50.0
THINKING_S = (10.0, 30.0)  # how long somebody watches and aims before he flicks again
FORM = {"seating": "house", "opponent": "expert"}
WITHIN_MS = 20.0
STARTING_S = 60.0


class Guest:
    """Somebody who plays the expert: he answers when it is his turn, and notes how long he has waited."""

    def __init__(self, address: tuple[str, int], dice: random.Random) -> None:
        self._address = address
        self._dice = dice
        self._match = ""
        self._cookie = new_cookie()
        self._line: Line | None = None
        self._wishing: Generator[Wish, list[float], Json] | None = None
        self._version = self._numbers = 0
        self.waits_s: list[float] = []
        self.since: float | None = None  # since when he has waited

    async def sit(self) -> None:
        """Begin a match and open its line."""
        game = self._dice.choice(registry.names())
        status, path = await post(*self._address, f"/new/{game}", self._cookie, FORM)
        assert status == 303, f"a new match was answered {status}"
        self._match = path.removeprefix("/match/")
        self._line = await open_line(*self._address, f"{path}/socket", self._cookie, self._hear)

    def end(self) -> None:
        """Leave."""
        if self._line is not None:
            self._line.end()

    def _hear(self, frame: bytes) -> None:
        message = msgspec.json.decode(frame)
        match message["type"]:
            case "sync" if message.get("snapshot"):
                self._face(message["snapshot"]["version"], message["snapshot"]["now"])
            case "event":
                self._face(message["event"]["version"], message["now"])
            case "nearest":
                self._go_on(message["point"])
            case "refused":
                self._wishing = None
                self._soon(None)
            case _:
                pass

    def _face(self, version: int, now: Json) -> None:
        self._version = version
        if self.since is not None:
            self.waits_s.append(perf_counter() - self.since)
        self.since = perf_counter() if now["act"]["house"] else None
        if self.since is None:
            self._soon(now["decision"])

    def _soon(self, decision: Json | None) -> None:
        if decision is not None:
            asyncio.get_running_loop().call_later(self._dice.uniform(*THINKING_S), self._begin, decision)

    def _begin(self, decision: Json) -> None:
        self._seat = decision["seats"][0]
        self._wishing = answering(decision, self._dice)
        self._go_on(None)

    def _go_on(self, point: list[float] | None) -> None:
        if self._wishing is None:
            return
        try:
            wish = self._wishing.send(point) if point is not None else next(self._wishing)
            self._send({"type": "nearest", **wish})
        except StopIteration as answered:
            self._wishing = None
            self._send({"type": "answer", "seat": self._seat, "answer": answered.value})

    def _send(self, command: Json) -> None:
        self._numbers += 1
        assert self._line is not None
        named = command | {"id": f"{self._match}-{self._numbers:05d}", "version": self._version}
        self._line.send(msgspec.json.encode(named))


async def alone(host: Host, sizes: Sizes) -> float:
    """How long people's flicks take when nobody plays the house: 99 of a hundred, in milliseconds."""
    tables = await opened(host.address, mixed(), PEOPLE, 0)
    await steadily(tables, FLICKS_S, 1.0)
    seen = await steadily(tables, FLICKS_S, 2 * sizes.seconds)
    for table in tables:
        table.end()
    return seen.p99_ms


async def _thinks(host: Host, dice: random.Random) -> None:
    """Return when he has answered somebody: his process starts when it is needed first."""
    guest = Guest(host.address, dice)
    await guest.sit()
    until = perf_counter() + STARTING_S
    while not guest.waits_s and perf_counter() < until:
        await asyncio.sleep(0.05)
    guest.end()


async def beside_the_house(host: Host, sizes: Sizes) -> Figures:
    """The same while many play the expert, and how long those wait for him."""
    dice = random.Random(1)
    await _thinks(host, dice)
    guests = [Guest(host.address, dice) for _ in range(sizes.of(TABLES))]
    await together([guest.sit for guest in guests])
    tables = await opened(host.address, mixed(), PEOPLE, 0)
    await steadily(tables, FLICKS_S, 3.0)
    seen = await steadily(tables, FLICKS_S, 4 * sizes.seconds)
    for table in tables:
        table.end()
    for guest in guests:
        guest.end()
    now = perf_counter()
    waits = [wait for guest in guests for wait in guest.waits_s]
    still = [now - guest.since for guest in guests if guest.since is not None]  # they have waited at least so long
    return {
        "tables": len(guests),
        "answered": len(waits),
        "wait_p50_s": round(percentile([*waits, *still], 0.5), 2),
        "people_p50_ms": round(seen.p50_ms, 2),
        "people_p99_ms": round(seen.p99_ms, 2),
    }

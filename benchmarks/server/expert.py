"""Tables against the expert, beside people who flick: how long they wait for it, and what it costs the others."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from statistics import median
from time import perf_counter
from typing import Any

import msgspec

from benchmarks.server.figures import ACTIONS, Figures, Sizes, rounded
from benchmarks.server.hosts import Host
from benchmarks.server.lines import Line, open_line, post
from benchmarks.server.load import steadily
from benchmarks.server.scripts import long_options, scripts
from benchmarks.server.tables import new_cookie, opened, together
from pennyflick.rules import registry
from pennyflick.server.client import answering
from pennyflick.server.wire.messages import Json

TABLES = 200
SCREENS = 50  # tables at which people flick at each other
A_SECOND = 100.0  # their flicks
PAUSE_S = 20.0  # that somebody against the expert takes for his own flick, on average
HOPED_MS = 20.0  # by how much more the others may wait
_USUAL = {"games"}  # a challenger plays as long a match of Penny Blue as people do
WARM_S = 8.0  # for the thinkers to start, and for the first to have flicked


class Challenger:
    """One person against the expert, who flicks anything legal in his own time."""

    def __init__(self, address: tuple[str, int], game: str, seed: int) -> None:
        self._address = address
        self._game = game
        self._dice = random.Random(seed)
        self._cookie = new_cookie()
        self._heard: asyncio.Queue[Json] = asyncio.Queue()
        self._line: Line | None = None
        self._match = ""
        self._version, self._now = 0, dict[str, Any]()
        self._since: float | None = None  # when the expert was to act
        self.waits_s: list[float] = []

    async def begin(self) -> None:
        """Make the match and sit down."""
        form = {"opponent": "expert", "side": "one", "starter": "one", "seed": str(self._dice.randrange(10**9))}
        options = long_options(self._game)
        form |= {f"option.{name}": value for name, value in options.items() if name not in _USUAL}
        _, path = await post(*self._address, f"/new/{self._game}", self._cookie, form)
        self._match = path.removeprefix("/match/")
        self._line = await open_line(*self._address, f"{path}/socket", self._cookie, self._hear)

    def _hear(self, message: bytes) -> None:
        told = msgspec.json.decode(message)
        if told["type"] in ("done", "refused", "nearest"):
            self._heard.put_nowait(told)
        elif told["type"] in ("sync", "event"):
            self._see(told)

    def _see(self, told: Json) -> None:
        news = told.get("snapshot") or told.get("event") or told["events"][-1]
        self._version, self._now = news["version"], told.get("now") or news["now"]
        if self._since is not None and not self._now["act"]["house"]:
            self.waits_s.append(perf_counter() - self._since)
            self._since = None
        elif self._since is None and self._now["act"]["house"]:
            self._since = perf_counter()

    def waited_s(self) -> list[float]:
        """How long he has waited each time, now included."""
        return [*self.waits_s, *([] if self._since is None else [perf_counter() - self._since])]

    async def play(self) -> None:
        """For ever."""
        while True:
            await asyncio.sleep(self._dice.expovariate(1 / PAUSE_S))
            while self._now["act"]["house"] or self._now["decision"] is None:
                await asyncio.sleep(0.05)
            await self._answer()

    async def _answer(self) -> None:
        wishing = answering(self._now["decision"], self._dice)
        try:
            wish = next(wishing)
            while True:
                wish = wishing.send((await self._asked("nearest", wish)).get("point", [0.0, 0.0]))
        except StopIteration as answered:
            seat = self._now["decision"]["seats"][0]
            await self._asked("answer", {"seat": seat, "answer": answered.value})

    async def _asked(self, kind: str, fields: dict[str, object]) -> Json:
        assert self._line is not None
        id_ = f"{self._dice.getrandbits(64):016x}"
        self._line.send(msgspec.json.encode({"type": kind, "id": id_, "version": self._version, **fields}))
        while (reply := await self._heard.get()).get("id") != id_:
            pass
        return reply

    def end(self) -> None:
        """Leave."""
        if self._line is not None:
            self._line.end()


async def beside_the_expert(host: Host, tables: int, sizes: Sizes) -> Figures:
    """How long people's flicks take while so many others play the expert, and how long those wait for it."""
    screens = await opened(host.address, _screens(), SCREENS, 0)
    names = registry.names()
    against = [Challenger(host.address, names[number % len(names)], number) for number in range(tables)]
    await together([each.begin for each in against])
    playing = [asyncio.create_task(each.play()) for each in against]
    await steadily(screens, A_SECOND, WARM_S)
    seen = await steadily(screens, A_SECOND, sizes.seconds)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    waits = [wait for each in against for wait in each.waited_s()]
    for table in screens:
        table.end()
    for each in against:
        each.end()
    return _figures(seen.p50_ms, seen.p99_ms, waits)


def _figures(p50_ms: float, p99_ms: float, waits: Sequence[float]) -> Figures:
    found = rounded(p50_ms=p50_ms, p99_ms=p99_ms, turns=len(waits))
    if not waits:
        return found
    ordered = sorted(waits)
    return found | rounded(wait_s=median(ordered), wait_p95_s=ordered[int(0.95 * len(ordered))])


def sentence(found: Figures) -> str:
    """What was measured, in a line."""
    flicks = f"people's flicks p50 {found['p50_ms']:.1f} ms, p99 {found['p99_ms']:.1f} ms"
    if "wait_s" not in found:
        return flicks
    waits = f"p50 {found['wait_s']:.1f} s, p95 {found['wait_p95_s']:.1f} s of {found['turns']:.0f} turns"
    return f"{flicks}; waiting for the expert {waits}"


def _screens() -> Any:
    return [script for name in registry.names() for script in scripts(name, 2, ACTIONS)]

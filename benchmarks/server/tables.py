"""Tables of the generator: a match at one screen that is played by its script, and those who look on."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from http.client import SEE_OTHER
from time import perf_counter

from benchmarks.server.lines import Line, LineError, open_line, post
from benchmarks.server.scripts import Script

_DONE, _REFUSED = b'{"type":"done"', b'{"type":"refused"'
_EVENT = b'{"type":"event","event":{"version":'
AT_ONCE = 32  # lines and matches that are opened at the same time
TRIES = 5  # for a line: a server at its limit may refuse one for a moment

Told = Callable[[float, bool], None]  # how long since it was meant to be sent, and whether it was a flick


class Table:
    """One match: whoever plays it sends the next answer when told to, and not before the last was answered."""

    def __init__(self, address: tuple[str, int], script: Script, source: str = "") -> None:
        """`source` is the address from which all at this table come; without one, one of a few."""
        self.address = address
        self._source = source
        self.script = script
        self.match = ""
        self.cookie = new_cookie()
        self.version = 0
        self.refused = 0
        self.answered: Told = lambda *_: None
        self.heard: Callable[[float], None] = lambda _: None  # a watcher's delivery, since it was meant to be sent
        self.due: list[float] = []  # when each version was meant to be sent
        self._waiting: list[float] = []  # meant to be sent, and the last is not answered yet
        self.busy = False
        self._line: Line | None = None
        self._watching: list[Line] = []

    @property
    def left(self) -> int:
        """How many answers its script still has."""
        return len(self.script.answers) - self.version - len(self._waiting) - self.busy

    @property
    def lost(self) -> int:
        """How many of its lines the server has ended."""
        return sum(line.closed is not None for line in (self._line, *self._watching) if line is not None)

    async def begin(self) -> None:
        """Make the match; raises LineError."""
        status, path = await post(
            *self.address, f"/new/{self.script.game}", self.cookie, self.script.form, self._source
        )
        if status != SEE_OTHER:
            raise LineError(f"a new match was answered {status}")
        self.match = path.removeprefix("/match/")

    async def sit(self) -> None:
        """Open the line of whoever plays."""
        self._line = await self._open(self.cookie, self._hear)

    async def watch(self) -> None:
        """Open the line of one more who looks on."""
        self._watching.append(await self._open(new_cookie(), self._overhear))

    async def _open(self, cookie: str, heard: Callable[[bytes], None]) -> Line:
        path = f"/match/{self.match}/socket"
        for _ in range(TRIES - 1):
            try:
                return await open_line(*self.address, path, cookie, heard, self._source)
            except LineError:
                await asyncio.sleep(0.2)
        return await open_line(*self.address, path, cookie, heard, self._source)

    def flick(self, due: float) -> None:
        """Send the next answer of the script, meant for this instant; it waits while the last is not answered."""
        if self.busy:
            self._waiting.append(due)
            return
        self.busy = True
        self.due.append(due)
        assert self._line is not None
        self._line.send(self.script.command(self.version, f"{self.match}-{self.version:05d}"))

    def _hear(self, message: bytes) -> None:
        if message.startswith(_DONE):
            flicked = self.script.is_flick(self.version)
            self.version += 1
            self.busy = False
            if self._waiting:
                self.flick(self._waiting.pop(0))
            self.answered(perf_counter() - self.due[self.version - 1], flicked)
        elif message.startswith(_REFUSED):
            self.refused += 1

    def _overhear(self, message: bytes) -> None:
        if message.startswith(_EVENT):
            version = int(message[len(_EVENT) : message.index(b",", len(_EVENT))])
            if version <= len(self.due):  # the house's answers were not sent from here
                self.heard(perf_counter() - self.due[version - 1])

    def end(self) -> None:
        """Everybody leaves."""
        for line in (self._line, *self._watching):
            if line is not None:
                line.end()


def new_cookie() -> str:
    """A browser that nobody knows."""
    return secrets.token_urlsafe(16)


async def opened(address: tuple[str, int], scripts: Sequence[Script], tables: int, watchers: int) -> list[Table]:
    """So many tables, with so many watchers each; the scripts are taken by turns."""
    found = [Table(address, scripts[number % len(scripts)]) for number in range(tables)]
    await together([table.begin for table in found])
    await together([table.sit for table in found])
    await together([table.watch for table in found for _ in range(watchers)])
    return found


async def together(works: Sequence[Callable[[], Awaitable[None]]]) -> None:
    """All of them, some at a time."""
    left = iter(works)

    async def some() -> None:
        for work in left:
            await work()

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))

"""The parts of a server on several processes that can be killed: its workers, who thinks, the database."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from pennyflick.server.client import Client
from tests.server.postgresql import Cluster

READY_S = 300.0  # the kernels may have to be compiled first, on a busy machine
LIMITS = ("posts_burst", "work_burst", "messages_burst", "watcher_messages_burst", "address_talk_burst")
MANY = 1_000_000_000
IN_A_ROW = 6  # answers that say that every worker answers: each comes by a line of its own


class Part(Protocol):
    """Something that can be killed."""

    name: str

    async def kill(self, dice: random.Random) -> None:
        """End it as a crash would."""

    async def back(self) -> None:
        """Return when it answers again."""

    def tend(self) -> None:
        """Start it again where it has ended by itself, as whatever runs services does."""


class Workers:
    """`pennyflick serve` on a database: whoever watches its workers stays, the workers do not."""

    name = "worker"

    def __init__(self, database: str, count: int, port: int) -> None:
        limits = [part for limit in LIMITS for part in ("--limit", f"{limit}={MANY}")]
        words = ["serve", "--database", database, "--workers", str(count), "--port", str(port), "--no-browser"]
        self.process = _started(*words, "--thinkers", "0", *limits)
        self._count = count
        self.client = Client(f"http://127.0.0.1:{port}")

    async def kill(self, dice: random.Random) -> None:
        """kill -9 of one of them."""
        _kill(dice.choice(self._children()))

    async def back(self) -> None:
        """As many as there were, and each answers."""
        until, good = time.monotonic() + READY_S, 0
        while good < IN_A_ROW:
            assert time.monotonic() < until, "the workers did not come back"
            able = len(self._children()) >= self._count and await asyncio.to_thread(self._is_able)
            good = good + 1 if able else 0
            await asyncio.sleep(0.0 if able else 0.05)

    def tend(self) -> None:
        """Whoever watches the workers does."""

    def _children(self) -> list[int]:
        told = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        return [int(each) for each in told.split()]

    def _is_able(self) -> bool:
        with contextlib.suppress(OSError):
            return self.client.get("/ready").status == 200
        return False


class Thinker:
    """`pennyflick think`."""

    name = "thinker"

    def __init__(self, database: str) -> None:
        self._words = ("think", "--database", database)
        self.process = _started(*self._words)

    async def kill(self, dice: random.Random) -> None:
        """kill -9."""
        _kill(self.process.pid)
        self.process.wait()
        await asyncio.sleep(dice.uniform(0.0, 1.0))

    async def back(self) -> None:
        """It is at work as soon as it lives."""
        while self.process.poll() is not None:
            await asyncio.sleep(0.05)

    def tend(self) -> None:
        """It ends where it finds no database when it starts."""
        if self.process.poll() is not None:
            self.process = _started(*self._words)


class Database:
    """A PostgreSQL of its own."""

    name = "database"

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    async def kill(self, dice: random.Random) -> None:
        """kill -9 of all its processes; it is started again after a moment."""
        await asyncio.to_thread(self._cluster.kill)
        await asyncio.sleep(dice.uniform(0.0, 1.0))

    async def back(self) -> None:
        """It answers when it has read its log."""
        await asyncio.to_thread(self._cluster.start)

    def tend(self) -> None:
        """It does not end by itself."""


@contextmanager
def everything(workers: int, thinkers: int) -> Iterator[tuple[Workers, list[Part], str]]:
    """Workers, thinkers and their database; the address of the database comes with them."""
    cluster = Cluster(fsync="on", full_page_writes="on")
    processes, thinking = list[subprocess.Popen[bytes]](), list[Thinker]()
    try:
        address = cluster.fresh()
        serving = Workers(address, workers, _free_port())
        processes.append(serving.process)
        asyncio.run(serving.back())
        thinking += [Thinker(address) for _ in range(thinkers)]
        yield serving, [serving, *thinking, Database(cluster)], address
    finally:
        for process in (*processes, *(each.process for each in thinking)):
            _end(process)
        cluster.stop()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _started(*words: str) -> subprocess.Popen[bytes]:
    """What it complains of meanwhile is as it should be, and much; what went wrong for people they will say."""
    silent = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-m", "pennyflick", *words], stdout=silent, stderr=silent)


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()

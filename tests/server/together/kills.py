"""kill -9 at random instants while people play by a link: what is killed is a whole server process."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from pennyflick.server.client import Client
from tests.server.together.faulty_line import GOOD
from tests.server.together.people import Found, Plan, play

LONGEST_LIFE_S = 0.6  # of a server after somebody is back
ARRIVING_S = 120.0
PLAN = Plan(tables=2, odds=GOOD, pause_s=0.02, stuck_s=600.0)

# One process loads and prepares everything, then forks a server for each life: imports would otherwise take most of the
# time. What is killed is a whole server process, sockets, writer thread and all.
NURSERY = """
import os, sys
from pathlib import Path
import uvicorn
from pennyflick import physics
from pennyflick.server.run.app import create_app
from pennyflick.server.run.runner import config, listening_socket
from pennyflick.server.settings import Limits, Settings
physics.prepare()
many = ("messages", "watcher_messages", "posts", "work", "address_talk", "match_talk")
limits = Limits(**{f"{each}_burst": 1_000_000_000 for each in many})
settings = Settings(data=Path(sys.argv[1]), port=int(sys.argv[2]), limits=limits)
print("prepared", flush=True)
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        sys.stdin.close()
        app = create_app(settings, prepare=lambda tell: None)
        uvicorn.Server(config(settings, app)).run([listening_socket("127.0.0.1", settings.port)])
        os._exit(0)
    print(child, flush=True)
    os.waitpid(child, 0)
"""


class Nursery:
    """Starts servers and kills them."""

    def __init__(self, data: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        command = [sys.executable, "-c", NURSERY, str(data), str(self.port)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._child = 0
        assert self._line() == "prepared"

    @property
    def client(self) -> Client:
        """A browser that knows where the server is."""
        return Client(f"http://127.0.0.1:{self.port}")

    def start(self) -> None:
        """A new server."""
        assert self._process.stdin is not None
        self._process.stdin.write("start\n")
        self._process.stdin.flush()
        self._child = int(self._line())

    def kill(self) -> None:
        """kill -9."""
        os.kill(self._child, signal.SIGKILL)
        self._child = 0

    def end(self) -> None:
        """Leave nothing running, whatever the test did."""
        if self._child:
            self.kill()
        self._process.communicate(timeout=30)
        assert self._process.returncode == 0

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


async def kill_while_people_play(
    nursery: Nursery, kills: int, seed: int, found: Found, tell: Callable[[int], None] = lambda _: None
) -> None:
    """Two tables, and so many kills; every match is played to its end and checked. Raises AssertionError."""
    dice = random.Random(seed)
    nursery.start()
    killing = asyncio.ensure_future(_killed(nursery, kills, dice, found, tell))
    await play(nursery.client, PLAN, seed, found, killing.done)
    await killing


async def _killed(nursery: Nursery, kills: int, dice: random.Random, found: Found, tell: Callable[[int], None]) -> None:
    for number in range(kills):
        await asyncio.wait_for(_arrival(found), ARRIVING_S)
        await asyncio.sleep(dice.uniform(0.0, LONGEST_LIFE_S))
        nursery.kill()
        found.counts["kills"] += 1
        nursery.start()
        tell(number + 1)


async def _arrival(found: Found) -> None:
    """Somebody has found the server."""
    before = found.counts["arrivals"]
    while found.counts["arrivals"] == before:
        await asyncio.sleep(0.005)

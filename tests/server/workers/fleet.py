"""Workers as processes, as `pennyflick serve --workers` starts them, with limits that let clients hurry."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from pennyflick.server.client import Client

READY_S = 300.0  # the kernels may have to be compiled first, on a busy machine
_FLEET = """
import sys
from pathlib import Path
from pennyflick.server.run import workers
from pennyflick.server.run.runner import listening_socket
from pennyflick.server.settings import Limits, Settings
MANY = 1_000_000_000
given = {name: MANY for name in vars(Limits()) if name.endswith("_burst")}
limits = Limits(**{**given, "rings_burst": 1})
listening = listening_socket("127.0.0.1", 0)
settings = Settings(data=Path("/nowhere"), database=sys.argv[1], port=listening.getsockname()[1], limits=limits)
workers.run(settings, listening, int(sys.argv[2]), lambda: print(settings.port, flush=True), lambda done, of: None)
"""


class Fleet:
    """Some workers and whoever watches them."""

    def __init__(self, database: str, count: int) -> None:
        command = [sys.executable, "-c", _FLEET, database, str(count)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self.count = count
        self.wait_for(count)

    @property
    def client(self) -> Client:
        """A browser that knows where the server is."""
        return Client(f"http://127.0.0.1:{self.port}")

    def workers(self) -> list[int]:
        """Their process ids."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        return [int(each) for each in children.split()]

    def wait_for(self, count: int) -> None:
        """Return when so many are there and one of them can simulate."""
        until = time.monotonic() + READY_S
        while len(self.workers()) < count or not self._ready():
            assert time.monotonic() < until, "the workers did not become ready"
            time.sleep(0.05)

    def _ready(self) -> bool:
        with contextlib.suppress(OSError):
            return bool(self.client.get("/health").json().get("ready", True))
        return False

    def tell(self, number: signal.Signals) -> None:
        """Send a signal to whoever watches them."""
        self.process.send_signal(number)

    def stop(self) -> None:
        """End them in order."""
        if self.process.poll() is None:
            self.tell(signal.SIGTERM)
        self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()


def lives(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not asked for does not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    return False


def kill(pid: int) -> None:
    """kill -9."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)

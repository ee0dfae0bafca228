"""A server in a process of its own, for whatever is measured over a real socket."""

from __future__ import annotations

import contextlib
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pennyflick.server.client import Client


@dataclass(frozen=True)
class Running:
    """A server that answers."""

    address: str
    pid: int


@contextmanager
def running(folder: Path, *words: str) -> Iterator[Running]:
    """A server on this folder, ready to flick; `words` are further arguments of `pennyflick serve`."""
    port = free_port()
    command = ["serve", "--port", str(port), "--data", str(folder), "--no-browser", *words]
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "pennyflick", *command], stdout=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}"
        _first_page(process, address)
        print(f"first page served {time.perf_counter() - began:.2f} s after the start", file=sys.stderr)
        while not Client(address).get("/health").json()["ready"]:
            time.sleep(0.05)
        print(f"ready to flick {time.perf_counter() - began:.2f} s after the start", file=sys.stderr)
        yield Running(address, process.pid)
    finally:
        process.terminate()
        process.wait(30)


def free_port() -> int:
    """A port that nobody listens at, and from which the system lets nobody call: thousands of lines come and go."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as free, contextlib.suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port


def _first_page(process: subprocess.Popen[bytes], address: str) -> None:
    while process.poll() is None:
        try:
            reply = Client(address).get("/")
        except ConnectionError:
            time.sleep(0.02)
            continue
        assert reply.status == 200, f"the first page was answered {reply.status}"
        return
    raise RuntimeError(f"the server ended with code {process.returncode}")


def percentile(values: Sequence[float], part: float) -> float:
    """The value that this part of them do not exceed; nothing: not a number."""
    ordered = sorted(values)
    return ordered[min(int(part * len(ordered)), len(ordered) - 1)] if ordered else float("nan")

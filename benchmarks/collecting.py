"""How long a garbage collection stops the server while many sockets are open and idle, and what a socket costs.

Run it with `python -m benchmarks.collecting --sockets 2000`; the last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import gc
import json
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pennyflick.server.client import Client
from pennyflick.server.run.runner import listening_socket, run
from pennyflick.server.run.watch import memory_bytes
from pennyflick.server.settings import Limits, Settings

MATCHES = 20
MANY = 10**6
LIMITS = Limits(
    connections=MANY,
    connections_per_address=MANY,
    work_burst=MANY,
    posts_burst=MANY,
    watchers_per_match=MANY,
)
_KEY = base64.b64encode(secrets.token_bytes(16)).decode()
CHURN = 0.5  # of the sockets close and come again


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures; the exit code is 0 whatever they are."""
    parser = argparse.ArgumentParser(description="Time garbage collections with many idle sockets.")
    parser.add_argument("--sockets", type=int, default=2_000)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.serve:
        return _serve(args.serve)
    with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as server:
        print(json.dumps(asyncio.run(_measured(server, args.sockets)), indent=None))
    return 0


class _Server:
    """The server's process, which answers questions of ours beside those of browsers."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.port = int(self._read()["port"])

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        found: dict[str, Any] = json.loads(self._process.stdout.readline())
        return found

    def ask(self, question: str) -> dict[str, Any]:
        """What it says to `state` or `collect`."""
        assert self._process.stdin is not None
        self._process.stdin.write(question + "\n")
        self._process.stdin.flush()
        return self._read()


@contextmanager
def _served(folder: Path) -> Iterator[_Server]:
    command = [sys.executable, "-m", "benchmarks.collecting", "--serve", str(folder)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield _Server(process)
    finally:
        process.terminate()
        process.wait(30)


def _serve(folder: Path) -> int:
    """The other process: serve, and answer on standard input in a thread."""
    listening = listening_socket("127.0.0.1", 0)
    settings = Settings(data=folder, port=listening.getsockname()[1], limits=LIMITS)
    answering = threading.Thread(target=_answer, args=(settings,), daemon=True)
    run(settings, listening, answering.start, lambda _, __: None)
    return 0


def _answer(settings: Settings) -> None:
    while not Client(settings.address).get("/health").json()["ready"]:
        time.sleep(0.05)
    time.sleep(2.0)  # what is here has been frozen
    print(json.dumps({"port": settings.port}), flush=True)
    pauses = _Pauses()
    gc.callbacks.append(pauses)
    for question in sys.stdin:
        longest_ms, began = pauses.taken(), time.thread_time()
        if question.strip() == "collect":
            gc.unfreeze()
            gc.collect()
        spent_ms = (time.thread_time() - began) * 1_000.0
        gc.freeze()  # as the server has it
        pauses.taken()
        state = {"objects": len(gc.get_objects()) + gc.get_freeze_count(), "bytes": memory_bytes()}
        print(json.dumps({**state, "ms": spent_ms, "longest_ms": longest_ms}), flush=True)


class _Pauses:
    """The longest collection since somebody asked, in time of the processor: what else runs here does not count."""

    def __init__(self) -> None:
        self._began = self._longest_s = 0.0

    def __call__(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._began = time.thread_time()
        else:
            self._longest_s = max(self._longest_s, time.thread_time() - self._began)

    def taken(self) -> float:
        """In milliseconds; then it begins anew."""
        longest, self._longest_s = self._longest_s * 1_000.0, 0.0
        return longest


async def _measured(server: _Server, count: int) -> dict[str, float]:
    client = Client(f"http://127.0.0.1:{server.port}")
    matches = [client.new_match("penny-black", {"seating": "screen"}) for _ in range(MATCHES)]
    server.ask("collect")
    before = server.ask("state")
    sockets = [await _open(server.port, matches[number % MATCHES]) for number in range(count)]
    opened = server.ask("state")
    print(f"while {count} sockets opened, the longest collection took {opened['longest_ms']:.0f} ms")
    await asyncio.sleep(10)
    idle = server.ask("state")
    print(f"in ten idle seconds the longest took {idle['longest_ms']:.0f} ms")
    for number in range(int(count * CHURN)):
        sockets[number].close()
        sockets[number] = await _open(server.port, matches[number % MATCHES])
    churned = server.ask("state")
    print(f"while {CHURN:.0%} of them left and came again, {churned['longest_ms']:.0f} ms")
    whole = server.ask("collect")
    print(f"one that looks at everything takes {whole['ms']:.0f} ms")
    kept = (whole["objects"] - before["objects"]) / count
    size = (whole["bytes"] - before["bytes"]) / count
    print(f"a socket is {kept:.0f} objects that the collector looks at, and {size / 1_000:.1f} kB")
    for writer in sockets:
        writer.close()
    return {
        "sockets": count,
        "longest_opening_ms": opened["longest_ms"],
        "longest_idle_ms": idle["longest_ms"],
        "longest_churning_ms": churned["longest_ms"],
        "whole_ms": whole["ms"],
        "objects_a_socket": kept,
        "bytes_a_socket": size,
    }


async def _open(port: int, match: str) -> asyncio.StreamWriter:
    """A socket that says nothing: its bytes are read and thrown away."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [
        f"GET /match/{match}/socket HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {_KEY}",
        "Sec-WebSocket-Version: 13",
    ]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    await reader.read(2**20)  # the snapshot
    return writer


if __name__ == "__main__":
    sys.exit(main())

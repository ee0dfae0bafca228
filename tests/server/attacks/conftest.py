"""Somebody attacks a real server from one address while somebody else uses it from another."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import json
import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from pennyflick.server.client import Reply

READY_S = 300  # the kernels may have to be compiled first, on a busy machine
PAUSE_S = 1.0  # the promise: nobody makes the others wait longer
ROOM_BYTES = 48_000_000  # what Python keeps for itself after it was busy
_VICTIM = Path(__file__).parent / "victim.py"
_hosts = (f"127.0.{number // 250 + 1}.{number % 250 + 1}" for number in itertools.count())


@dataclass
class Peer:
    """Whoever asks from one address of his own."""

    netloc: str
    host: str = field(default_factory=lambda: next(_hosts))
    takes: int | None = None  # bytes that his side of a connection holds unread; the system's choice otherwise

    @property
    def origin(self) -> str:
        return f"http://{self.netloc}"

    def connect(self) -> socket.socket:
        host, _, port = self.netloc.partition(":")
        connection = socket.socket()
        if self.takes is not None:  # before he connects: it is told to the other side then
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.takes)
        connection.settimeout(30)
        connection.bind((self.host, 0))
        try:
            connection.connect((host, int(port)))
        except OSError:
            connection.close()
            raise
        return connection

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Reply:
        host, _, port = self.netloc.partition(":")
        connection = http.client.HTTPConnection(host, int(port), timeout=60, source_address=(self.host, 0))
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(method, path, body or None, {"origin": self.origin} | told)
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Reply(response.status, found, response.read())
        finally:
            connection.close()

    def get(self, path: str) -> Reply:
        return self.ask("GET", path)

    def post(self, path: str, body: bytes, kind: str = "application/x-www-form-urlencoded") -> Reply:
        return self.ask("POST", path, body, content_type=kind)

    def new_match(self, game: str = "penny-black") -> tuple[str, str]:
        """A match at one screen, and the cookie of whoever plays it."""
        reply = self.post(f"/new/{game}", b"seating=screen&seed=7&starter=one")
        assert reply.status == 303, reply.text
        return reply.headers["location"].removeprefix("/match/"), reply.headers["set-cookie"].partition(";")[0]


class Victim:
    """A server that can be asked how its loop fared."""

    def __init__(self, data: Path, files: int | None = None, **limits: float) -> None:
        def bound() -> None:
            if files is not None:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

        command = [sys.executable, str(_VICTIM), str(data), json.dumps(limits)]
        self.errors = data.parent / f"{data.name}.log"
        self._log = self.errors.open("wb")
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command,
            stdin=pipe,
            stdout=pipe,
            stderr=self._log,
            text=True,
            preexec_fn=bound,  # noqa: PLW1509 # one thread
        )
        self.netloc = urlsplit(self._line()).netloc
        self._wait_until_ready()

    def peer(self, takes: int | None = None) -> Peer:
        return Peer(self.netloc, takes=takes)

    def fared(self) -> dict[str, Any]:
        """Since it was last asked: the longest pause of the loop; and what it has open and in memory now."""
        assert self.process.stdin is not None
        self.process.stdin.write("?\n")
        self.process.stdin.flush()
        found: dict[str, Any] = json.loads(self._line())
        return found

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        for stream in (self.process.stdin, self.process.stdout, self._log):
            if stream is not None:
                stream.close()

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, f"the server ended: {self.errors.read_text()[-2000:]}"
        return line.strip()

    def _wait_until_ready(self) -> None:
        deadline, somebody = time.monotonic() + READY_S, self.peer()
        while not somebody.get("/health").json()["ready"]:
            assert time.monotonic() < deadline, f"the server did not become ready within {READY_S} s"
            time.sleep(0.2)
        somebody.get("/")  # the first page is put together once


@dataclass
class Meanwhile:
    """Somebody else, who looks at pages all the time."""

    peer: Peer
    waits_s: list[float] = field(default_factory=list)
    statuses: set[int] = field(default_factory=set)

    def look(self, stop: threading.Event) -> None:
        while not stop.is_set():
            for path in ("/health", "/"):
                began = time.monotonic()
                self.statuses.add(self.peer.get(path).status)
                self.waits_s.append(time.monotonic() - began)
            stop.wait(0.1)


@contextlib.contextmanager
def attacked(victim: Victim) -> Iterator[Meanwhile]:
    """During the attack others are answered, the loop never pauses for a second, and memory is given back."""
    other = Meanwhile(victim.peer())
    stop = threading.Event()
    before = victim.fared()
    looking = threading.Thread(target=other.look, args=(stop,))
    looking.start()
    try:
        yield other
    finally:
        stop.set()
        looking.join(120)
    after = victim.fared()
    assert after["pause_s"] < PAUSE_S, f"the loop paused for {after['pause_s']:.2f} s"
    assert other.statuses == {200}
    assert after["bytes"] < before["bytes"] + ROOM_BYTES, (
        f"{after['bytes'] - before['bytes']} bytes were not given back"
    )


@pytest.fixture(scope="package")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Victim]:
    found = Victim(tmp_path_factory.mktemp("victim"))
    yield found
    found.stop()


@pytest.fixture
def start_victim(tmp_path: Path) -> Iterator[Callable[..., Victim]]:
    """Servers with limits of their own."""
    started: list[Victim] = []

    def start(**changes: Any) -> Victim:
        started.append(Victim(tmp_path / "victim", **changes))
        return started[-1]

    yield start
    for each in started:
        each.stop()

"""The servers that are measured, each in processes of its own, with the limits of one address raised: we are one."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.serving import free_port
from pennyflick.server.client import Client
from pennyflick.server.settings import Limits

MANY = 1_000_000_000
RAISED = {  # each of them counts what one address does, and here everybody has the same few
    "connections": 15_000,
    "connections_per_address": 15_000,
    "posts_burst": MANY,
    "work_burst": MANY,
    "messages_burst": MANY,
    "watcher_messages_burst": MANY,
    "address_talk_burst": MANY,
    "match_talk_burst": MANY,
    "watchers_per_match": 1_000,
}
READY_S = 120.0


@dataclass(frozen=True)
class Host:
    """A server that answers."""

    port: int
    pid: int

    @property
    def address(self) -> tuple[str, int]:
        """Where it is."""
        return "127.0.0.1", self.port

    @property
    def pids(self) -> list[int]:
        """Its process and its workers; not those that think, or read what strangers send."""
        return [pid for pid in family(self.pid) if pid == self.pid or is_worker(pid)]

    def processor_s(self) -> float:
        """What it has used so far."""
        return sum(processor_s(pid) for pid in self.pids)

    def memory_kb(self) -> int:
        """What it holds now."""
        return sum(memory_kb(pid) for pid in self.pids)


@contextmanager
def folder_host(*words: str, environment: Mapping[str, str] = os.environ) -> Iterator[Host]:
    """One process on a folder of its own; `words` are further arguments of `pennyflick serve`."""
    told = [*words, *_raised()]
    with tempfile.TemporaryDirectory() as folder, _served("--data", folder, *told, environment=environment) as host:
        yield host


@contextmanager
def default_host() -> Iterator[Host]:
    """The same with every limit as it is without a word."""
    with tempfile.TemporaryDirectory() as folder, _served("--data", folder) as host:
        yield host


@contextmanager
def database_host(workers: int, *words: str) -> Iterator[Host]:
    """So many processes on a PostgreSQL of their own, which syncs as it would anywhere."""
    from tests.server.postgresql import Cluster

    cluster = Cluster(fsync="on", full_page_writes="on", autovacuum="on")
    try:
        with _served("--database", cluster.fresh(), "--workers", str(workers), *words, *_raised()) as host:
            yield host
    finally:
        cluster.stop()


@contextmanager
def _served(*words: str, environment: Mapping[str, str] = os.environ) -> Iterator[Host]:
    port = free_port()
    command = [sys.executable, "-m", "pennyflick", "serve", "--port", str(port), "--no-browser", *words]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=dict(environment))
    try:
        _wait(process, port)
        yield Host(port, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def _raised() -> list[str]:
    return [part for name, value in RAISED.items() for part in ("--limit", f"{name}={value}")]


def more_files() -> None:
    """As many open files as the system lets us have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + READY_S
    while time.monotonic() < until:
        assert process.poll() is None, f"the server ended with code {process.returncode}"
        with contextlib.suppress(OSError):
            if Client(f"http://127.0.0.1:{port}").get("/health").json()["ready"]:
                return
        time.sleep(0.05)
    raise TimeoutError(f"the server was not ready after {READY_S:.0f} s")


def is_worker(pid: int) -> bool:
    """Whether a process serves."""
    try:
        return b"run.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def family(pid: int) -> list[int]:
    """A process and its descendants."""
    parents = {int(path.parent.name): int(_stat(path)[1]) for path in Path("/proc").glob("[0-9]*/stat") if _stat(path)}
    found = [pid]
    for each in found:
        found += [child for child, parent in parents.items() if parent == each]
    return found


def _stat(path: Path) -> list[str]:
    """The fields after the name, or none: the process has gone."""
    try:
        return path.read_text().rpartition(")")[2].split()
    except OSError:
        return []


def processor_s(pid: int) -> float:
    """What all threads of a process have used so far."""
    spent = 0
    for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        try:
            spent += int(task.read_text().split()[0])
        except OSError:  # a thread that has ended
            continue
    return spent / 1e9


def memory_kb(pid: int) -> int:
    """What a process holds in memory."""
    try:
        fields = Path(f"/proc/{pid}/statm").read_text().split()
    except OSError:
        return 0
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def open_files(pid: int) -> int:
    """How many files and sockets a process has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def threads(pid: int) -> int:
    """How many threads a process has."""
    return len(os.listdir(f"/proc/{pid}/task"))


assert set(RAISED) <= {each.name for each in dataclasses.fields(Limits)}, "a limit is called otherwise now"

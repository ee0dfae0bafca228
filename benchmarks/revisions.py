"""Another revision of this project, side by side with this one: two processes that answer the same questions.

The other's sources are unpacked into a temporary folder; each process has compiled code of its own. What is asked is
always ours (`benchmarks/` of this working tree), so that both are asked the same; only `src/` is theirs.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pennyflick

ROOT = Path(__file__).parent.parent
START = "from pennyflick import physics; physics.prepare()"


@dataclass(frozen=True)
class Revision:
    """Sources to run, and a folder for what they compile to."""

    name: str
    root: Path
    cache: Path

    def environment(self) -> Mapping[str, str]:
        """What a process of this revision needs to find its sources, our questions, and its own compiled code."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        path = os.pathsep.join((str(self.root / "src"), str(ROOT)))
        return inherited | {"PYTHONPATH": path, "XDG_CACHE_HOME": str(self.cache), "LOCALAPPDATA": str(self.cache)}

    def start_s(self) -> float:
        """Processor time from starting Python to kernels that are ready: compiled the first time, loaded later."""
        used = os.times()
        subprocess.run([sys.executable, "-c", START], env=self.environment(), check=True, stdout=subprocess.DEVNULL)
        spent = os.times()
        return spent.children_user + spent.children_system - used.children_user - used.children_system


@contextmanager
def both(other: str) -> Iterator[tuple[Revision, Revision]]:
    """The other revision and the working tree, each ready to be asked."""
    with tempfile.TemporaryDirectory(prefix="pennyflick-") as folder:
        unpacked = Path(folder)
        _unpack(other, unpacked / "other")
        yield (
            Revision(other, unpacked / "other", unpacked / "cache-other"),
            Revision("this working tree", ROOT, unpacked / "cache-this"),
        )


def _unpack(name: str, folder: Path) -> None:
    packed = subprocess.run(["git", "archive", name, "src"], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        raise SystemExit(f"no revision {name!r} here: {packed.stderr.decode().strip()}")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")


class Worker:
    """A process of one revision that answers questions, one JSON line each, by a module's `answer`."""

    def __init__(self, revision: Revision, module: str) -> None:
        self.revision = revision
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.revisions", module],
            env=revision.environment(),
            cwd=revision.cache.parent,  # not the working tree, whose sources must not be found first
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        where = self.told()
        assert Path(where).is_relative_to(revision.root), f"{where} was loaded for {revision.name}"

    def ask(self, question: str) -> None:
        """Put a question; the answer is `told` later, so that two workers can be busy at once."""
        assert self._process.stdin is not None
        self._process.stdin.write(question + "\n")
        self._process.stdin.flush()

    def told(self) -> Any:
        """The answer to the oldest question."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"the process of {self.revision.name} ended with code {self._process.wait()}")
        return json.loads(line)

    def end(self) -> None:
        """Let the process go."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


@contextmanager
def workers(revisions: tuple[Revision, Revision], module: str) -> Iterator[tuple[Worker, Worker]]:
    """A worker of each revision."""
    old, new = (Worker(revision, module) for revision in revisions)
    try:
        yield old, new
    finally:
        old.end()
        new.end()


def clock_s() -> float:
    """Processor time of this process: other work on the machine changes it little."""
    return time.process_time()


def main() -> int:
    """The life of a worker: say where the sources are, then answer until nobody asks."""
    answer = import_module(sys.argv[1]).answer
    print(json.dumps(str(pennyflick.__file__)), flush=True)
    for question in sys.stdin:
        print(json.dumps(answer(question.strip())), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

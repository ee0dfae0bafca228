"""A process that thinks for the house, as the server sees it: asked over a pipe, replaced when it is lost.

Law: it serves nobody, so that nobody waits for it but whoever sits at the table it thinks for.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from pennyflick.physics.batch import THREADS_VARIABLE
from pennyflick.players.player import Thought
from pennyflick.server.play.thinking import Question

_COMMAND = (sys.executable, "-m", "pennyflick.server.play.thinker_process")
_PIPE = subprocess.PIPE


class DiedError(RuntimeError):
    """Whoever thought is no more."""


class HungError(RuntimeError):
    """Whoever thought has taken too long."""


class Thinks(Protocol):
    """Somebody who can be asked what the house answers."""

    def warm(self) -> None:
        """Get ready to think, soon."""

    async def think(self, question: Question) -> Thought:
        """The thought; raises DiedError, HungError. Cancelled, it thinks no more."""

    def close(self) -> None:
        """Think no more."""


class Thinker:
    """One process; another takes its place when it dies, hangs or is no longer wanted."""

    def __init__(self, budget_s: float) -> None:
        self._budget_s = budget_s
        self._process: subprocess.Popen[bytes] | None = None
        self._line = ThreadPoolExecutor(1, thread_name_prefix="thinker")  # where the pipe is waited for
        self._changing = threading.Lock()  # held while a process takes the place of another
        self._closed = False

    def warm(self) -> None:
        """Start the process, so that it has loaded everything when it is asked."""
        self._line.submit(self._begun)

    async def think(self, question: Question) -> Thought:
        """What it thinks; raises DiedError, or HungError beyond its budget. Cancelled, it thinks no more."""
        asked = asyncio.get_running_loop().run_in_executor(self._line, self._asked, question)
        try:
            async with asyncio.timeout(self._budget_s):
                return await asyncio.shield(asked)
        except TimeoutError:
            raise HungError(f"no thought after {self._budget_s:g} s") from None
        finally:
            if not asked.done():
                self._end()
                asked.add_done_callback(_heard)

    def close(self) -> None:
        """End the process."""
        self._closed = True
        self._end()
        self._line.shutdown(wait=False)

    @property
    def process(self) -> int | None:
        """The process that runs, by its number."""
        return None if self._process is None else self._process.pid

    def _asked(self, question: Question) -> Thought:
        try:
            process = self._begun()
            assert process.stdin is not None
            assert process.stdout is not None
            pickle.dump(question, process.stdin)
            process.stdin.flush()
            thought: Thought = pickle.load(process.stdout)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError) as error:
            self._end()
            raise DiedError("the process ended while it thought") from error
        return thought

    def _begun(self) -> subprocess.Popen[bytes]:
        with self._changing:
            if self._closed:
                raise DiedError("it thinks no more")
            if self._process is None or self._process.poll() is not None:
                self._process = subprocess.Popen(_COMMAND, stdin=_PIPE, stdout=_PIPE, env=_environment())
            return self._process

    def _end(self) -> None:
        with self._changing:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            self._line.submit(_let_go, process)  # in its own thread, which may still be reading


def _environment() -> dict[str, str]:
    """One core, and the same packages: a game may come from any of them."""
    return {**os.environ, THREADS_VARIABLE: "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _let_go(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):  # what was not read is lost
                pipe.close()


def _heard(asked: asyncio.Future[Thought]) -> None:
    """Nobody wants to know any more what became of it."""
    if not asked.cancelled():
        asked.exception()

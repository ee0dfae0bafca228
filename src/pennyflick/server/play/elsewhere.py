"""Work on what a stranger sent, in a process that serves nobody, with a budget. Law: it ends, or it is ended.

The processes start when there is something to do, end when there is nothing for a while, and cannot outlive the
server: their standard input ends with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from pennyflick.server.play.working import HEAD, READY, Done
from pennyflick.server.settings import Limits

Result = TypeVar("Result")
STARTING_S = 300.0  # the kernels may have to be compiled first, on a busy machine
_PROGRAM = "from pennyflick.server.play.working import main; main()"


class BusyError(RuntimeError):
    """Too much waits there already."""


class TooOftenError(BusyError):
    """Too much of one address waits there already."""


class OverBudgetError(RuntimeError):
    """It took longer than it may; it was ended."""


class FailedError(RuntimeError):
    """It ended by a bug, or the process did."""


class Elsewhere:
    """Runs picklable functions in processes of its own, each within the budget, each in its turn."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._turns = asyncio.Semaphore(max(1, limits.elsewhere_processes))
        self._waiting = 0
        self._whose: Counter[str] = Counter()
        self._idle: list[_Process] = []
        self._closed = False

    async def __call__(self, whose: str, work: Callable[..., Result], *args: object) -> Result:
        """What `work(*args)` answers there; raises BusyError, TooOftenError, OverBudgetError, FailedError."""
        if self._whose[whose] >= self._limits.elsewhere_per_address:
            raise TooOftenError(whose)
        if self._waiting >= self._limits.elsewhere_waiting:
            raise BusyError
        self._whose[whose] += 1
        try:
            await self._turn()
            try:
                job = pickle.dumps((work, args, self._limits.elsewhere_s))
                result: Result = await self._worked(job, work.__module__)
                return result
            finally:
                self._turns.release()
        finally:
            self._whose -= Counter((whose,))  # drops what has become none, so that addresses are forgotten

    async def close(self) -> None:
        """End every process."""
        self._closed = True
        while self._idle:
            await self._idle.pop().end()

    async def _turn(self) -> None:
        self._waiting += 1
        try:
            await self._turns.acquire()
        finally:
            self._waiting -= 1

    async def _worked(self, job: bytes, module: str) -> Any:
        process = self._idle.pop() if self._idle else _Process(module)
        process.wanted()
        try:
            done = await process.work(job, self._limits.elsewhere_s)
        except BaseException:
            await process.end()
            raise
        if self._closed:
            await process.end()
        else:
            self._idle.append(process)
            process.unwanted(self._limits.elsewhere_idle_s, self._let_go)
        if done.bug:
            raise FailedError(done.bug)
        return done.result

    async def _let_go(self, process: _Process) -> None:
        if process in self._idle:
            self._idle.remove(process)
            await process.end()


class _Process:
    """One process and the pipes to it."""

    def __init__(self, module: str) -> None:
        """Loading the module of its first job is no part of that job's budget."""
        self._module = module
        self._process: asyncio.subprocess.Process | None = None
        self._ending: asyncio.Task[None] | None = None

    async def work(self, job: bytes, budget_s: float) -> Done:
        """What it answers; raises OverBudgetError, FailedError."""
        try:
            process = await asyncio.wait_for(self._started(), STARTING_S)
            assert process.stdin is not None, "it was started with pipes"
            process.stdin.write(HEAD.pack(len(job)) + job)
            await process.stdin.drain()
            return await asyncio.wait_for(_answer(process), budget_s)
        except TimeoutError:
            raise OverBudgetError(f"{budget_s:g} s") from None
        except (OSError, EOFError, asyncio.IncompleteReadError) as error:
            raise FailedError(f"the process ended: {error!r}") from error

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None:
            pipe = asyncio.subprocess.PIPE
            command = (sys.executable, "-P", "-c", _PROGRAM, self._module)
            self._process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
            assert self._process.stdout is not None, "it was started with pipes"
            await self._process.stdout.readexactly(len(READY))
        return self._process

    def wanted(self) -> None:
        """It has something to do: it does not end now."""
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None

    def unwanted(self, idle_s: float, let_go: Callable[[_Process], Awaitable[None]]) -> None:
        """It ends by itself unless it is wanted again."""

        async def ending() -> None:
            await asyncio.sleep(idle_s)
            await let_go(self)

        self._ending = asyncio.create_task(ending())

    async def end(self) -> None:
        """End it now, whatever it does."""
        if self._ending is not None and self._ending is not asyncio.current_task():
            self._ending.cancel()
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


async def _answer(process: asyncio.subprocess.Process) -> Done:
    assert process.stdout is not None, "it was started with pipes"
    (size,) = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
    done: Done = pickle.loads(await process.stdout.readexactly(size))
    return done

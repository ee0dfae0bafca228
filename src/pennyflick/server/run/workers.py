"""Several processes on one socket and one database: started, watched, renewed one by one, stopped in order.

Law: nobody notices. A worker that dies is replaced; one that is renewed stops only when the new one serves.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from pennyflick.server.run import logs
from pennyflick.server.run.metrics import Metrics, forget_worker, shared_figures, shown
from pennyflick.server.run.runner import prepare_store
from pennyflick.server.run.worker import OPEN, READY
from pennyflick.server.settings import Settings

_LOG = logging.getLogger("pennyflick.server")
_WORKER = (sys.executable, "-P", "-c", "from pennyflick.server.run.worker import main; main()")
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 10.0  # before a worker that died is replaced; it doubles
HEALTHY_S = 5.0  # who lived so long had no trouble at the start
STOPPING_S = 20.0  # for storing what is under way; after that it is ended
RENEWING_S = 300.0  # how long a new worker may take: the kernels may have to be compiled first


@dataclass(frozen=True)
class Duty:
    """What a process is there for: its program, and what it reads first. It says OPEN and READY, line by line."""

    name: str
    command: tuple[str, ...]
    told: bytes = b""
    files: tuple[int, ...] = ()  # that it inherits


@dataclass
class Post:
    """One place in the crew, and whoever fills it."""

    duty: Duty
    process: Running | None = None
    pause_s: float = FIRST_PAUSE_S


@dataclass
class Running:
    """A process at work."""

    process: asyncio.subprocess.Process
    began_s: float
    said: dict[str, asyncio.Event] = field(default_factory=lambda: {OPEN: asyncio.Event(), READY: asyncio.Event()})
    hearing: asyncio.Task[None] | None = None

    async def hear(self) -> None:
        """Take note of what it says, until it ends."""
        assert self.process.stdout is not None, "it was started with pipes"
        while line := await self.process.stdout.readline():
            if (event := self.said.get(line.decode().strip())) is not None:
                event.set()
        await self.process.wait()
        forget_worker(self.process.pid)

    def stop(self) -> None:
        """Ask it to end in order."""
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()

    async def ended(self) -> int:
        """Its exit code, once it has ended; it is ended when it takes too long."""
        try:
            return await asyncio.wait_for(self.process.wait(), STOPPING_S)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            return await self.process.wait()


class Crew:
    """Keeps every post filled."""

    def __init__(self, duties: Sequence[Duty]) -> None:
        self._posts = [Post(duty) for duty in duties]
        self._stopping = asyncio.Event()
        self._renewing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, opened: Callable[[], None]) -> None:
        """Until told to stop; `opened` is called when the first of them serves."""
        keeping = [asyncio.create_task(self._keep(post)) for post in self._posts]
        opening = asyncio.create_task(self._opened(opened))
        await self._stopping.wait()
        opening.cancel()
        for post in self._posts:
            if post.process is not None:
                post.process.stop()
        await asyncio.gather(*keeping, opening, *self._tasks, return_exceptions=True)

    def stop(self) -> None:
        """Tell all to stop."""
        self._stopping.set()

    def renew(self) -> None:
        """Replace all, one after the other."""
        task = asyncio.create_task(self._renewed())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _opened(self, opened: Callable[[], None]) -> None:
        first = self._posts[0]
        while first.process is None or not first.process.said[OPEN].is_set():
            await asyncio.sleep(0.02)
        opened()

    async def _keep(self, post: Post) -> None:
        """Somebody is at this post, as long as there is a crew."""
        while not self._stopping.is_set():
            running = post.process = await _started(post.duty)
            await self._watch(post, running)

    async def _watch(self, post: Post, running: Running) -> None:
        """Until whoever is at the post has ended; who was relieved meanwhile is not missed."""
        while True:
            code = await running.process.wait() if not self._stopping.is_set() else await running.ended()
            if self._stopping.is_set():
                return
            if post.process is running:
                break
            assert post.process is not None, "whoever is relieved is so by somebody"
            running = post.process
        await self._mourn(post, running, code)

    async def _mourn(self, post: Post, running: Running, code: int) -> None:
        """Say so, and wait a little: what dies at once would die again."""
        if asyncio.get_running_loop().time() - running.began_s > HEALTHY_S:
            post.pause_s = FIRST_PAUSE_S
        _LOG.error("%s ended with code %d; another starts in %g s", post.duty.name, code, post.pause_s)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(post.pause_s):
                await self._stopping.wait()
        post.pause_s = min(2 * post.pause_s, LONGEST_PAUSE_S)

    async def _renewed(self) -> None:
        async with self._renewing:
            for post in self._posts:
                if not self._stopping.is_set():
                    await self._relieve(post)

    async def _relieve(self, post: Post) -> None:
        """The new one serves before the old one stops."""
        new, old = await _started(post.duty), post.process
        try:
            await asyncio.wait_for(_first(new.said[READY].wait(), new.process.wait()), RENEWING_S)
        except TimeoutError:
            new.process.kill()
        if not new.said[READY].is_set() or self._stopping.is_set():
            _LOG.error("%s could not be renewed; the old one goes on", post.duty.name)
            new.stop()
            await new.ended()
            return
        post.process = new
        if old is not None:
            old.stop()
            await old.ended()


async def _first(*waits: Awaitable[object]) -> None:
    """Return when one of them does."""
    tasks = [asyncio.ensure_future(each) for each in waits]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()


async def _started(duty: Duty) -> Running:
    """A process in a session of its own: what a terminal tells the crew it must hear from the crew."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *duty.command, stdin=pipe, stdout=pipe, pass_fds=duty.files, start_new_session=True
    )
    assert process.stdin is not None, "it was started with pipes"
    running = Running(process, asyncio.get_running_loop().time())
    running.hearing = asyncio.create_task(running.hear())
    with contextlib.suppress(OSError):  # it died already: whoever watches it will see
        process.stdin.write(duty.told)
        await process.stdin.drain()
    return running


def run(
    settings: Settings,
    listening: socket.socket,
    count: int,
    opened: Callable[[], None],
    tell: Callable[[int, int], None],
) -> None:
    """Serve with so many workers until SIGINT or SIGTERM; SIGHUP renews them. Raises DatabaseError, NewerSchemaError.

    The tables are brought up to date once, before any of them starts.
    """
    logs.configure(settings.log_format)
    prepare_store(settings, tell)
    listening.listen()  # a worker that dies leaves nobody standing before a closed door
    duties = [_duty(number, settings, listening, count) for number in range(count)]
    with shared_figures(), shown(settings.metrics, Metrics()):
        asyncio.run(_run(duties, opened))


def _duty(number: int, settings: Settings, listening: socket.socket, count: int) -> Duty:
    """One of so many workers; they share out among them the processes in which the house thinks."""
    thinkers = len(range(number, settings.thinkers, count))
    told = pickle.dumps((replace(settings, metrics=None, thinkers=thinkers), listening.fileno()))
    return Duty(f"worker {number + 1}", _WORKER, told, (listening.fileno(),))


async def _run(duties: Sequence[Duty], opened: Callable[[], None]) -> None:
    crew, loop = Crew(duties), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, crew.stop)
    loop.add_signal_handler(signal.SIGHUP, crew.renew)
    await crew.run(opened)

"""Whether the physics is ready: its kernels are prepared in a thread while the port is already open."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

_LOG = logging.getLogger("pennyflick.server")


@dataclass(frozen=True)
class Status:
    """How far the preparation is."""

    ready: bool
    step: str
    progress: float


class Readiness:
    """Prepares the physics once and tells everybody."""

    def __init__(self, prepare: Callable[[Callable[[str, float], None]], None]) -> None:
        self._prepare = prepare
        self._done = asyncio.Event()
        self._begun = False
        self._listeners: list[Callable[[Status], None]] = []
        self.status = Status(ready=False, step="starting", progress=0.0)

    def listen(self, listener: Callable[[Status], None]) -> None:
        """Call this with each new status."""
        self._listeners.append(listener)

    def start(self, delay_s: float = 0.0) -> None:
        """Prepare in a thread, in a moment; only the first call to come due counts.

        Loading numba and serving the first page would share one interpreter and slow each other down, so the
        server lets the first page go out and then calls again with a shorter delay.
        """
        asyncio.get_running_loop().call_later(delay_s, self._begin)

    def _begin(self) -> None:
        if not self._begun:
            self._begun = True
            loop = asyncio.get_running_loop()
            threading.Thread(target=self._run, args=(loop,), name="prepare", daemon=True).start()

    async def wait(self) -> None:
        """Return when flicks can be simulated; whoever waits must not wait for a first page as well."""
        self._begin()
        await self._done.wait()

    async def prepared(self) -> None:
        """Return when flicks can be simulated, without hurrying the preparation."""
        await self._done.wait()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        def tell(step: str, progress: float) -> None:
            _call(loop, lambda: self._set(Status(ready=False, step=step, progress=progress)))

        try:
            self._prepare(tell)
        except Exception:  # the server goes on: each flick will then say what is wrong
            _LOG.exception("the physics could not be prepared")
        _call(loop, lambda: self._set(Status(ready=True, step="ready", progress=1.0)))

    def _set(self, status: Status) -> None:
        self.status = status
        if status.ready:
            self._done.set()
        for listener in self._listeners:
            listener(status)


def _call(loop: asyncio.AbstractEventLoop, function: Callable[[], None]) -> None:
    try:
        loop.call_soon_threadsafe(function)
    except RuntimeError:  # the server stopped before the preparation ended
        _LOG.debug("nobody is left to hear of the preparation")


def prepare_physics(tell: Callable[[str, float], None]) -> None:
    """Compile or load the kernels; imported here because numba takes its time."""
    from pennyflick import physics

    physics.prepare(tell)

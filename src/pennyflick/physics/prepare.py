"""The compiled kernels, loaded or compiled on first use, visibly. Law: numba is imported only then."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import ModuleType

import numpy as np

from pennyflick.physics.kernels import slots
from pennyflick.physics.kernels.arguments import Notes, Rests, Starts, Table, Workspace

_loaded: list[ModuleType] = []
_lock = threading.Lock()

EXPECTED_S = 20.0  # how long the one compilation takes on an ordinary machine: the progress shown is an estimate
_LOAD_S = 1.5  # loading from the cache is quicker than this and needs no word


def kernels() -> ModuleType:
    """The kernels, ready to call; on a terminal a slow first time is announced."""
    if not _loaded:
        prepare(_announce if sys.stderr is not None and sys.stderr.isatty() else None)
    return _loaded[0]


def prepare(progress: Callable[[str, float], None] | None = None) -> None:
    """Compile the kernels or load them from the cache; `progress(sentence, share)` is called while it lasts."""
    with _lock:
        if _loaded:
            return
        done = threading.Event()
        watcher = threading.Thread(target=_watch, args=(progress, done), daemon=True)
        if progress is not None:
            watcher.start()
        try:
            module = _compile()
        finally:
            done.set()
            if progress is not None:
                watcher.join()
        _loaded.append(module)
    if progress is not None:
        progress("the simulator is ready", 1.0)


def _watch(progress: Callable[[str, float], None], done: threading.Event) -> None:
    """Call progress twice a second; the share is an estimate that never quite reaches the whole."""
    began = time.monotonic()
    if done.wait(_LOAD_S):
        return
    while not done.wait(0.5):
        spent = time.monotonic() - began
        progress("compiling the simulator, once on this machine", spent / (spent + 0.3 * EXPECTED_S))


def _announce(sentence: str, share: float) -> None:
    """One line on the terminal, rewritten; nothing at all when everything came from the cache."""
    if share < 1.0:
        _announced.append(share)
        sys.stderr.write(f"\r{sentence}: {share:4.0%} ")
    elif _announced:
        sys.stderr.write(f"\r{sentence}.{' ' * 50}\n")
    sys.stderr.flush()


_announced: list[float] = []


def _compile() -> ModuleType:
    """Call the kernel with an empty batch: that compiles it, or loads it."""
    from pennyflick.physics.kernels import flight

    nobody = np.zeros(0, np.int64)
    starts = Starts(
        xy=np.zeros((1, 1, 2)),
        on=np.zeros((1, 1), np.bool_),
        disc=nobody,
        direction=nobody,
        speed=nobody,
        start=np.zeros((0, 2)),
        side=np.zeros(0, np.bool_),
    )
    table = Table(np.zeros(slots.PEG0), np.ones(1), np.ones(1))
    flight.fly_many(table, starts, Rests.room(0, 1), Notes.room(0, 0, 0, 0), Workspace.room(), 0, 0, -1)
    return flight

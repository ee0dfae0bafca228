"""A server in a process of its own whose loop is watched: asked on its standard input, it says how long it paused."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import json
import os
import sys
import threading
import time
from pathlib import Path

from pennyflick.server.play.in_turn import SWITCH_S
from pennyflick.server.run import logs
from pennyflick.server.run.app import create_app
from pennyflick.server.run.runner import _Server, config, listening_socket
from pennyflick.server.settings import Limits, Settings

BEAT_S = 0.01


class Heartbeat:
    """The longest time that the loop let somebody wait; while others had the processor is not its fault."""

    def __init__(self) -> None:
        self.longest_s = 0.0
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._tasks.add(asyncio.create_task(self._beat()))

    async def _beat(self) -> None:
        while True:
            began, queued = time.monotonic(), _queued_s()
            await asyncio.sleep(BEAT_S)
            late_s = time.monotonic() - began - BEAT_S
            self.longest_s = max(self.longest_s, late_s - (_queued_s() - queued))

    def taken(self) -> float:
        longest, self.longest_s = self.longest_s, 0.0
        return longest


def _queued_s() -> float:
    """For how long this thread was ready and waited for a processor that others had."""
    with contextlib.suppress(OSError):
        return int(Path("/proc/self/schedstat").read_bytes().split()[1]) / 1e9
    return 0.0


def _resident_bytes() -> int:
    with contextlib.suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0


def _give_back() -> None:
    """What the server does when it is quiet; and what C's own allocator keeps for later is not its memory."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    with contextlib.suppress(OSError, AttributeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)


def _open_files() -> int:
    folder = Path("/proc/self/fd")
    return len(os.listdir(folder)) if folder.exists() else 0


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _answer_questions(heart: Heartbeat) -> None:
    for _ in sys.stdin:
        pause_s = heart.taken()
        _give_back()
        _tell(json.dumps({"pause_s": pause_s, "bytes": _resident_bytes(), "files": _open_files()}))
        heart.taken()  # collecting was our own pause


def main() -> None:
    logs.configure("text")
    sys.setswitchinterval(SWITCH_S)
    listening = listening_socket("127.0.0.1", 0)
    limits = Limits(**json.loads(sys.argv[2]))
    settings = Settings(data=Path(sys.argv[1]), port=listening.getsockname()[1], limits=limits)
    heart = Heartbeat()
    questions = threading.Thread(target=_answer_questions, args=(heart,), daemon=True)

    def opened() -> None:
        heart.start()
        _tell(settings.address)
        questions.start()

    _Server(config(settings, create_app(settings)), opened).run([listening])


if __name__ == "__main__":
    main()

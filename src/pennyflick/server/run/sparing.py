"""Logs that a stranger cannot fill: so many lines of a kind, then how many were left out."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from pennyflick.server.buckets import Bucket

BURST = 20
PER_S = 0.2
LOUD = ("pennyflick.server.guard", "uvicorn.error", "asyncio")  # where each request of a stranger may write a line


class Sparing(logging.Filter):
    """Lets a burst of lines through, then a few a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._bucket = Bucket(BURST, PER_S, clock)
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written."""
        if not self._bucket.take():
            self._left_out += 1
            return False
        if self._left_out:
            record.msg, record.args = f"{record.getMessage()} (and {self._left_out} lines like it left out)", ()
            self._left_out = 0
        return True


def be_sparing() -> None:
    """Bound what strangers can make the server write; once a process."""
    for name in LOUD:
        logger = logging.getLogger(name)
        if not any(isinstance(each, Sparing) for each in logger.filters):
            logger.addFilter(Sparing())

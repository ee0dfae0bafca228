"""One event loop for each test of the store: a database's connections belong to the loop that made them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

_RUNNERS: list[asyncio.Runner] = []


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """What it returns."""
    return _RUNNERS[-1].run(work)


class Running:
    """While it lasts, `run` has a loop."""

    def __enter__(self) -> None:
        _RUNNERS.append(asyncio.Runner())

    def __exit__(self, *_: object) -> None:
        _RUNNERS.pop().close()

"""A process that thinks: modest, replaced when it is lost, and gone with whoever started it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from typing import Any

import pytest

from pennyflick.server.play.thinker import DiedError, HungError, Thinker
from pennyflick.server.play.thinking import thought_of
from tests.server.play.test_thinking import question

pytestmark = pytest.mark.slow  # each starts a process

BUDGET_S = 120.0  # on a busy machine
LONG = replace(question(), opponent="4:flicks=1000000")  # minutes
PARENT = """
import asyncio
from pennyflick.server.play.thinker import Thinker
from tests.server.play.test_thinker import LONG, question

async def main():
    thinker = Thinker(600.0)
    await thinker.think(question())
    print(thinker.process, flush=True)
    await thinker.think(LONG)

asyncio.run(main())
"""


@contextlib.contextmanager
def thinking(budget_s: float = BUDGET_S) -> Iterator[Thinker]:
    thinker = Thinker(budget_s)
    try:
        yield thinker
    finally:
        thinker.close()


def to_its_end(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test that waits for something."""

    def run() -> None:
        asyncio.run(test())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _is_gone(process: int, within_s: float = 20.0) -> bool:
    end = time.monotonic() + within_s
    while _runs(process) and time.monotonic() < end:
        time.sleep(0.05)
    return not _runs(process)


@to_its_end
async def test_it_answers_as_if_the_server_thought_itself_and_gives_way_to_it() -> None:
    with thinking() as thinker:
        assert await thinker.think(question()) == thought_of(question())
        first = thinker.process
        assert first is not None
        assert os.getpriority(os.PRIO_PROCESS, first) > os.getpriority(os.PRIO_PROCESS, 0)

        assert await thinker.think(question("penny-red")) == thought_of(question("penny-red"))
        assert thinker.process == first
    assert _is_gone(first)


@to_its_end
async def test_one_that_is_killed_while_it_thinks_is_replaced() -> None:
    with thinking() as thinker:
        await thinker.think(question())
        asked = asyncio.ensure_future(thinker.think(LONG))
        await asyncio.sleep(0.3)
        assert thinker.process is not None
        os.kill(thinker.process, signal.SIGKILL)

        with pytest.raises(DiedError):
            await asked
        assert await thinker.think(question()) == thought_of(question())


@to_its_end
async def test_one_that_takes_too_long_is_ended_and_replaced() -> None:
    with thinking() as thinker:
        await thinker.think(question())
        hanging, thinker._budget_s = thinker.process, 0.3
        assert hanging is not None

        with pytest.raises(HungError, match=r"no thought after 0\.3 s"):
            await thinker.think(LONG)
        assert _is_gone(hanging)
        thinker._budget_s = BUDGET_S
        assert await thinker.think(question()) == thought_of(question())


@to_its_end
async def test_a_question_that_nobody_asks_any_more_is_not_thought_about() -> None:
    with thinking() as thinker:
        await thinker.think(question())
        wanted = thinker.process
        assert wanted is not None
        asked = asyncio.ensure_future(thinker.think(LONG))
        await asyncio.sleep(0.1)
        asked.cancel()

        with pytest.raises(asyncio.CancelledError):
            await asked
        assert _is_gone(wanted)


def test_it_ends_with_a_server_that_is_killed_in_the_middle_of_a_thought() -> None:
    parent = subprocess.Popen((sys.executable, "-c", PARENT), stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent.stdout:
        process = int(parent.stdout.readline())
        time.sleep(0.2)
        assert _runs(process)
        parent.kill()
        parent.wait()

    assert _is_gone(process)

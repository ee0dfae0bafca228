"""Work in a process of its own: its answer, its budget, its bugs."""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from pennyflick.server.play.elsewhere import BusyError, Elsewhere, FailedError, OverBudgetError, TooOftenError
from pennyflick.server.settings import Limits

Result = TypeVar("Result")
pytestmark = pytest.mark.slow


def run(limits: Limits, told: Callable[[Elsewhere], Awaitable[Result]]) -> Result:
    async def asked() -> Result:
        elsewhere = Elsewhere(limits)
        try:
            return await told(elsewhere)
        finally:
            await elsewhere.close()

    return asyncio.run(asked())


def test_it_answers_from_another_process_and_keeps_that_for_the_next() -> None:
    async def twice(elsewhere: Elsewhere) -> tuple[int, int, float]:
        first, second = [await elsewhere("ann", os.getpid) for _ in range(2)]
        return first, second, await elsewhere("ann", math.sqrt, 2.0)

    first, second, root = run(Limits(), twice)

    assert first == second != os.getpid()
    assert root == math.sqrt(2.0)


def test_what_takes_too_long_is_ended_and_the_next_is_done() -> None:
    async def told(elsewhere: Elsewhere) -> float:
        with pytest.raises(OverBudgetError):
            await elsewhere("ann", time.sleep, 60.0)
        return await elsewhere("ann", math.sqrt, 4.0)

    began = time.monotonic()
    assert run(Limits(elsewhere_s=2.0), told) == 2.0
    assert time.monotonic() - began < 55.0


@pytest.mark.parametrize(("work", "argument"), [(math.sqrt, -1.0), (os._exit, 3)])
def test_a_bug_and_a_process_that_dies_are_told_and_the_next_is_done(
    work: Callable[..., object], argument: float
) -> None:
    async def told(elsewhere: Elsewhere) -> float:
        with pytest.raises(FailedError):
            await elsewhere("ann", work, argument)
        return await elsewhere("ann", math.sqrt, 4.0)

    assert run(Limits(), told) == 2.0


def test_how_much_waits_is_bounded_for_all_and_for_each() -> None:
    limits = Limits(elsewhere_waiting=1, elsewhere_per_address=1)

    async def told(elsewhere: Elsewhere) -> list[object]:
        asked = [asyncio.create_task(elsewhere(who, math.sqrt, 4.0)) for who in ("ann", "ann", "bob", "cid")]
        return await asyncio.gather(*asked, return_exceptions=True)

    first, again, waits, refused = run(limits, told)

    assert (first, waits) == (2.0, 2.0)
    assert isinstance(again, TooOftenError)
    assert isinstance(refused, BusyError)
    assert not isinstance(refused, TooOftenError)

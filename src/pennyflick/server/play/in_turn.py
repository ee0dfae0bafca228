"""What takes long but needs what is in memory: it is worked out in threads, few of them, one after the other.

Threads share one interpreter with whoever is served: with many at once everybody waits. Measured on two busy cores,
the time that a socket waits for its turn: 65 ms with six threads, 34 ms with two, and with `SWITCH_S` 7 and 6 ms.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

Args = ParamSpec("Args")
Result = TypeVar("Result")
SWITCH_S = 0.0005  # how long a thread may keep the interpreter when another wants it; 5 ms unless set
_THREADS = ThreadPoolExecutor(2, "in-turn")


async def in_turn(work: Callable[Args, Result], *args: Args.args, **named: Args.kwargs) -> Result:
    """What `work` answers, in its turn."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, partial(work, *args, **named))

"""How fast people may talk at tables, all of one address and all of one match together. Law: too fast is slowed down.

One socket alone has a bucket of its own (`connection.py`); who opens many is held to the same pace with all of them,
and is not answered sooner for asking more often.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from pennyflick.server.buckets import Buckets
from pennyflick.server.play.live import Asker, Live
from pennyflick.server.settings import Limits
from pennyflick.server.wire.commands import (
    AimAside,
    Aside,
    AttendAside,
    CheckCommand,
    Command,
    NearestCommand,
    SayAside,
    SyncCommand,
)

_ASIDE, _CHANGE, _CHECK, _NEAREST, _SYNC, _NONSENSE = 0.2, 3.0, 2.0, 5.0, 2.0, 1.0
_LINES = 100.0  # lines of the history that cost as much to send as one unit of work


class Pace:
    """Lets each message wait until its address and its match have worked off what they asked for before."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._most_s = limits.talk_wait_s
        self._addresses = Buckets(limits.address_talk_burst, limits.address_talk_per_s, clock)
        self._matches = Buckets(limits.match_talk_burst, limits.match_talk_per_s, clock)

    @property
    def shared(self) -> Mapping[str, Buckets]:
        """Name -> limit, for those that count for all workers together."""
        return {"address talk": self._addresses, "match talk": self._matches}

    async def keep(self, address: str, live: Live, told: Command | Aside | None, asker: Asker) -> bool:
        """Wait for his turn, whatever he said (None: nothing readable); False: he would have to wait too long."""
        cost = message_cost(told, live)
        part = "play" if asker.seats else "watch"  # whoever looks on cannot slow down those who play
        waits = self._addresses.owe(address, cost), self._matches.owe(f"{live.id} {part}", cost)
        wait_s = max(waits)
        if wait_s > self._most_s:
            return False
        if wait_s > 0.0:
            await asyncio.sleep(wait_s)
        return True


def message_cost(told: Command | Aside | None, live: Live) -> float:
    """What a message costs the server, in units of about a millisecond."""
    match told:
        case None:
            return _NONSENSE
        case AttendAside() | AimAside() | SayAside():
            return _ASIDE
        case SyncCommand():
            return _SYNC + live.version / _LINES
        case CheckCommand():
            return _CHECK
        case NearestCommand():
            return _NEAREST
        case _:
            return _CHANGE

"""What those at a table are told of it, in the words of docs/protocol.md, whoever changed it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pennyflick.server.play.live import Asker, Live
from pennyflick.server.play.readiness import Readiness
from pennyflick.server.play.viewers import may_look, snapshot_for, tell, tell_all, tell_wander
from pennyflick.server.settings import Settings
from pennyflick.server.wire.codes import NOT_FOR_YOU
from pennyflick.server.wire.messages import Done, Happened, Missed, Next, Refused

_CATCH_UP = {"stale", "ahead"}  # refusals that carry what was missed


class Teller:
    """Tells them."""

    def __init__(self, settings: Settings, readiness: Readiness) -> None:
        self._settings = settings
        self._readiness = readiness

    def catch_up(self, live: Live, version: int | None, asker: Asker, command: str | None = None) -> None:
        """Tell a client that has seen this version what it does not know, its hand's wander included."""
        tell(asker, self._missed(live, version, asker.seats, command))
        tell_wander(live, asker)
        self.clock(live, [asker])
        if any(live.wishes.values()):
            self.wishes(live, [asker])

    def reply(self, live: Live, version: int, reply: Done | Refused, asker: Asker) -> None:
        """Answer a command that was aimed at this version; who is behind learns what he missed."""
        if isinstance(reply, Refused) and reply.code in _CATCH_UP:
            seen = version if reply.code == "stale" else None
            reply = msgspec.structs.replace(reply, sync=self._missed(live, seen, asker.seats))
        tell(asker, reply)

    async def happened(self, live: Live) -> None:
        """Tell everybody of the latest version; whoever connects from here on is told of it when he connects."""
        askers, event = tuple(live.listeners.values()), live.event(live.version)
        assert event is not None, "what has just happened is at hand"
        tell_all(askers, Happened(event, await live.prepare_now()))
        for asker in askers:
            tell_wander(live, asker)
        self.clock(live, askers)

    async def missed(self, live: Live, version: int) -> None:
        """Tell everybody of all that came after that version, when it was more than one."""
        askers = tuple(live.listeners.values())
        await live.prepare_now()
        for asker in askers:
            self.catch_up(live, version, asker)

    def seated(self, live: Live, askers: Sequence[Asker]) -> None:
        """Who holds what has changed: each hears where he stands now, and which seats are his own."""
        for asker in askers:
            if may_look(live.header, asker.seats):
                self.catch_up(live, None, asker)
            else:  # he has handed his seat on, and nobody may look on here
                asker.listener.close_soon(NOT_FOR_YOU)

    def wishes(self, live: Live, askers: Sequence[Asker]) -> None:
        """What some wish and all must want, and the rematch once there is one."""
        tell_all(askers, live.wished())
        if live.next is not None:
            tell_all(askers, Next(live.next))

    def clock(self, live: Live, askers: Sequence[Asker]) -> None:
        """For whom time runs."""
        if (clock := live.clock(self._settings.clock())) is not None:
            tell_all(askers, clock)

    def _missed(self, live: Live, version: int | None, seats: tuple[str, ...], command: str | None = None) -> Missed:
        """What a client that has seen this version does not know."""
        ready = self._readiness.status.ready
        if live.open_seats:  # then names and hands are told without a version
            version = None
        if version is None or not 0 <= live.version - version <= self._settings.limits.missed_events:
            return Missed(live.version, live.hash, ready, command, snapshot=snapshot_for(live, seats))
        events = [event for each in range(version + 1, live.version + 1) if (event := live.event(each)) is not None]
        names = dict(live.header.names)
        return Missed(live.version, live.hash, ready, command, events=events, now=live.now, names=names)

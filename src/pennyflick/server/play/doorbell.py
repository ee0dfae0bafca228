"""The doorbell: whoever must act and is not at the table is rung, once, where his browser asked for it.

Law: nobody waits for it. Rings are lined up while a decision opens and delivered by tasks of their own; when too many
wait, or a push service does not answer, they are dropped: the lists say whose turn it is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

from pennyflick.server.buckets import Buckets
from pennyflick.server.play.live import Asker, Live
from pennyflick.server.play.presence import AWAY, RECONNECTING, lapse_s, presence_of
from pennyflick.server.play.viewers import ring_for
from pennyflick.server.play.wishes import shared
from pennyflick.server.push.delivery import EndpointError, Outcome, Reach, deliver, endpoint_of, origin
from pennyflick.server.push.keys import authorization, public_text
from pennyflick.server.push.sealing import Dice, reader, seal
from pennyflick.server.settings import Settings
from pennyflick.server.store.store import Bell, Store, StoreError

_LOG = logging.getLogger("pennyflick.server")
RINGERS = 4  # rings that are under way at the same time
_MARGIN_S = 0.05  # timers may be early by a little
_KEPT_S = 86_400  # how long a push service keeps a ring for a device that is off


@dataclass(frozen=True)
class Due:
    """Somebody is to be rung: about which match, at which version, for which seats."""

    live: Live
    version: int
    seats: tuple[str, ...]


class Doorbell:
    """Rings people who are elsewhere."""

    def __init__(self, store: Store, settings: Settings, key: EllipticCurvePrivateKey) -> None:
        limits = settings.limits
        self._store = store
        self._settings = settings
        self._key = key
        self.reach = Reach(near=settings.rings_near)
        self.public_key = public_text(key)  # what browsers subscribe with
        self._often = Buckets(limits.rings_burst, limits.rings_per_s, settings.ticks)
        self._due: asyncio.Queue[Due] = asyncio.Queue(limits.rings_waiting)
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to ring."""
        for _ in range(RINGERS):
            self._begin(self._ring_on())

    async def stop(self) -> None:
        """Ring no more."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def opened(self, live: Live) -> None:
        """A decision has opened: whoever must act and is away is rung; who reconnects, if he does not come back."""
        if live.deleted or live.open_seats:
            return
        there = presence_of(live.company, self._settings.ticks())
        states = {seat: there.seats[seat].state for seat in live.acting if seat in there.seats}
        if absent := tuple(seat for seat, state in states.items() if state == AWAY):
            self._line_up(Due(live, live.version, absent))
        if RECONNECTING in states.values() and (lapse := lapse_s(there)) is not None:
            asyncio.get_running_loop().call_later(lapse + _MARGIN_S, self._still_open, live, live.version)

    def came(self, live: Live, asker: Asker) -> None:
        """Somebody looks at his table: the next time he may be rung again."""
        self._begin(self._answered(live.id, asker.holder))

    def _still_open(self, live: Live, version: int) -> None:
        if live.version == version:
            self.opened(live)

    def _line_up(self, due: Due) -> None:
        try:
            self._due.put_nowait(due)
        except asyncio.QueueFull:
            _LOG.warning("match %s: too many wait to be rung; this ring is left out", due.live.id)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answered(self, match: str, holder: str) -> None:
        try:
            await self._store.answer_bell(match, holder)
        except StoreError:
            _LOG.exception("match %s: that somebody came could not be stored", match)

    async def _ring_on(self) -> None:
        while True:
            due = await self._due.get()
            try:
                await self._ring(due)
            except Exception:  # one ring that fails must not be the last
                _LOG.exception("match %s: nobody could be rung", due.live.id)

    async def _ring(self, due: Due) -> None:
        holders = await self._store.holders(due.live.id)
        if due.live.deleted or due.live.version != due.version or not shared(holders):
            return
        for holder in dict.fromkeys(holders[seat] for seat in due.seats if seat in holders):
            await self._call(due.live, holder)

    async def _call(self, live: Live, holder: str) -> None:
        """Ring one person, unless he was rung already, or too often."""
        bells = await self._store.bells(holder)
        if not bells or not self._often.take(holder) or not await self._store.ring(live.id, holder):
            return
        message = msgspec.json.encode(ring_for(live, await self._store.seats(live.id, holder)))
        await asyncio.gather(*(self._ring_at(bell, message, live.id) for bell in bells))

    async def _ring_at(self, bell: Bell, message: bytes, match: str) -> None:
        outcome = await self._delivered(bell, message, match)
        if outcome is Outcome.GONE:
            await self._store.drop_bell(bell.endpoint)

    async def _delivered(self, bell: Bell, message: bytes, match: str) -> Outcome:
        """Logs name the push service, never the address at it: whoever knows that could ring there."""
        service = "a push service"
        try:
            endpoint = endpoint_of(bell.endpoint, self.reach)
            service = origin(endpoint)
            sealed = seal(message, reader(bell.p256dh, bell.auth), Dice())
            async with asyncio.timeout(self._settings.limits.ring_s):
                outcome = await deliver(endpoint, self._headers(service, match), sealed, self.reach)
        except (OSError, ValueError) as error:  # a timeout is an OSError, an EndpointError a ValueError
            told = str(error) if isinstance(error, EndpointError) else type(error).__name__
            _LOG.warning("match %s: %s could not be asked to ring: %s", match, service, told)
            return Outcome.FAILED
        if outcome is Outcome.FAILED:
            _LOG.warning("match %s: %s refused to ring", match, service)
        return outcome

    def _headers(self, service: str, match: str) -> Mapping[str, str]:
        return {
            "authorization": authorization(self._key, service, self._subject, self._settings.clock()),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(_KEPT_S),
            "topic": match,  # a later ring of the match takes the place of one that has not arrived yet
            "urgency": "high",
        }

    @property
    def _subject(self) -> str:
        """Whom a push service could write to: the server's own address, where it has one by https."""
        reach = self._settings.reach or ""
        return reach if reach.startswith("https://") else "mailto:pennyflick@localhost"

"""What passes between workers and is never stored: who is at which table, moving aims, phrases, what limits counted.

Law: one batch a worker every tenth of a second; under load aims and phrases are dropped; who falls silent is forgotten.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from pennyflick.server.buckets import Buckets
from pennyflick.server.play.hints import PAYLOAD_BYTES, Line
from pennyflick.server.play.live import Live
from pennyflick.server.play.presence import Companies
from pennyflick.server.play.viewers import tell_all
from pennyflick.server.wire.messages import Aimed, Said

Item = TypeVar("Item")
CHANNEL = "pennyflick_passing"
BATCH_S = 0.1
BEAT_S = 1.0  # a worker with nothing to say says so
SILENT_S = 4.0  # a worker that was not heard for so long serves nobody
RETOLD_S = 15.0  # how often everything is told anew: a hint may have been lost
MOST_HINTS = 16  # of one kind in one batch; what is left of presence goes with the next, aims and phrases are dropped
MOST_PAGES = 60  # of one match that are told one by one: of more onlookers only the number
_ROOM = PAYLOAD_BYTES - 200  # the rest is for what is around the items


class There(NamedTuple):
    """A page that another worker serves."""

    holder: str
    seats: tuple[str, ...]
    visible: bool = True
    aims: bool = True


class Table(NamedTuple):
    """Every page of a match that a worker serves."""

    match: str
    pages: list[There]
    more: int = 0  # onlookers besides them


class Spent(NamedTuple):
    """What a limit has counted since it was last told."""

    limit: str
    whose: str
    cost: float


class Batch(msgspec.Struct, omit_defaults=True):
    """What a worker tells the others in one hint."""

    worker: str
    here: list[Table] = []
    aside: list[tuple[str, Aimed | Said]] = []  # match, and what is to be told to those who look at it
    spent: list[Spent] = []
    asks: bool = False  # it knows nothing of some worker, and asks all to tell everything
    leaves: bool = False


_DECODER: msgspec.json.Decoder[Batch] = msgspec.json.Decoder(Batch)


class Passing(Protocol):
    """Where asides go besides the pages that this worker serves."""

    def attended(self, live: Live) -> None:
        """Who is at that table, here, may have changed."""

    def tell(self, live: Live, message: Aimed | Said) -> None:
        """Tell those who look at the match elsewhere."""


class Nobody:
    """There are no other workers."""

    def attended(self, live: Live) -> None:
        """Nobody asks."""

    def tell(self, live: Live, message: Aimed | Said) -> None:
        """Nobody hears."""


class Batches:
    """Tells the others by a line, and takes what they tell."""

    def __init__(
        self, line: Line, worker: str, companies: Companies, buckets: Mapping[str, Buckets], ticks: Callable[[], float]
    ) -> None:
        self._line = line
        self._worker = worker
        self._companies = companies
        self._buckets = buckets
        self._ticks = ticks
        self._attended: dict[str, None] = {}  # matches to be told of, in their order
        self._asides: dict[tuple[str, str, str], tuple[str, Aimed | Said]] = {}  # the latest of each seat and kind
        self._heard: dict[str, float] = {}  # worker -> when
        self._asks = True
        self._told = self._retold = ticks()
        self.find: Callable[[str], Live | None] = lambda _: None  # a match that somebody looks at here
        self.after_attending: Callable[[Live], None] = lambda _: None  # those who look at it here are told

    def attended(self, live: Live) -> None:
        """Who is at that table, here, may have changed."""
        self._attended[live.id] = None

    def tell(self, live: Live, message: Aimed | Said) -> None:
        """Tell those who look at the match elsewhere; of aims and phrases that wait only the latest is told."""
        if live.company.abroad:
            self._asides[live.id, message.seat, type(message).__name__] = (live.id, message)

    async def hear(self) -> None:
        """Take what the others tell from now on."""
        await self._line.listen(CHANNEL, self.take)

    async def run(self) -> None:
        """Tell, for ever."""
        while True:
            await asyncio.sleep(BATCH_S)
            self._expire()
            for batch in self.due():
                await self._say(batch)

    async def leave(self) -> None:
        """Nobody is served here any more."""
        await self._say(Batch(self._worker, leaves=True))

    async def _say(self, batch: Batch) -> None:
        await self._line.notify(CHANNEL, msgspec.json.encode(batch).decode())

    def take(self, payload: str) -> None:
        """Another worker tells something."""
        batch = _DECODER.decode(payload)
        if batch.worker == self._worker:
            return
        if batch.leaves:
            self._forget(batch.worker)
            return
        self._asks |= batch.worker not in self._heard
        self._heard[batch.worker] = self._ticks()
        if batch.asks:
            self._tell_everything()
        for table in batch.here:
            self._place(batch.worker, table)
        self._pass_on(batch)

    def _place(self, worker: str, table: Table) -> None:
        company = self._companies.of(table.match)
        company.see(self._ticks())
        unknown = (There(f"{worker} {number}", ()) for number in range(table.more))
        company.abroad[worker] = (*table.pages, *unknown)
        if not company.abroad[worker]:
            del company.abroad[worker]
        self._changed(table.match)

    def _pass_on(self, batch: Batch) -> None:
        for match, message in batch.aside:
            if (live := self.find(match)) is not None:
                tell_all(live.listeners.values(), message)
        for limit, whose, cost in batch.spent:
            if limit in self._buckets:
                self._buckets[limit].spend({whose: cost})

    def _changed(self, match: str) -> None:
        if (live := self.find(match)) is not None:
            self.after_attending(live)

    def _expire(self) -> None:
        """Whoever has been silent serves nobody; his people may have come back elsewhere."""
        now_s = self._ticks()
        for worker in [each for each, heard_s in self._heard.items() if now_s - heard_s > SILENT_S]:
            self._forget(worker)

    def _forget(self, worker: str) -> None:
        heard_s = self._heard.pop(worker, self._ticks())
        for match in self._companies.drop(worker, heard_s):
            self._changed(match)

    def _tell_everything(self) -> None:
        self._attended |= dict.fromkeys(self._companies.attended())
        self._retold = self._ticks()

    def due(self) -> list[Batch]:
        """What is to be told now, in pieces that fit into a hint."""
        now_s = self._ticks()
        if now_s - self._retold >= RETOLD_S:
            self._tell_everything()
        batches = [*self._spent(), *self._here(), *self._passed()]
        if not batches and not self._asks and now_s - self._told < BEAT_S:
            return []
        self._told = now_s
        batches = batches or [Batch(self._worker)]
        batches[0].asks, self._asks = self._asks, False
        return batches

    def _spent(self) -> Iterator[Batch]:
        spent = [Spent(limit, *each) for limit, buckets in self._buckets.items() for each in buckets.spent().items()]
        return (Batch(self._worker, spent=piece) for piece in islice(_pieces(spent), MOST_HINTS))

    def _here(self) -> Iterator[Batch]:
        tables = (self._table(match) for match in tuple(self._attended))
        for piece in islice(_pieces(tables), MOST_HINTS):
            for table in piece:
                del self._attended[table.match]
            yield Batch(self._worker, here=piece)

    def _passed(self) -> Iterator[Batch]:
        asides, self._asides = self._asides, {}
        return (Batch(self._worker, aside=piece) for piece in islice(_pieces(asides.values()), MOST_HINTS))

    def _table(self, match: str) -> Table:
        """Those who play first: of many who look on the number is enough."""
        listeners = sorted(self._companies.of(match).listeners.values(), key=lambda each: not each.seats)
        pages = [There(each.holder, each.seats, each.visible, each.aims) for each in listeners[:MOST_PAGES]]
        return Table(match, pages, len(listeners) - len(pages))


def _pieces(items: Iterable[Item]) -> Iterator[list[Item]]:
    """As many of them together as fit into one hint."""
    piece: list[Item] = []
    size = 0
    for item in items:
        length = len(msgspec.json.encode(item)) + 1
        if piece and size + length > _ROOM:
            yield piece
            piece, size = [], 0
        piece.append(item)
        size += length
    if piece:
        yield piece

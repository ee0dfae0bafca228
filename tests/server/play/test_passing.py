"""What passes between workers: who is where, and what is dropped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from pennyflick.server.buckets import Buckets
from pennyflick.server.play.hints import PAYLOAD_BYTES
from pennyflick.server.play.live import Asker, Live
from pennyflick.server.play.passing import MOST_HINTS, MOST_PAGES, RETOLD_S, SILENT_S, Batches
from pennyflick.server.play.presence import Companies
from pennyflick.server.wire.messages import Aimed, Said


class Ear:
    def __init__(self) -> None:
        self.heard: list[Any] = []

    def post(self, message: bytes) -> None:
        self.heard.append(msgspec.json.decode(message))

    post_if_room = post

    def close_soon(self, code: int) -> None: ...


class Clock:
    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Worker:
    """A worker without a server: its tables, and what it would say."""

    def __init__(self, name: str, clock: Clock) -> None:
        self.companies = Companies(clock, 120.0)
        self.buckets = Buckets(10, 0.0, clock)
        self.batches = Batches(cast(Any, self), name, self.companies, {"posts": self.buckets}, clock)
        self.batches.find = self.table
        self.batches.after_attending = lambda live: self.changed.append(live.id)
        self.changed: list[str] = []
        self.ears: list[Callable[[str], None]] = []
        self.said: list[str] = []

    async def notify(self, channel: str, payload: str) -> None:
        self.said.append(payload)

    def table(self, match: str) -> Live:
        company = self.companies.of(match)
        return cast(Live, SimpleNamespace(id=match, company=company, listeners=company.listeners))

    def sit(self, match: str, holder: str, *seats: str) -> Ear:
        ear = Ear()
        self.companies.of(match).listeners[ear] = Asker(ear, holder, seats)
        self.batches.attended(self.table(match))
        return ear

    def tell(self, *others: Worker) -> list[str]:
        """One batch, heard by these."""
        payloads = [msgspec.json.encode(batch).decode() for batch in self.batches.due()]
        for other in (self, *others):
            for payload in payloads:
                other.batches.take(payload)
        return payloads


def _two() -> tuple[Worker, Worker, Clock]:
    clock = Clock()
    here, there = Worker("here", clock), Worker("there", clock)
    for _ in range(2):  # they make each other's acquaintance
        here.tell(there)
        there.tell(here)
    return here, there, clock


def _holders(worker: Worker, match: str) -> list[str]:
    return [page.holder for page in worker.companies.of(match).pages]


def test_who_sits_down_at_one_worker_is_known_at_the_other() -> None:
    here, there, _ = _two()

    here.sit("m1", "ann", "one")
    here.tell(there)

    assert _holders(there, "m1") == ["ann"]
    assert there.changed == ["m1"]
    assert _holders(here, "m1") == ["ann"], "nobody counts his own people twice"


def test_who_leaves_is_gone_and_was_last_seen_then() -> None:
    here, there, clock = _two()
    ear = here.sit("m1", "ann", "one")
    here.tell(there)
    clock.now_s += 1.0

    here.companies.of("m1").listeners.pop(ear)
    here.batches.attended(here.table("m1"))
    here.tell(there)
    clock.now_s += 2.0

    assert _holders(there, "m1") == []
    assert there.companies.away_s("m1", "ann") == 2.0


def test_a_worker_that_falls_silent_serves_nobody_since_it_was_last_heard() -> None:
    here, there, clock = _two()
    here.sit("m1", "ann", "one")
    here.tell(there)

    clock.now_s += SILENT_S + 0.5
    there.batches._expire()

    assert _holders(there, "m1") == []
    assert there.companies.away_s("m1", "ann") == SILENT_S + 0.5


def test_a_worker_that_says_goodbye_is_forgotten_at_once() -> None:
    here, there, _ = _two()
    here.sit("m1", "ann", "one")
    here.tell(there)

    asyncio.run(here.batches.leave())
    there.batches.take(here.said[-1])

    assert _holders(there, "m1") == []


def test_a_new_worker_asks_and_is_told_everything() -> None:
    here, _, clock = _two()
    here.sit("m1", "ann", "one")
    here.tell()

    late = Worker("late", clock)
    late.tell(here)
    here.tell(late)

    assert _holders(late, "m1") == ["ann"]


def test_what_was_lost_is_told_again_after_a_while() -> None:
    here, there, clock = _two()
    here.sit("m1", "ann", "one")
    here.tell()  # nobody hears it

    clock.now_s += RETOLD_S
    here.tell(there)

    assert _holders(there, "m1") == ["ann"]


def test_aims_and_phrases_go_where_somebody_looks_on_and_only_the_latest_of_a_seat() -> None:
    here, there, _ = _two()
    here.sit("m1", "ann", "one")
    ear = there.sit("m1", "bob", "two")
    there.tell(here)

    for version in range(3):
        here.batches.tell(here.table("m1"), Aimed(version, "one", None))
    here.batches.tell(here.table("m1"), Said("one", "ha", "Ha!"))
    here.batches.tell(here.table("lonely"), Said("one", "ha", "Ha!"))
    here.tell(there)

    assert [(each["type"], each.get("version")) for each in ear.heard] == [("aimed", 2), ("said", None)]


def test_what_a_limit_counted_at_one_worker_counts_at_the_other() -> None:
    here, there, _ = _two()
    assert all(here.buckets.take("10.0.0.1") for _ in range(8))

    here.tell(there)

    assert [there.buckets.take("10.0.0.1") for _ in range(3)] == [True, True, False]
    assert there.tell(here), "and what was taken there is told back"
    assert not here.buckets.take("10.0.0.1")


def test_hints_fit_and_what_does_not_goes_with_the_next_batch() -> None:
    here, there, _ = _two()
    for number in range(4_000):
        here.sit(f"match{number:07d}", "h" * 32, "one")

    payloads = here.tell(there)
    assert len(payloads) == MOST_HINTS
    assert max(map(len, payloads)) <= PAYLOAD_BYTES
    while len(here.tell(there)) > 1:
        pass
    assert _holders(there, "match0003999") == ["h" * 32]


def test_of_very_many_who_look_on_the_number_is_told() -> None:
    here, there, _ = _two()
    for number in range(500):
        here.sit("m1", f"{number:032d}")
    here.sit("m1", "ann", "one")

    (payload,) = here.tell(there)

    assert len(payload) <= PAYLOAD_BYTES
    pages = there.companies.of("m1").pages
    assert len(pages) == 501
    assert sum(bool(page.seats) for page in pages) == 1
    assert len({page.holder for page in pages}) == 501
    assert MOST_PAGES < 500


def test_a_worker_with_nothing_to_say_says_so_once_a_second() -> None:
    here, _, clock = _two()
    assert here.tell() == []

    clock.now_s += 1.0

    assert len(here.tell()) == 1

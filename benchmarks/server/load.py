"""Flicks on many tables: as fast as they are answered, or so many a second whether they are answered or not."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

from benchmarks.server.tables import Table
from benchmarks.serving import percentile

SETTLING_S = 10.0  # how long what was sent last may take


@dataclass
class Seen:
    """What came of a while of flicking."""

    seconds: float = 0.0
    sent: int = 0  # commands, also those that were answered only later
    commands: int = 0  # answered: flicks, placements and choices
    flicks: int = 0
    flicks_s: list[float] = field(default_factory=list)  # from when each flick was meant to be sent to its reply
    deliveries_s: list[float] = field(default_factory=list)  # the same, to each watcher
    late_s: list[float] = field(default_factory=list)  # how long after it was due each command was really sent

    @property
    def p50_ms(self) -> float:
        """Half of the flicks were answered within this."""
        return percentile(self.flicks_s, 0.5) * 1e3

    @property
    def p99_ms(self) -> float:
        """And ninety-nine of a hundred within this."""
        return percentile(self.flicks_s, 0.99) * 1e3

    def answered(self, after_s: float, flicked: bool) -> None:
        """A command was answered."""
        self.commands += 1
        if flicked:
            self.flicks += 1
            self.flicks_s.append(after_s)


async def saturate(tables: Sequence[Table], seconds: float) -> Seen:
    """Every table sends as soon as it was answered."""
    seen, until = Seen(), perf_counter() + seconds

    def again(table: Table) -> None:
        def answered(after_s: float, flicked: bool) -> None:
            seen.sent += 1
            if perf_counter() < until:
                seen.answered(after_s, flicked)
                if table.left > 0:
                    table.flick(perf_counter())

        table.answered = answered

    for table in tables:
        again(table)
        table.flick(perf_counter())
    await asyncio.sleep(seconds)
    seen.seconds = seconds
    await _settled(tables)
    return seen


async def steadily(tables: Sequence[Table], a_second: float, seconds: float) -> Seen:
    """So many commands a second, by turns, each counted from the instant at which it was due."""
    seen, began = Seen(), perf_counter() + 0.05
    for table in tables:
        table.answered, table.heard = seen.answered, seen.deliveries_s.append
    for number in range(round(a_second * seconds)):
        due = began + number / a_second
        if (wait := due - perf_counter()) > 0.0:
            await asyncio.sleep(wait)
        seen.late_s.append(perf_counter() - due)
        tables[number % len(tables)].flick(due)
    seen.seconds, seen.sent = perf_counter() - began, round(a_second * seconds)
    await _settled(tables)
    return seen


async def _settled(tables: Sequence[Table]) -> None:
    """Return when everything was answered; what is not within a while is left."""
    until = perf_counter() + SETTLING_S
    while any(table.busy for table in tables) and perf_counter() < until:
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.1)  # for those who look on

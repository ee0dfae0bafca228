"""What is measured of a server under load: each figure beside what is hoped for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.server.hosts import Host
from benchmarks.server.load import Seen, saturate, steadily
from benchmarks.server.scripts import Script, scripts
from benchmarks.server.tables import Table, opened
from benchmarks.serving import percentile
from pennyflick.rules import registry

TABLES = 24  # that are played at once when all that is asked is how fast it goes
ACTIONS = 400
A_TABLE = 5  # sockets at each table of a crowd: one plays, the others look on
WATCHED, WATCHERS = 50, 50  # tables and watchers of each
HOPED = {"flick_ms": 2.0, "few_ms": 100.0, "many_ms": 50.0, "delivery_ms": 50.0, "socket_kb": 40.0}


@dataclass(frozen=True)
class Sizes:
    """How large everything is; a scale of 1 is what is hoped for."""

    scale: float = 1.0
    seconds: float = 6.0

    def of(self, number: float) -> int:
        """A number at this scale."""
        return max(round(number * self.scale), 1)


Figures = dict[str, Any]


async def games(host: Host, names: Sequence[str], sizes: Sizes) -> dict[str, Figures]:
    """Each game by itself: as fast as it goes, then at half of that."""
    return {name: await one_game(host, name, sizes.seconds) for name in names}


async def one_game(host: Host, name: str, seconds: float) -> Figures:
    """Flicks a second at saturation, what one costs, and how long they take at half of that rate."""
    tables = await opened(host.address, scripts(name, 4, ACTIONS), TABLES, 0)
    await saturate(tables, 0.3)
    before = host.processor_s()
    full = await saturate(tables, seconds)
    spent = host.processor_s() - before
    half = await steadily(tables, full.commands / seconds / 2, seconds)
    _leave(tables)
    cost = spent / full.sent * 1e3
    print(
        f"{name}: {full.flicks / seconds:.0f} flicks/s at saturation ({full.commands / seconds:.0f} commands/s), "
        f"{cost:.2f} ms of processor a command (hoped for: {HOPED['flick_ms']:.0f}); "
        f"at half of that p50 {half.p50_ms:.1f} ms, p99 {half.p99_ms:.1f} ms",
        flush=True,
    )
    return rounded(
        flicks_s=full.flicks / seconds,
        commands_s=full.commands / seconds,
        processor_ms=cost,
        p50_ms=half.p50_ms,
        p99_ms=half.p99_ms,
        late_p99_ms=_late_ms(half),
        refused=sum(table.refused for table in tables),
    )


async def crowd(host: Host, sockets: int, a_second: float, hoped_ms: float, sizes: Sizes) -> Figures:
    """So many open sockets, most of them idle, and so many flicks a second at the tables between them."""
    before = host.memory_kb()
    tables = await opened(host.address, mixed(), max(sockets // A_TABLE, 1), A_TABLE - 1)
    held = (host.memory_kb() - before) / (len(tables) * A_TABLE)
    await steadily(tables, a_second, 1.0)
    seen = await steadily(tables, a_second, sizes.seconds)
    lost = sum(table.lost for table in tables)
    _leave(tables)
    print(
        f"{len(tables) * A_TABLE} sockets and {a_second:.0f} flicks/s: p50 {seen.p50_ms:.1f} ms, p99 {seen.p99_ms:.1f} "
        f"ms (hoped for: {hoped_ms:.0f}), {held:.1f} kB a socket (hoped for: {HOPED['socket_kb']:.0f}), {lost} lost",
        flush=True,
    )
    found = rounded(sockets=len(tables) * A_TABLE, a_second=a_second, p50_ms=seen.p50_ms, p99_ms=seen.p99_ms)
    return found | rounded(hoped_ms=hoped_ms, late_p99_ms=_late_ms(seen), socket_kb=held, lost=lost)


async def watched(host: Host, deliveries: float, sizes: Sizes) -> Figures:
    """Many look on at each of some tables: how long it takes until each of them knows."""
    tables = await opened(host.address, mixed(), sizes.of(WATCHED), WATCHERS)
    await steadily(tables, deliveries / WATCHERS, 1.0)
    seen = await steadily(tables, deliveries / WATCHERS, sizes.seconds)
    _leave(tables)
    p50, p99 = (percentile(seen.deliveries_s, part) * 1e3 for part in (0.5, 0.99))
    rate = len(seen.deliveries_s) / seen.seconds
    hoped = HOPED["delivery_ms"]
    print(
        f"{rate:.0f} deliveries/s to watchers: p50 {p50:.1f} ms, p99 {p99:.1f} ms (hoped for: {hoped:.0f})", flush=True
    )
    return rounded(deliveries_s=rate, p50_ms=p50, p99_ms=p99, hoped_ms=hoped, late_p99_ms=_late_ms(seen))


def mixed() -> list[Script]:
    """Matches of all games, by turns."""
    each = [scripts(name, 2, ACTIONS) for name in registry.names()]
    return [script for together in zip(*each, strict=True) for script in together]


def _late_ms(seen: Seen) -> float:
    """By how much the generator itself was late: it shares the machine, and its lateness is in every figure."""
    return percentile(seen.late_s, 0.99) * 1e3


def _leave(tables: Sequence[Table]) -> None:
    for table in tables:
        table.end()


def rounded(**figures: float) -> Figures:
    """Figures as they are printed."""
    return {name: round(value, 2) for name, value in figures.items()}


def told(figures: Mapping[str, Any]) -> dict[str, Any]:
    """The figures, with what was hoped for beside them."""
    return {**figures, "hoped": HOPED}

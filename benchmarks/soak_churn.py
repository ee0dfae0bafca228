"""Matches come and go for twenty minutes: memory, tasks and open files of the server must stay flat.

People sit down at new tables all the time, others look on, some play the house, some leave in the middle. Now and then
nobody is there for a moment, and the server's process is looked at; the means of the last quarter are compared with
those of the second, when caches are full. `make soak-churn`; `ARGS="--minutes 1"` takes less. The last line is JSON,
and the exit code says whether it held.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import mean
from urllib.request import urlopen

from benchmarks.server.figures import mixed
from benchmarks.server.hosts import Host, folder_host, memory_kb, more_files, open_files, threads
from benchmarks.server.lines import LineError
from benchmarks.server.scripts import Script, scripts
from benchmarks.server.tables import Table
from benchmarks.serving import free_port
from pennyflick import physics

MOST_GROWTH = 0.05
A_SECOND = 3.0  # new tables
COMMANDS, PAUSE_S = 8, 0.2  # of each table, and between them
WATCHERS = 2
HOUSE = 0.1  # of the tables: against the house
LEFT = 0.3  # of the tables: left in the middle
ROUND_S, FEWEST_ROUNDS = 20.0, 8  # how often the server is looked at
RESTING_S = 5.0  # after all have left, before it is looked at: what can be collected then is
FEW = 3  # tasks, threads or files that are no growth however few there are


@dataclass
class Samples:
    """What was seen of the server, round by round."""

    memory_kb: list[float] = field(default_factory=list)
    tasks: list[float] = field(default_factory=list)
    files: list[float] = field(default_factory=list)
    threads: list[float] = field(default_factory=list)
    matches: int = 0
    commands: int = 0
    refused: int = 0  # tables that the server had no room for

    def growth(self) -> dict[str, dict[str, float]]:
        """Each of them in the second quarter and in the last, and by what part it has grown."""
        kinds = {"memory_kb": self.memory_kb, "tasks": self.tasks, "files": self.files, "threads": self.threads}
        return {name: _grown(values) for name, values in kinds.items()}


def _grown(values: Sequence[float]) -> dict[str, float]:
    quarter = len(values) // 4
    before, after = mean(values[quarter : 2 * quarter]), mean(values[-quarter:])
    return {"second": round(before, 1), "last": round(after, 1), "growth": round(after / before - 1.0, 4)}


def is_flat(grown: dict[str, float]) -> bool:
    """Whether that is no growth."""
    return grown["growth"] <= MOST_GROWTH or grown["last"] - grown["second"] <= FEW


def soak(seconds: float, a_second: float = A_SECOND) -> Samples:
    """So long; what was seen."""
    more_files()
    physics.prepare()
    matches = mixed()
    gc.freeze()
    metrics = free_port()
    with folder_host("--metrics", str(metrics)) as host:
        return asyncio.run(_soaked(host, metrics, matches, seconds, a_second))


async def _soaked(host: Host, metrics: int, matches: Sequence[Script], seconds: float, a_second: float) -> Samples:
    dice, samples = random.Random(1), Samples()
    rounds = max(round(seconds / ROUND_S), FEWEST_ROUNDS)
    for _ in range(rounds):
        await _churn(host, matches, max(seconds / rounds - RESTING_S, 0.5), a_second, dice, samples)
        await asyncio.sleep(RESTING_S)
        samples.memory_kb.append(memory_kb(host.pid))
        samples.files.append(open_files(host.pid))
        samples.threads.append(threads(host.pid))
        samples.tasks.append(await asyncio.to_thread(_tasks, metrics))
    return samples


async def _churn(
    host: Host, matches: Sequence[Script], seconds: float, a_second: float, dice: random.Random, samples: Samples
) -> None:
    """People come for so long; it ends when the last has gone."""
    until, visits = time.monotonic() + seconds, list[asyncio.Task[None]]()
    while time.monotonic() < until:
        visits.append(asyncio.create_task(_visit(host, dice.choice(matches), dice, samples)))
        await asyncio.sleep(dice.expovariate(a_second))
    await asyncio.gather(*visits)


async def _visit(host: Host, script: Script, dice: random.Random, samples: Samples) -> None:
    """Somebody plays a while, others look on, and all leave."""
    if dice.random() < HOUSE:
        script = _against_house()
    table = Table(host.address, script)
    try:
        await table.begin()
        await table.sit()
        for _ in range(WATCHERS):
            await table.watch()
    except LineError:  # a busy disk: nothing new begins for a moment
        samples.refused += 1
        table.end()
        return
    for _ in range(COMMANDS if dice.random() > LEFT else dice.randrange(COMMANDS)):
        if table.left > 0:
            table.flick(time.perf_counter())
        await asyncio.sleep(dice.uniform(0.5, 1.5) * PAUSE_S)
    table.end()
    samples.matches += 1
    samples.commands += table.version


def _against_house() -> Script:
    """The first flick of a match against the house; what comes then is the house's affair."""
    (script,) = scripts("penny-black", 1, COMMANDS)
    return Script(script.game, {**script.form, "seating": "house", "opponent": "beginner"}, script.answers[:1])


def _tasks(port: int) -> float:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as page:
        found = re.search(rb"^pennyflick_tasks (\S+)$", page.read(), re.MULTILINE)
    assert found is not None, "the server does not tell how many tasks it has"
    return float(found[1])


def main(argv: Sequence[str] | None = None) -> int:
    """Soak, and say whether it stayed flat."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20.0, help="default 20")
    parser.add_argument("--a-second", type=float, default=A_SECOND, help=f"new tables (default {A_SECOND:g})")
    args = parser.parse_args(argv)
    samples = soak(60.0 * args.minutes, args.a_second)
    growth = samples.growth()
    for name, grown in growth.items():
        told = f"{name}: {grown['second']:.1f} in the second quarter, {grown['last']:.1f} in the last"
        print(f"{told}, {grown['growth']:+.1%} (at most {MOST_GROWTH:+.0%})")
    flat = all(map(is_flat, growth.values()))
    counts = {"matches": samples.matches, "commands": samples.commands, "refused": samples.refused}
    print(json.dumps({**counts, "flat": flat, **growth}))
    return 0 if flat else 1


if __name__ == "__main__":
    sys.exit(main())

"""How fast a flick becomes a shot, side by side with others on the same layouts: `make bench`.

Speeds are flicks per second of processor time on one core, ours and theirs, so that other work on the machine changes
them little; on an idle machine processor time is the time by the clock.
The last line printed is JSON.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from benchmarks import ours, scenes
from benchmarks.scenes import Scene
from pennyflick import physics
from pennyflick.cli.progress import Progress
from pennyflick.cli.simulate_file import Trial
from pennyflick.table import Point

# the module that must be importable -> our file about it
PEERS = {
    "pymunk": "benchmarks.peers.pymunk",
    "Box2D": "benchmarks.peers.box2d",
    "mujoco": "benchmarks.peers.mujoco",
    "pooltool": "benchmarks.peers.pooltool",
}
MID_GAMES = 2_000
SECONDS_PER_PEER = 6.0
REPEATS = 7
CALLS = 300
START = """
from benchmarks import scenes
from pennyflick import physics
scene = scenes.pichenotte_mid(1)[0]
physics.prepare()
physics.simulate(scene.surface, scene.discs, scene.layout, scene.flick)
"""


class Peer(Protocol):
    """What a file about a peer offers."""

    STEPS_S: Mapping[str, float]

    def rest(self, scene: Scene, step_s: float) -> list[Point | None]:
        """Where every disc comes to rest."""


@dataclass(frozen=True)
class Row:
    """One engine on one kind of layout."""

    engine: str
    flicks_per_s: float
    median_worst_error_mm: float | None = None
    left_agreement: str = ""


def main() -> int:
    """Measure, print the table, then the JSON."""
    print(f"{platform.machine()}, Python {platform.python_version()}, one core of {os.cpu_count()}")
    starts = start_times()
    physics.prepare(Progress())
    peers = installed_peers()
    figures = {"pichenotte_mid": mid_game(peers), "black_break": black_break(peers)} | {"start": starts}
    print(json.dumps(figures | {"physics_version": physics.PHYSICS_VERSION}))
    return 0


def start_times() -> dict[str, float]:
    """From starting Python to the end of the first flick: nothing compiled yet, then everything in the cache."""
    with tempfile.TemporaryDirectory() as empty:
        # a cache folder of its own; one that this process has chosen must not be inherited
        inherited = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
        environment = inherited | {"XDG_CACHE_HOME": empty, "LOCALAPPDATA": empty}
        (cold, cold_cpu), (warm, warm_cpu) = (_start(environment) for _ in range(2))
    print(f"first flick after the start of Python: {cold:.1f} s cold ({cold_cpu:.1f} s of processor time), ", end="")
    print(f"{warm:.2f} s warm ({warm_cpu:.2f} s)\n")
    seconds = {"cold_s": cold, "cold_cpu_s": cold_cpu, "warm_s": warm, "warm_cpu_s": warm_cpu}
    return {name: round(value, 3) for name, value in seconds.items()}


def _start(environment: Mapping[str, str]) -> tuple[float, float]:
    """Seconds by the clock, and of processor time."""
    began, used = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-c", START], env=environment, check=True, stdout=subprocess.DEVNULL)
    spent = os.times()
    cpu = spent.children_user + spent.children_system - used.children_user - used.children_system
    return time.perf_counter() - began, cpu


def installed_peers() -> list[Peer]:
    """The peers that can be imported here, each of the others named."""
    found = []
    for package, module in PEERS.items():
        if find_spec(package) is None:
            print(f"{package} is not installed: left out")
        else:
            found.append(cast(Peer, import_module(module)))
    return found


def mid_game(peers: Sequence[Peer]) -> dict[str, Any]:
    """Twelve pucks at random on the Pichenotte board."""
    layouts = scenes.pichenotte_mid(MID_GAMES)
    rows = [Row("pennyflick", our_speed(layouts)), *_peer_rows(peers, layouts, None)]
    call_us = simulate_call_us(layouts[:CALLS])
    _print_table("pichenotte_mid: 12 pucks, one flicked from the baseline at 2,500 mm/s", rows, call_us)
    return _figures(rows, call_us)


def black_break(peers: Sequence[Peer]) -> dict[str, Any]:
    """Penny Black's opening: the reference flicks, and how near to the reference everybody comes."""
    layouts, trials = scenes.black_breaks()
    rests = [ours.places(physics.simulate(s.surface, s.discs, s.layout, s.flick).rest) for s in layouts]
    error, same, stable = agreement(trials, rests)
    rows = [Row("pennyflick", our_speed(layouts * 10), error, f"{same}/{stable}"), *_peer_rows(peers, layouts, trials)]
    call_us = simulate_call_us((layouts * 13)[:CALLS])
    _print_table("black_break: Penny Black's opening, nineteen pennies touching", rows, call_us)
    told = {"median_worst_error_mm": round(error, 4), "left_agreement": same / stable, "stable_flicks": stable}
    return _figures(rows, call_us) | told


def agreement(trials: Sequence[Trial], rests: Sequence[list[Point | None]]) -> tuple[float, int, int]:
    """Median error of the worst disc, flicks in which the same discs left, and flicks: over the stable ones."""
    stable = scenes.stable_trials(list(trials))
    errors = [worst_mm(trials[i], rests[i]) for i in stable]
    return statistics.median(errors), sum(same_left(trials[i], rests[i]) for i in stable), len(stable)


def worst_mm(trial: Trial, rest: list[Point | None]) -> float:
    """How far the worst disc is from where it should rest, among those on the board in both."""
    assert trial.rest is not None
    pairs = zip(trial.rest, rest, strict=True)
    return max((p.distance_mm(q) for p, q in pairs if p is not None and q is not None), default=0.0)


def same_left(trial: Trial, rest: list[Point | None]) -> bool:
    """Whether exactly the discs left that should have."""
    assert trial.rest is not None
    return all((p is None) == (q is None) for p, q in zip(trial.rest, rest, strict=True))


def our_speed(layouts: Sequence[Scene]) -> float:
    """Flicks per second of `simulate_many` on one thread: the median of some repeats."""
    surface, discs = layouts[0].surface, layouts[0].discs
    arrays = ours.batch(layouts)
    speeds = []
    for _ in range(REPEATS):
        began = time.process_time()
        outcomes = physics.simulate_many(surface, discs, *arrays, threads=1)
        speeds.append(len(layouts) / (time.process_time() - began))
        assert not outcomes.capped.any()
    return statistics.median(speeds)


def simulate_call_us(layouts: Sequence[Scene]) -> float:
    """Median microseconds of one `simulate` call with its full Shot."""
    times = []
    for scene in layouts:
        began = time.process_time()
        physics.simulate(scene.surface, scene.discs, scene.layout, scene.flick)
        times.append(time.process_time() - began)
    return statistics.median(times) * 1e6


def _peer_rows(peers: Sequence[Peer], layouts: Sequence[Scene], trials: Sequence[Trial] | None) -> list[Row]:
    rows = []
    for peer in peers:
        for name, step_s in peer.STEPS_S.items():
            speed, rests = _peer_speed(partial(peer.rest, step_s=step_s), layouts)
            row = Row(name, speed)
            if trials is not None and len(rests) == len(layouts):
                error, same, stable = agreement(trials, rests)
                row = Row(name, speed, error, f"{same}/{stable}")
            rows.append(row)
    return rows


def _peer_speed(
    rest: Callable[[Scene], list[Point | None]], layouts: Sequence[Scene]
) -> tuple[float, list[list[Point | None]]]:
    """Flicks per second over as many of the same layouts, from the first on, as the time allows."""
    rests: list[list[Point | None]] = []
    rest(layouts[0])  # a warm engine: some compile on their first call
    began = time.process_time()
    for scene in layouts:
        rests.append(rest(scene))
        if time.process_time() - began > SECONDS_PER_PEER:
            break
    return len(rests) / (time.process_time() - began), rests


def _figures(rows: Sequence[Row], call_us: float) -> dict[str, Any]:
    speeds = {row.engine: row.flicks_per_s for row in rows}
    mine = speeds.pop("pennyflick")
    coarse, accurate = speeds.get("pymunk 1/240 s"), speeds.get("pymunk 1/7680 s")
    return {
        "flicks_per_s": round(mine),
        "pymunk_240_flicks_per_s": coarse and round(coarse, 2),
        "pymunk_accurate_flicks_per_s": accurate and round(accurate, 2),
        "ratio_to_pymunk_240": coarse and round(mine / coarse, 1),
        "ratio_to_accurate_pymunk": accurate and round(mine / accurate, 1),
        "simulate_call_us": round(call_us, 1),
        "peers_flicks_per_s": {name: round(speed, 2) for name, speed in speeds.items()},
    }


def _print_table(title: str, rows: Sequence[Row], call_us: float) -> None:
    mine = rows[0].flicks_per_s
    print(f"\n{title}")
    print(f"  {'engine':<18}{'flicks/s':>12}{'we are faster':>16}{'median worst error':>21}{'same discs left':>18}")
    for row in rows:
        error = "" if row.median_worst_error_mm is None else f"{row.median_worst_error_mm:.2f} mm"
        speed, faster = f"{row.flicks_per_s:,.1f}", f"{mine / row.flicks_per_s:,.0f}×"
        print(f"  {row.engine:<18}{speed:>12}{faster:>16}{error:>21}{row.left_agreement:>18}")
    print(f"  one `simulate` call with its full Shot: {call_us:.0f} µs (median)")


if __name__ == "__main__":
    raise SystemExit(main())

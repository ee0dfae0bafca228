"""How much faster this working tree is than another revision, in one run: `make bench-against REV=main`.

Both are asked by turns, round after round, and each round gives a ratio; the median and the quartiles over the rounds
are printed, so that a busy machine shows as a wide spread and not as a wrong figure. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Sequence
from functools import cache

from benchmarks import ours, revisions, scenes
from benchmarks.scenes import Scene
from pennyflick import physics

ROUNDS = 101
MID_GAMES = 2_000
CALLS = 40
WARM_STARTS = 7


def _batch(layouts: Sequence[Scene], times: int) -> Callable[[], None]:
    surface, discs = layouts[0].surface, layouts[0].discs
    arrays = ours.batch(layouts)

    def run() -> None:
        for _ in range(times):
            physics.simulate_many(surface, discs, *arrays, threads=1)

    return run


def _calls(layouts: Sequence[Scene]) -> Callable[[], None]:
    def run() -> None:
        for scene in layouts:
            physics.simulate(scene.surface, scene.discs, scene.layout, scene.flick)

    return run


@cache
def tasks() -> dict[str, Callable[[], None]]:
    """What is timed, each a hundredth of a second or two: a busy neighbour spoils few rounds, not all."""
    mid, breaks = scenes.pichenotte_mid(MID_GAMES), scenes.black_breaks()[0]
    return {
        "mid-game": _batch(mid, 3),
        "break": _batch(breaks * 6, 1),
        "one mid-game call": _calls(mid[:CALLS]),
        "one break call": _calls((breaks * 2)[:CALLS]),
    }


def answer(task: str) -> float:
    """Seconds of processor time that one task took; asked of a worker."""
    run = tasks()[task]
    began = revisions.clock_s()
    run()
    return revisions.clock_s() - began


def ratios(old: revisions.Worker, new: revisions.Worker, task: str, rounds: int) -> list[float]:
    """How many times as fast the new one is, round by round; who goes first alternates."""
    found = []
    for number in range(-1, rounds):  # one round to warm up
        seconds = {}
        for worker in (old, new) if number % 2 else (new, old):
            worker.ask(task)
            seconds[worker.revision.name] = worker.told()
        if number >= 0:
            found.append(seconds[old.revision.name] / seconds[new.revision.name])
    return found


def told(name: str, found: Sequence[float]) -> dict[str, float]:
    """Print a line with the median and the spread of some ratios; the same as figures."""
    low, middle, high = statistics.quantiles(found, n=4)
    print(f"{name:<20} {middle:5.2f} ×   quartiles {low:.2f} to {high:.2f}, {len(found)} rounds", flush=True)
    return {"median": round(middle, 3), "low": round(low, 3), "high": round(high, 3)}


def starts(old: revisions.Revision, new: revisions.Revision) -> dict[str, object]:
    """How long both take to get ready: compiling once, then loading what was compiled, by turns."""
    cold = {"old": old.start_s(), "new": new.start_s()}
    print(f"compiling: {cold['old']:.1f} s there, {cold['new']:.1f} s here (processor time)")
    warm = [(old.start_s(), new.start_s()) for _ in range(WARM_STARTS)]
    seconds = {"old": statistics.median(pair[0] for pair in warm), "new": statistics.median(pair[1] for pair in warm)}
    print(f"loading:   {seconds['old']:.2f} s there, {seconds['new']:.2f} s here")
    return {
        "cold_s": {name: round(value, 2) for name, value in cold.items()},
        "warm_s": {name: round(value, 3) for name, value in seconds.items()},
        "warm_ratio": told("loading", [pair[0] / pair[1] for pair in warm]),
    }


def main() -> int:
    """Compare, print a line for each task, then the JSON."""
    parser = argparse.ArgumentParser(description="Time this working tree against another revision, by turns.")
    parser.add_argument("revision", help="the other one: a branch, a tag or a commit")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"how many ratios of each task ({ROUNDS})")
    args = parser.parse_args()
    print(f"this working tree against {args.revision}: how many times as fast", file=sys.stderr)
    with revisions.both(args.revision) as pair:
        figures: dict[str, object] = {"against": args.revision, "start": starts(*pair)}
        with revisions.workers(pair, "benchmarks.against") as (old, new):
            for task in tasks():
                figures[task] = told(task, ratios(old, new, task, args.rounds))
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

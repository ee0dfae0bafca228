"""How much faster this working tree is than another revision, in one run: `make bench-against REV=main`.

Both are asked by turns, round after round, and each round gives a ratio; the median and the quartiles over the rounds
are printed, so that a busy machine shows as a wide spread and not as a wrong figure; beside them the ratio of the best
rounds, which other work disturbed least. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from benchmarks import ours, revisions, scenes
from benchmarks.scenes import Scene
from pennyflick import physics

ROUNDS = 151
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
        "mid-game": _batch(mid, 2),
        "break": _batch(breaks * 3, 1),
        "one mid-game call": _calls(mid[:CALLS]),
        "one break call": _calls((breaks * 2)[:CALLS]),
    }


def answer(task: str) -> float:
    """Seconds of processor time that one task took; asked of a worker."""
    run = tasks()[task]
    began = revisions.clock_s()
    run()
    return revisions.clock_s() - began


@dataclass(frozen=True)
class Ratios:
    """How many times as fast the new one is: round by round, and the best of all rounds of each."""

    rounds: tuple[float, ...]
    best: float


def ratios(old: revisions.Worker, new: revisions.Worker, task: str, rounds: int) -> Ratios:
    """Ask both by turns; who goes first alternates."""
    seconds: dict[revisions.Worker, list[float]] = {old: [], new: []}
    for number in range(rounds + 1):
        for worker in (old, new) if number % 2 else (new, old):
            worker.ask(task)
            seconds[worker].append(worker.told())
    theirs, mine = seconds[old][1:], seconds[new][1:]  # the first round warmed them up
    return Ratios(tuple(a / b for a, b in zip(theirs, mine, strict=True)), min(theirs) / min(mine))


def told(name: str, found: Ratios) -> dict[str, float]:
    """Print a line with the median and the spread of some ratios; the same as figures."""
    low, middle, high = statistics.quantiles(found.rounds, n=4)
    rounds = f"{len(found.rounds)} rounds"
    print(
        f"{name:<20} {middle:5.2f} ×   quartiles {low:.2f} to {high:.2f} of {rounds}; best by best {found.best:.2f} ×",
        flush=True,
    )
    return {
        name: round(value, 3) for name, value in zip(("low", "median", "high"), (low, middle, high), strict=True)
    } | {"best": round(found.best, 3)}


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
        "warm_ratio": told("loading", _paired(warm)),
    }


def _paired(seconds: Sequence[tuple[float, float]]) -> Ratios:
    best = min(theirs for theirs, _ in seconds) / min(mine for _, mine in seconds)
    return Ratios(tuple(theirs / mine for theirs, mine in seconds), best)


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

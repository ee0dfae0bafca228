"""Seats, time and lines for hours: a model's steps, a faulty network, kill -9. Nothing acknowledged may ever be lost.

`make soak-server` takes a million steps of the model (`tests/server/together/machine.py`), a million deliveries over a
faulty network and a thousand kills; `ARGS="--steps 20000 --deliveries 20000 --kills 50"` takes fewer. The last line of
the output is JSON. What is lost, applied twice or seen differently anywhere is an AssertionError and ends the soak.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.server.together import machine
from tests.server.together.kills import Nursery, kill_while_people_play
from tests.server.together.people import Found, Plan, play

PROGRESS_S = 30.0


class Progress:
    """Says now and then how far it is."""

    def __init__(self, what: str, target: int) -> None:
        self._what, self._target = what, target
        self._begun = self._told = time.monotonic()

    def __call__(self, reached: int) -> None:
        """So far."""
        now = time.monotonic()
        if now - self._told >= PROGRESS_S:
            self._told = now
            print(f"{self._what}: {reached:,} of {self._target:,} after {now - self._begun:.0f} s", flush=True)


def soak_model(steps: int, seed: int) -> dict[str, Any]:
    """Steps of the state machine."""
    counts = machine.run(steps, Progress("steps of the model", steps), first_seed=seed)
    return {"steps": counts.pop("steps"), "replies": dict(counts)}


def soak_network(deliveries: int, seed: int) -> dict[str, Any]:
    """Deliveries over lines that fail."""
    found, tell = Found(), Progress("deliveries", deliveries)

    def enough() -> bool:
        tell(found.counts["delivered"])
        return found.counts["delivered"] >= deliveries

    async def soaked(nursery: Nursery) -> None:
        nursery.start()
        await play(nursery.client, Plan(), seed, found, enough)

    _nursed(soaked)
    right_board = {"p50_s": round(found.right_board_s(0.5), 3), "p99_s": round(found.right_board_s(0.99), 3)}
    machine_late = {"p99_s": round(found.late_s(0.99), 3)}
    told = {"recoveries": len(found.recoveries_s), "right_board": right_board, "machine_late": machine_late}
    return _told(found) | told


def soak_kills(kills: int, seed: int) -> dict[str, Any]:
    """Servers killed while people play."""
    found = Found()
    _nursed(lambda nursery: kill_while_people_play(nursery, kills, seed, found, Progress("kills", kills)))
    return _told(found)


def _nursed(soaked: Callable[[Nursery], Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        nursery = Nursery(Path(folder))
        try:
            asyncio.run(soaked(nursery))
        finally:
            nursery.end()


def _told(found: Found) -> dict[str, Any]:
    told = {"matches": found.matches, "versions": found.versions, "acknowledged": found.acknowledged}
    return told | {"counts": dict(found.counts)}


def main() -> int:
    """Soak what was asked for; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1_000_000, help="steps of the model (default 1,000,000)")
    parser.add_argument("--deliveries", type=int, default=1_000_000, help="over a faulty network (default 1,000,000)")
    parser.add_argument("--kills", type=int, default=1_000, help="kill -9 (default 1,000)")
    parser.add_argument("--seed", type=int, default=1, help="of steps, networks and kills (default 1)")
    args = parser.parse_args()
    soaks: Mapping[str, tuple[int, Callable[[], dict[str, Any]]]] = {
        "model": (args.steps, lambda: soak_model(args.steps, args.seed)),
        "network": (args.deliveries, lambda: soak_network(args.deliveries, args.seed)),
        "kills": (args.kills, lambda: soak_kills(args.kills, args.seed)),
    }
    found = {}
    for name, (size, soak) in soaks.items():
        if size:
            begun = time.monotonic()
            found[name] = soak() | {"seconds": round(time.monotonic() - begun)}
            print(f"{name}: {json.dumps(found[name])}", flush=True)
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

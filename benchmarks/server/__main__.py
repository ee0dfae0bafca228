"""`make bench-server`: flicks a second and how long they take, with few and with thousands of sockets. JSON last.

The generator of load runs in this process, on the same machine; times are from the instant at which a flick was meant
to be sent. `--quick` and `--scale` make it smaller, `--only` takes some of its parts.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from benchmarks.server.attacks import under_attack
from benchmarks.server.figures import HOPED, Sizes, crowd, games, watched
from benchmarks.server.hosts import RAISED, Host, database_host, default_host, folder_host, more_files
from benchmarks.server.house import WITHIN_MS, alone, beside_the_house
from pennyflick import physics
from pennyflick.rules import registry

Opening = Callable[[], AbstractContextManager[Host]]
STORES: dict[str, Opening] = {
    "sqlite": folder_host,
    "postgresql x 1": lambda: database_host(1),
    "postgresql x 2": lambda: database_host(2),
}
PARTS = ("games", "crowd", "watchers", "house", "attacks")


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures; the exit code is 0 whatever they are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=float, default=1.0, help="of sockets and rates (default 1)")
    parser.add_argument("--seconds", type=float, default=6.0, help="that each figure is taken over (default 6)")
    parser.add_argument("--quick", action="store_true", help="two seconds each, a tenth of the size")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--stores", nargs="+", choices=STORES, default=list(STORES), help="default: all")
    parser.add_argument("--games", nargs="+", default=registry.names(), help="default: all")
    args = parser.parse_args(argv)
    sizes = Sizes(0.1, 2.0) if args.quick else Sizes(args.scale, args.seconds)
    more_files()
    physics.prepare()
    print(f"{os.cpu_count()} cores, shared with the generator; limits raised: {json.dumps(RAISED)}")
    began = time.monotonic()
    found = {part: _part(part, sizes, args.stores, args.games) for part in args.only}
    print(f"took {time.monotonic() - began:.0f} s")
    print(json.dumps({"hoped": HOPED, "scale": sizes.scale, "seconds": sizes.seconds, **found}))
    return 0


def _part(part: str, sizes: Sizes, stores: Sequence[str], names: Sequence[str]) -> Any:
    gc.freeze()  # what was worked out beforehand must not make the generator pause
    match part:
        case "games":
            return {store: _with(STORES[store], store, lambda host: games(host, names, sizes)) for store in stores}
        case "crowd":
            few = _with(folder_host, part, lambda host: crowd(host, sizes.of(2_000), sizes.of(300), 100.0, sizes))
            many = _with(folder_host, part, lambda host: crowd(host, sizes.of(10_000), sizes.of(100), 50.0, sizes))
            return {"few": few, "many": many}
        case "watchers":
            return _with(folder_host, part, lambda host: watched(host, sizes.of(5_000), sizes))
        case "house":
            return _house(sizes)
        case _:
            return _with(default_host, part, lambda host: under_attack(host, sizes))


def _house(sizes: Sizes) -> Any:
    """With one process that thinks, and with two."""
    without = _with(folder_host, "nobody plays the expert", lambda host: alone(host, sizes))
    found = {"people_p99_ms_without": round(without, 2), "hoped_more_ms": WITHIN_MS}
    for thinkers in ("1", "2"):
        opening = partial(folder_host, "--thinkers", thinkers)
        seen = _with(opening, f"thinkers: {thinkers}", lambda host: beside_the_house(host, sizes))
        found[f"thinkers_{thinkers}"] = seen
        print(
            f"{seen['tables']} tables against the expert, {thinkers} thinking: people's p99 {seen['people_p99_ms']} ms "
            f"(without: {without:.1f}, hoped for: {WITHIN_MS:.0f} more at most), he takes {seen['wait_p50_s']} s",
            flush=True,
        )
    return found


def _with(opening: Opening, what: str, measure: Callable[[Host], Any]) -> Any:
    print(f"-- {what}", flush=True)
    with opening() as host:
        return asyncio.run(measure(host))


if __name__ == "__main__":
    sys.exit(main())

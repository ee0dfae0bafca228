"""Random flicks by the kernels of two revisions, compared bit by bit: `make soak-kernels REV=main`.

Every outcome of every flick goes into a digest, and both must agree. The digests of the first hundred thousand flicks
are kept in a file, so that a test can compare without the other revision; `--write` writes it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from benchmarks import kernel_cases, revisions
from pennyflick import physics

FILE = revisions.ROOT / "tests" / "data" / "kernel-digests.json"
KEPT_FLICKS = 100_000
FLICKS = 10_000_000


def answer(name: str) -> tuple[str, int]:
    """The digest of one case and its number of flicks; asked of a worker."""
    return kernel_cases.digest(name)


def soak(old: revisions.Worker, new: revisions.Worker, flicks: int, seed: int) -> tuple[int, list[str]]:
    """Case after case until there were enough flicks: how many, and the cases in which a bit differs."""
    done, number = 0, 0
    differing: list[str] = []
    began = time.monotonic()
    while done < flicks and len(differing) < 20:
        name = f"{seed}/{number}"
        old.ask(name)
        new.ask(name)
        (there, _), (here, count) = old.told(), new.told()
        if there != here:
            differing.append(name)
        done += count
        number += 1
        if number % 20 == 0:
            rate = done / (time.monotonic() - began)
            line = f"\r{done:>10,} flicks, {rate:,.0f}/s, {len(differing)} cases differ"
            print(line, end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return done, differing


def record(flicks: int = KEPT_FLICKS) -> dict[str, object]:
    """What the file holds: the digests of the first cases."""
    digests: dict[str, str] = {}
    done = 0
    while done < flicks:
        name = f"1/{len(digests)}"
        digests[name], count = kernel_cases.digest(name)
        done += count
    return {"physics_version": physics.PHYSICS_VERSION, "flicks": done, "sha256": digests}


def write(path: Path = FILE) -> None:
    """Keep the digests of this working tree's kernels."""
    path.write_text(json.dumps(record(), indent=2) + "\n", encoding="utf-8")
    print(f"wrote {path.name}")


def main() -> int:
    """Compare and report; 1 when any bit differs."""
    parser = argparse.ArgumentParser(description="Compare every bit of two revisions' shots.")
    parser.add_argument("revision", nargs="?", help="the other one: a branch, a tag or a commit")
    parser.add_argument("--flicks", type=int, default=FLICKS, help=f"how many ({FLICKS:,})")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other flicks (1)")
    parser.add_argument("--write", action="store_true", help="keep the digests of this working tree and end")
    args = parser.parse_args()
    if args.write:
        write()
        return 0
    if args.revision is None:
        parser.error("which revision? name a branch, a tag or a commit")
    with revisions.both(args.revision) as pair, revisions.workers(pair, "benchmarks.soak_kernels") as (old, new):
        flicks, differing = soak(old, new, args.flicks, args.seed)
    print(f"{flicks:,} flicks of {args.revision} and of this working tree: {len(differing)} cases differ")
    for name in differing:
        print(f"  case {name}")
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())

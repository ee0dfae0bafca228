"""Does each level beat the one below it? Plays the ladder of every game and prints the table of docs/bots.md.

python -m benchmarks.ladder [--game G …] [--steps 4-3 …] [--pairs 300] [--workers 2] [--seed 1] [--out FOLDER]
"""

from __future__ import annotations

import argparse
import contextlib
import math
import sys
import time
from pathlib import Path

from pennyflick.cli import arena as lines
from pennyflick.match import arena
from pennyflick.rules import registry

STEPS = ("1-0", "2-1", "3-2", "4-3")


def main() -> int:
    """Play the ladder; a line a step, as soon as it is known."""
    args = _arguments()
    print("| game | A | B | pairs | A's win rate | 95 % bounds | A's points − B's | starter | Elo | minutes |")
    print("|---|---|---|---|---|---|---|---|---|---|", flush=True)
    with contextlib.ExitStack() as stack:
        pool = arena.workers(args.workers)
        if pool is not None:
            stack.enter_context(pool)
        for game in args.game:
            for a, b in (step.split("-") for step in args.steps):
                _step(arena.Contest(game, {}, a, b, args.seed), args, pool)
    return 0


def _step(contest: arena.Contest, args: argparse.Namespace, pool: object) -> None:
    began = time.monotonic()
    path = args.out / f"{contest.game}-{contest.a}-{contest.b}.jsonl" if args.out else None
    known = lines.known_pairs(path, contest)
    pairs: list[arena.Pair] = []
    for pair in arena.run(contest, args.pairs, known=known, until=lambda seen: seen.low > 0.5, pool=pool):  # type: ignore[arg-type]
        pairs.append(pair)
        if path is not None and pair.number not in known:
            lines.append_pair(path, contest, pair)
        lines.show_progress(arena.rating(pairs), args.pairs)
    seen, minutes = arena.rating(pairs), (time.monotonic() - began) / 60
    print(
        f"{chr(13) if sys.stderr.isatty() else ''}| {contest.game} | {contest.a} | {contest.b} | {seen.pairs} | "
        f"{seen.win_rate:.3f} | {seen.low:.3f} – {seen.high:.3f} | {seen.score_difference:+.2f} | "
        f"{seen.starter_rate:.2f} | {_elo(seen):+.0f} | {minutes:.1f} |",
        flush=True,
    )


def _elo(seen: arena.Rating) -> float:
    """How far A stands above B on the Bradley–Terry scale; one imagined pair won and one lost keep it finite."""
    share = (seen.win_rate * seen.pairs + 1.0) / (seen.pairs + 2.0)
    return 400.0 * math.log10(share / (1.0 - share))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="+", default=list(registry.names()), choices=registry.names())
    parser.add_argument("--steps", nargs="+", default=list(STEPS), help="like 4-3: level 4 against level 3")
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a folder for result lines, so that a run can go on")
    args = parser.parse_args()
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
    return args


if __name__ == "__main__":
    raise SystemExit(main())

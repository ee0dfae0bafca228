"""Does each opponent beat the one below it? Plays the ladders of every game and prints the tables of docs/bots.md.

The levels with the same hand, the named opponents with their own, and a stand-in person against some of these: he
thinks as level 2 does, with the blind hand that sinks as many open twenties as a good visible hand timed to 100 ms.

python -m benchmarks.ladder [--what levels names person] [--game G …] [--steps 4-3 …] [--pairs 300] [--workers 2]
                            [--seed 1] [--out FOLDER]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from benchmarks.contests import HEAD, RULE, Hall, Shown, beaten, elo, never, tell
from pennyflick.match import arena
from pennyflick.players.bots import NAMED, SpecError, parse_spec
from pennyflick.rules import registry

LEVELS = ("1-0", "2-1", "3-2", "4-3")
GAP_ELO = (80.0, 400.0)  # hoped for between two named opponents
PERSON = "2:hand=1.5deg 7.5%"  # what bots take a good visible hand for; tests hold it against that
WANTED = {"first-timer": (0.6, 1.0), "beginner": (0.4, 0.6), "expert": (0.0, 0.2)}  # what the person should win
WHAT = ("levels", "names", "person")


def main(given: list[str] | None = None) -> int:
    """Play; a line a step, as soon as it is known."""
    args = _arguments(given)
    told = []
    with arena.pooled(args.workers) as pool:
        hall = Hall(pool, args.pairs, args.out)
        for what in args.what:
            tell(f"\n{what}\n\n{HEAD}\n{RULE}")
            for shown in _shown(what, hall, args):
                tell(shown.line() + _remark(what, shown))
                told.append({"what": what, **shown.told()})
    print(json.dumps(told))
    return 0


def _shown(what: str, hall: Hall, args: argparse.Namespace) -> Iterator[Shown]:
    for game in args.game:
        for a, b in _steps(what, args.steps):
            contest = arena.Contest(game, {}, a, b, args.seed)
            yield hall.shown(contest, never if what == "person" else beaten, arena.play_pair)


def _steps(what: str, asked: list[str]) -> list[tuple[str, str]]:
    if asked:
        return [step(text) for text in asked]
    if what == "levels":
        return [step(text) for text in LEVELS]
    if what == "names":
        return [(above, below) for below, above in pairwise(NAMED)]
    return [(PERSON, name) for name in WANTED if name in NAMED]


def step(text: str) -> tuple[str, str]:
    """Who against whom: "4-3", "champion-expert"; names may hold hyphens themselves."""
    parts = text.split("-")
    for place in range(1, len(parts)):
        a, b = "-".join(parts[:place]), "-".join(parts[place:])
        if _known(a) and _known(b):
            return a, b
    raise SystemExit(f"no step {text!r}: two opponents with a hyphen between them, like 4-3 or expert-good")


def _known(spec: str) -> bool:
    try:
        return bool(parse_spec(spec))
    except SpecError:
        return False


def _remark(what: str, shown: Shown) -> str:
    """What was hoped for, where it did not come true."""
    seen = shown.rating
    if what == "names" and not GAP_ELO[0] <= elo(seen) <= GAP_ELO[1]:
        return f" not between {GAP_ELO[0]:.0f} and {GAP_ELO[1]:.0f} |"
    if what == "person":
        low, high = WANTED.get(shown.contest.b, (0.0, 1.0))
        return "" if low <= seen.win_rate <= high else f" not from {low:.0%} to {high:.0%} |"
    return "" if beaten(seen) else " not clear |"


def _arguments(given: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--what", nargs="+", default=list(WHAT), choices=WHAT)
    parser.add_argument("--game", nargs="+", default=list(registry.names()), choices=registry.names())
    parser.add_argument("--steps", nargs="+", default=[], help="like 4-3: level 4 against level 3")
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a folder for result lines, so that a run can go on")
    args = parser.parse_args(given)
    if args.steps:
        args.what = args.what[:1]
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
    return args


if __name__ == "__main__":
    raise SystemExit(main())

"""`pennyflick puzzles GAME`: positions of experts in which one idea is clearly best."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from pennyflick.cli.errors import CommandError
from pennyflick.cli.files import write_text
from pennyflick.lessons.finding import Quest, chosen, find
from pennyflick.lessons.kinds import Puzzle
from pennyflick.lessons.shelf import folder
from pennyflick.match import arena
from pennyflick.rules import registry
from pennyflick.table.near_miss import did_you_mean

NAME = "puzzles"
HELP = "Find puzzles in matches of experts: positions in which one idea is clearly best."
EXAMPLES = """\
  pennyflick puzzles penny-blue                       thirty, from forty matches
  pennyflick puzzles penny-blue --matches 200 --seed 7 --workers 4
  pennyflick puzzles penny-blue --out mine.toml       elsewhere than with the lessons
The same matches, seed and values give the same puzzles."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(registry.names())}")
    parser.add_argument("--matches", type=int, default=40, metavar="N", help="matches to look at (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of these matches (default %(default)s)")
    parser.add_argument("--count", type=int, default=30, metavar="N", help="puzzles to keep (default %(default)s)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes (default %(default)s)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write them (default: with the lessons)")


def run(args: argparse.Namespace) -> int:
    """Find and write them; the exit code."""
    if args.game not in registry.names():
        raise CommandError(f"no game named {args.game!r}; {did_you_mean(args.game, registry.names())}")
    found: list[Puzzle] = []
    for number, more in enumerate(_found(Quest(args.game, args.seed), args.matches, args.workers), start=1):
        found += more
        print(f"match {number}: {len(more)} puzzles, {len(found)} so far", flush=True)
    kept = chosen(found, args.count)
    path = args.out or Path(str(folder("puzzles").joinpath(f"{args.game}.toml")))
    path.parent.mkdir(exist_ok=True)
    write_text(path, _text(f"{args.game} --matches {args.matches} --seed {args.seed} --count {args.count}", kept))
    path.chmod(0o644)  # it belongs to the package, which others read
    print(f"{len(kept)} puzzles in {path}")
    return 0


def _found(quest: Quest, matches: int, workers: int) -> Iterator[list[Puzzle]]:
    with arena.pooled(workers) as pool:
        mapped = map if pool is None else pool.map
        yield from mapped(find, [quest] * matches, range(matches))


def _text(words: str, kept: list[Puzzle]) -> str:
    return f"# Written by `pennyflick puzzles {words}`.\n" + "".join(map(_table, kept))


def _table(puzzle: Puzzle) -> str:
    told = {each.name: getattr(puzzle, each.name) for each in fields(puzzle) if each.name not in ("where", "game")}
    return "\n[[puzzle]]\n" + "".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in told.items()
    )

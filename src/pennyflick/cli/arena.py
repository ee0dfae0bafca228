"""`pennyflick arena`: let bots play each other and say who is better, with bounds."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pennyflick.cli.errors import CommandError
from pennyflick.cli.game_arguments import add_setup, chosen_game, chosen_setup, given_options
from pennyflick.match import arena
from pennyflick.players.bots import SpecError, parse_spec
from pennyflick.record import position_text
from pennyflick.rules import registry

NAME = "arena"
HELP = "Let two bots play mirrored pairs of matches (same seed, seats swapped) and tell who is better."
EXAMPLES = """  pennyflick arena --game pichenotte --a 3 --b 1 --pairs 50
  pennyflick arena --game penny-black --a expert --b beginner --until-clear --workers 2
  pennyflick arena --game penny-red --a 4:flicks=2000 --b 3 --out red.jsonl --json
  pennyflick arena --game penny-blue --a 3 --b 2 --from "turns=1-1 blue@0,90"   from a position

A bot is a level from 0 to 5 or first-timer, beginner, average, good, expert, champion, with settings:
4:flicks=8000,hand=good,values=out/train/penny-blue/penny-blue.json; classic is level 4 as it was in 0.1.0"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--game", required=True, help=f"one of {', '.join(registry.names())}")
    parser.add_argument("--options", metavar="NAME=VALUE", nargs="+", default=[], help="options of the game")
    add_setup(parser)
    parser.add_argument("--a", required=True, metavar="SPEC", help="a bot, like 3, expert or 4:flicks=8000")
    parser.add_argument("--b", required=True, metavar="SPEC", help="its opponent")
    parser.add_argument("--pairs", type=int, default=100, help="how many pairs of matches at the most (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same matches (default 1)")
    parser.add_argument(
        "--workers", type=int, default=1, help="processes; the result does not depend on it (default 1)"
    )
    parser.add_argument("--until-clear", action="store_true", help="stop when the 95 %% bound has left one half")
    parser.add_argument("--out", type=Path, metavar="FILE", help="a line a pair; an existing file is continued")
    parser.add_argument("--json", action="store_true", help="end with one JSON line")


def run(args: argparse.Namespace) -> int:
    """Play and tell."""
    contest = _contest(args)
    known = known_pairs(args.out, contest)
    pairs: list[arena.Pair] = []
    with arena.pooled(args.workers) as pool:
        for pair in arena.run(contest, args.pairs, known=known, until=_until(args.until_clear), pool=pool):
            pairs.append(pair)
            if args.out is not None and pair.number not in known:
                append_pair(args.out, contest, pair)
            show_progress(arena.rating(pairs), args.pairs)
    _tell(contest, arena.rating(pairs), args.json)
    return 0


def _contest(args: argparse.Namespace) -> arena.Contest:
    if args.pairs < 1 or args.workers < 1:
        raise CommandError("pairs and workers must be at least 1")
    game = chosen_game(args)
    try:
        parse_spec(args.a), parse_spec(args.b)
    except SpecError as error:
        raise CommandError(str(error)) from None
    setup = chosen_setup(game, args.setup)
    text = "" if setup is None else position_text(game, setup)
    return arena.Contest(game.name, given_options(args.options), args.a, args.b, args.seed, text)


def _until(clear: object) -> Any:
    return (lambda rating: rating.low > 0.5 or rating.high < 0.5) if clear else (lambda rating: False)


def known_pairs(path: Path | None, contest: arena.Contest) -> dict[int, arena.Pair]:
    """The pairs that an earlier run of the same contest has left; a line cut short by a crash is passed over."""
    if path is None or not path.exists():
        return {}
    found = {}
    for line in path.read_text().splitlines():
        with contextlib.suppress(json.JSONDecodeError, KeyError, TypeError):
            read = json.loads(line)
            if {"setup": "", **read["contest"]} == asdict(contest):  # files of before had no set-ups
                first, second = (arena.Played(**match) for match in read["matches"])
                found[read["pair"]] = arena.Pair(read["pair"], (first, second))
    return found


def append_pair(path: Path, contest: arena.Contest, pair: arena.Pair) -> None:
    """One more line in the file of results."""
    line = {"contest": asdict(contest), "pair": pair.number, "matches": [asdict(match) for match in pair.matches]}
    with path.open("a") as file:
        file.write(json.dumps(line) + "\n")


def show_progress(rating: arena.Rating, most: int) -> None:
    """How far the run is, on a terminal."""
    if sys.stderr.isatty():
        bar = "█" * round(30 * rating.pairs / most)
        rate = f"{rating.win_rate:.3f} [{rating.low:.3f}, {rating.high:.3f}]"
        print(f"\r{bar:<30} {rating.pairs}/{most} pairs, A {rate} ", end="", file=sys.stderr, flush=True)


def _tell(contest: arena.Contest, rating: arena.Rating, as_json: object) -> None:
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(f"{contest.game}: A {contest.a} against B {contest.b}, {rating.pairs} mirrored pairs, seed {contest.seed}")
    print(f"A's win rate (draws half)  {rating.win_rate:.3f}, 95 % bounds {rating.low:.3f} to {rating.high:.3f}")
    print(f"score difference a match   {rating.score_difference:+.2f}")
    print(f"whoever starts             {rating.starter_rate:.3f}")
    if as_json:
        print(json.dumps({**asdict(contest), **asdict(rating)}))

"""How long the opponents think: median and 95th percentile of an answer, in every game.

python -m benchmarks.thinking [--game G …] [--decisions 40] [--spec 4 beginner expert] [--processor]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from pennyflick import physics
from pennyflick.match import decision, new_match, step
from pennyflick.players.bots import player
from pennyflick.players.dice import Dice
from pennyflick.players.random_legal import RandomLegal
from pennyflick.rules import registry


def main() -> int:
    """Measure and print."""
    args = _arguments()
    physics.prepare()
    clock = time.process_time if args.processor else time.perf_counter
    print("| game | opponent | median ms | 95 % ms |\n|---|---|---|---|")
    for game in args.game:
        for spec in args.spec:
            seconds = _thinking(game, spec, args.decisions, clock)
            middle, late = np.percentile(seconds, [50, 95]) * 1_000
            print(f"| {game} | {spec} | {middle:.0f} | {late:.0f} |", flush=True)
    return 0


def _thinking(name: str, spec: str, count: int, clock: Callable[[], float]) -> list[float]:
    """Positions of random play, so that they are the same for every opponent."""
    game, bot, seconds, seed = registry.new_game(name), player(spec, name), list[float](), 0
    while len(seconds) < count:
        seed += 1
        match = new_match(game, seed=seed)
        players = {seat: RandomLegal(aimed=0.8) for seat in game.seats}
        while len(match.actions) < 20 and len(seconds) < count and (asked := decision(match)) is not None:
            began = clock()
            bot.answer(game, match.position, asked, Dice(seed, len(match.actions), "thinking"))
            seconds.append(clock() - began)
            match, _ = step(match, players, asked)
    return seconds[1:]  # the first loads code


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="+", default=list(registry.names()), choices=registry.names())
    parser.add_argument("--decisions", type=int, default=40)
    parser.add_argument("--spec", nargs="+", default=["4", "expert", "beginner"])
    parser.add_argument("--processor", action="store_true", help="processor time: other work does not stretch it")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())

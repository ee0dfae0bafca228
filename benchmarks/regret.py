"""How much a bot leaves on the table: regret on stored positions, as a share of (best − median geometric idea).

    python -m benchmarks.regret [--game G …] [--positions 20] [--budgets 1000 4000 16000] [--reference 64000]
                                [--tries 2]

A position is stored as (game, seed, number of actions): random play reaches it again, exactly. The reference is the
best of all flicks that any search found on one set of fresh draws, valued on another, as all are: so the best of many
does not flatter itself, and a regret may come out below zero. Values are compared, never flicks.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from pennyflick.match import decision, new_match, step
from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS
from pennyflick.players.noise import Noise
from pennyflick.players.random_legal import RandomLegal
from pennyflick.players.search import search
from pennyflick.players.search.aims import Aims
from pennyflick.players.search.hand_made import HandMade
from pennyflick.players.search.tactics import tactics_of
from pennyflick.rules import registry
from pennyflick.table import AskFlick, AskSideFlick, Side

STORED = Path(__file__).parent / "positions.json"
FRESH = 8_000  # draws on which a flick is valued
SEARCHES = {3: search.halving, 4: search.mapped}


@dataclass(frozen=True)
class Found:
    """What one search found, and what it is really worth."""

    level: int
    flicks: int
    seemed: float  # on the draws by which the best is picked
    value: float  # on others


def main() -> int:
    """Measure and print a table for each game."""
    args = _arguments()
    stored: dict[str, list[list[int]]] = json.loads(STORED.read_text())
    print("| game | level | " + " | ".join(f"{budget} flicks" for budget in args.budgets) + " |")
    print("|---|---|" + "---|" * len(args.budgets), flush=True)
    for game in args.game:
        regrets = _regrets(game, stored[game][: args.positions], args)
        for level in SEARCHES:
            row = [float(np.mean(regrets[level, budget])) for budget in args.budgets]
            print(f"| {game} | {level} | " + " | ".join(f"{100 * each:.1f} %" for each in row) + " |", flush=True)
    return 0


def _regrets(game: str, stored: list[list[int]], args: argparse.Namespace) -> dict[tuple[int, int], list[float]]:
    found: dict[tuple[int, int], list[float]] = {(level, budget): [] for level in SEARCHES for budget in args.budgets}
    for number, (seed, actions) in enumerate(stored):
        scene, aims = _scene(game, seed, actions)
        middle = _middle(scene, aims, number)
        results = list(_searched(scene, aims, args, number))
        best = max(results, key=lambda each: each.seemed).value
        scale = max(best - middle, 1e-6)
        for each in results:
            if each.flicks in args.budgets:
                found[each.level, each.flicks].append((best - each.value) / scale)
    return found


def _searched(scene: search.Scene, aims: Aims, args: argparse.Namespace, number: int) -> Iterator[Found]:
    for level, choose in SEARCHES.items():
        for budget, attempt in product((*args.budgets, args.reference), range(args.tries)):
            fresh = replace(scene, noise=Noise(Dice(number, budget + attempt, f"search {level}")))
            chosen = choose(fresh, aims, budget).aims.rows(slice(0, 1))
            yield Found(level, budget, *(_worth(scene, chosen, number, draws) for draws in ("picking", "fresh")))


def _worth(scene: search.Scene, aim: Aims, number: int, draws: str) -> float:
    """What an aim is worth: on the same draws for all, so that they can be compared."""
    return float(search.drawn(replace(scene, noise=Noise(Dice(number, 0, draws))), aim, FRESH)[0] / FRESH)


def _middle(scene: search.Scene, aims: Aims, number: int) -> float:
    """The median geometric idea."""
    rows = np.unique(np.linspace(0, len(aims) - 1, 60).astype(np.int64))
    small = replace(scene, noise=Noise(Dice(number, 1, "middle")))
    return float(np.median(search.drawn(small, aims.rows(rows), 40) / 40))


def _scene(name: str, seed: int, actions: int) -> tuple[search.Scene, Aims]:
    game = registry.new_game(name)
    match = new_match(game, seed=seed)
    players = {seat: RandomLegal(aimed=0.8) for seat in game.seats}
    for _ in range(actions):
        asked = decision(match)
        assert asked is not None, "a stored position is reached before the end"
        match, _ = step(match, players, asked)
    asked = decision(match)
    assert asked is not None
    tactics = tactics_of(name)
    side = asked.seats[0].side
    noise = Noise(Dice(seed, actions, "scene"))
    hands = dict.fromkeys(Side, HANDS["good"])
    scene = search.Scene(tactics, HandMade(tactics), game, match.position, side, hands, noise, wide=False)
    return scene, scene.ideas(asked)


def _store() -> None:
    """Choose positions anew: in which a flick is asked for, spread over matches and their lengths."""
    chosen: dict[str, list[list[int]]] = {}
    for name in registry.names():
        chosen[name] = []
        seed = 0
        while len(chosen[name]) < 20:
            seed += 1
            chosen[name] += [[seed, actions] for actions in _flick_moments(name, seed)][(seed * 3) % 4 :: 5][:3]
        chosen[name] = chosen[name][:20]
    STORED.write_text(json.dumps(chosen, indent=1) + "\n")


def _flick_moments(name: str, seed: int) -> Iterator[int]:
    game = registry.new_game(name)
    match: Any = new_match(game, seed=seed)
    players = {seat: RandomLegal(aimed=0.8) for seat in game.seats}
    while len(match.actions) < 60 and (asked := decision(match)) is not None:
        if any(isinstance(ask, AskFlick | AskSideFlick) for ask in asked.asks):
            yield len(match.actions)
        match, _ = step(match, players, asked)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="+", default=list(registry.names()), choices=registry.names())
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--budgets", type=int, nargs="+", default=[1_000, 4_000, 16_000])
    parser.add_argument("--reference", type=int, default=64_000)
    parser.add_argument("--tries", type=int, default=2, help="searches with each budget")
    parser.add_argument("--store", action="store_true", help="choose the positions anew")
    args = parser.parse_args()
    if args.store:
        _store()
    return args


if __name__ == "__main__":
    raise SystemExit(main())

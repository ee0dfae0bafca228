"""Whether an opponent at Penny Red can be exploited by somebody who returns the red as soon as he can.

python -m benchmarks.return_sooner [--spec champion] [--hand good] [--pairs 20] [--workers 2] [--seed 1]
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from multiprocessing import get_context
from statistics import mean, pstdev
from typing import Any

import numpy as np

from pennyflick import physics
from pennyflick.match import new_match, play
from pennyflick.players.bots import Bot, player
from pennyflick.players.dice import Dice
from pennyflick.players.hands import parse_hand
from pennyflick.players.noise import Floats
from pennyflick.players.player import Player
from pennyflick.players.positions import Positions
from pennyflick.players.search.tactics import tactics_of
from pennyflick.players.specs import parse_spec
from pennyflick.players.values.study import Hands
from pennyflick.rules import registry
from pennyflick.rules.game import Game
from pennyflick.rules.penny_red.ledger import Phase
from pennyflick.table import Side

NAME = "penny-red"


@dataclass(frozen=True)
class ReturnSooner:
    """The hand-made value, and half a match more for a red on the enemy's court: one line of thought."""

    def of(self, game: Game[Any, Any], positions: Positions, side: Side, hands: Hands) -> Floats:
        """What positions are worth to somebody who thinks so."""
        del hands
        returned = [
            ledger.phase is not Phase.SERVE and (ledger.phase is Phase.REWARD) == (ledger.turn is side)
            for ledger in positions.ledgers
        ]
        return tactics_of(NAME).worth(game, positions, side) + 0.5 * np.array(returned)[positions.which]


def exploiter(hand: str) -> Player:
    """Level 4 with that value."""
    spec = parse_spec(f"4:hand={hand},values=hand-made")
    return Bot(spec, tactics_of(NAME), ReturnSooner(), spec.hand)


def score(number: int, *, spec: str, hand: str, seed: int) -> float:
    """What the exploiter takes of a mirrored pair of matches."""
    return mean(_result(Dice(seed, number, NAME).bits(), side, spec, hand) for side in Side)


def _result(seed: int, exploits: Side, spec: str, hand: str) -> float:
    game, steady = registry.new_game(NAME), parse_hand(hand)
    players: Mapping[Side, Player] = {
        exploits: exploiter(hand),
        exploits.other: player(f"{spec}:hand={hand}", NAME, steady),
    }
    match = new_match(game, seed=seed, hands=dict.fromkeys(game.seats, steady), starter=Side.ONE)
    ended = play(match, {seat: players[seat.side] for seat in game.seats}).ended
    assert ended is not None
    return 0.5 if ended.result.winner is None else float(ended.result.winner is exploits)


def main() -> int:
    """Play and print."""
    args = _arguments()
    physics.prepare()
    one = partial(score, spec=args.spec, hand=args.hand, seed=args.seed)
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as pool:
        scores = list(pool.map(one, range(args.pairs)))
    bound = 1.96 * pstdev(scores) / sqrt(len(scores))
    print(f"return sooner against {args.spec}, {args.hand} hands: {mean(scores):.2f} ± {bound:.2f}, {args.pairs} pairs")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spec", default="expert", help="the opponent, without settings")
    parser.add_argument("--hand", default="good", help="of both")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())

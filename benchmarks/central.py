"""An exploiter at Penny Blue that keeps its sovereign central, whatever else happens, against any opponent.

python -m benchmarks.central [--against expert] [--pairs 30] [--seed 1]: the share of games that it wins.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np

from pennyflick import physics
from pennyflick.match import new_match, play
from pennyflick.players.bots import Bot, parse_spec, player
from pennyflick.players.dice import Dice
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.search.tactics import tactics_of
from pennyflick.players.values.study import Hands
from pennyflick.rules import registry
from pennyflick.rules.game import Game
from pennyflick.rules.penny_blue.pennies import PENNIES, SOVEREIGNS
from pennyflick.table import Side

GAME = "penny-blue"


@dataclass(frozen=True)
class Central:
    """A position is worth the more the nearer the own sovereign lies to the middle; a kill is worth all."""

    def of(self, game: Game[Any, Any], positions: Positions, side: Side, hands: Hands) -> Floats:
        """From 0 (lost) to 1 (won)."""
        results = [game.result(ledger) for ledger in positions.ledgers]
        over = np.array([np.nan if result is None else float(result.winner is side) for result in results])
        at = np.nan_to_num(positions.layouts.xy[:, PENNIES.index(SOVEREIGNS[side])])
        away = np.hypot(at[:, 0], at[:, 1]) / 1_000.0
        known = over[positions.which]
        return np.asarray(np.where(np.isnan(known), 0.9 - away, known))


def won(against: str, seed: int, number: int, side: Side) -> float:
    """What the exploiter won of one game, playing this side with the opponent's own hand."""
    game, spec = registry.new_game(GAME), parse_spec(against)
    central = Bot(
        parse_spec(f"4:hand={spec.hand.direction_sd_deg}deg {100 * spec.hand.speed_sd:g}%"),
        tactics_of(GAME),
        Central(),
        spec.hand,
    )
    players = {seat: central if seat.side is side else player(against, GAME) for seat in game.seats}
    begun = new_match(game, seed=Dice(seed, number, "central").bits(), hands=dict.fromkeys(game.seats, spec.hand))
    ended = play(begun, players).ended
    assert ended is not None
    return 0.5 if ended.result.winner is None else float(ended.result.winner is side)


def main() -> int:
    """Play and print."""
    args = _arguments()
    physics.prepare()
    games = [won(args.against, args.seed, number, side) for number in range(args.pairs) for side in Side]
    print(f"sovereign kept central against {args.against}: {np.mean(games):.3f} of {len(games)} games")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", default="expert")
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())

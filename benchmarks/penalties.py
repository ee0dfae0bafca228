"""How an opponent takes the 200 stored penalty flicks of Penny Green: the keeper stands where `classic` put him.

python -m benchmarks.penalties [--spec expert] [--first 200] [--seed 1]

They come from matches of random, mostly aimed flicks, at most two from each: nothing is tidy round the penalty lines.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path

from pennyflick import physics
from pennyflick.players.bots import parse_spec, player
from pennyflick.players.dice import Dice
from pennyflick.players.hands import executed
from pennyflick.record import parse_position
from pennyflick.rules import registry
from pennyflick.rules.game import advance
from pennyflick.rules.penny_green.pieces import GREEN
from pennyflick.table import Flick

NAME = "penny-green"
STORED = Path(__file__).parent / "penalties.txt"


def stored() -> list[str]:
    """Positions in which the taker is to place the green and his penny."""
    return STORED.read_text(encoding="utf-8").splitlines()


def taken(text: str, spec: str, seed: int) -> tuple[bool, bool]:
    """Whether this one is scored, and whether the green is moved at all."""
    game, dice = registry.new_game(NAME), Dice(seed, 0, f"penalty {text}")
    bot, hand, position = player(spec, NAME), parse_spec(spec, NAME).hand, parse_position(game, text)
    placing = game.decision(position)
    assert placing is not None, "a stored penalty flick is still to be taken"
    ready, _ = advance(game, position, bot.answer(game, position, placing, dice).answer, None)
    flicking = game.decision(ready)
    assert flicking is not None, "what has been placed is flicked"
    meant = bot.answer(game, ready, flicking, dice).answer
    assert isinstance(meant, Flick), "nothing but a flick is asked for"
    done = executed(hand, meant, dice)
    shot = physics.simulate(game.board.surface, game.discs, ready.layout, done)
    after, _ = advance(game, ready, done, shot)
    owner = flicking.seats[0].side
    scored = after.ledger.goals.of(owner) > ready.ledger.goals.of(owner)
    return scored, scored or after.layout.where[GREEN] != ready.layout.where[GREEN]


def shares(spec: str, texts: Sequence[str], seed: int, pool: Executor | None = None) -> tuple[float, float]:
    """The share scored, and the share in which the green was never moved."""
    found = list((pool.map if pool else map)(partial(taken, spec=spec, seed=seed), texts))
    return sum(scored for scored, _ in found) / len(found), sum(not moved for _, moved in found) / len(found)


def main() -> int:
    """Print both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spec", default="expert")
    parser.add_argument("--first", type=int, default=200, help="so many of them")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    physics.prepare()
    scored, unmoved = shares(args.spec, stored()[: args.first], args.seed)
    print(f"{args.spec}: {100 * scored:.1f} % scored, {100 * unmoved:.1f} % unmoved, of {args.first}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

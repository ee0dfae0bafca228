"""What a player would ask of the opponents: points a turn, kills, rally length, goals, twenties a round.

python -m benchmarks.opponents [--game G …] [--matches 100] [--workers 2] [--seed 1]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import mean
from typing import Any

from pennyflick import physics
from pennyflick.match import Match, new_match, play
from pennyflick.match.arena import scores
from pennyflick.players.bots import parse_spec, player
from pennyflick.players.dice import Dice
from pennyflick.rules import registry
from pennyflick.table import Side

CONTESTS = (("expert", "expert"), ("expert", "beginner"))
Row = dict[str, float]


def main() -> int:
    """Play and print a table for each game."""
    args = _arguments()
    physics.prepare()
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as pool:
        for game in args.game:
            for one, two in CONTESTS:
                jobs = [(game, one, two, args.seed, number) for number in range(args.matches)]
                _tell(game, one, two, list(pool.map(_played, jobs)))
    return 0


def _tell(game: str, one: str, two: str, rows: list[Row]) -> None:
    facts = [f"{key} {mean(row[key] for row in rows):.2f}" for key in rows[0]]
    print(f"| {game} | {one} – {two} | {len(rows)} | " + "; ".join(facts) + " |", flush=True)


def _played(job: tuple[str, str, str, int, int]) -> Row:
    name, one, two, seed, number = job
    game = registry.new_game(name)
    specs = {Side.ONE: one, Side.TWO: two}
    starter = Side.ONE if number % 2 == 0 else Side.TWO
    hands = {seat: parse_spec(specs[seat.side]).hand for seat in game.seats}
    match = new_match(game, seed=Dice(seed, number, f"opponents {name}").bits(), starter=starter, hands=hands)
    played = play(match, {seat: player(specs[seat.side], name) for seat in game.seats})
    return {**_common(played), **_ASKED[name](played)}


def _common(match: Match) -> Row:
    assert match.ended is not None
    winner = match.ended.result.winner
    a, b = scores(match.game, match.position.ledger)
    won = 0.5 if winner is None else float(winner is Side.ONE)
    return {"first's win rate": won, "its score": a, "the other's": b, "actions": float(len(match.actions))}


def _reasons(match: Match, clause: str, words: str = "") -> int:
    return sum(
        1
        for action in match.actions
        for reason in action.verdict.reasons
        if reason.clause == clause and words in reason.sentence
    )


def _turns(match: Match) -> int:
    return 1 + sum(1 for a, b in zip(match.actions, match.actions[1:], strict=False) if a.by != b.by)


def _black(match: Match) -> Row:
    a, b = scores(match.game, match.position.ledger)
    turns = _turns(match)
    return {"pennies won by merit a turn": _reasons(match, "BLK-8") / turns, "points a turn": (a + b) / turns}


def _blue(match: Match) -> Row:
    return {"won by a kill": float(_reasons(match, "BLU-4", "kills:") > 0), "turns": float(_turns(match))}


def _red(match: Match) -> Row:
    points = max(_reasons(match, "RED-19", "scores"), 1)
    returns = _reasons(match, "RED-8", "returned the red with")
    stars = _reasons(match, "RED-13", "knocked off")
    return {
        "returns a rally": returns / points,
        "good serves a rally": _reasons(match, "RED-4", "A good") / points,
        "star shots": float(stars),
    }


def _green(match: Match) -> Row:
    a, b = scores(match.game, match.position.ledger)
    return {"goals": a + b, "interceptions": float(_reasons(match, "GRN-9"))}


def _pichenotte(match: Match) -> Row:
    mine = sum(
        1
        for action in match.actions
        for reason in action.verdict.reasons
        if reason.clause == "PIC-9" and reason.discs and reason.discs[0].startswith("A")
    )
    return {"twenties of the first a round": float(mine), "twenties of both": float(_reasons(match, "PIC-9"))}


_ASKED: dict[str, Callable[[Any], Row]] = {
    "penny-black": _black,
    "penny-blue": _blue,
    "penny-red": _red,
    "penny-green": _green,
    "pichenotte": _pichenotte,
}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="+", default=list(registry.names()), choices=registry.names())
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())

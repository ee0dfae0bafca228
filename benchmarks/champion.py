"""How much stronger is the champion than what the opponents were? Mirrored pairs, the same hands on both sides.

Against `classic` in every game with hands that the learned values know and with hands that they do not; then against
players of one idea each (exploiters.py), none of which may score much. Prints tables, the gain pooled over the games,
and one line of JSON last.

python -m benchmarks.champion [--game G …] [--a champion] [--b classic] [--hand good] [--other "1.7deg 7%" …]
                              [--pairs 60] [--workers 2] [--seed 1] [--out FOLDER]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks import exploiters
from benchmarks.contests import HEAD, RULE, Hall, Shown, elo, never, tell
from pennyflick.match import arena
from pennyflick.players.bots import NAMED
from pennyflick.rules import registry

OTHER_HANDS = ("0.7deg 12%", "6deg 5%")  # steady one way and shaky the other: no lesson had such hands
MOST_OF_EXPLOITERS = 0.40
STRONGEST = "champion" if "champion" in NAMED else "4"


def main(given: list[str] | None = None) -> int:
    """Play; a line a contest, as soon as it is known."""
    args = _arguments(given)
    with arena.pooled(args.workers) as pool:
        hall = Hall(pool, args.pairs, args.out)
        told = [
            _part("the same hands", _against(hall, args, args.hand)),
            _part("hands that no lesson had", _against(hall, args, args.other)),
            _part("against players of one idea", _exploited(hall, args), pooled=False),
        ]
    print(json.dumps([row for rows in told for row in rows]))
    return 0


def _part(what: str, contests: Iterable[Shown], *, pooled: bool = True) -> list[dict[str, object]]:
    """One table, with what its contests show together."""
    tell(f"\n{what}\n\n{HEAD}\n{RULE}")
    done = []
    for shown in contests:
        tell(shown.line() + _remark(shown, pooled))
        done.append(shown)
    if pooled and done:
        seen = arena.rating([pair for shown in done for pair in shown.pairs])
        tell(f"\nall together: {seen.win_rate:.3f} ({seen.low:.3f} – {seen.high:.3f}), {elo(seen):+.0f} Elo")
    return [{"what": what, **shown.told()} for shown in done]


def _remark(shown: Shown, pooled: bool) -> str:
    return " too much |" if not pooled and shown.rating.win_rate > MOST_OF_EXPLOITERS else ""


def _against(hall: Hall, args: argparse.Namespace, hands: list[str]) -> Iterator[Shown]:
    for game in args.game:
        for hand in hands:
            a, b = with_hand(args.a, hand), with_hand(args.b, hand)
            yield hall.shown(arena.Contest(game, {}, a, b, args.seed), never, arena.play_pair)


def _exploited(hall: Hall, args: argparse.Namespace) -> Iterator[Shown]:
    for name, game in exploiters.EXPLOITERS.items():
        if game in args.game:
            a, b = f"{name}/{with_hand(args.b, args.hand[0])}", with_hand(args.a, args.hand[0])
            yield hall.shown(arena.Contest(game, {}, a, b, args.seed), never, exploiters.play_pair)


def with_hand(spec: str, hand: str) -> str:
    """The opponent with this hand, whatever other settings it has."""
    return f"{spec}{',' if ':' in spec else ':'}hand={hand}"


def _arguments(given: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="+", default=list(registry.names()), choices=registry.names())
    parser.add_argument("--a", default=STRONGEST, metavar="SPEC")
    parser.add_argument("--b", default="classic", metavar="SPEC")
    parser.add_argument("--hand", nargs="+", default=["good"])
    parser.add_argument("--other", nargs="*", default=list(OTHER_HANDS))
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a folder for result lines, so that a run can go on")
    args = parser.parse_args(given)
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
    return args


if __name__ == "__main__":
    raise SystemExit(main())

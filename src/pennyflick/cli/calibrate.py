"""`pennyflick calibrate GAME`: how true what bots think of positions is, on fresh matches."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from pennyflick.cli.errors import CommandError
from pennyflick.match import arena
from pennyflick.players.bots import SpecError, parse_spec, value_of
from pennyflick.players.specs import HAND_MADE, LEARNED
from pennyflick.rules import registry
from pennyflick.training.calibration import calibrated, matches, told, truer
from pennyflick.training.truth import Gain, Truth

NAME = "calibrate"
HELP = "Let experts play fresh matches, and compare what the values said of each position with who won."
EXAMPLES = """  pennyflick calibrate penny-blue --matches 50
  pennyflick calibrate penny-red --seed 9 --values hand-made out/train/penny-red/penny-red.json
  pennyflick calibrate pichenotte --spec 4:flicks=800,hand=good --json

The Brier score is the mean squared difference: 0 knows all; the constant's is that of always saying the mean."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(registry.names())}")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same matches (default 1)")
    parser.add_argument("--matches", type=int, default=50, help="how many (default 50)")
    parser.add_argument("--spec", default="expert", help="who plays itself (default expert)")
    parser.add_argument(
        "--values", nargs="+", default=[LEARNED, HAND_MADE], help="learned, hand-made or files (default the first two)"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes; the result does not depend on it")
    parser.add_argument("--json", action="store_true", help="print one JSON line instead of tables")


def run(args: argparse.Namespace) -> int:
    """Play and tell."""
    try:
        parse_spec(args.spec)
        game, values = registry.new_game(args.game), {name: value_of(name, args.game) for name in args.values}
    except (SpecError, registry.UnknownGameError) as error:
        raise CommandError(str(error)) from None
    if args.matches < 1 or args.workers < 1:
        raise CommandError("matches and workers must be at least 1")
    with arena.pooled(args.workers) as pool:
        lessons = list(matches(args.game, args.spec, args.seed, args.matches, pool))
    said = {name: told(game, value, lessons) for name, value in values.items()}
    first, *others = said
    gains = {name: truer(said[first], said[name]) for name in others}
    _tell(args, {name: calibrated(each) for name, each in said.items()}, gains)
    return 0


def _tell(args: argparse.Namespace, found: dict[str, Truth], gains: dict[str, Gain]) -> None:
    asked = {"game": args.game, "spec": args.spec, "seed": args.seed, "matches": args.matches}
    if args.json:
        truths = {name: asdict(truth) for name, truth in found.items()}
        truer_than = {name: asdict(gain) for name, gain in gains.items()}
        print(json.dumps({**asked, "values": truths, "truer than": truer_than}))
        return
    print(f"{args.game}: {args.matches} matches of {args.spec} against itself, seed {args.seed}")
    for name, truth in found.items():
        _table(name, truth)
    for name, gain in gains.items():
        print(
            f"\n{next(iter(found))} is truer than {name} by {gain.mean:.4f} (95 %: {gain.low:.4f} to {gain.high:.4f})"
        )


def _table(name: str, truth: Truth) -> None:
    print(f"\n{name}: {truth.positions} positions, correlation {truth.correlation:.2f}, ", end="")
    print(f"Brier {truth.brier:.3f} (a constant {truth.constant:.3f})")
    print("  said             positions   said    came")
    for each in truth.bins:
        print(f"  {each.low:.1f} to {each.high:.1f}  {each.count:14d}   {each.said:.3f}   {each.came:.3f}")

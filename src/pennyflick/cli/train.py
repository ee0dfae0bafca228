"""`pennyflick train GAME`: learn what positions are worth, by self-play."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pennyflick.cli.errors import CommandError
from pennyflick.match import arena
from pennyflick.players.specs import HAND_MADE, SpecError
from pennyflick.players.values.study import UnstudiedError, study_of
from pennyflick.rules import registry
from pennyflick.training.examples import HELD_OUT
from pennyflick.training.fitting import LibraryMissingError, library
from pennyflick.training.self_play import APART, TOGETHER
from pennyflick.training.training import Recipe, Step, TrainingError, train

NAME = "train"
HELP = "Learn what the positions of a game are worth: bots play themselves, and what came of it is fitted."
EXAMPLES = """  pennyflick train penny-blue                               three rounds, into out/train/penny-blue
  pennyflick train penny-red --matches 200 --rounds 2 --workers 2
  pennyflick train penny-red --matches 200 --rounds 2 --again    the same matches, fitted anew

Stop it with Ctrl-C and start it again: it goes on where it was. Try what came out against what is there:
  pennyflick arena --game penny-blue --a 4:values=out/train/penny-blue/penny-blue.json --b 4"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(registry.names())}")
    parser.add_argument("--matches", type=int, default=400, help="a round (default 400)")
    parser.add_argument("--rounds", type=int, default=3, help="each with the value of the one before (default 3)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same matches (default 1)")
    parser.add_argument("--workers", type=int, default=2, help="processes; what is learned does not depend on it")
    parser.add_argument(
        "--first", metavar="VALUES", default=HAND_MADE, help=f"values of the first round (default {HAND_MADE})"
    )
    parser.add_argument(
        "--spreads",
        choices=(TOGETHER, APART),
        default=TOGETHER,
        help="of the hands between the usual ones: who turns far misjudges his speeds too, or each for itself",
    )
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where all is kept (default out/train/GAME)")
    parser.add_argument("--again", action="store_true", help="fit anew what has been played already")


def run(args: argparse.Namespace) -> int:
    """Play, fit and tell."""
    recipe, folder = _recipe(args), args.out or Path("out/train") / args.game
    try:
        library()
        study_of(recipe.game)
        with arena.pooled(args.workers) as pool:
            for step in train(recipe, folder, pool, args.again):
                _tell(step, recipe)
    except (LibraryMissingError, SpecError, TrainingError, UnstudiedError) as error:
        raise CommandError(str(error)) from None
    print(f"learned: {folder / recipe.game}.json")
    return 0


def _recipe(args: argparse.Namespace) -> Recipe:
    if args.game not in registry.names():
        raise CommandError(f"no game {args.game!r}; there are {', '.join(registry.names())}")
    if args.matches < HELD_OUT:
        raise CommandError(f"a round needs at least {HELD_OUT} matches: one in {HELD_OUT} is kept to measure by")
    if min(args.rounds, args.workers) < 1:
        raise CommandError("rounds and workers must be at least 1")
    return Recipe(args.game, args.matches, args.rounds, args.seed, args.first, args.spreads)


def _tell(step: Step, recipe: Recipe) -> None:
    if step.fitted is not None:
        score = f"Brier {step.fitted.brier:.4f} on matches held out, a constant's {step.fitted.constant:.4f}"
        start = "\r" if sys.stderr.isatty() else ""
        print(f"{start}round {step.lap}: {step.fitted.trees} trees of depth {step.fitted.depth}, {score}", flush=True)
    elif sys.stderr.isatty() or step.matches % 50 == 0:
        end = "" if sys.stderr.isatty() else "\n"
        done = f"round {step.lap} of {recipe.rounds}: {step.matches} of {recipe.matches} matches"
        print(f"\r{done}" if not end else done, end=end, file=sys.stderr, flush=True)

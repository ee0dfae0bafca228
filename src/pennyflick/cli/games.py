"""`pennyflick games [GAME]`: the games and their options."""

from __future__ import annotations

import argparse
import json
from typing import Any

from pennyflick.cli.errors import CommandError
from pennyflick.rules import registry
from pennyflick.rules.options import OptionSpec, specs, text

NAME = "games"
HELP = "List the games, or the options of one of them."
EXAMPLES = """\
  pennyflick games              the five games
  pennyflick games penny-green  the options of Penny Green
  pennyflick games --json       everything, for a program"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="show the options of this game")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")


def run(args: argparse.Namespace) -> int:
    """List them; the exit code."""
    names = registry.names() if args.game is None else (args.game,)
    try:
        classes = {name: registry.game_class(name) for name in names}
    except registry.UnknownGameError as error:
        raise CommandError(str(error)) from None
    if args.json:
        print(json.dumps({name: _json(found) for name, found in classes.items()}, ensure_ascii=False))
    elif args.game is None:
        for name, found in classes.items():
            print(f"{name:<12}  {found().title}: {_seats(found)}")
        print("\npennyflick games GAME lists its options; pennyflick rules GAME tells how it is played.")
    else:
        _print_options(classes[args.game])
    return 0


def _seats(found: type[Any]) -> str:
    """How many can play: partners come with an option, whatever its name."""
    options = [found.options_class()]
    for spec in specs(found.options_class):
        options += [found.options_class(**{spec.name: choice}) for choice in spec.choices]
    counts = sorted({len(found(each).seats) for each in options})
    words = {2: "two", 4: "four"}
    return f"{' or '.join(words[count] for count in counts)} players"


def _print_options(found: type[Any]) -> None:
    print(f"{found().title}: options, with the default first\n")
    for spec in specs(found.options_class):
        print(f"  {spec.name}={_values(spec)}\n      {spec.sentence}")


def _values(spec: OptionSpec) -> str:
    if spec.choices:
        return " | ".join([text(spec.default), *(text(each) for each in spec.choices if each != spec.default)])
    limits = "" if isinstance(spec.default, str) else f" ({spec.low:g} to {spec.high:g})"
    return f"{text(spec.default)}{limits}"


def _json(found: type[Any]) -> dict[str, Any]:
    return {
        "title": found().title,
        "options": {
            spec.name: {
                "sentence": spec.sentence,
                "default": spec.default,
                **({"choices": list(spec.choices)} if spec.choices else {"low": spec.low, "high": spec.high}),
            }
            for spec in specs(found.options_class)
        },
    }

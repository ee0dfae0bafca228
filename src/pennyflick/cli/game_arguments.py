"""A game and its options as commands take them."""

from __future__ import annotations

import argparse
from typing import Any

from pennyflick.cli.errors import CommandError
from pennyflick.rules import registry
from pennyflick.rules.game import Game
from pennyflick.rules.options import OptionError
from pennyflick.table import Seat


def add_game(parser: argparse.ArgumentParser) -> None:
    """Declare GAME and --options."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(registry.names())}")
    parser.add_argument(
        "--options",
        metavar="NAME=VALUE",
        nargs="+",
        action="extend",
        default=[],
        help="options of the game, like length=full; `pennyflick games GAME` lists them",
    )


def chosen_game(args: argparse.Namespace) -> Game[Any, Any]:
    """The game that was asked for; raises CommandError."""
    try:
        return registry.new_game(args.game, given_options(args.options))
    except (registry.UnknownGameError, OptionError) as error:
        raise CommandError(str(error)) from None


def given_options(words: list[str]) -> dict[str, str]:
    """The options as they were written, NAME=VALUE; raises CommandError."""
    texts = {}
    for given in words:
        name, equals, value = given.partition("=")
        if not equals:
            raise CommandError(f"{given!r} is no option; write NAME=VALUE, like length=full")
        texts[name] = value
    return texts


def add_names(parser: argparse.ArgumentParser) -> None:
    """Declare --names."""
    parser.add_argument("--names", metavar="NAME", nargs="+", default=[], help="the players, in the order of the seats")


def chosen_names(game: Game[Any, Any], names: list[str]) -> dict[Seat, str]:
    """Who sits where; raises CommandError when there are more names than seats."""
    if len(names) > len(game.seats):
        raise CommandError(f"{len(names)} names for {len(game.seats)} seats ({', '.join(s.name for s in game.seats)})")
    return dict(zip(game.seats, names, strict=False))

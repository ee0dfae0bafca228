"""A game, its options and where it begins, as commands take them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Any

from pennyflick.cli.errors import CommandError
from pennyflick.cli.files import read_text
from pennyflick.record import PositionError, impossible, parse_position
from pennyflick.rules import registry
from pennyflick.rules.game import Game, Position
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


def add_setup(parser: argparse.ArgumentParser) -> None:
    """Declare --from."""
    parser.add_argument(
        "--from",
        dest="setup",
        metavar="POSITION",
        help="begin at this position: its text, or a file with it (docs/notation.md)",
    )


def chosen_setup(game: Game[Any, Any], told: str | None) -> Position[Any] | None:
    """The position to begin at; None: the opening. Raises CommandError when there is no such position."""
    if told is None:
        return None
    # isfile, because a text that is too long for a name is no error
    text = read_text(told) if told == "-" or os.path.isfile(told) else told
    try:
        position = parse_position(game, text)
    except PositionError as error:
        raise CommandError(f"--from: {error}") from None
    if (wrong := impossible(game, position)) is not None:
        raise CommandError(f"--from: {wrong}")
    if game.result(position.ledger) is not None:
        raise CommandError("--from: the match is over in this position; nothing is left to play")
    return position


def add_names(parser: argparse.ArgumentParser) -> None:
    """Declare --names."""
    parser.add_argument("--names", metavar="NAME", nargs="+", default=[], help="the players, in the order of the seats")


def chosen_names(seats: Sequence[Seat], names: list[str]) -> dict[Seat, str]:
    """Who sits where; raises CommandError when there are more names than seats."""
    if len(names) > len(seats):
        raise CommandError(f"{len(names)} names for {len(seats)} seats ({', '.join(seat.name for seat in seats)})")
    return dict(zip(seats, names, strict=False))

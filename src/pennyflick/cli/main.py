"""The command line. Law: a command's module is imported only when the command is chosen, so help is instant."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from pennyflick import __version__
from pennyflick.cli.errors import CommandError
from pennyflick.table.near_miss import did_you_mean

OK = 0
WRONG_INPUT = 2
INTERRUPTED = 130  # what shells report for Ctrl-C


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list of commands: where it lives and what it does."""

    module: str
    help: str


# adding a command: one line here and one file that has what `Command` names
COMMANDS = {
    "games": Row("pennyflick.cli.games", "list the games and their options"),
    "rules": Row("pennyflick.cli.rules", "read the rules of a game, clause by clause"),
    "lessons": Row("pennyflick.cli.lessons", "list what teaches the games, or simulate it and say what does not hold"),
    "drills": Row("pennyflick.cli.drills", "measure how an expert does at the drills"),
    "puzzles": Row("pennyflick.cli.puzzles", "find puzzles in matches of experts"),
    "play": Row("pennyflick.cli.play", "play a match in the terminal, against a bot or a friend"),
    "replay": Row("pennyflick.cli.replay", "check a recorded match by playing it again"),
    "umpire": Row("pennyflick.cli.umpire", "rule on a match at a real board and keep its score"),
    "simulate": Row("pennyflick.cli.simulate", "simulate the flicks of a file: rest positions and events"),
    "serve": Row("pennyflick.cli.serve", "serve the pages for players, near and far"),
    "think": Row("pennyflick.cli.think", "think for the house of servers elsewhere"),
    "copy": Row("pennyflick.cli.copy", "copy everything that is kept, from a folder to a database or back"),
    "backup": Row("pennyflick.cli.backup", "put everything that is kept into a folder, while the server goes on"),
    "restore": Row("pennyflick.cli.restore", "put what a backup holds into a folder or a database"),
    "tidy": Row("pennyflick.cli.tidy", "show what nobody will miss, and delete it when told to"),
    "arena": Row("pennyflick.cli.arena", "let bots play each other and rate them"),
    "train": Row("pennyflick.cli.train", "learn what positions of a game are worth, by self-play"),
    "calibrate": Row("pennyflick.cli.calibrate", "compare what bots think of positions with who wins"),
}


class Command(Protocol):
    """What the module of a command offers."""

    NAME: str
    HELP: str
    EXAMPLES: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it; the exit code."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _main(words)
    except BrokenPipeError:
        # the reader (head, less) has gone; point stdout at nothing so that the interpreter's own flush is quiet
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        return INTERRUPTED


def _main(words: list[str]) -> int:
    name, rest = (words[0], words[1:]) if words else ("--help", [])
    if name in {"-h", "--help", "help"}:
        return _help(rest)
    if name in {"-V", "--version"}:
        print(f"pennyflick {__version__}")
        return OK
    if name not in present():
        return _fail(_unknown(name))
    return _run(name, rest)


def present() -> dict[str, Row]:
    """The commands that this installation has."""
    return {name: row for name, row in COMMANDS.items() if find_spec(row.module) is not None}


def _help(words: list[str]) -> int:
    if words and words[0] in present():
        return _run(words[0], ["--help"])
    width = max(map(len, COMMANDS))
    print("usage: pennyflick COMMAND ...\n")
    print("Five table-top flicking games on one exact simulator and one referee that shows its working.\n")
    print("commands:")
    for name, row in present().items():
        print(f"  {name:<{width}}  {row.help}")
    print("\npennyflick COMMAND --help explains one of them; pennyflick --version tells the version.")
    return OK


def _unknown(name: str) -> str:
    what = "option" if name.startswith("-") else "command"
    return f"no {what} {name!r}; {did_you_mean(name, present())}"


def _run(name: str, words: list[str]) -> int:
    try:
        command = cast(Command, import_module(COMMANDS[name].module))
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("pennyflick"):
            raise
        return _fail(f"{name} needs the package {error.name!r}; install it with: pip install 'pennyflick[server,env]'")
    parser = argparse.ArgumentParser(
        prog=f"pennyflick {name}",
        description=command.HELP,
        epilog=f"examples:\n{command.EXAMPLES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_arguments(parser)
    try:
        args = parser.parse_args(words)
    except SystemExit as leaving:  # argparse has printed help (0) or its complaint (2)
        return int(leaving.code or 0)
    try:
        return command.run(args)
    except CommandError as error:
        return _fail(f"{name}: {error}")


def _fail(sentence: str) -> int:
    sys.stdout.flush()
    print(f"pennyflick: {sentence}", file=sys.stderr)
    return WRONG_INPUT

"""`pennyflick rules GAME [CLAUSE]`: the rulebook in the terminal."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Iterable

from pennyflick.cli.errors import CommandError
from pennyflick.rules import registry, rulebook
from pennyflick.rules.rulebook import ClauseText

NAME = "rules"
HELP = "Read the rules of a game, or one clause of it."
EXAMPLES = """\
  pennyflick rules penny-black         the whole page
  pennyflick rules penny-black BLK-12  one clause
  pennyflick rules BLK-12              the same
  pennyflick rules common              what the penny games share"""

_WIDTH = 100
_CLAUSE_ID = re.compile(r"[A-Za-z]{3}-\d+")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(registry.names())}, or common")
    parser.add_argument("clause", metavar="CLAUSE", nargs="?", help="only this clause, like BLK-12")


def run(args: argparse.Namespace) -> int:
    """Print them; the exit code."""
    wanted = args.game if _CLAUSE_ID.fullmatch(args.game) else args.clause
    if wanted is not args.game:
        _check_page(args.game)
    if wanted is None:
        _print_page(args.game)
    else:
        print_clause(wanted)
    return 0


def print_clause(wanted: str) -> None:
    """Print one clause by its id; raises CommandError."""
    _print_clause(_clause(wanted))


def _check_page(name: str) -> None:
    if name in rulebook.pages():
        return
    try:
        registry.game_class(name)
    except registry.UnknownGameError as error:
        raise CommandError(str(error)) from None
    raise CommandError(f"the rules of {name} are not written yet")


def _clause(wanted: str) -> ClauseText:
    try:
        return rulebook.clause(wanted)
    except rulebook.UnknownClauseError as error:
        raise CommandError(str(error)) from None


def _print_page(name: str) -> None:
    page = rulebook.rulebook(name)
    print(page.title.upper())
    _print_paragraphs(page.introduction, "")
    for section in page.sections:
        if section.title:
            print(f"\n{section.title.upper()}")
        _print_paragraphs(section.paragraphs, "")
        for clause in section.clauses:
            print()
            _print_clause(clause)


def _print_clause(clause: ClauseText) -> None:
    print(f"{clause.id} · {clause.title}" if clause.title else clause.id)
    _print_paragraphs(clause.paragraphs, "  ")
    _print_paragraphs((f"Reading: {text}" for text in clause.readings), "    ")
    _print_paragraphs((f"Option {text}" for text in clause.options), "    ")


def _print_paragraphs(paragraphs: Iterable[str], indent: str) -> None:
    for paragraph in paragraphs:
        for line in _plain(paragraph).split("\n"):
            print(textwrap.fill(line, _WIDTH, initial_indent=indent, subsequent_indent=indent))


def _plain(markdown: str) -> str:
    """The text without emphasis, code marks and link targets, which a terminal cannot show."""
    without_links = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", markdown)
    return re.sub(r"\*\*|`|(?<!\w)\*|\*(?!\w)", "", without_links)

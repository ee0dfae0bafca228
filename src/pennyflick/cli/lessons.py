"""`pennyflick lessons [GAME]`: what teaches, and whether it is right."""

from __future__ import annotations

import argparse

from pennyflick import physics
from pennyflick.cli.errors import CommandError
from pennyflick.cli.progress import Progress
from pennyflick.lessons import checking
from pennyflick.lessons.checking import Checked, check
from pennyflick.lessons.reading import SlipError
from pennyflick.lessons.shelf import Shelf, shelf
from pennyflick.rules import registry, rulebook
from pennyflick.table.near_miss import did_you_mean

NAME = "lessons"
HELP = "List what teaches the games, or simulate it and say what does not hold."
EXAMPLES = """\
  pennyflick lessons                           what there is, game by game
  pennyflick lessons --check                   simulate everything
  pennyflick lessons --check penny-blue        one game; common: what the penny games share
  pennyflick lessons --check --clause BLU-4    one clause
Exit code of --check: 0 everything holds and every clause is shown, 1 not, 2 no file that can be read."""

NOT_ALL = 1
PAGES = (rulebook.COMMON, *registry.names())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", metavar="GAME", nargs="?", help=f"one of {', '.join(PAGES)}; without it all of them")
    parser.add_argument("--check", action="store_true", help="simulate everything and say what does not hold")
    parser.add_argument("--only", choices=checking.KINDS, metavar="KIND", help=f"one of {', '.join(checking.KINDS)}")
    parser.add_argument("--clause", metavar="CLAUSE", help="only what shows this clause, like BLU-4")


def run(args: argparse.Namespace) -> int:
    """List or check it; the exit code."""
    shelves = {page: _shelf(page) for page in _pages(args)}
    if not args.check:
        _list(shelves)
        return 0
    physics.prepare(Progress())
    return _check(shelves, args.only, args.clause and rulebook.clause(args.clause).id)


def _pages(args: argparse.Namespace) -> tuple[str, ...]:
    if args.clause:
        return (_page_of(args.clause),)
    if args.game is None:
        return PAGES
    if args.game not in PAGES:
        raise CommandError(f"no game named {args.game!r}; {did_you_mean(args.game, PAGES)}")
    return (args.game,)


def _page_of(clause: str) -> str:
    try:
        found = rulebook.page_of(rulebook.clause(clause).id)
    except rulebook.UnknownClauseError as error:
        raise CommandError(str(error)) from None
    assert found is not None, "what the rulebook has stands on a page"
    return found


def _shelf(page: str) -> Shelf:
    try:
        return shelf(page)
    except SlipError as error:
        raise CommandError(str(error)) from None


def _list(shelves: dict[str, Shelf]) -> None:
    for page, found in shelves.items():
        clauses = f"{len(found.shown):>2} of {len(rulebook.rulebook(page).clauses)} clauses"
        rest = f"{len(found.lessons)} lessons, {len(found.drills)} drills, {len(found.puzzles)} puzzles"
        rest += f", {len(found.days)} days"
        print(f"{page:<12}  {clauses}, {rest}")


def _check(shelves: dict[str, Shelf], only: str | None, clause: str | None) -> int:
    found = [_told(each) for held in shelves.values() for each in check(held, only, clause)]
    wrong = sum(each.slip is not None for each in found)
    print(f"{len(found) - wrong} of {len(found)} hold")
    if only not in (None, checking.EXAMPLES) or clause:
        return NOT_ALL if wrong else 0
    return NOT_ALL if _missing(shelves, found) or wrong else 0


def _told(each: Checked) -> Checked:
    """One thing that was checked, told at once: everything together takes a minute."""
    said = f"holds {each.where}: {each.name} {each.said}" if each.slip is None else f"WRONG {each.slip}"
    print(said, flush=True)
    return each


def _missing(shelves: dict[str, Shelf], found: list[Checked]) -> bool:
    """Tells how many clauses are shown, and which are not; whether any is missing."""
    held = {each.name for each in found if each.kind == checking.EXAMPLES and each.slip is None}
    wanted = [clause.id for page in shelves for clause in rulebook.rulebook(page).clauses]
    missing = [clause for clause in wanted if clause not in held]
    if missing:
        print(f"not shown: {' '.join(missing)}")
    print(f"{len(wanted) - len(missing)} of {len(wanted)} clauses have an example")
    return bool(missing)

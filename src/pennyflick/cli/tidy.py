"""`pennyflick tidy`: let go of what nobody will miss."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pennyflick.cli.places import PLACE, carried_out, place, shown

NAME = "tidy"
HELP = """\
Show which matches nobody will miss, and delete them when told to.

These are matches that were begun and left within a minute, and imported records, both only when
nothing has happened in them for a while. Servers may go on meanwhile."""
EXAMPLES = """\
  pennyflick tidy                      show what would go; nothing is deleted
  pennyflick tidy --days 90 --delete   delete what has not changed for ninety days"""
DAYS = 30
_MOST_DAYS = 36_500


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--from", dest="source", type=place, metavar=PLACE, help="where it is kept (default: the usual data folder)"
    )
    parser.add_argument(
        "--days", type=_days, default=DAYS, help="how long nothing must have happened in a match (default: %(default)s)"
    )
    parser.add_argument("--dry-run", action="store_true", help="only show what would go; so it is without --delete")
    parser.add_argument("--delete", action="store_true", help="delete it for good")


def _days(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= _MOST_DAYS):
        raise argparse.ArgumentTypeError(f"days are a whole number from 1 to {_MOST_DAYS}, not {text!r}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Show, and delete when told to; the exit code."""
    from pennyflick.server.settings import default_data_folder  # only now: help must be instant

    source = args.source or default_data_folder()
    delete = args.delete and not args.dry_run
    print(f"{shown(source)}, what has not changed for {args.days} days:")
    carried_out(_tidied(source, datetime.now(UTC) - timedelta(days=args.days), delete))
    return 0


async def _tidied(source: Path | str, before: datetime, delete: bool) -> None:
    from pennyflick.server.store.tidying import opened, tidy, untidy

    async with opened(source) as engine:
        found = await untidy(engine, before)
        print(f"  begun and left within a minute: {len(found.left)}")
        print(f"  imported records:               {len(found.imported)}")
        if delete:
            print(f"deleted: {await tidy(engine, found)}")
        else:
            print("nothing was deleted; --delete does it")

"""`pennyflick copy`: everything that is kept, from a folder to a database or back."""

from __future__ import annotations

import argparse

from pennyflick.cli.places import PLACE, carried_out, place, shown
from pennyflick.cli.progress import Progress

NAME = "copy"
HELP = """\
Copy everything that is kept from one place to another that is empty: matches, people, keys.

Stop the servers of both places first: what is played meanwhile would be missing. Every row is
read back and compared. Browsers know the copy as they knew the original, because its keys are
the same."""
EXAMPLES = """\
  pennyflick copy --from ~/matches --to postgresql://user@host/games   into a database
  pennyflick copy --from postgresql://user@host/games --to ~/matches   and back into a folder"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--from", dest="source", required=True, type=place, metavar=PLACE, help="where it is kept")
    parser.add_argument("--to", dest="target", required=True, type=place, metavar=PLACE, help="an empty place")


def run(args: argparse.Namespace) -> int:
    """Copy; the exit code."""
    from pennyflick.server.store.copying import copy  # only now: help must be instant

    copied = carried_out(copy(args.source, args.target, Progress()))
    print(table_of(copied.rows))
    print(f"{len(copied.keys)} keys")
    print(f"copied and compared: {shown(args.source)} is now in {shown(args.target)} as well")
    return 0


def table_of(rows: dict[str, int]) -> str:
    """How many rows each table has, a line each."""
    width = max(map(len, rows))
    return "\n".join(f"{name:<{width}}  {count:>9}" for name, count in rows.items())

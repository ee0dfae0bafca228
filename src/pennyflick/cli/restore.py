"""`pennyflick restore`: what a backup holds, in a folder or a database."""

from __future__ import annotations

import argparse

from pennyflick.cli.copy import table_of
from pennyflick.cli.places import PLACE, carried_out, folder, place, shown
from pennyflick.cli.progress import Progress

NAME = "restore"
HELP = """\
Put what a backup holds into an empty folder or an empty database; the backup stays as it is.

Every row is read back and compared."""
EXAMPLES = """\
  pennyflick restore --from ~/backups/monday --to ~/matches                       into a data folder
  pennyflick restore --from ~/backups/monday --to postgresql://user@host/games    into a database"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--from", dest="source", required=True, type=folder, metavar="DIR", help="the backup")
    parser.add_argument("--to", dest="target", required=True, type=place, metavar=PLACE, help="an empty place")


def run(args: argparse.Namespace) -> int:
    """Restore; the exit code."""
    from pennyflick.server.store.backup import restore  # only now: help must be instant

    restored = carried_out(restore(args.source, args.target, Progress()))
    print(table_of(restored.rows))
    print(f"restored and compared: {shown(args.target)}")
    return 0

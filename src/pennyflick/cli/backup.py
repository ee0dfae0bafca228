"""`pennyflick backup`: everything that is kept at one instant, while the server goes on."""

from __future__ import annotations

import argparse

from pennyflick.cli.places import PLACE, carried_out, folder, place, shown
from pennyflick.cli.progress import Progress

NAME = "backup"
HELP = """\
Put everything that is kept, as it stands at one instant, into a folder of its own.

Servers may go on meanwhile. What was acknowledged before the backup began is in it. The folder
is a data folder itself and holds the server's keys: keep it as safe as the original."""
EXAMPLES = """\
  pennyflick backup --to ~/backups/monday                                       of the usual data folder
  pennyflick backup --from postgresql://user@host/games --to ~/backups/monday   of a database"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--from", dest="source", type=place, metavar=PLACE, help="where it is kept (default: the usual data folder)"
    )
    parser.add_argument("--to", required=True, type=folder, metavar="DIR", help="a folder that does not exist yet")


def run(args: argparse.Namespace) -> int:
    """Back up; the exit code."""
    from pennyflick.server.settings import default_data_folder  # only now: help must be instant
    from pennyflick.server.store.backup import back_up

    source = args.source or default_data_folder()
    carried_out(back_up(source, args.to, Progress()))
    print(f"backup of {shown(source)}: {args.to}")
    return 0

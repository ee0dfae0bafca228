"""`pennyflick think`: think for the house of servers elsewhere."""

from __future__ import annotations

import argparse
import os

from pennyflick.cli.errors import CommandError
from pennyflick.cli.limits import limit_told
from pennyflick.cli.thinkers import thinkers
from pennyflick.server.limits import with_limits
from pennyflick.server.settings import (
    DATABASE_VARIABLE,
    Limits,
    Settings,
    default_data_folder,
    default_thinkers,
)

NAME = "think"
HELP = """\
Think for the house of the servers that use a database, on this or any other machine.

What one of several thinkers has begun when it is ended is done by another, ten seconds later at
the most; nothing is ever answered twice."""
EXAMPLES = """\
  pennyflick think --database postgresql://pennyflick@db.example/pennyflick
  pennyflick serve --database postgresql://… --thinkers 0      serve, and let others think"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help=f"the database of the servers: postgresql://user@host/name (default: ${DATABASE_VARIABLE}, where a "
        "password is not seen by others)",
    )
    parser.add_argument(
        "--thinkers",
        type=thinkers(least=1),
        default=default_thinkers(os.cpu_count()),
        metavar="N",
        help="processes that think, a core each (default: %(default)s, all cores but one)",
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        type=limit_told,
        help="set a limit, like think_s=60; may be given several times (pennyflick serve --limits lists them)",
    )
    parser.add_argument(
        "--log-format",
        choices=("text", "json"),
        default="text",
        help="text: what goes wrong, for people; json: a line for each event (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Think until told to stop; the exit code."""
    database = _database(args.database or os.environ.get(DATABASE_VARIABLE, ""))
    from pennyflick.server.run import thinking  # only now: help must be instant
    from pennyflick.server.store.postgresql import DatabaseError, without_password
    from pennyflick.server.store.schema import NewerSchemaError

    settings = Settings(
        data=default_data_folder(),  # nothing is kept there: there is a database
        database=database,
        thinkers=args.thinkers,
        log_format=args.log_format,
        limits=with_limits(Limits(), args.limit),
    )

    def ready() -> None:
        print(f"thinking for {without_password(database)}  (Ctrl-C stops it)", flush=True)

    try:
        thinking.run(settings, ready)
    except (DatabaseError, NewerSchemaError) as error:
        raise CommandError(str(error)) from None
    return 0


def _database(told: str) -> str:
    if not told:
        raise CommandError(
            f"where the servers keep their matches must be said: --database postgresql://user@host/name, or in "
            f"${DATABASE_VARIABLE}; a server with a folder thinks for itself (pennyflick serve --thinkers N)"
        )
    if not told.startswith(("postgresql://", "postgres://")):
        raise CommandError("a database looks like postgresql://user@host/name")
    return told

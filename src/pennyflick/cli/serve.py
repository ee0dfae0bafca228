"""`pennyflick serve`: play in the browser."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

from pennyflick.cli.errors import CommandError
from pennyflick.cli.limits import limit_told
from pennyflick.cli.progress import Progress
from pennyflick.cli.thinkers import thinkers
from pennyflick.server.addresses import Network, NetworkError, network
from pennyflick.server.limits import changed_lines, limit_lines, with_limits
from pennyflick.server.settings import (
    DATA_VARIABLE,
    DATABASE_VARIABLE,
    DEFAULT_PORT,
    Limits,
    Settings,
    default_data_folder,
    default_thinkers,
)

_EVERY_ADDRESS = "0.0.0.0"
_MOST_WATCHERS = 10_000
_MOST_WORKERS = 64
_INTERRUPTED = 130  # what a shell expects after Ctrl-C

NAME = "serve"
HELP = "Serve the pages for players; ends with an address to open in a browser."
EXAMPLES = """\
  pennyflick serve                                play at this machine
  pennyflick serve --port 9000 --data ~/matches   another port, another data folder
  pennyflick serve --lan                          let others on your network in; links and QR codes lead here
  pennyflick serve --public-url https://play.example
                                                  behind a proxy that others know by this address
  pennyflick serve --public-url https://play.example --trusted-proxy 127.0.0.1
                                                  and that says whose request it passes on
  pennyflick serve --limits                       every limit, its value and what it bounds
  pennyflick serve --limit posts_per_s=20         another value for one of them
  pennyflick serve --database postgresql://pennyflick@/pennyflick --workers 4
                                                  four processes on one database; SIGHUP renews them one by one"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--port", type=_port, help=f"port to listen on (default: {DEFAULT_PORT}, or a free one when that is taken)"
    )
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help=f"where matches are kept (default: ${DATA_VARIABLE}, or a user folder)"
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        type=_database,
        help=f"keep everything in this PostgreSQL database instead of a folder: postgresql://user@host/name (default: "
        f"${DATABASE_VARIABLE}, where a password is not seen by others)",
    )
    parser.add_argument(
        "--workers",
        type=_workers,
        default=1,
        metavar="N",
        help="processes that serve; more than one need a database (default: %(default)s)",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        type=_origin,
        help="another exact origin under which browsers reach the server; may be given several times",
    )
    parser.add_argument(
        "--lan", action="store_true", help="let others on the local network in; their links get this machine's address"
    )
    parser.add_argument(
        "--public-url", metavar="URL", type=_origin, help="the address under which others reach the server"
    )
    parser.add_argument(
        "--watchers",
        type=_watchers,
        default=Limits().watchers_per_match,
        metavar="N",
        help="how many may look on at one match, besides those who play (default: %(default)s)",
    )
    parser.add_argument(
        "--metrics",
        type=_metrics,
        metavar="[HOST:]PORT",
        help="show figures for Prometheus at this address of its own, on this machine only unless a host is told",
    )
    parser.add_argument(
        "--log-format",
        choices=("text", "json"),
        default="text",
        help="text: what goes wrong, for people; json: a line for each request and event (default: %(default)s)",
    )
    parser.add_argument(
        "--thinkers",
        type=thinkers(least=0),
        default=default_thinkers(os.cpu_count()),
        metavar="N",
        help="processes in which the house thinks, a core each; with a database it may be 0, where others think "
        "(default: %(default)s, all cores but one)",
    )
    parser.add_argument(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        type=_network,
        help="a proxy whose word on who asks is believed (X-Forwarded-For and -Proto), like 127.0.0.1 or 10.0.0.0/8; "
        "may be given several times (default: nobody's is)",
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        type=limit_told,
        help="set a limit, like posts_per_s=20; may be given several times",
    )
    parser.add_argument("--limits", action="store_true", help="list every limit as it is set, and do not serve")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < 65_536):
        raise argparse.ArgumentTypeError(f"a port is a whole number from 0 to 65535, not {text!r}")
    return int(text)


def _metrics(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    return host.strip("[]") or "127.0.0.1", _port(port)


def _database(text: str) -> str:
    if not text.startswith(("postgresql://", "postgres://")):
        raise argparse.ArgumentTypeError("a database looks like postgresql://user@host/name")
    return text


def _workers(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= _MOST_WORKERS):
        raise argparse.ArgumentTypeError(f"workers are a whole number from 1 to {_MOST_WORKERS}, not {text!r}")
    return int(text)


def _watchers(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= _MOST_WATCHERS):
        raise argparse.ArgumentTypeError(f"watchers are a whole number from 0 to {_MOST_WATCHERS}, not {text!r}")
    return int(text)


def _network(text: str) -> Network:
    try:
        return network(text)
    except NetworkError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _origin(text: str) -> str:
    scheme, _, host = text.rstrip("/").partition("://")
    if scheme not in {"http", "https"} or not host or "/" in host:
        raise argparse.ArgumentTypeError(
            f"an origin looks like https://play.example or http://10.0.0.2:8642, not {text!r}"
        )
    return text.rstrip("/")


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop; the exit code."""
    limits = with_limits(Limits(watchers_per_match=args.watchers), args.limit)
    if args.limits:
        print(*limit_lines(limits), sep="\n")
        return 0
    from pennyflick.server.run.metrics import MetricsPortError  # only now: help must be instant
    from pennyflick.server.store.folder import FolderError
    from pennyflick.server.store.postgresql import DatabaseError, without_password
    from pennyflick.server.store.schema import NewerSchemaError

    database = _told_database(args)
    lan = _lan() if args.lan else ""
    host = _EVERY_ADDRESS if args.lan else args.host
    listening = _listening(host, args.port)
    settings = Settings(
        data=(args.data or default_data_folder()).expanduser().absolute(),
        database=database,
        host=host,
        port=listening.getsockname()[1],
        origins=tuple(args.origin),
        lan=lan,
        public_url=args.public_url or "",
        thinkers=args.thinkers,
        metrics=args.metrics,
        log_format=args.log_format,
        trusted_proxies=tuple(args.trusted_proxy),
        limits=limits,
    )

    def opened() -> None:
        print(f"database: {without_password(database)}" if database else f"data folder: {settings.data}")
        if settings.reach:
            print(f"others find it at {settings.reach}/")
        if settings.metrics:
            print(f"figures are at http://{settings.metrics[0]}:{settings.metrics[1]}/metrics")
        for line in changed_lines(limits):
            print(f"limit {line}")
        print(f"pennyflick is at {settings.address}  (Ctrl-C stops it)", flush=True)
        if not args.no_browser and _has_screen():
            threading.Thread(target=webbrowser.open, args=(settings.address,), daemon=True).start()

    try:
        with listening:
            _serve(settings, listening, args.workers, opened)
    except (FolderError, DatabaseError, NewerSchemaError, MetricsPortError) as error:
        raise CommandError(str(error)) from None
    except KeyboardInterrupt:
        print("stopped; what is left is done at the next start", file=sys.stderr)
        return _INTERRUPTED
    return 0


def _told_database(args: argparse.Namespace) -> str:
    """The database, unless a folder is asked for; raises CommandError."""
    told = args.database or ("" if args.data else os.environ.get(DATABASE_VARIABLE, ""))
    if args.database and args.data:
        raise CommandError("matches are kept in a folder or in a database: say --data or --database, not both")
    if args.workers > 1 and not told:
        raise CommandError(
            f"a data folder serves one process; {args.workers} workers need a database: --database postgresql://…"
        )
    if not args.thinkers and not told:
        raise CommandError("only with a database can others think for the house; without one it needs --thinkers 1")
    if told and not told.startswith(("postgresql://", "postgres://")):
        raise CommandError(f"${DATABASE_VARIABLE} must look like postgresql://user@host/name")
    return str(told)


def _serve(settings: Settings, listening: socket.socket, workers: int, opened: Callable[[], None]) -> None:
    """One process with a folder; with a database as many as are asked for, and one that watches them."""
    if settings.database and os.name == "posix":
        from pennyflick.server.run import workers as crew

        crew.run(settings, listening, workers, opened, _Filling())
    else:
        from pennyflick.server.run import runner

        runner.run(settings, listening, opened, _Filling())


def _lan() -> str:
    from pennyflick.server.run.lan import NoLanError, lan_address

    try:
        return lan_address()
    except NoLanError as error:
        raise CommandError(str(error)) from None


class _Filling:
    """Tells how many matches of an earlier version have been brought up to date."""

    def __init__(self) -> None:
        self._progress = Progress()

    def __call__(self, done: int, of: int) -> None:
        matches = "1 match" if of == 1 else f"{of} matches"
        self._progress(f"bringing {matches} of an earlier version up to date", done / of)


def _listening(host: str, port: int | None) -> socket.socket:
    """The port asked for, or the usual one, or a free one when the usual one is taken."""
    from pennyflick.server.run.runner import PortTakenError, listening_socket

    try:
        return listening_socket(host, DEFAULT_PORT if port is None else port)
    except PortTakenError as error:
        if port is not None:
            raise CommandError(str(error)) from None
        print(f"port {DEFAULT_PORT} is taken; taking a free one", file=sys.stderr)
    try:
        return listening_socket(host, 0)
    except PortTakenError as error:
        raise CommandError(str(error)) from None


def _has_screen() -> bool:
    """Whether opening a browser can show anything: not over ssh, not without a display."""
    if sys.platform in {"win32", "darwin"}:
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))

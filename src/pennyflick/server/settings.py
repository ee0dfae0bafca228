"""What a server is told before it starts: where it keeps things, where it listens, whom it trusts."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

DEFAULT_PORT = 8642
DATA_VARIABLE = "PENNYFLICK_DATA"
EVERYWHERE = frozenset({"0.0.0.0", "::", ""})  # to listen on every address of the machine
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: people read ids aloud


@dataclass(frozen=True)
class Limits:
    """How much a client may ask for. Chosen: ten times what a busy page needs."""

    frame_bytes: int = 16_384
    form_bytes: int = 65_536
    record_bytes: int = 1_048_576
    messages_burst: int = 60
    messages_per_s: float = 20.0
    posts_burst: int = 300  # posts and new sockets together, of one address
    posts_per_s: float = 10.0
    outbox_messages: int = 64
    connections_per_browser: int = 16  # of a match in which it holds a seat
    watchers_per_match: int = 64  # connections that hold no seat; they never keep a player out
    watcher_messages_burst: int = 20  # who only looks on has little to say
    watcher_messages_per_s: float = 2.0
    aims_burst: int = 10  # moving aims of a seat; faster ones are dropped
    aims_per_s: float = 10.0
    says_burst: int = 5  # phrases of a seat; faster ones are dropped
    says_per_s: float = 0.25
    instant_tolerance_ms: int = 250  # how far a flick's instant may be ahead of the server's clock: clocks drift
    missed_events: int = 20  # more are sent as a snapshot
    live_matches: int = 200  # kept in memory; the rest are rebuilt when asked for
    deleted_s: float = 600.0  # how long a deleted match can be brought back
    practice_s: float = 86_400.0  # how long the flicks of a lesson are kept
    bells_per_person: int = 5  # where one person can be rung; the oldest goes first
    rings_waiting: int = 256  # more are dropped: a list says the same
    ring_s: float = 5.0  # how long a push service may take
    rings_burst: int = 12  # of one person; more often than that nobody is rung
    rings_per_s: float = 1 / 30
    open_tables: int = 20  # of one person: tables that wait for somebody to sit down
    handover_s: float = 600.0  # how long a link to another device works
    plea_pause_s: float = 3_600.0  # before the same browser may plead for the same seat again
    pleas_per_match: int = 3  # in that time, by all browsers
    pleaded_s: float = 86_400.0  # how long a plea waits for its answer
    vacancies_per_person: int = 2  # tables with a seat left open
    vacancies: int = 100
    absent_s: float = 120.0  # without whoever left it open, a seat is not offered any more
    sent_flicks: int = 100_000
    sent_s: float = 31_536_000.0  # how long a flick that was sent can be answered: a year


def _now() -> datetime:
    return datetime.now(UTC)


def _new_id() -> str:
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(12))


def _new_token() -> str:
    return secrets.token_urlsafe(16)  # 128 bits


def _new_seed() -> int:
    return secrets.randbits(128)  # as docs/notation.md promises: nobody can find it by trying


@dataclass(frozen=True)
class Settings:
    """Everything that differs between two servers. Clock, ids and seeds are here because they are arguments."""

    data: Path
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    origins: tuple[str, ...] = ()  # exact origins besides those of host and port: "https://play.example"
    lan: str = ""  # this machine's address on the local network, when others there may come
    public_url: str = ""  # the origin that others know the server by, where a proxy stands before it
    metrics: tuple[str, int] | None = None  # host and port at which the figures are shown; None: nowhere
    log_format: str = "text"
    rings_near: bool = False  # whether push services may be at this machine: only tests have theirs there
    limits: Limits = field(default_factory=Limits)
    clock: Callable[[], datetime] = _now
    ticks: Callable[[], float] = time.monotonic  # seconds that only grow, for how long a decision has been open
    new_id: Callable[[], str] = _new_id
    new_seed: Callable[[], int] = _new_seed
    new_token: Callable[[], str] = _new_token

    @property
    def address(self) -> str:
        """Where a browser on this machine finds the server."""
        host = "127.0.0.1" if self.host in EVERYWHERE else self.host
        return f"http://{_bracketed(host)}:{self.port}/"

    @property
    def reach(self) -> str | None:
        """The origin under which others find the server, for links; None: only this machine does."""
        if self.lan and not self.public_url:
            return f"http://{_bracketed(self.lan)}:{self.port}"
        listening = f"http://{_bracketed(self.host)}:{self.port}"
        return next((each for each in (self.public_url, *self.origins, listening) if _leads_here(each)), None)

    @property
    def allowed_origins(self) -> frozenset[str]:
        """The exact origins that may post and open sockets."""
        hosts = {_bracketed(host) for host in (self.host, self.lan) if host} | {*LOOPBACK}
        public = {self.public_url} if self.public_url else set()
        return frozenset({f"http://{host}:{self.port}" for host in hosts} | set(self.origins) | public)

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """The exact Host headers that are answered."""
        return frozenset(origin.partition("://")[2] for origin in self.allowed_origins)

    def scheme(self, host: str) -> str:
        """How browsers come to that Host: by https where a proxy that stands before the server says so."""
        return "https" if f"https://{host}" in self.allowed_origins else "http"


def _leads_here(origin: str) -> bool:
    """Whether somebody at another machine can come by that origin."""
    host = urlsplit(origin).hostname or ""
    return bool(host) and host not in EVERYWHERE and host != "localhost" and not _loops_back(host)


def _loops_back(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:  # a name
        return False


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def default_data_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where matches are kept unless told otherwise: the variable, else the platform's folder for a user's data.

    By hand, because it must name the same folder for ever: the platformdirs library looks at XDG_DATA_HOME on macOS too
    and past LOCALAPPDATA on Windows, and whoever sets them would find an empty list of matches.
    """
    if told := environ.get(DATA_VARIABLE):
        return Path(told)
    home = Path.home()
    match platform:
        case "win32":
            return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "pennyflick"
        case "darwin":
            return home / "Library" / "Application Support" / "pennyflick"
        case _:
            return Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "pennyflick"

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
from typing import Any
from urllib.parse import urlsplit

from pennyflick.server.addresses import Network

DEFAULT_PORT = 8642
WORDS = "words"  # where a limit keeps what it bounds
DATA_VARIABLE = "PENNYFLICK_DATA"
DATABASE_VARIABLE = "PENNYFLICK_DATABASE"  # so that a password need not stand on a command line
EVERYWHERE = frozenset({"0.0.0.0", "::", ""})  # to listen on every address of the machine
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: people read ids aloud


def _limit(default: float, words: str) -> Any:
    """A limit and what it bounds, for whoever runs a server and reads the list (docs/operating.md)."""
    return field(default=default, metadata={WORDS: words})


@dataclass(frozen=True)
class Limits:
    """How much a client may ask for. Chosen: ten times what a busy page needs.

    Work is counted in units of about a millisecond of the server's time (`run/costs.py`).
    """

    # what is sent
    frame_bytes: int = _limit(16_384, "bytes of one message at a table")
    address_chars: int = _limit(2_048, "characters of the address of a page")
    head_bytes: int = _limit(16_384, "bytes of a request's head, cookies included")
    form_bytes: int = _limit(16_384, "bytes of a form")
    form_fields: int = _limit(200, "fields of a form")
    field_bytes: int = _limit(4_096, "bytes of one field of a form")
    record_bytes: int = _limit(1_048_576, "bytes of a record that is pasted or sent as a file")
    record_actions: int = _limit(2_000, "actions of such a record")
    # how long it may take
    head_s: float = _limit(10.0, "seconds in which the head of a request must have come")
    body_s: float = _limit(20.0, "seconds in which its body must have come")
    idle_s: float = _limit(5.0, "seconds that a connection is kept open for another request")
    send_s: float = _limit(30.0, "seconds that a client may leave what was sent to it unread")
    # how many at once
    connections: int = _limit(12_000, "open connections in all; fewer where the system allows fewer open files")
    connections_per_address: int = _limit(400, "open connections of one address; of IPv6, of one /64")
    connections_per_browser: int = _limit(16, "connections of one browser to a match in which it holds a seat")
    watchers_per_match: int = _limit(64, "connections to a match that hold no seat; they never keep a player out")
    # how much in a time
    work_burst: float = _limit(1_000.0, "work that one address may ask for at once")
    work_per_s: float = _limit(300.0, "work that one address may ask for, a second")
    posts_burst: int = _limit(300, "forms sent and sockets opened by one address at once")
    posts_per_s: float = _limit(10.0, "forms sent and sockets opened by one address, a second")
    frames_burst: int = _limit(1_000, "frames of one socket at once: messages, their pieces and pings")
    frames_per_s: float = _limit(200.0, "frames of one socket, a second; beyond it it is cut off")
    messages_burst: int = _limit(60, "messages of one socket at once")
    messages_per_s: float = _limit(20.0, "messages of one socket, a second")
    watcher_messages_burst: int = _limit(20, "messages at once of a socket that only looks on")
    watcher_messages_per_s: float = _limit(2.0, "messages of a socket that only looks on, a second")
    address_talk_burst: float = _limit(250.0, "work of the messages of one address at once; beyond it they wait")
    address_talk_per_s: float = _limit(300.0, "work of the messages of one address, a second; beyond it they wait")
    match_talk_burst: float = _limit(250.0, "work of the messages at one match at once; beyond it they wait")
    match_talk_per_s: float = _limit(200.0, "work of the messages at one match, a second; beyond it they wait")
    talk_wait_s: float = _limit(5.0, "seconds that a message may wait for these; beyond it its socket is closed")
    aims_burst: int = _limit(10, "moving aims of a seat at once; faster ones are dropped")
    aims_per_s: float = _limit(10.0, "moving aims of a seat, a second; faster ones are dropped")
    says_burst: int = _limit(5, "phrases of a seat at once; faster ones are dropped")
    says_per_s: float = _limit(0.25, "phrases of a seat, a second; faster ones are dropped")
    # work on what was sent, in processes of its own
    elsewhere_processes: int = _limit(1, "processes that read and replay records; they start when one is needed")
    elsewhere_s: float = _limit(10.0, "seconds of work that one record may take there")
    elsewhere_waiting: int = _limit(8, "records that may wait for their turn there, of all addresses")
    elsewhere_per_address: int = _limit(2, "records of one address there at once, those that wait included")
    elsewhere_idle_s: float = _limit(60.0, "seconds after which such a process ends when there is nothing to do")
    # what the house thinks, in processes of its own
    think_s: float = _limit(30.0, "seconds that the house may think about a decision; then anything legal will do")
    house_wait_s: float = _limit(30.0, "seconds that people wait until their turn is thought about; then in haste")
    # what is kept at hand
    outbox_messages: int = _limit(64, "messages on their way to one socket; one that lags behind further is closed")
    instant_tolerance_ms: int = _limit(250, "milliseconds that a flick's instant may be ahead: clocks drift")
    missed_events: int = _limit(20, "events that a client is told one by one; more are sent as a snapshot")
    reserve_bytes: int = _limit(
        67_108_864, "bytes of the disk kept free for what has begun; below it nothing new begins"
    )
    live_matches: int = _limit(200, "matches kept in memory; the rest are rebuilt when asked for")
    # what is kept in the store
    deleted_s: float = _limit(600.0, "seconds in which a deleted match can be brought back")
    practice_s: float = _limit(86_400.0, "seconds for which the flicks of a lesson are kept")
    bells_per_person: int = _limit(5, "places where one person can be rung; the oldest goes first")
    rings_waiting: int = _limit(256, "rings that wait to be sent; more are dropped, since a list says the same")
    ring_s: float = _limit(5.0, "seconds that a push service may take")
    rings_burst: int = _limit(12, "rings of one person at once; more often than that nobody is rung")
    rings_per_s: float = _limit(1 / 30, "rings of one person, a second")
    open_tables: int = _limit(20, "tables of one person that wait for somebody to sit down")
    handover_s: float = _limit(600.0, "seconds for which a link to another device works")
    plea_pause_s: float = _limit(3_600.0, "seconds before the same browser may plead for the same seat again")
    pleas_per_match: int = _limit(3, "pleas at one match in that time, by all browsers")
    pleaded_s: float = _limit(86_400.0, "seconds for which a plea waits for its answer")
    vacancies_per_person: int = _limit(2, "tables of one person with a seat left open")
    vacancies: int = _limit(100, "tables with a seat left open, of all people")
    absent_s: float = _limit(120.0, "seconds without whoever left a seat open, after which it is not offered any more")
    tries_of_each: int = _limit(1_000, "tries of one person at one lesson, drill or puzzle; the oldest goes first")
    day_flicks: int = _limit(150, "flicks of a day that are run at once as ghosts, the first of it; and one's own")
    sent_flicks: int = _limit(100_000, "flicks that were sent as links, of all people")
    sent_s: float = _limit(31_536_000.0, "seconds for which a sent flick can be answered: a year")


def _now() -> datetime:
    """In whole milliseconds, as stores keep it: what was written and what is read back are the same."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1_000 * 1_000)


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
    database: str = ""  # the address of a database where everything is kept; empty: in the data folder
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    origins: tuple[str, ...] = ()  # exact origins besides those of host and port: "https://play.example"
    lan: str = ""  # this machine's address on the local network, when others there may come
    public_url: str = ""  # the origin that others know the server by, where a proxy stands before it
    metrics: tuple[str, int] | None = None  # host and port at which the figures are shown; None: nowhere
    log_format: str = "text"
    trusted_proxies: tuple[Network, ...] = ()  # whose word on who asks is believed
    thinkers: int = 1  # processes in which the house thinks
    rings_near: bool = False  # whether push services may be at this machine: only tests have theirs there
    limits: Limits = field(default_factory=Limits)
    clock: Callable[[], datetime] = _now
    ticks: Callable[[], float] = time.monotonic  # seconds that only grow, for how long a decision has been open
    new_id: Callable[[], str] = _new_id
    new_seed: Callable[[], int] = _new_seed
    new_token: Callable[[], str] = _new_token

    @property
    def place(self) -> Path | str:
        """Where everything is kept."""
        return self.database or self.data

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


def default_thinkers(cores: int | None) -> int:
    """In how many processes the house thinks: on all cores but the one that serves people."""
    return max((cores or 1) - 1, 1)


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

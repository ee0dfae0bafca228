"""A real PostgreSQL for tests and benchmarks: a cluster in a temporary folder that ends with whoever made it."""

from __future__ import annotations

import asyncio
import contextlib
import glob
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import asyncpg

USER = "pennyflick"
STARTING_S = 60.0
TEMPLATE = "template_pennyflick"
# when whoever holds the other end of its input ends, however that may be, the database ends as well
_UNTIL_INPUT_ENDS = '"$@" & database=$!; cat > /dev/null; kill -INT $database 2> /dev/null; wait $database'
_PLACES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
)
_QUICK = {"fsync": "off", "full_page_writes": "off", "autovacuum": "off"}  # nobody pulls the plug of a test


class Cluster:
    """A server of PostgreSQL with databases to throw away, reached by a socket in its own folder."""

    def __init__(self, **settings: str) -> None:
        self._settings = {**_QUICK, "max_connections": "200", **settings}
        self._folder = Path(tempfile.mkdtemp(prefix="pg"))
        self._running: subprocess.Popen[bytes] | None = None
        self._numbers = itertools.count()
        _give_to(self._folder, _account())
        data = str(self._folder / "data")
        asked = ["-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run([_program("initdb"), *asked], check=True, stdout=subprocess.DEVNULL, **self._as())
        self.start()

    def address(self, database: str) -> str:
        """Where a database of it is found."""
        return f"postgresql://{USER}@/{database}?host={self._folder}"

    def start(self) -> None:
        """Run, or run again after `kill`."""
        settings = {**self._settings, "unix_socket_directories": str(self._folder), "listen_addresses": ""}
        told = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = [_program("postgres"), "-D", str(self._folder / "data"), *told]
        log = (self._folder / "log").open("ab")
        shell = ["sh", "-c", _UNTIL_INPUT_ENDS, "sh", *command]
        with log:
            self._running = subprocess.Popen(shell, stdin=subprocess.PIPE, stdout=log, stderr=log, **self._as())
        self._wait()

    def kill(self) -> None:
        """End it, and all that serve its clients, as a crash would."""
        self._signal(signal.SIGKILL)
        self._reap()

    def freeze(self) -> None:
        """Let it stand still: connections stay open, and nothing is answered."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, what: signal.Signals) -> None:
        pid = (self._folder / "data" / "postmaster.pid").read_text().split()[0]
        serving = subprocess.run(["pgrep", "-P", pid], capture_output=True, text=True, check=False).stdout.split()
        for each in (pid, *serving):
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(each), what)

    def stop(self) -> None:
        """End it in order and remove everything."""
        self._reap()
        shutil.rmtree(self._folder, ignore_errors=True)

    def fresh(self, template: str = "template1") -> str:
        """The address of a new database, made like this one."""
        name = f"db{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.address(name)

    def run(self, sql: str, database: str = "postgres") -> Any:
        """Let PostgreSQL do something."""
        return asyncio.run(self._run(sql, database))

    async def _run(self, sql: str, database: str) -> Any:
        connection = await asyncpg.connect(self.address(database), timeout=STARTING_S)
        try:
            return await connection.fetch(sql)
        finally:
            await connection.close()

    def _reap(self) -> None:
        if self._running is not None:
            assert self._running.stdin is not None
            self._running.stdin.close()
            self._running.wait(STARTING_S)
            self._running = None

    def _wait(self) -> None:
        until = time.monotonic() + STARTING_S
        while True:
            with contextlib.suppress(OSError, asyncpg.PostgresError):
                self.run("SELECT 1")
                return
            assert time.monotonic() < until, (self._folder / "log").read_text()
            time.sleep(0.05)

    @staticmethod
    def _as() -> dict[str, Any]:
        """As whom it runs: PostgreSQL refuses to be root."""
        account = _account()
        who = {} if account is None else {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        return {**who, "cwd": "/"}


def _account() -> pwd.struct_passwd | None:
    """Another user, where this one is root."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise RuntimeError("PostgreSQL does not run as root, and there is no user postgres or nobody to run it")


def _give_to(folder: Path, account: pwd.struct_passwd | None) -> None:
    if account is not None:
        os.chown(folder, account.pw_uid, account.pw_gid)


def _program(name: str) -> str:
    """The newest of this name that is installed; few systems have it on the path."""
    places = sorted((place for pattern in _PLACES for place in glob.glob(pattern)), key=_number, reverse=True)
    found = shutil.which(name, path=os.pathsep.join([*places, os.environ.get("PATH", "")]))
    assert found is not None, "PostgreSQL is not installed here: `make test` installs it, or bash .ci/postgresql"
    return found


def _number(place: str) -> float:
    digits = "".join(each if each.isdigit() else " " for each in place).split()
    return float(digits[0]) if digits else 0.0

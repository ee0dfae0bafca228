"""Runs the server until it is told to stop; what was under way is stored first."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from typing import cast

import uvicorn
from starlette.applications import Starlette

from pennyflick.server.play.filling import fill_all
from pennyflick.server.play.in_turn import SWITCH_S
from pennyflick.server.run import logs
from pennyflick.server.run.app import create_app
from pennyflick.server.run.collecting import collect_on
from pennyflick.server.run.doors import QUEUE, DoorConfig, Doors
from pennyflick.server.run.failing import in_plain_words
from pennyflick.server.run.metrics import shown
from pennyflick.server.run.opening import bell_key
from pennyflick.server.settings import Settings
from pennyflick.server.store.folder import locked
from pennyflick.server.store.opening import open_store
from pennyflick.server.store.secrets import cookie_secret

STOPPING_S = 5  # how long open connections may take to end
PING_S = 20.0


class PortTakenError(RuntimeError):
    """Something else listens there."""


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket bound to the address; port 0 lets the system choose. Raises PortTakenError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        raise PortTakenError(f"cannot listen on {host} port {port}: {error.strerror}") from None
    return found


class _Server(uvicorn.Server):
    """uvicorn's server in a process of its own: it says when its port is open, and sees to the garbage."""

    def __init__(self, config: uvicorn.Config, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self._opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(QUEUE)  # uvicorn asks for as many as it takes at once
        if self.started:
            self._opened()
            state = cast(Starlette, self.config.app).state
            collecting = collect_on(lambda: state.service.readiness.status.ready, lambda: state.metrics.activity)
            self._collecting = asyncio.create_task(collecting)


def config(settings: Settings, app: Starlette) -> uvicorn.Config:
    """How uvicorn serves it."""
    limits = settings.limits
    doors = Doors(limits, settings.trusted_proxies)
    doors.limited = app.state.metrics.limited
    return DoorConfig(
        app,
        doors,
        limits,
        ws_max_size=limits.frame_bytes,
        h11_max_incomplete_event_size=limits.head_bytes,
        timeout_keep_alive=limits.idle_s,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PING_S,
        timeout_graceful_shutdown=STOPPING_S,
        server_header=False,
        proxy_headers=False,
        access_log=False,
        log_level="warning",
        log_config=None,  # they write as everything else does (run/logs.py)
    )


def run(
    settings: Settings, listening: socket.socket, opened: Callable[[], None], tell: Callable[[int, int], None]
) -> None:
    """Serve until SIGINT or SIGTERM; `opened` is called when the port answers.

    Raises FolderError, DatabaseError, NewerSchemaError, MetricsPortError.

    Matches of an earlier version are brought up to date first; `tell` hears how many are done, of how many.
    """
    logs.configure(settings.log_format)
    prepare_store(settings, tell)
    app = create_app(settings)
    with shown(settings.metrics, app.state.metrics):
        serve(settings, app, listening, opened)


def serve(settings: Settings, app: Starlette, listening: socket.socket, opened: Callable[[], None]) -> None:
    """Let the application answer there until SIGINT or SIGTERM."""
    sys.setswitchinterval(SWITCH_S)
    _Server(config(settings, app), opened).run([listening])


def prepare_store(settings: Settings, tell: Callable[[int, int], None]) -> None:
    """Fail now and in plain words where the folder or the database cannot be used: inside uvicorn it is a traceback.

    Raises FolderError, DatabaseError, NewerSchemaError.
    """
    if settings.database:
        asyncio.run(_bring_up_to_date(settings, tell))
        return
    with in_plain_words(settings.data), locked(settings.data):
        asyncio.run(_bring_up_to_date(settings, tell))


async def _bring_up_to_date(settings: Settings, tell: Callable[[int, int], None]) -> None:
    store = await open_store(settings.place)
    try:
        await cookie_secret(store.secrets)
        await bell_key(store.secrets)
        await fill_all(store, tell)
    finally:
        await store.close()

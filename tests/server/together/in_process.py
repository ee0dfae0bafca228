"""A whole server in this process, without ports: requests and sockets are handed to it, and it can crash at any write.

Law of the crash: from then on nothing reaches the disk and nothing reaches a client. What was committed stays.
"""

from __future__ import annotations

import asyncio
import enum
import itertools
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import urlencode

import msgspec
from starlette.applications import Starlette

from pennyflick import physics
from pennyflick.server.pages.rendering import Renderer, web_folder
from pennyflick.server.pages.service import Service
from pennyflick.server.play.connection import Outbox
from pennyflick.server.play.readiness import Readiness
from pennyflick.server.run import opening
from pennyflick.server.run.app import create_app
from pennyflick.server.settings import Limits, Settings
from pennyflick.server.store.engine import Engine, Job, Result
from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.sqlite import SqliteEngine
from pennyflick.server.store.store import StoreError
from pennyflick.server.wire.messages import Json

HOST = "127.0.0.1:8642"
MANY = 1_000_000_000
_MOMENT_S = 0.002  # between two looks at whether the server has died
LIMITS = Limits(
    messages_burst=MANY,
    watcher_messages_burst=MANY,
    posts_burst=MANY,
    work_burst=MANY,
    address_talk_burst=MANY,
    match_talk_burst=MANY,
    outbox_messages=1_000,
    connections_per_browser=MANY,
    watchers_per_match=MANY,
    open_tables=MANY,
    live_matches=1,  # so that matches leave memory as soon as nobody looks
)


class Fate(enum.Enum):
    """What becomes of the next writes."""

    KEPT = "kept"
    FAILS = "the disk is full"
    LOST = "the server dies before the commit"
    SILENT = "the server dies after the commit, before anybody hears of it"


class FrailStore(SqlStore):
    """The store, with a fate that a test chooses."""

    fate = Fate.KEPT

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.stuck = asyncio.Event()  # the server has died at a write

    async def _write(self, job: Job[Result]) -> Result:
        if self.fate is Fate.FAILS:
            raise StoreError("could not be stored: the disk is full")
        if self.fate is Fate.LOST:
            await self._die()
        result = await super()._write(job)
        if self.fate is Fate.SILENT:
            await self._die()
        return result

    async def _die(self) -> None:
        self.fate = Fate.LOST
        self.stuck.set()
        await asyncio.Event().wait()


class Wire:
    """Hints between servers of this process: all hear them, at once."""

    def __init__(self) -> None:
        self._ears: dict[str, list[Callable[[str], None]]] = {}

    async def notify(self, channel: str, payload: str) -> None:
        for hear in tuple(self._ears.get(channel, ())):
            hear(payload)

    async def listen(self, channel: str, hear: Callable[[str], None]) -> None:
        self._ears.setdefault(channel, []).append(hear)


class SharedStore(FrailStore):
    """The same for several servers of this process, which can hint at each other."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._wire = Wire()

    @property
    def hints(self) -> Wire:
        return self._wire


class Wall:
    """A clock that stands still unless a test moves it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 12, 0, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def ticks(self) -> float:
        """The same clock in seconds."""
        return self.now.timestamp()


@dataclass(frozen=True)
class Reply:
    """What a request was answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Line:
    """A socket, handed to the server as uvicorn would."""

    inbox: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    heard: list[bytes] = field(default_factory=list)  # frames that nobody has taken yet
    worker: int = 0  # that serves it
    code: int | None = None  # with which the server closed it
    listens: bool = False  # the server waits for the next message
    cut: bool = False
    task: asyncio.Task[None] | None = None

    def send(self, *messages: Json) -> None:
        """Put frames on their way to the server."""
        for message in messages:
            self.inbox.put_nowait({"type": "websocket.receive", "text": msgspec.json.encode(message).decode()})

    def taken(self) -> list[bytes]:
        """What the server has sent since."""
        heard, self.heard = self.heard, []
        return heard

    @property
    def idle(self) -> bool:
        """Whether the server has nothing more to read here."""
        return self.task is None or self.task.done() or (self.listens and self.inbox.empty())

    async def receive(self) -> dict[str, Any]:
        """The server asks for a message."""
        self.listens = True
        try:
            return await self.inbox.get()
        finally:
            self.listens = False

    async def answer(self, message: dict[str, Any]) -> None:
        """The server sends one."""
        if message["type"] == "websocket.close":
            self.code = message.get("code", 1000)
        elif message["type"] == "websocket.send" and not self.cut:
            self.heard.append(message["text"].encode())


class InProcess:
    """A server with a folder, a clock and dice of its own; it may have several workers, of which dice choose one."""

    def __init__(self, folder: Path, wall: Wall, seed: int, workers: int = 1) -> None:
        dice, ids = random.Random(seed), itertools.count(1)
        self._choosing = random.Random(seed)
        self._folder = folder
        self.settings = Settings(
            data=folder,
            database="shared" if workers > 1 else "",  # so that nobody locks the folder
            limits=LIMITS,
            clock=wall,
            ticks=wall.ticks,
            new_id=lambda: f"m{next(ids):011d}",
            new_seed=lambda: dice.getrandbits(128),
        )
        self.wall = wall
        self._apps = [create_app(self.settings) for _ in range(workers)]
        self.lines: list[Line] = []

    @property
    def services(self) -> list[Service]:
        """The running workers."""
        return [app.state.service for app in self._apps]

    @property
    def secret(self) -> bytes:
        """What all of them sign with."""
        return self.services[0].secret

    @property
    def store(self) -> FrailStore:
        """The store that they share."""
        found = self.services[0].store
        assert isinstance(found, FrailStore)
        return found

    async def start(self) -> None:
        """Begin, or begin again, with what is on the disk."""
        store = (FrailStore if len(self._apps) == 1 else SharedStore)(SqliteEngine(self._folder))
        for app in self._apps:
            await self._begin(app, store)
        await store.resume(self.wall())

    async def _begin(self, app: Starlette, store: FrailStore) -> None:
        async def opened(_: object) -> FrailStore:
            return store

        with mock.patch.object(opening, "open_store", opened):
            service = await opening.open_service(self.settings, Readiness(_prepared), _RENDERER, thinkers=())
        app.state.service = service
        await service.readiness.wait()

    async def renew(self, worker: int) -> None:
        """Another takes the place of a worker whose lines have ended."""
        app, service = self._apps[worker], self.services[worker]
        service.house.close()
        await service.doorbell.stop()
        if service.colleagues is not None:
            await service.colleagues.stop()
        _tell_no_more(service)
        await self._begin(app, self.store)

    def _app(self) -> tuple[int, Starlette]:
        """Whichever is asked."""
        worker = self._choosing.randrange(len(self._apps))
        return worker, self._apps[worker]

    async def pass_by(self, time: timedelta) -> None:
        """Let time go by while the server runs: its pulse beats on."""
        self.wall.now += time
        await self.store.beat(self.wall())

    async def request(self, method: str, path: str, cookie: str, form: Mapping[str, str] | None = None) -> Reply:
        """A request as a browser with that cookie makes it."""
        body = urlencode(form or {}).encode()
        headers = {**_headers(cookie), "content-type": "application/x-www-form-urlencoded"}
        scope = _scope("http", path, headers) | {"method": method}
        found: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            found.append(message)

        _, app = self._app()
        await app(scope, receive, send)  # type: ignore[arg-type]
        told = {name.decode(): value.decode() for name, value in found[0]["headers"]}
        return Reply(found[0]["status"], told, b"".join(each.get("body", b"") for each in found[1:]))

    def connect(self, match: str, cookie: str, seen: str) -> Line:
        """A socket of the match, for a page that says what it has seen."""
        worker, app = self._app()
        line = Line(worker=worker)
        scope = _scope("websocket", f"/match/{match}/socket", _headers(cookie)) | {"query_string": seen.encode()}
        line.inbox.put_nowait({"type": "websocket.connect"})
        line.task = asyncio.ensure_future(app(scope, line.receive, line.answer))  # type: ignore[arg-type]
        self.lines.append(line)
        return line

    def cut(self, line: Line) -> None:
        """The line is gone: the server finds out, the client hears nothing more."""
        line.cut = True
        line.inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def settle(self) -> None:
        """Return when the server has done all it can, or has died; its workers have heard of each other."""
        await self._calm()
        if len(self._apps) > 1:
            for service in () if self.store.stuck.is_set() else self.services:
                await _in_touch(service)
            await self._calm()
        self.lines = [line for line in self.lines if line.task is not None and not line.task.done()]

    async def _calm(self) -> None:
        quiet = 0
        while quiet < 3 and not self.store.stuck.is_set():
            if busy := self._busy():
                await asyncio.wait(busy, timeout=_MOMENT_S)
            else:
                await asyncio.sleep(0)
            calm = not self._busy() and all(line.idle for line in self.lines) and self._sent()
            quiet = quiet + 1 if calm else 0

    def _busy(self) -> tuple[asyncio.Task[Any], ...]:
        desks = (service.desk._under_way for service in self.services)
        followed = (each.colleagues._following._reading for each in self.services if each.colleagues is not None)
        return tuple(task for tasks in (*desks, *followed) for task in tasks)

    def _sent(self) -> bool:
        lives = (live for service in self.services for live in service.matches.every())
        listeners = (each for live in lives for each in live.listeners)
        return all(isinstance(each, Outbox) and not each._messages for each in listeners)

    async def crash(self) -> None:
        """Nothing in memory is left, and nothing was closed in an orderly way."""
        store = self.store
        store.fate = Fate.LOST
        for line in self.lines:
            line.cut = True
        while left := asyncio.all_tasks() - {asyncio.current_task()}:
            await _ended(left)
        for service in self.services:
            _tell_no_more(service)
            service.house.close()
            await service.doorbell.stop()
            if service.lock is not None:
                service.lock.close()
        await store.close()
        self.lines = []


def _tell_no_more(service: Service) -> None:
    for live in service.matches.every():
        if live.company.telling is not None:
            live.company.telling.cancel()


async def _in_touch(service: Service) -> None:
    """What hints would bring about in a moment."""
    assert service.colleagues is not None
    for batch in service.colleagues._batches.due():
        await service.colleagues._batches._say(batch)
    for live in service.matches.every():
        if live.listeners:
            await service.matches._refresher.current(live)


async def _ended(tasks: Iterable[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _prepared(_: object) -> None:
    physics.prepare()


def _headers(cookie: str) -> dict[str, str]:
    return {"host": HOST, "origin": f"http://{HOST}", "cookie": f"pennyflick={cookie}"}


def _scope(type_: str, path: str, headers: Mapping[str, str]) -> dict[str, Any]:
    return {
        "type": type_,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "ws" if type_ == "websocket" else "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8_642),
    }


_RENDERER = Renderer(web_folder())

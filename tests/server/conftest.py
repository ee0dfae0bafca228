"""A real server for each module of tests: uvicorn in a thread, a data folder of its own."""

from __future__ import annotations

import asyncio
import itertools
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn

from pennyflick.server.client import Client, Conversation
from pennyflick.server.run.app import create_app
from pennyflick.server.run.runner import config, listening_socket
from pennyflick.server.settings import Limits, Settings
from pennyflick.server.wire.messages import Json

if TYPE_CHECKING:
    from tests.server.postgresql import Cluster

ROOMY = Limits(work_burst=1e6)  # all tests of a module come from one address, faster than people do
READY_S = 300  # the kernels may have to be compiled first, on a busy machine


class _Attentive(uvicorn.Server):
    """Asks ten times as often whether it is to stop: hundreds of tests start and stop one."""

    async def main_loop(self) -> None:
        ticks = itertools.count()
        while not await self.on_tick(next(ticks) % 100):  # at every tenth it also looks at the date
            await asyncio.sleep(0.01)


class Serving:
    """A server in a thread of this process."""

    def __init__(self, data: Path, **changes: Any) -> None:
        changes.setdefault("limits", ROOMY)
        self._listening: socket.socket = listening_socket(changes.get("host", "127.0.0.1"), 0)
        self.settings = Settings(data=data, port=self._listening.getsockname()[1], **changes)
        self.app = create_app(self.settings, first_page_s=0.0)  # most tests have the physics loaded already
        self._server = _Attentive(config(self.settings, self.app))
        self._thread = threading.Thread(target=self._server.run, args=([self._listening],), daemon=True)

    @property
    def address(self) -> str:
        return self.settings.address

    def client(self) -> Client:
        return Client(self.address)

    def start(self) -> None:
        self._thread.start()
        deadline = time.monotonic() + READY_S
        while not (self._server.started and self.client().get("/health").json()["ready"]):
            assert self._thread.is_alive(), "the server ended before it began"
            assert time.monotonic() < deadline, f"the server did not become ready within {READY_S} s"
            time.sleep(0.02)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive(), "the server did not stop within 20 s"
        self._listening.close()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A real PostgreSQL, one for all tests of this process."""
    from tests.server.postgresql import Cluster

    cluster = Cluster()
    yield cluster
    cluster.stop()


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    server = Serving(tmp_path_factory.mktemp("data"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def start_server() -> Iterator[Callable[..., Serving]]:
    """Servers with a folder or settings of their own, stopped at the end unless they were before."""
    started: list[Serving] = []

    def start(data: Path, **changes: Any) -> Serving:
        server = Serving(data, **changes)
        server.start()
        started.append(server)
        return server

    yield start
    for server in started:
        if server._thread.is_alive():
            server.stop()


@pytest.fixture
def eventually() -> Callable[[Callable[[], bool]], None]:
    """Waits until something is so; fails when it does not become so."""

    def wait(is_so: Callable[[], bool], seconds: float = 10.0) -> None:
        deadline = time.monotonic() + seconds
        while not is_so():
            assert time.monotonic() < deadline, f"it did not become so within {seconds} s"
            time.sleep(0.02)

    return wait


@pytest.fixture
def client(serving: Serving) -> Client:
    return serving.client()


@pytest.fixture
def two_at_one_screen(client: Client) -> str:
    """A match of Penny Black in which this client holds both seats."""
    return client.new_match("penny-black", {"seating": "screen", "seed": "7", "starter": "one"})


def seated_friends(ann: Client, bob: Client, match: str = "", **fields: str) -> str:
    """A match in which Ann has invited Bob and he has sat down; its id."""
    form = {"seating": "friend", "starter": "one", "name.one": "Ann"} | fields
    match = match or ann.new_match("penny-black", form)
    link = re.search(r"/join/[A-Za-z0-9_-]{22}", ann.get(f"/match/{match}").text)
    assert link is not None, "the table shows no invitation"
    assert bob.post(link[0], {"name": "Bob"} | {"hand": fields.get("hand.two", "")}).status == 303
    return match


@pytest.fixture
def flick() -> Callable[[Conversation], Json]:
    return _flick


def next_snapshot(table: Conversation) -> Json:
    """The next whole picture that is told, whatever else is told before it."""
    while "snapshot" not in (message := table.receive()):
        pass
    found: Json = message["snapshot"]
    return found


def _flick(table: Conversation) -> Json:
    """A soft flick that the decision at hand allows."""
    assert table.decision is not None
    index, ask = next((i, ask) for i, ask in enumerate(table.decision["asks"]) if ask["kind"] == "flick")
    disc, region = next(iter(ask["discs"].items()))
    answer: Json = {"kind": "flick", "disc": disc, "direction_cdeg": 4_500, "speed_mm_s": 300}
    if region is not None:
        answer["start"] = table.ask("nearest", ask=index, disc=disc, point=[0.0, -180.0])["point"]
    return answer

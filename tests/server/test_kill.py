"""kill -9 at random instants while a client plays: nothing acknowledged is lost, nothing is applied twice."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

from pennyflick.server.client import Client, Conversation
from pennyflick.server.wire.messages import Json

KILLS = 50
LONGEST_LIFE_S = 0.6  # of a server after its client is back
LONGEST_MATCH = 80  # actions; then another match begins, so that rebuilding stays quick

# One process loads and prepares everything, then forks a server for each life: 50 lives would otherwise
# spend two minutes on imports. What is killed is a whole server process, sockets, writer thread and all.
NURSERY = """
import os, sys
from pathlib import Path
import uvicorn
from pennyflick import physics
from pennyflick.server.run.app import create_app
from pennyflick.server.run.runner import config, listening_socket
from pennyflick.server.settings import Limits, Settings
physics.prepare()
limits = Limits(messages_burst=100_000, posts_burst=100_000)
settings = Settings(data=Path(sys.argv[1]), port=int(sys.argv[2]), limits=limits)
print("prepared", flush=True)
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        sys.stdin.close()
        app = create_app(settings, prepare=lambda tell: None)
        uvicorn.Server(config(settings, app)).run([listening_socket("127.0.0.1", settings.port)])
        os._exit(0)
    print(child, flush=True)
    os.waitpid(child, 0)
"""


class Nursery:
    """Starts servers and kills them."""

    def __init__(self, data: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        command = [sys.executable, "-c", NURSERY, str(data), str(self.port)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._child = 0
        assert self._line() == "prepared"

    def start(self) -> None:
        """A new server."""
        assert self._process.stdin is not None
        self._process.stdin.write("start\n")
        self._process.stdin.flush()
        self._child = int(self._line())

    def kill(self) -> None:
        """kill -9."""
        os.kill(self._child, signal.SIGKILL)
        self._child = 0

    def end(self) -> None:
        """Leave nothing running, whatever the test did."""
        if self._child:
            self.kill()
        self._process.communicate(timeout=30)
        assert self._process.returncode == 0

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@dataclass
class Player:
    """Plays as a page does: one command at a time, sent again with the same id until it is answered."""

    client: Client
    done: dict[str, Json] = field(default_factory=dict)  # command id -> its reply
    sent: dict[str, tuple[str, Json]] = field(default_factory=dict)  # command id -> match, command
    matches: list[str] = field(default_factory=list)
    waiting: str | None = None  # the command that is not answered yet
    under_way: bool = False  # it was sent over the line that is open now
    cut_short: int = 0  # how often the line was cut between a command and its reply
    connected: threading.Event = field(default_factory=threading.Event)
    stop: threading.Event = field(default_factory=threading.Event)

    def play(self) -> None:
        while not self.stop.is_set():
            try:
                self._sit()
            except (OSError, WebSocketException, EOFError):
                self.cut_short += self.under_way
                self.under_way = False
                self.connected.clear()
                time.sleep(0.01)

    def _sit(self) -> None:
        if not self.matches:
            self._new_match()
        with self.client.sit(self.matches[-1]) as table:
            self.connected.set()
            while not self.stop.is_set():
                if self.waiting is None and (table.result is not None or table.version >= LONGEST_MATCH):
                    self._new_match()
                    return
                self._command(table)

    def _new_match(self) -> None:
        form = {"seating": "screen", "option.turn_limit": "500"}
        self.matches.append(self.client.new_match("penny-black", form))

    def _command(self, table: Conversation) -> None:
        if self.waiting is None:
            self._prepare(table)
        assert self.waiting is not None
        _, command = self.sent[self.waiting]
        table.send(command)
        self.under_way = True
        while True:
            message = table.receive(10)
            if message.get("id") == self.waiting:
                break
        assert message["type"] == "done", message
        self.done[self.waiting] = message
        self.waiting, self.under_way = None, False
        table.wait_for(message["version"])

    def _prepare(self, table: Conversation) -> None:
        """A flick like no other: its speed is the number of the command."""
        assert table.decision is not None
        number = len(self.sent) + 1
        region = table.decision["asks"][0]["discs"]["shooter"]
        direction = (7_919 * number) % 36_000
        answer: Json = {"kind": "flick", "disc": "shooter", "direction_cdeg": direction, "speed_mm_s": number}
        if region is not None:
            answer["start"] = table.ask("nearest", ask=0, disc="shooter", point=[0, -180])["point"]
        name = f"command-{number:06d}"
        seat = table.decision["seats"][0]
        command = {"type": "answer", "id": name, "version": table.version, "seat": seat, "answer": answer}
        self.sent[name] = (self.matches[-1], command)
        self.waiting = name


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[Nursery]:
    nursery = Nursery(tmp_path)
    try:
        yield nursery
    finally:
        nursery.end()


@pytest.mark.slow
def test_fifty_kills_lose_no_acknowledged_action_and_apply_none_twice(nursery: Nursery) -> None:
    dice = random.Random(20_260_501)
    player = Player(Client(f"http://127.0.0.1:{nursery.port}"))
    playing = threading.Thread(target=player.play)
    nursery.start()
    playing.start()
    try:
        for _ in range(KILLS):
            assert player.connected.wait(30), "the player never came back"
            time.sleep(dice.uniform(0.0, LONGEST_LIFE_S))
            nursery.kill()
            player.connected.clear()
            nursery.start()
        assert player.connected.wait(30)
        _until_answered(player)
    finally:
        player.stop.set()
        playing.join(30)
    _check(player)


def _until_answered(player: Player) -> None:
    answered = len(player.done)
    deadline = time.monotonic() + 30
    while len(player.done) < answered + 5:
        assert time.monotonic() < deadline, "the player is stuck"
        time.sleep(0.01)


def _check(player: Player) -> None:
    client = player.client
    assert len(player.done) >= KILLS, "the client must have played, not only waited"
    assert player.cut_short >= KILLS // 10, "the kills must have hit commands under way"
    speeds: list[int] = []
    for match in player.matches:
        version = client.get(f"/match/{match}/snapshot.json").json()["version"]
        events = [client.get(f"/match/{match}/events/{number}.json").json() for number in range(1, version + 1)]
        speeds += [event["answer"]["speed_mm_s"] for event in events]
        for name, reply in player.done.items():
            sent_to, command = player.sent[name]
            if sent_to != match:
                continue
            event = events[reply["version"] - 1]  # an acknowledged action that was lost would not be there
            assert event["hash"] == reply["hash"]
            assert event["answer"]["speed_mm_s"] == command["answer"]["speed_mm_s"]
    assert len(speeds) == len(set(speeds)), "an action was applied twice"
    assert set(speeds) >= {player.sent[name][1]["answer"]["speed_mm_s"] for name in player.done}

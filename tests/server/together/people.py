"""People at tables far away: clients that keep the laws of docs/protocol.md over lines that fail."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from pennyflick.server.client import Client, Reply, answering
from pennyflick.server.wire.messages import Json
from tests.server.together.faulty_line import FAULTY, Network, Odds
from tests.server.together.page import Page

Result = TypeVar("Result")
# the pauses of a page (table/link.js); its silences are a hundred times as long, but nobody has a day for this
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.25, 5.0
SILENCE_S, DEAD_S = 0.5, 1.0
THINKING_S = 0.02  # how long somebody takes over a flick
TICK_S = 0.05  # how often it is looked whether the machine keeps time
FORM = {"seating": "friend", "starter": "one", "option.turn_limit": "12"}
HOUSE_FORM = {"seating": "house", "opponent": "beginner", "starter": "one", "option.turn_limit": "12"}


class Cut(Exception):  # noqa: N818 - it is no error: lines are cut here all the time
    """The line is gone."""


@dataclass
class Person:
    """Somebody with a page: he plays his seats, or looks on when he has none."""

    server: Client  # for his cookie
    match: str
    network: Network
    dice: random.Random
    eager: float = 1.0  # how often he takes a turn that is his
    pause_s: float = FIRST_PAUSE_S  # before he tries again; it grows
    longest_pause_s: float = LONGEST_PAUSE_S
    page: Page = field(default_factory=Page)
    said: dict[str, Json] = field(default_factory=dict)  # id -> command
    recoveries_s: list[float] = field(default_factory=list)
    lost_s: float | None = None  # since when a line could be had again
    _asking: dict[str, asyncio.Future[Json]] = field(default_factory=dict)
    _heard_s: float = 0.0
    _under_way: set[str] = field(default_factory=set)  # commands sent over the line that is open now
    _numbers: int = 0

    async def stay(self) -> None:
        """Connect, and stay connected as far as it can be; ends with the match, when all is known."""
        pause_s, returns = self.pause_s, 0
        while not self.page.over or self.page.waiting:
            try:
                async with self._connected() as socket:
                    pause_s = self.pause_s
                    await self._talk(socket)
            except (OSError, WebSocketException, EOFError, Cut):
                self.lost_s = _now_s()
                self.network.counts["cut short"] += any(each in self._under_way for each in self.page.waiting)
                self._under_way.clear()
                if self.network.returns != returns:  # `online` was heard: not so long a pause
                    pause_s, returns = self.pause_s, self.network.returns
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._back(), pause_s)
                pause_s = min(pause_s * 2, self.longest_pause_s)

    async def _back(self) -> None:
        """The browser says that there is a way again; where there was one all the time it says nothing."""
        if self.network.back.is_set():
            await asyncio.Event().wait()
        await self.network.back.wait()
        self.lost_s = _now_s()

    def _connected(self) -> connect:
        return connect(
            f"ws://{self.server.origin.partition('://')[2]}/match/{self.match}/socket?{self.page.seen}",
            host="127.0.0.1",
            port=self.network.port,
            origin=Origin(self.server.origin),
            additional_headers={"cookie": self.server.cookie},
            open_timeout=10.0,
            close_timeout=0.1,
            max_size=2**24,
            ping_interval=None,
            compression=None,
            proxy=None,
        )

    async def _talk(self, socket: ClientConnection) -> None:
        for command in self.page.opened():
            await self._send(socket, command)
        self._heard_s = _now_s()
        ways = [asyncio.ensure_future(each) for each in (self._listen(socket), self._play(socket), self._watch(socket))]
        try:
            done, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in done:
                way.result()
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for future in self._asking.values():
                future.cancel()
            self._asking.clear()

    async def _listen(self, socket: ClientConnection) -> None:
        while not self.page.over or self.page.waiting:
            frame = await socket.recv()
            self._heard_s = _now_s()
            for ask in self.page.hear(frame):
                await _send(socket, ask)
            self._note(msgspec.json.decode(frame))

    def _note(self, message: Json) -> None:
        if message["type"] == "sync":
            self.network.counts["arrivals"] += 1
        if message["type"] == "sync" and self.lost_s is not None:
            self.recoveries_s.append(_now_s() - self.lost_s)
            self.lost_s = None
        future = self._asking.pop(message.get("id") or "", None)
        if future is not None and not future.done():
            future.set_result(message)

    async def _watch(self, socket: ClientConnection) -> None:
        """A line that has been silent for long is asked whether it lives, and given up when it does not answer."""
        while True:
            await asyncio.sleep(0.1)
            silent_s = _now_s() - self._heard_s
            if silent_s > DEAD_S:
                socket.transport.abort()
                raise Cut
            if silent_s > SILENCE_S:
                await _send(socket, {"type": "sync", "id": self._name(), "version": self.page.version})

    async def _play(self, socket: ClientConnection) -> None:
        while True:
            await asyncio.sleep(self.dice.uniform(0, THINKING_S))
            page = self.page
            mine = [seat for seat in page.act if seat in page.yours]
            if page.decision and not page.waiting and not page.over and page.yours and not page.open:
                if mine and self.dice.random() < self.eager:
                    await self._answer(socket, mine[0])
                elif self.dice.random() < 0.02:  # out of turn, or stale: it must change nothing
                    await self._say(socket, page.yours[0], {"kind": "choose", "key": "pass"}, self.dice.choice((0, -1)))

    async def _answer(self, socket: ClientConnection, seat: str) -> None:
        assert self.page.decision is not None
        version, wishing = self.page.version, answering(self.page.decision, self.dice)
        try:
            wish = next(wishing)
            while True:
                reply = await self._ask(socket, self.page.command("nearest", self._name(), **wish))
                if reply["type"] != "nearest":  # the match has moved on
                    return
                wish = wishing.send(reply["point"])
        except StopIteration as answered:
            if self.page.version == version:
                await self._say(socket, seat, answered.value)

    async def _say(self, socket: ClientConnection, seat: str, answer: Json, aside: int = 0) -> None:
        command = self.page.command("answer", self._name(), seat=seat, answer=answer)
        command["version"] = max(0, command["version"] + aside)
        self.said[command["id"]] = command
        await self._send(socket, command)

    async def _send(self, socket: ClientConnection, command: Json) -> None:
        self._under_way.add(command["id"])
        await _send(socket, command)

    async def _ask(self, socket: ClientConnection, command: Json) -> Json:
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._asking[command["id"]] = future
        await _send(socket, command)
        return await future

    def _name(self) -> str:
        self._numbers += 1
        return f"{self.server.cookie[-6:]}-{id(self):x}-{self._numbers:06d}"


@dataclass
class Found:
    """What came of a while on a faulty network."""

    matches: int = 0
    acknowledged: int = 0
    versions: int = 0
    recoveries_s: list[float] = field(default_factory=list)
    lateness_s: list[float] = field(default_factory=list)  # by how much a busy machine woke people too late
    counts: Counter[str] = field(default_factory=Counter)
    present: list[Person] = field(default_factory=list)  # those who are at a table now

    def right_board_s(self, part: float) -> float:
        """How long this part of the recoveries took at most, after the line was back."""
        return _percentile(self.recoveries_s, part)

    def late_s(self, part: float) -> float:
        """How late the machine was at most, in this part of the time."""
        return _percentile(self.lateness_s, part)


def _percentile(values: Sequence[float], part: float) -> float:
    return sorted(values)[int(part * (len(values) - 1))] if values else 0.0


@dataclass(frozen=True)
class Plan:
    """How people play: on how many tables at once, over what lines, and how soon they try again."""

    tables: int = 6
    odds: Odds = FAULTY
    pause_s: float = FIRST_PAUSE_S
    stuck_s: float = 120.0  # a match that takes longer goes nowhere
    longest_pause_s: float = LONGEST_PAUSE_S
    houses: int = 0  # of the tables: those at which somebody plays the house
    verify: Callable[[str, Sequence[Json]], None] = lambda match, events: None  # what is asked of a match at its end


async def play(server: Client, plan: Plan, seed: int, found: Found, enough: Callable[[], bool]) -> None:
    """Matches on every table, until it is enough."""
    dice = random.Random(seed)

    async def table(own: random.Random, seated: Seated) -> None:
        while not enough():
            await _match(server, plan, own, found, seated)

    late = asyncio.ensure_future(_lateness(found))
    try:
        seatings = [_with_house if number < plan.houses else _with_friend for number in range(plan.tables)]
        await asyncio.gather(*(table(random.Random(dice.getrandbits(64)), each) for each in seatings))
    finally:
        late.cancel()


async def _lateness(found: Found) -> None:
    while True:
        due_s = _now_s() + TICK_S
        await asyncio.sleep(TICK_S)
        found.lateness_s.append(_now_s() - due_s)


Sitting = tuple[tuple[Client, float], ...]  # browsers, and how eager each is
Seated = Callable[[Client], tuple[Sitting, str]]


async def _match(server: Client, plan: Plan, dice: random.Random, found: Found, seated: Seated) -> None:
    """One match from invitation to end, with Ann at two devices, and Eve, who looks on."""
    sitting, match = await _however_often(lambda: seated(server))
    networks = [Network(_port(server), dice, plan.odds, found.counts) for _ in sitting]
    for network in networks:
        await network.open()
    people = [
        Person(client, match, network, dice, eager, plan.pause_s, plan.longest_pause_s)
        for (client, eager), network in zip(sitting, networks, strict=True)
    ]
    found.present += people
    try:
        await asyncio.wait_for(asyncio.gather(*(person.stay() for person in people)), plan.stuck_s)
    finally:
        found.present[:] = [each for each in found.present if each not in people]
        for network in networks:
            await network.close()
    snapshot, events = await _however_often(lambda: _told_by(sitting[0][0], match))
    _check(snapshot, events, people, found)
    await _however_often(lambda: plan.verify(match, events))


async def _however_often(ask: Callable[[], Result]) -> Result:
    """What a server answers that may be down, or unable, at the moment."""
    while True:
        try:
            return await asyncio.to_thread(ask)
        except (OSError, http.client.HTTPException):
            await asyncio.sleep(0.05)


def _able(reply: Reply) -> Reply:
    """The reply of a server that could do its work; raises ConnectionError."""
    if reply.status >= http.client.INTERNAL_SERVER_ERROR:
        raise ConnectionError(f"answered {reply.status}")
    return reply


def _with_friend(server: Client) -> tuple[Sitting, str]:
    """Ann at two devices, Bob, and Eve, who looks on."""
    ann, bob, eve = (Client(server.origin) for _ in range(3))
    match = _able(ann.post("/new/penny-black", FORM)).headers["location"].removeprefix("/match/")
    link = re.search(r"/join/[A-Za-z0-9_-]{22}", _able(ann.get(f"/match/{match}")).text)
    assert link is not None, "the table shows no invitation"
    assert _able(bob.post(link[0], {"name": "Bob"})).status == http.client.SEE_OTHER
    _able(eve.get(f"/match/{match}"))
    return ((ann, 1.0), (ann, 0.3), (bob, 1.0), (eve, 0.0)), match


def _with_house(server: Client) -> tuple[Sitting, str]:
    """Ann at two devices against the house, and Eve, who looks on."""
    ann, eve = Client(server.origin), Client(server.origin)
    match = _able(ann.post("/new/penny-black", HOUSE_FORM)).headers["location"].removeprefix("/match/")
    _able(eve.get(f"/match/{match}"))
    return ((ann, 1.0), (ann, 0.3), (eve, 0.0)), match


def _told_by(client: Client, match: str) -> tuple[Json, list[Json]]:
    """How the match ended, and all its events."""
    snapshot = _able(client.get(f"/match/{match}/snapshot.json")).json()
    paths = (f"/match/{match}/events/{version}.json" for version in range(1, snapshot["version"] + 1))
    return snapshot, [_able(client.get(path)).json() for path in paths]


def _port(server: Client) -> int:
    return int(server.origin.rpartition(":")[2])


def _check(snapshot: Json, events: Sequence[Json], people: Sequence[Person], found: Found) -> None:
    """Nothing acknowledged is lost, nothing is applied twice, and everybody ends with the same board."""
    for person in people:
        page = person.page
        assert (page.version, page.hash) == (snapshot["version"], snapshot["hash"]), "somebody sees another board"
        for version, hash_ in page.hashes.items():
            assert version == 0 or events[version - 1]["hash"] == hash_, f"another version {version} was seen"
        _check_replies(person, events, found)
        found.recoveries_s += person.recoveries_s
    mine = [event for event in events if not event["house"]]
    applied = [_told(event["answer"]) for event in mine if event["answer"] and event["answer"]["kind"] == "flick"]
    assert len(applied) == len(set(applied)), "a flick was applied twice"
    said = {_told(command["answer"]) for person in people for command in person.said.values()}
    assert set(applied) <= said, "something happened that nobody said"
    assert [event["version"] for event in events] == list(range(1, len(events) + 1)), "a version is missing"
    found.matches += 1
    found.counts["house decisions"] += len(events) - len(mine)
    found.versions += snapshot["version"]


def _check_replies(person: Person, events: Sequence[Json], found: Found) -> None:
    for name, command in person.said.items():
        reply = person.page.replies[name]
        if reply["type"] == "done":
            found.acknowledged += 1
            event = events[reply["version"] - 1]
            assert (event["hash"], event["seat"]) == (reply["hash"], command["seat"]), (
                f"{name} was acknowledged and lost"
            )
            assert _told(event["answer"]) == _told(command["answer"]), f"{name} was acknowledged and lost"


def _told(answer: Json) -> tuple[object, ...]:
    return tuple(answer.get(part) for part in ("kind", "disc", "direction_cdeg", "speed_mm_s", "key"))


async def _send(socket: ClientConnection, message: Json) -> None:
    await socket.send(msgspec.json.encode(message).decode())


def _now_s() -> float:
    return asyncio.get_running_loop().time()

"""A page in Python that keeps the laws of docs/protocol.md, whatever carries its frames: the page is told, and asks."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from pennyflick.server.wire.messages import Json
from tests.server.together.expected import UNKEPT

ASIDES = ("presence", "aimed", "said", "status")
CHANGING = ("answer", "resign", "abandon", "withdraw", "claim", "rematch")


@dataclass
class Page:
    """What one page knows of a match, and what it has asked and not been told yet."""

    version: int | None = None  # None: it has seen nothing
    hash: str = ""
    over: bool = False
    yours: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    act: tuple[str, ...] = ()
    decision: Json | None = None
    wishes: tuple[str, ...] = ()
    again: tuple[str, ...] = ()  # those who wish a rematch
    next: str | None = None  # where it is
    clock: Json | None = None
    wander: Json | None = None
    hashes: dict[int, str] = field(default_factory=dict)  # of every version it has seen
    waiting: dict[str, Json] = field(default_factory=dict)  # changing commands without a reply
    replies: dict[str, Json] = field(default_factory=dict)  # id -> the latest reply
    gaps: int = 0  # how often something did not fit and it had to ask
    asked: int = 0

    def __post_init__(self) -> None:
        if self.version is not None:
            self.hashes[self.version] = self.hash

    def command(self, type_: str, name: str, **fields: object) -> Json:
        """A command aimed at what the page shows; kept until it is answered, if it changes anything."""
        told: Json = {"type": type_, "id": name, "version": self.version or 0} | fields
        if type_ in CHANGING:
            self.waiting[name] = told
        return told

    @property
    def seen(self) -> str:
        """What it says of itself when it opens a line."""
        if self.version is None:
            return ""
        return f"version={self.version}&yours={','.join(self.yours)}&open={','.join(self.open)}"

    def opened(self) -> list[Json]:
        """What is sent as soon as a line is open: everything that has had no reply, with its own id."""
        return list(self.waiting.values())

    def hear(self, frame: bytes | str) -> list[Json]:
        """Take in a message; what the page asks because of it."""
        message: Json = msgspec.json.decode(frame)
        match message["type"]:
            case "sync":
                self._void()
                asks = self._sync(message)
                if message.get("id"):
                    self._replied(message)
                return asks
            case "event":
                return self._event(message["event"], message["now"])
            case "done" | "nearest":
                self._replied(message)
            case "refused":
                asks = [] if message["sync"] is None else self._sync(message["sync"])
                self._replied(message)
                return asks
            case "clock" if message["version"] == self.version:
                self.clock = message
            case "wishes" if message["version"] == self.version:
                self.wishes = tuple(message["wishes"].get("end", ()))
                self.again = tuple(message["wishes"].get("rematch", ()))
            case "next":
                self.next = message["match"]
            case "wander" if message["version"] == self.version:
                self.wander = message
            case _:
                pass
        return []

    def _replied(self, message: Json) -> None:
        name = message["id"]
        self.waiting.pop(name, None)
        before = self.replies.get(name)
        question = before is not None and before["type"] == "nearest"  # answered as the match stands, each time
        if before is not None and not question and before.get("code") not in UNKEPT:
            same = {key: (before.get(key), message.get(key)) for key in ("type", "code", "version", "hash")}
            assert all(one == two for one, two in same.values()), f"{name} was answered in two ways: {same}"
        self.replies[name] = message

    def _void(self) -> None:
        self.clock, self.wishes, self.again, self.wander = None, (), (), None

    def _sync(self, sync: Json) -> list[Json]:
        if snapshot := sync.get("snapshot"):
            self.hashes = {each: known for each, known in self.hashes.items() if each < snapshot["version"]}
            self._see(snapshot["version"], snapshot["hash"], snapshot["result"])
            self.open, self.yours = tuple(snapshot["open"]), tuple(snapshot["yours"])
            self._face(snapshot["now"])
            return []
        for event in sync["events"]:
            if asks := self._event(event, sync["now"]):
                return asks
        if sync["version"] == self.version:
            assert sync["hash"] == self.hash, f"version {self.version} is {self.hash} here and {sync['hash']} there"
            self._face(sync["now"])
        return []

    def _event(self, event: Json, now: Json) -> list[Json]:
        assert self.version is not None, "an event came before the first sync"
        if event["version"] <= self.version:
            known = self.hashes.get(event["version"], event["hash"])
            assert known == event["hash"], f"version {event['version']} was {known} and is {event['hash']}"
            return []
        if event["version"] != self.version + 1 or event["before"] != self.hash:
            return [self._ask()]
        self._void()
        self._see(event["version"], event["hash"], event["result"])
        self._face(now)
        return []

    def _ask(self) -> Json:
        self.gaps += 1
        self.asked += 1
        return {"type": "sync", "id": f"page-asks-{self.asked:08d}", "version": self.version}

    def _see(self, version: int, hash_: str, result: Json | None) -> None:
        self.version, self.hash, self.over = version, hash_, result is not None
        self.hashes[version] = hash_

    def _face(self, now: Json) -> None:
        self.decision, self.act = now["decision"], tuple(now["act"]["seats"])

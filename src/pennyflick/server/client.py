"""A client of the server in Python: what a page does, for tests, benchmarks and programs that play over the wire."""

from __future__ import annotations

import http.client
import random
import ssl
import uuid
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

import msgspec
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from pennyflick.server.wire.messages import Json

TIMEOUT_S = 30.0
ASIDES = ("presence", "aimed", "said")  # what nobody waits for


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    def json(self) -> Json:
        """The body as JSON."""
        return msgspec.json.decode(self.body, type=Json)


class Client:
    """One browser: it remembers its cookie."""

    def __init__(self, address: str, tls: ssl.SSLContext | None = None, source: str = "") -> None:
        """`tls` says whom to believe where the address begins with https; `source` from which address to come."""
        self.origin = address.rstrip("/")
        self.cookie = ""
        self._host = urlsplit(address).netloc
        self._tls = tls
        self._source = (source, 0) if source else None

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Reply:
        """Fetch a page."""
        return self._request("GET", path, b"", dict(headers or {}))

    def post(self, path: str, form: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None) -> Reply:
        """Send a form."""
        kind = {"content-type": "application/x-www-form-urlencoded", "origin": self.origin}
        return self._request("POST", path, urlencode(form or {}).encode(), kind | dict(headers or {}))

    def new_match(self, game: str, form: Mapping[str, str] | None = None) -> str:
        """A new match; its id."""
        reply = self.post(f"/new/{game}", form)
        assert reply.status == 303, f"{reply.status}: {reply.text[:2000]}"
        return reply.headers["location"].removeprefix("/match/")

    @contextmanager
    def sit(self, match: str, version: int | None = None, **seats: str) -> Iterator[Conversation]:
        """Open the match's socket; `yours` and `open` may say what seats this client believes in."""
        seen = seats if version is None else {"version": str(version), **seats}
        address = f"{'wss' if self._tls else 'ws'}://{self._host}/match/{match}/socket?{urlencode(seen)}"
        headers = {"cookie": self.cookie} if self.cookie else {}
        with connect(
            address,
            origin=Origin(self.origin),
            additional_headers=headers,
            open_timeout=TIMEOUT_S,
            close_timeout=1.0,
            max_size=2**24,
            proxy=None,
            ssl=self._tls,
            source_address=self._source,
        ) as socket:
            yield Conversation(socket)

    def _connection(self) -> http.client.HTTPConnection:
        if self._tls is None:
            return http.client.HTTPConnection(self._host, timeout=TIMEOUT_S, source_address=self._source)
        return http.client.HTTPSConnection(
            self._host, timeout=TIMEOUT_S, source_address=self._source, context=self._tls
        )

    def _request(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Reply:
        connection = self._connection()
        try:
            connection.request(method, path, body or None, headers | ({"cookie": self.cookie} if self.cookie else {}))
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            self.cookie = found.get("set-cookie", self.cookie).partition(";")[0]
            return Reply(response.status, found, response.read())
        finally:
            connection.close()


class Conversation:
    """An open socket and the match as it is known through it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.version = 0
        self.hash = ""
        self.decision: Json | None = None
        self.act: Json = {}
        self.wander: Json | None = None  # the last one told, of a visible hand that is ours to let go
        self.result: Json | None = None
        self.events: list[Json] = []
        self.asides: list[Json] = []  # what was told in passing: who is there, aims, phrases
        self.opening = self.receive()

    def send(self, message: Json) -> None:
        """Send anything."""
        self.socket.send(msgspec.json.encode(message).decode())

    def receive(self, timeout_s: float = TIMEOUT_S) -> Json:
        """The next message that is no aside, taken note of; raises TimeoutError."""
        while (message := self._next(timeout_s))["type"] in ASIDES:
            pass
        return message

    def overhear(self, type_: str, **fields: object) -> Json:
        """The next aside of this type with these fields; raises TimeoutError."""
        while True:
            found = [each for each in self.asides if each["type"] == type_ and fields.items() <= each.items()]
            if found:
                self.asides.remove(found[0])
                return found[0]
            self._next(TIMEOUT_S)

    def _next(self, timeout_s: float) -> Json:
        message = msgspec.json.decode(self.socket.recv(timeout=timeout_s), type=Json)
        if message["type"] in ASIDES:
            self.asides.append(message)
        else:
            self._note(message)
        return message

    def ask(self, type_: str, **fields: object) -> Json:
        """Send a command aimed at the version known and wait for its reply."""
        command = {"type": type_, "id": str(uuid.uuid4()), "version": self.version} | fields
        self.send(command)
        while True:
            message = self.receive()
            if message.get("id") == command["id"]:
                return message

    def answer(self, answer: Json, **fields: object) -> Json:
        """Answer the decision at hand for the first seat that may."""
        assert self.decision is not None, "there is nothing to decide"
        return self.ask("answer", **({"seat": self.decision["seats"][0], "answer": answer} | fields))

    def wait_for(self, version: int) -> None:
        """Return when the match is known up to this version."""
        while self.version < version:
            self.receive()

    def _note(self, message: Json) -> None:
        match message["type"]:
            case "event":
                self._see(message["event"])
                self._face(message["now"])
            case "sync" if "snapshot" in message:
                snapshot = message["snapshot"]
                self.version, self.hash, self.result = snapshot["version"], snapshot["hash"], snapshot["result"]
                self._face(snapshot["now"])
            case "sync":
                for event in message["events"]:
                    self._see(event)
                self._face(message["now"])
            case "wander":
                self.wander = message
            case "refused" if message["sync"] is not None:
                self._note(message["sync"])
            case _:
                pass

    def _see(self, event: Json) -> None:
        self.events.append(event)
        self.version, self.hash, self.result = event["version"], event["hash"], event["result"]

    def _face(self, now: Json) -> None:
        self.decision, self.act = now["decision"], now["act"]


Wish = dict[str, object]  # the fields of a `nearest`


def any_answer(table: Conversation, dice: random.Random) -> Json:
    """Something that the decision at hand asks for; only a side-flick or a crowded placement may still be refused."""
    assert table.decision is not None, "there is nothing to decide"
    wishing = answering(table.decision, dice)
    try:
        wish = next(wishing)
        while True:
            wish = wishing.send(table.ask("nearest", **wish)["point"])
    except StopIteration as answered:
        answer: Json = answered.value
        return answer


def answering(decision: Json, dice: random.Random) -> Generator[Wish, list[float], Json]:
    """The same for whoever carries the messages himself: it yields what to ask `nearest` for, and is told the point."""
    index = dice.randrange(len(decision["asks"]))
    ask = decision["asks"][index]
    match ask["kind"]:
        case "flick" if ask["discs"]:
            disc, region = dice.choice(list(ask["discs"].items()))
            start = {} if region is None else {"start": (yield _somewhere(index, disc, dice))}
            return {"kind": "flick", "disc": disc, **_aim(dice), **start}
        case "side-flick":
            at = yield _somewhere(index, ask["disc"], dice)
            return {"kind": "side-flick", "disc": ask["disc"], "held": dice.choice(ask["held"]), "at": at, **_aim(dice)}
        case "place":
            return {"kind": "place", "points": ask["suggested"]}
        case _:
            return {"kind": "choose", "key": dice.choice(decision["choices"])["key"]}


def _aim(dice: random.Random) -> Json:
    return {"direction_cdeg": dice.randrange(36_000), "speed_mm_s": dice.randrange(300, 3_000)}


def _somewhere(ask: int, disc: str, dice: random.Random) -> Wish:
    """A random point, to which a legal one is near."""
    return {"ask": ask, "disc": disc, "point": [round(dice.uniform(-400, 400), 1), round(dice.uniform(-300, 300), 1)]}

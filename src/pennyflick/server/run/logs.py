"""What is written while the server runs: one line an event. Law: no token, cookie, seed or name is ever in it."""

from __future__ import annotations

import logging
import re
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import IO

import msgspec

from pennyflick.server.buckets import Bucket

FORMATS = ("text", "json")
REQUEST: ContextVar[str] = ContextVar("request", default="")  # the number of the request under way
LOG = logging.getLogger("pennyflick.server")
LONGEST = 1_000  # characters of what an event says: more is an attack on the disk
FRAMES = 12  # of a traceback, the innermost
EVENTS_BURST, EVENTS_PER_S = 50, 5.0  # of one kind; more are counted, not written
# What looks like a token, a cookie, a seed or a holder, wherever it comes from. Ids of matches are shorter.
_SECRET = re.compile(r"[A-Za-z0-9_-]{20,}|\d{15,}")
_QUOTED = re.compile(r"""(['"]).*?\1""")
_OPENING = ("join", "go")  # whoever knows the rest of such an address may sit down by it

Told = Mapping[str, str | int | float]


def told(event: str, **fields: str | int | float) -> None:
    """Write an event of the ordinary course of things."""
    LOG.info(event, extra={"fields": fields})


def without_token(path: str) -> str:
    """An address as logs may tell it: whoever reads them cannot sit down by it."""
    first = path.split("/")[1:2]
    return f"/{first[0]}/…" if first and first[0] in _OPENING else clean(path)


def clean(text: str) -> str:
    """Text without what looks like a secret, on one line, and not too long."""
    return _SECRET.sub("…", text[:LONGEST]).replace("\r", " ").replace("\n", " ⏎ ")


def configure(kind: str, stream: IO[str] | None = None) -> None:
    """Write to standard error from now on: as text what is wrong only, as JSON every request as well."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else TextLines())
    handler.addFilter(Fewer(time.monotonic))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    LOG.setLevel(logging.INFO if kind == "json" else logging.WARNING)


class JsonLines(logging.Formatter):
    """An event as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return msgspec.json.encode(_event(record)).decode()


class TextLines(logging.Formatter):
    """An event as one line that people read."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        event = _event(record)
        at, level, what = event.pop("at"), event.pop("level"), event.pop("event")
        rest = " ".join(f"{name}={value}" for name, value in event.items())
        return f"{at} {level}: {what}" + (f" ({rest})" if rest else "")


class Fewer(logging.Filter):
    """Lets so many events of a kind through in a moment; the next that passes says how many did not."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[str, Bucket] = {}
        self._left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is written; what is told of the ordinary course of things always is."""
        if record.levelno < logging.WARNING:
            return True
        kind = f"{record.name}:{record.msg}"[:LONGEST]
        bucket = self._kinds.setdefault(kind, Bucket(EVENTS_BURST, EVENTS_PER_S, self._clock))
        if not bucket.take():
            self._left_out[kind] = self._left_out.get(kind, 0) + 1
            return False
        record.left_out = self._left_out.pop(kind, 0)
        return True


def _event(record: logging.LogRecord) -> dict[str, str | int | float | list[str]]:
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    event: dict[str, str | int | float | list[str]] = {"at": at, "level": record.levelname.lower()}
    event["event"] = clean(record.getMessage())
    if number := REQUEST.get():
        event["request"] = number
    event |= {name: clean(value) if isinstance(value, str) else value for name, value in _fields(record).items()}
    if left_out := getattr(record, "left_out", 0):
        event["left_out"] = left_out
    if record.exc_info and record.exc_info[0] is not None:
        event |= _failure(record.exc_info[1], record.exc_info[2])
    return event


def _fields(record: logging.LogRecord) -> Told:
    fields: Told = getattr(record, "fields", {})
    return fields


def _failure(error: BaseException | None, where: TracebackType | None) -> dict[str, str | list[str]]:
    """What failed and where. Of what the error says only the first line, and nothing it quotes: that is people's."""
    said = _QUOTED.sub("…", str(error).partition("\n")[0])
    frames = traceback.extract_tb(where)[-FRAMES:]
    at = [f"{_module(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
    return {"error": f"{type(error).__name__}: {clean(said)}", "where": at}


def _module(path: str) -> str:
    """The last parts of a path: enough to find the file, nothing of the machine."""
    return "/".join(path.replace("\\", "/").split("/")[-3:])

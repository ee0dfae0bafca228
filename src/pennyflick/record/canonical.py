"""One text for one value: canonical JSON of anything frozen, and the digest of a position.

Law: equal values give equal text. Objects are sorted by key without spaces, a whole number is written without a point
(so 1.0 and 1 agree), a dataclass names its class under "is", an enum is its value, a layout lists points as [x, y].
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Any

from pennyflick.rules.game import Position
from pennyflick.table import Layout, Point, Seat

DIGEST_DIGITS = 8


_ITSELF = frozenset({str, bool, int, type(None)})  # most values: worth a look before the longer way


def plain(value: Any) -> Any:
    """The value in JSON's own types."""
    if type(value) in _ITSELF:
        return value
    match value:
        case Point():
            return [_number(value.x_mm), _number(value.y_mm)]
        case Enum():
            return plain(value.value)
        case str() | int():
            return value
        case float():
            return _number(value)
        case tuple() | list():
            return [plain(each) for each in value]
        case Seat():
            return value.name
        case Layout():
            return plain(value.where)
        case dict() | Mapping():
            return {_key(key): plain(each) for key, each in value.items()}
        case set() | frozenset():
            return sorted((plain(each) for each in value), key=_sortable)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {"is": type(value).__name__, **{name: plain(getattr(value, name)) for name in _fields(type(value))}}
    raise TypeError(f"{value!r} of type {type(value).__name__} has no canonical text; use frozen plain values")


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


def canonical(value: Any) -> str:
    """Canonical JSON: the same text for equal values, in every process."""
    return json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(value: Any) -> str:
    """Eight hex digits of the value's SHA-256."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()[:DIGEST_DIGITS]


def position_digest(position: Position[Any]) -> str:
    """The digest that records write after each action: of the ledger and the layout together."""
    return digest({"ledger": position.ledger, "layout": position.layout})


def _number(value: float) -> int | float:
    if not math.isfinite(value):
        raise ValueError(f"{value!r} cannot be written: a number in a record is finite")
    return int(value) if value == int(value) else value


def _key(key: Any) -> str:
    match key:
        case str():
            return key
        case Enum():
            return str(key.value)
        case Seat():
            return key.name
        case _:
            return canonical(key)


def _sortable(value: Any) -> str:
    return json.dumps(value, sort_keys=True)

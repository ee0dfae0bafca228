"""One text for one value: canonical JSON of anything frozen, and the digest of a position.

Law: equal values give equal text. Objects are sorted by key without spaces, a whole number is written without a point
(so 1.0 and 1 agree), an enum is its value, a layout lists points as [x, y]; a dataclass has its kept name under "is"
and its kept keys (rules/kept.py), never Python's names.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any

from pennyflick.rules.game import Position
from pennyflick.rules.kept import Part, kept_as
from pennyflick.table import Layout, Point, Seat

DIGEST_DIGITS = 8

_ITSELF = frozenset({str, bool, int, type(None)})  # most values: worth a look before the longer way


def plain(value: Any) -> Any:
    """The value in JSON's own types."""
    kind: Any = type(value)
    return value if kind in _ITSELF else _writer(kind)(value)


@cache
def _writer(kind: Any) -> Callable[[Any], Any]:
    """How values of this class are written: found once, since a digest is taken of every position."""
    for general, write in _WRITERS:
        if issubclass(kind, general):
            return write
    if dataclasses.is_dataclass(kind):
        return _parts_writer(kind)
    raise TypeError(f"a value of type {kind.__name__} has no canonical text; use frozen plain values")


def _parts_writer(kind: Any) -> Callable[[Any], Any]:
    form = kept_as(kind)
    always = tuple((part.key, part.attribute) for part in form.parts if not part.later)
    later = tuple(part for part in form.parts if part.later)

    def write(value: Any) -> Any:
        written = {"is": form.name, **{key: plain(getattr(value, attribute)) for key, attribute in always}}
        return written | {part.key: plain(getattr(value, part.attribute)) for part in later if is_told(value, part)}

    def is_told(value: Any, part: Part) -> bool:
        return bool(getattr(value, part.attribute) != form.default(part))

    return write


def _point(point: Point) -> list[int | float]:
    return [_number(point.x_mm), _number(point.y_mm)]


def _number(value: float) -> int | float:
    if not math.isfinite(value):
        raise ValueError(f"{value!r} cannot be written: a number in a record is finite")
    return int(value) if value == int(value) else value


def _mapping(value: Mapping[Any, Any]) -> dict[str, Any]:
    return {_key(key): plain(each) for key, each in value.items()}


_WRITERS: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
    (Point, _point),
    (Enum, lambda value: plain(value.value)),
    (str | int, lambda value: value),
    (float, _number),
    (tuple | list, lambda value: [plain(each) for each in value]),
    (Seat, lambda value: value.name),
    (Layout, lambda value: plain(value.where)),
    (Mapping, _mapping),
    (set | frozenset, lambda value: sorted(map(plain, value), key=_sortable)),
)


def canonical(value: Any) -> str:
    """Canonical JSON: the same text for equal values, in every process."""
    return json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(value: Any) -> str:
    """Eight hex digits of the value's SHA-256."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()[:DIGEST_DIGITS]


def position_digest(position: Position[Any]) -> str:
    """The digest that records write after each action: of the ledger and the layout together."""
    return digest({"ledger": position.ledger, "layout": position.layout})


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

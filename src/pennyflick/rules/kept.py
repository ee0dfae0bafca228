"""What a ledger and its parts are called where they are kept: in digests, stored positions and texts.

Law: kept names are permanent and no Python name. A class or an attribute may be renamed, its kept name may not; a part
that was added later is left out while it has its default, so that what was written before it came stays the same.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass
from typing import Any, TypeVar

C = TypeVar("C", bound=type)


@dataclass(frozen=True)
class Part:
    """One field of a kept class."""

    attribute: str  # as Python calls it, which may change
    key: str  # as it is kept, which may not
    later: bool = False  # added after the first records were written: left out at its default


@dataclass(frozen=True)
class Kept:
    """A class that may stand in a ledger, as it is kept."""

    name: str
    parts: tuple[Part, ...]
    defaults: Mapping[str, Callable[[], Any]]  # by attribute, for those that have one

    def default(self, part: Part) -> Any:
        """What the part is when nothing is said of it; it must have a default."""
        return self.defaults[part.attribute]()


_KEPT: dict[type, Kept] = {}


def kept(name: str, keys: str, later: str = "") -> Callable[[C], C]:
    """Declare a frozen dataclass by its kept name and the keys of all its fields, with blanks between.

    A field whose attribute has another name is written `attribute=key`. Keys under `later` are left out at their
    default: fields that came after the first records were written.
    """

    def declared(cls: C) -> C:
        _KEPT[cls] = _read(cls, name, (*_parts(keys, later=False), *_parts(later, later=True)))
        return cls

    return declared


def kept_as(cls: type) -> Kept:
    """How a class is kept; raises TypeError when it does not say."""
    if cls not in _KEPT:
        raise TypeError(f"{cls.__qualname__} does not say how it is kept; declare it with @kept (rules/kept.py)")
    return _KEPT[cls]


def _parts(words: str, *, later: bool) -> tuple[Part, ...]:
    pairs = (word.partition("=") for word in words.split())
    return tuple(Part(attribute, key or attribute, later) for attribute, _, key in pairs)


def _read(cls: type, name: str, parts: tuple[Part, ...]) -> Kept:
    fields = {field.name: field for field in dataclasses.fields(cls)}
    declared = [part.attribute for part in parts]
    if sorted(declared) != sorted(fields) or len({part.key for part in parts}) != len(parts):
        raise TypeError(f"{cls.__qualname__} has the fields {', '.join(fields)}; kept are {', '.join(declared)}")
    defaults = {each.name: made for each in fields.values() if (made := _default(each)) is not None}
    if wanting := [part.attribute for part in parts if part.later and part.attribute not in defaults]:
        raise TypeError(f"{cls.__qualname__}.{wanting[0]} came later, so it needs a default")
    return Kept(name, parts, defaults)


def _default(field: dataclasses.Field[Any]) -> Callable[[], Any] | None:
    if field.default_factory is not MISSING:
        return field.default_factory
    return None if field.default is MISSING else lambda: field.default

"""Limits as whoever runs a server names them: `posts_per_s=20`."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from typing import Any

from pennyflick.server.settings import WORDS, Limits
from pennyflick.table.near_miss import did_you_mean

LARGEST = 1e12


class LimitError(ValueError):
    """No such limit, or no such value of it."""


def limit(text: str) -> tuple[str, Any]:
    """The limit that a text like `posts_per_s=20` sets; raises LimitError."""
    name, equals, value = (part.strip() for part in text.partition("="))
    kinds = {each.name: each.type for each in dataclasses.fields(Limits)}
    if not equals:
        raise LimitError(f"a limit is set like posts_per_s=20, not {text[:60]!r}")
    if name not in kinds:
        raise LimitError(f"there is no limit {name[:60]!r}; {did_you_mean(name, tuple(kinds))}")
    return name, _whole(name, value) if kinds[name] == "int" else _number(name, value)


def with_limits(limits: Limits, told: Iterable[tuple[str, Any]]) -> Limits:
    """The limits with some of them set."""
    return dataclasses.replace(limits, **dict(told))


def limit_lines(limits: Limits) -> list[str]:
    """Every limit, its value and what it bounds."""
    fields = dataclasses.fields(Limits)
    width = max(len(field.name) for field in fields)
    return [
        f"{field.name:{width}}  {_told(getattr(limits, field.name)):>10}  {field.metadata[WORDS]}" for field in fields
    ]


def changed_lines(limits: Limits) -> list[str]:
    """Those that are not as they are unless told otherwise."""
    fields = ((field, getattr(limits, field.name)) for field in dataclasses.fields(Limits))
    return [
        f"{field.name} = {_told(value)} instead of {_told(field.default)}: {field.metadata[WORDS]}"
        for field, value in fields
        if value != field.default
    ]


def _whole(name: str, value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 13):
        raise LimitError(f"{name} is a whole number from 0 to {LARGEST:.0f}, not {value[:30]!r}")
    return int(value)


def _number(name: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 <= number <= LARGEST:
        raise LimitError(f"{name} is a number from 0 to {LARGEST:.0f}, not {value[:30]!r}")
    return number


def _told(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) and value < 1e6 else f"{value:.0f}"

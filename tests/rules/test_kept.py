"""Kept names are permanent: the whole table is frozen in tests/data/kept-names.json."""

import dataclasses
import json
import types
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from pennyflick.rules import registry
from pennyflick.rules.kept import kept, kept_as
from pennyflick.table import Away, Clause, DiscId, Seat, Side, Spot

FROZEN = Path(__file__).parents[1] / "data" / "kept-names.json"


_WORDS = {DiscId: "disc", Spot: "spot", Clause: "clause", Seat: "seat", int: "number", bool: "yes or no"}


def _told(hint: Any) -> str:
    """A type by kept names and words alone."""
    if hint in _WORDS or hint is type(None):
        return _WORDS.get(hint, "none")
    if get_origin(hint) is tuple:
        return f"[{_told(get_args(hint)[0])}]"
    if get_origin(hint) in (Union, types.UnionType):
        return " | ".join(map(_told, get_args(hint)))
    return " | ".join(each.value for each in hint) if issubclass(hint, Enum) else kept_as(hint).name


def _classes(hint: Any) -> Iterator[Any]:
    """Every class that a type can hold."""
    if get_origin(hint) in (Union, types.UnionType, tuple):
        for each in get_args(hint):
            yield from _classes(each)
    elif dataclasses.is_dataclass(hint) and hint is not Seat:
        yield hint
        for part in get_type_hints(hint).values():
            yield from _classes(part)


def _frozen(cls: Any) -> dict[str, str]:
    hints = get_type_hints(cls)
    return {part.key: _told(hints[part.attribute]) for part in kept_as(cls).parts if not part.later}


def _table() -> dict[str, dict[str, dict[str, str]]]:
    ledgers: dict[str, Any] = {
        name: type(registry.new_game(name).opening(Side.ONE).ledger) for name in registry.names()
    }
    tables = {name: {kept_as(cls).name: _frozen(cls) for cls in _classes(ledger)} for name, ledger in ledgers.items()}
    return {**tables, "every layout": {"place": {"away": _told(Away)}}}


def test_every_kept_name_key_and_word_is_that_of_the_first_records() -> None:
    assert _table() == json.loads(FROZEN.read_text(encoding="utf-8"))


def test_a_field_that_is_not_declared_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match=r"has the fields turn, score; kept are turn"):

        @kept("Sheet", "turn")
        @dataclass(frozen=True)
        class Forgetful:
            turn: Side
            score: int = 0


def test_a_field_that_came_later_needs_a_default() -> None:
    with pytest.raises(TypeError, match=r"bonus came later, so it needs a default"):

        @kept("Sheet", "turn", later="bonus")
        @dataclass(frozen=True)
        class Late:
            turn: Side
            bonus: int

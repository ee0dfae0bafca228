"""A file of lessons, read table by table. Law: a slip is one sentence with its file and its line.

The fields of a kind of table are those of its dataclass: their types say what can be written there, their defaults what
may be left out. Where a list is expected, a text alone is a list of one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from itertools import pairwise
from typing import Any, get_type_hints

from pennyflick.rules import options as option_texts
from pennyflick.rules import rulebook
from pennyflick.table import Clause, DiscId
from pennyflick.table.near_miss import did_you_mean

Label = tuple[str, str]  # what is pointed at (a disc, a spot or x,y), and what is written beside it

_HEADER = re.compile(r"\s*\[\[\s*(\w+)\s*\]\]")
_BROKEN = re.compile(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)")


class SlipError(ValueError):
    """Something in a file that cannot be right: the sentence begins with the file and the line."""

    def __init__(self, where: Where, sentence: str) -> None:
        super().__init__(f"{where}: {sentence}")
        self.where = where
        self.sentence = sentence


@dataclass(frozen=True)
class Where:
    """The table of a file that something was read from."""

    file: str
    line: int
    lines: tuple[str, ...] = ()  # the table's own, to find the line of one of its keys

    def of(self, key: str) -> Where:
        """The line on which a key of the table is written; the table's first where it is not."""
        written = re.compile(rf"\s*{key}\s*=\s*(?:[\"'\[{{0-9-]|true|false)")
        found = (number for number, line in enumerate(self.lines) if written.match(line))
        return Where(self.file, self.line + next(found, 0))

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def read(file: str, text: str, kinds: Mapping[str, type], game: str) -> dict[str, tuple[Any, ...]]:
    """Everything in a file by the names of its kinds of table; raises SlipError."""
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _broken(file, text, error) from None
    for name in written:
        if name not in kinds:
            raise SlipError(Where(file, _line_of(text, name)), f"no table {name!r}; {did_you_mean(name, kinds)}")
    return {name: tuple(_tables(file, text, name, kind, written, game)) for name, kind in kinds.items()}


def _broken(file: str, text: str, error: tomllib.TOMLDecodeError) -> SlipError:
    told = _BROKEN.fullmatch(str(error))
    assert told is not None, f"tomllib says where: {error}"
    return SlipError(Where(file, int(told[2] or len(text.splitlines()))), told[1])


def _line_of(text: str, name: str) -> int:
    lines = enumerate(text.splitlines(), start=1)
    return next((number for number, line in lines if re.match(rf"\s*\[*{re.escape(name)}\b", line)), 1)


def _tables(file: str, text: str, name: str, kind: type, written: Mapping[str, Any], game: str) -> Iterator[Any]:
    found = written.get(name, [])
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise SlipError(Where(file, _line_of(text, name)), f"{name} is written as tables, each under [[{name}]]")
    for where, table in zip(_places(file, text, name), found, strict=True):
        yield _made(kind, where, table, game)


def _places(file: str, text: str, name: str) -> Iterator[Where]:
    """Where each table of this name begins, and its lines."""
    lines = text.splitlines()
    headers = [(number, found[1]) for number, line in enumerate(lines) if (found := _HEADER.match(line))]
    for (begin, header), (end, _) in pairwise([*headers, (len(lines), "")]):
        if header == name:
            yield Where(file, begin + 1, tuple(lines[begin:end]))


def _made(kind: type[Any], where: Where, table: Mapping[str, Any], game: str) -> Any:
    """One table as its dataclass."""
    known = {each.name: each for each in fields(kind) if each.name != "where"}
    for key in table:
        if key not in known:
            raise SlipError(where.of(key), f"no key {key!r}; {did_you_mean(key, known)}")
    hints = get_type_hints(kind)
    given = {key: _value(hints[key], where.of(key), key, value) for key, value in table.items()}
    if game:
        given = {"game": game, **given}
    for key, each in known.items():
        if key not in given and _needed(each):
            raise SlipError(where, f"{key} is missing")
    return kind(where=where, **given)


def _needed(each: Field[Any]) -> bool:
    return each.default is MISSING and each.default_factory is MISSING


def _value(hint: Any, where: Where, key: str, value: Any) -> Any:
    try:
        return _READERS[hint](value)
    except ValueError as error:
        raise SlipError(where, f"{key} {error}") from None


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"must be a text, not {value!r}")
    return value.strip()


def _texts(value: Any) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(map(_text, value))
    return (_text(value),)


def _clause(value: Any) -> Clause:
    try:
        return rulebook.clause(_text(value)).id
    except rulebook.UnknownClauseError as error:
        raise ValueError(f"names {error}") from None


def _clauses(value: Any) -> tuple[Clause, ...]:
    return tuple(map(_clause, _texts(value)))


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {value!r}")
    return value


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"must be a whole number, not {value!r}")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise ValueError(f"must be a number from 0 up, not {value!r}")
    return float(value)


def _options(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise ValueError(f'must be written like {{ length = "full" }}, not {value!r}')
    return {name: option_texts.text(each) for name, each in value.items()}


def _labels(value: Any) -> tuple[Label, ...]:
    if not isinstance(value, list) or not all(isinstance(each, list) and len(each) == 2 for each in value):
        raise ValueError('must be pairs like [["blue", "the bullet"], ["0,0", "the centre spot"]]')
    return tuple((_text(at), _text(words)) for at, words in value)


_READERS: Mapping[Any, Callable[[Any], Any]] = {
    str: _text,
    bool: _flag,
    int: _whole,
    float: _number,
    Clause: _clause,
    tuple[str, ...]: _texts,
    tuple[DiscId, ...]: _texts,
    tuple[Clause, ...]: _clauses,
    tuple[Label, ...]: _labels,
    Mapping[str, str]: _options,
}

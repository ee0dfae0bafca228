"""Options of a game as one frozen dataclass each; here is how people and records write them.

Law: every field is a str, int, float or bool, made by `option(...)`, and prints to text that parses back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, TypeVar

from pennyflick.table.near_miss import did_you_mean

O = TypeVar("O")  # noqa: E741 - a game's Options
Value = str | int | float | bool


@dataclass(frozen=True)
class Preset:
    """A way to play that people choose by its name: options with the values it writes, no default left to follow."""

    title: str
    sentence: str
    values: Mapping[str, str]


class OptionError(ValueError):
    """An option that a game does not have, or a value it cannot take."""


def option(default: Value, sentence: str, choices: Sequence[Value] = (), low: float = 0, high: float = 1_000) -> Any:
    """A field of an Options class: its default, one sentence for people, and the values it can take."""
    return field(default=default, metadata={"sentence": sentence, "choices": tuple(choices), "low": low, "high": high})


@dataclass(frozen=True)
class OptionSpec:
    """One option as a form shows it."""

    name: str
    sentence: str
    default: Value
    choices: tuple[Value, ...]
    low: float
    high: float


def specs(options_class: type) -> tuple[OptionSpec, ...]:
    """Every option of a game, in order."""
    return tuple(_spec(each) for each in fields(options_class))


def _spec(each: Field[Any]) -> OptionSpec:
    assert each.default is not MISSING
    meta = each.metadata
    choices = (True, False) if isinstance(each.default, bool) else meta["choices"]
    return OptionSpec(each.name, meta["sentence"], each.default, tuple(choices), meta["low"], meta["high"])


def parse(options_class: type[O], texts: Mapping[str, str]) -> O:
    """Options from text, as a record or a form gives them; raises OptionError with what would be right."""
    known = {spec.name: spec for spec in specs(options_class)}
    chosen = {}
    for name, text in texts.items():
        if name not in known:
            raise OptionError(_unknown(name, list(known)))
        chosen[name] = _value(known[name], text)
    return options_class(**chosen)


def texts(options: object) -> dict[str, str]:
    """The options that differ from their defaults, as text."""
    return {
        spec.name: text(value)
        for spec in specs(type(options))
        if (value := getattr(options, spec.name)) != spec.default
    }


def text(value: Value) -> str:
    """A value as records write it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _value(spec: OptionSpec, given: str) -> Value:
    if spec.choices:
        for choice in spec.choices:
            if text(choice) == given:
                return choice
        raise OptionError(f"{spec.name} cannot be {given!r}; it is one of {', '.join(map(text, spec.choices))}")
    if isinstance(spec.default, str):
        return given
    try:
        number = int(given) if isinstance(spec.default, int) else float(given)
    except ValueError:
        raise OptionError(f"{spec.name} must be a number, not {given!r}") from None
    if not spec.low <= number <= spec.high:
        raise OptionError(f"{spec.name} must be from {spec.low:g} to {spec.high:g}, not {given}")
    return number


def _unknown(name: str, known: Sequence[str]) -> str:
    return f"no option named {name!r}; {did_you_mean(name, known)}"

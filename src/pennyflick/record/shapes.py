"""What may stand in a ledger, found from its types: each shape is read back from plain data, and is written as text.

Law: nothing is guessed. What is unknown, missing or of another kind is answered with a PositionError.
"""

from __future__ import annotations

import dataclasses
import re
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from typing import Any, Protocol, Union, get_args, get_origin, get_type_hints

from pennyflick.record.canonical import plain
from pennyflick.record.scanner import Scanner, word_text
from pennyflick.rules.game import Game
from pennyflick.rules.kept import Kept, Part, kept_as
from pennyflick.rules.rulebook import clauses
from pennyflick.rules.tally import Tally
from pennyflick.table import Clause, DiscId, Seat, Side, Spot
from pennyflick.table.near_miss import did_you_mean

LARGEST_NUMBER = 1_000_000  # more turns, points or games than any match has
NOTHING = "none"

_NUMBER = re.compile(r"\d{1,9}(?![\w.-])")
_PAIR = re.compile(r"(\d{1,9})-(\d{1,9})(?![\w.-])")
_NAME = re.compile(r"[A-Za-z]\w*")
_FIELD = re.compile(r"([A-Za-z]\w*)=")
_OPEN, _COMMA, _CLOSE = re.compile(r"\["), re.compile(","), re.compile(r"\]")
_PAREN, _UNPAREN = re.compile(r"\("), re.compile(r"\)")
_NOTHING = re.compile(rf"{NOTHING}(?![\w+:./-])")


class PositionError(ValueError):
    """A position that cannot be: what is wrong with it and what would be right."""


@dataclass(frozen=True)
class Known:
    """What a ledger of one game can name."""

    discs: tuple[str, ...]
    spots: tuple[str, ...]
    seats: Mapping[str, Seat]


def known_of(game: Game[Any, Any]) -> Known:
    """What the ledgers of this game can name."""
    seats = {seat.name: seat for seat in game.seats}
    return Known(tuple(disc.id for disc in game.discs), tuple(game.board.spots), seats)


class Shape(Protocol):
    """One kind of value. `at` names its place in the ledger, for sentences."""

    def read(self, told: Any, known: Known, at: str) -> Any:
        """The value that plain data tells; raises PositionError."""

    def text(self, value: Any) -> str:
        """The value as positions write it."""

    def scan(self, scanner: Scanner, at: str) -> Any:
        """The plain data that the text coming next means; raises NotationError or PositionError."""


@cache
def shape_of(hint: Any) -> Shape:
    """The shape of values of this type."""
    if (simple := _SIMPLE.get(hint)) is not None:
        return simple
    if get_origin(hint) in (Union, types.UnionType):
        return _union(get_args(hint))
    if get_origin(hint) is tuple:
        return Several(shape_of(get_args(hint)[0]))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Word(hint)
    if dataclasses.is_dataclass(hint):
        return Whole(hint)
    raise TypeError(f"{hint!r} cannot stand in a ledger: nobody could read it back")


def ledger_shape(game: Game[Any, Any]) -> Whole:
    """The shape of this game's ledgers."""
    cls: Any = type(game.opening(Side.ONE).ledger)
    return whole(cls)


@cache
def whole(cls: Any) -> Whole:
    """The shape of a ledger's class or of a part's."""
    return Whole(cls)


def _union(kinds: tuple[Any, ...]) -> Shape:
    some = [kind for kind in kinds if kind is not type(None)]
    shape = shape_of(some[0]) if len(some) == 1 else OneOf(tuple(map(whole, some)))
    return Maybe(shape) if len(some) < len(kinds) else shape


@dataclass(frozen=True)
class Number:
    """A whole number from nothing up."""

    def read(self, told: Any, known: Known, at: str) -> int:
        """The number itself."""
        del known
        if type(told) is not int or not 0 <= told <= LARGEST_NUMBER:
            raise PositionError(f"{at} cannot be {told!r}; it is a whole number from 0 to {LARGEST_NUMBER}")
        return told

    def text(self, value: int) -> str:
        """Its digits."""
        return str(value)

    def scan(self, scanner: Scanner, at: str) -> int:
        """Digits."""
        return int(scanner.expect(_NUMBER, f"a whole number for {at}")[0])


@dataclass(frozen=True)
class YesNo:
    """Yes or no."""

    def read(self, told: Any, known: Known, at: str) -> bool:
        """True or False."""
        del known
        if type(told) is not bool:
            raise PositionError(f"{at} cannot be {told!r}; it is yes or no")
        return told

    def text(self, value: object) -> str:
        """Yes or no."""
        return "yes" if value else "no"

    def scan(self, scanner: Scanner, at: str) -> bool:
        """Yes or no."""
        return offered(scanner.word(f"yes or no for {at}"), ("yes", "no"), at) == "yes"


@dataclass(frozen=True)
class Word:
    """One of a few words; in text their blanks are dashes."""

    kind: type[Enum]

    def read(self, told: Any, known: Known, at: str) -> Enum:
        """The member of that value."""
        del known
        return self.kind(offered(told, [each.value for each in self.kind], at))

    def text(self, value: Enum) -> str:
        """The word, without blanks."""
        return word_text(dashed(value.value))

    def scan(self, scanner: Scanner, at: str) -> Any:
        """One of the words."""
        words = {dashed(each.value): each.value for each in self.kind}
        return words[offered(scanner.word(f"one of {', '.join(words)} for {at}"), words, at)]


@dataclass(frozen=True)
class SeatName:
    """A seat of the game."""

    def read(self, told: Any, known: Known, at: str) -> Seat:
        """The seat of that name."""
        return known.seats[offered(told, known.seats, at)]

    def text(self, value: Seat) -> str:
        """Its name."""
        return value.name

    def scan(self, scanner: Scanner, at: str) -> str:
        """Its name."""
        return scanner.word(f"a seat for {at}")


@dataclass(frozen=True)
class Named:
    """A disc, a spot or a clause, by its name."""

    what: str

    def read(self, told: Any, known: Known, at: str) -> str:
        """The name itself, when there is such a thing."""
        names: Mapping[str, Iterable[str]] = {"disc": known.discs, "spot": known.spots, "clause": clauses()}
        return offered(told, names[self.what], f"a {self.what} of {at}")

    def text(self, value: str) -> str:
        """The name."""
        return word_text(value)

    def scan(self, scanner: Scanner, at: str) -> str:
        """A name."""
        return scanner.word(f"a {self.what} for {at}")


@dataclass(frozen=True)
class Several:
    """Any number of values of one shape, in order."""

    each: Shape

    def read(self, told: Any, known: Known, at: str) -> tuple[Any, ...]:
        """All of them; a disc is named once."""
        if not isinstance(told, list | tuple):
            raise PositionError(f"{at} cannot be {told!r}; it is a list")
        values = tuple(self.each.read(one, known, at) for one in told)
        if self.each == DISC and (twice := next((one for one in values if values.count(one) > 1), None)):
            raise PositionError(f"{at} names {twice} twice; each disc once")
        return values

    def text(self, value: tuple[Any, ...]) -> str:
        """In brackets, with commas between."""
        return f"[{','.join(map(self.each.text, value))}]"

    def scan(self, scanner: Scanner, at: str) -> list[Any]:
        """Values in brackets."""
        scanner.expect(_OPEN, f"a list like [Y1,Y2] for {at}")
        told: list[Any] = []
        while not scanner.take(_CLOSE):
            if told:
                scanner.expect(_COMMA, '"," or "]"')
            told.append(self.each.scan(scanner, at))
        return told


@dataclass(frozen=True)
class Maybe:
    """A value, or nothing."""

    some: Shape

    def read(self, told: Any, known: Known, at: str) -> Any:
        """The value, or None."""
        return None if told is None else self.some.read(told, known, at)

    def text(self, value: Any) -> str:
        """The value, or the word for nothing."""
        return NOTHING if value is None else self.some.text(value)

    def scan(self, scanner: Scanner, at: str) -> Any:
        """The value, or the word for nothing."""
        return None if scanner.take(_NOTHING) else self.some.scan(scanner, at)


@dataclass(frozen=True)
class Whole:
    """A ledger, or a part of one that has parts itself. In text, parts at their default are left out."""

    cls: Any

    @cached_property
    def kept(self) -> Kept:
        """How it is kept."""
        return kept_as(self.cls)

    @cached_property
    def parts(self) -> Mapping[str, tuple[Part, Shape]]:
        """Its parts by their keys."""
        hints = get_type_hints(self.cls)
        return {part.key: (part, shape_of(hints[part.attribute])) for part in self.kept.parts}

    def read(self, told: Any, known: Known, at: str) -> Any:
        """The value with all its parts; only those that came later may be missing."""
        if not isinstance(told, Mapping) or told.get("is") != self.kept.name:
            raise PositionError(f"{at} cannot be {told!r}; it is a {self.kept.name}")
        for key in told.keys() - {"is"}:
            offered(key, self.parts, f"a part of {at}")
        if missing := [key for key, (part, _) in self.parts.items() if key not in told and not part.later]:
            raise PositionError(f"{at} lacks {missing[0]}")
        given = {part.attribute: shape.read(told[key], known, _inside(at, key)) for key, part, shape in self._in(told)}
        return self.cls(**given)

    def text(self, value: Any) -> str:
        """Its name, and its parts in brackets."""
        told = ((key, getattr(value, part.attribute), part, shape) for key, (part, shape) in self.parts.items())
        said = [f"{key}={shape.text(each)}" for key, each, part, shape in told if not self._is_default(part, each)]
        return f"{self.kept.name}({' '.join(said)})"

    def scan(self, scanner: Scanner, at: str) -> dict[str, Any]:
        """Its name, and its parts in brackets."""
        found = scanner.expect(_NAME, f"a {self.kept.name} for {at}")
        if found[0] != self.kept.name:
            raise scanner.error_before(found, f"a {self.kept.name} for {at}")
        return self.scan_parts(scanner, at)

    def scan_parts(self, scanner: Scanner, at: str) -> dict[str, Any]:
        """Its parts in brackets, once its name was read."""
        scanner.expect(_PAREN, f"( and the parts of {self.kept.name}")
        told: dict[str, Any] = {}
        while found := scanner.take(_FIELD):
            key = offered(found[1], self.parts, f"a part of {self.kept.name}")
            if key in told:
                raise scanner.error_before(found, "each part once")
            told[key] = self.parts[key][1].scan(scanner, _inside(at, key))
        scanner.expect(_UNPAREN, f"a part of {self.kept.name} like {next(iter(self.parts))}=…, or )")
        return {"is": self.kept.name, **self._defaults(), **told}

    def _in(self, told: Mapping[str, Any]) -> Iterable[tuple[str, Part, Shape]]:
        return ((key, part, shape) for key, (part, shape) in self.parts.items() if key in told)

    def _is_default(self, part: Part, value: Any) -> bool:
        return part.attribute in self.kept.defaults and bool(value == self.kept.default(part))

    def _defaults(self) -> dict[str, Any]:
        parts = (part for part in self.kept.parts if part.attribute in self.kept.defaults)
        return {part.key: plain(self.kept.default(part)) for part in parts}


@dataclass(frozen=True)
class OneOf:
    """A value of one of several kinds, told apart by their names."""

    kinds: tuple[Whole, ...]

    @cached_property
    def names(self) -> Mapping[str, Whole]:
        """The kinds by name."""
        return {kind.kept.name: kind for kind in self.kinds}

    def read(self, told: Any, known: Known, at: str) -> Any:
        """A value of the kind that it says it is."""
        name = told.get("is") if isinstance(told, Mapping) else told
        return self.names[offered(name, self.names, at)].read(told, known, at)

    def text(self, value: Any) -> str:
        """As its kind writes it."""
        return self.names[kept_as(type(value)).name].text(value)

    def scan(self, scanner: Scanner, at: str) -> dict[str, Any]:
        """A name and parts in brackets."""
        name = scanner.expect(_NAME, f"one of {', '.join(self.names)} for {at}")[0]
        return self.names[offered(name, self.names, at)].scan_parts(scanner, at)


@dataclass(frozen=True)
class Pair:
    """A tally: One's number and Two's."""

    def read(self, told: Any, known: Known, at: str) -> Tally:
        """Both numbers."""
        tally: Tally = whole(Tally).read(told, known, at)
        return tally

    def text(self, value: Tally) -> str:
        """Like 3-2."""
        return f"{value.one}-{value.two}"

    def scan(self, scanner: Scanner, at: str) -> Any:
        """Like 3-2."""
        found = scanner.expect(_PAIR, f"two numbers like 3-2 for {at}")
        return plain(Tally(int(found[1]), int(found[2])))


DISC = Named("disc")
_SIMPLE: Mapping[Any, Shape] = {
    bool: YesNo(),
    int: Number(),
    Seat: SeatName(),
    DiscId: DISC,
    Spot: Named("spot"),
    Clause: Named("clause"),
    Tally: Pair(),
}


def dashed(words: str) -> str:
    """Words as text writes them: without blanks."""
    return words.replace(" ", "-")


def _inside(at: str, key: str) -> str:
    return key if at == LEDGER else f"{at}.{key}"


LEDGER = "the ledger"


def offered(word: Any, offered: Iterable[str], what: str) -> str:
    """The word, when it is one of those offered; otherwise one sentence with what would be right."""
    words = list(offered)
    if isinstance(word, str) and word in words:
        return word
    few = ", ".join(words) if len(words) <= 30 else f"{', '.join(words[:6])}, …"
    raise PositionError(f"{what} cannot be {word!r}; {did_you_mean(str(word), words, f'it is one of {few}')}")

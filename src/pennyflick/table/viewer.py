"""Who reads a sentence, and so what the sides are called in it: you, by name, or One and Two."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum

from pennyflick.table.side import Seat, Side

Who = Side | Seat  # a side, or the one of its two players who is meant

# who plays without a name: only to himself is he "you". Stores of version 0.1.0 hold the words on the left.
GUEST, GUESTS_PARTNER = "The guest", "The guest's partner"
_UNNAMED = {"you": GUEST, "your partner": GUESTS_PARTNER}
_TO_HIMSELF = {GUEST: "You", GUESTS_PARTNER: "Your partner"}
_ARTICLES = ("A ", "An ", "Another ", "The ")


class Grammar(Enum):
    """What a verb must agree with."""

    IT = "singular"
    THEY = "plural"
    YOU = "second person"


@dataclass(frozen=True, slots=True)
class Called:
    """What somebody is called within a sentence, and how verbs agree with it."""

    words: str
    grammar: Grammar = Grammar.IT

    @property
    def owner(self) -> str:
        """Before what he owns: Ann's, your."""
        return "your" if self.grammar is Grammar.YOU else f"{self.words}'s"

    @property
    def owned(self) -> str:
        """After "of": Ann, yours."""
        return "yours" if self.grammar is Grammar.YOU else self.words


_YOU = Called("you", Grammar.YOU)


@dataclass(frozen=True)
class Viewer:
    """Somebody who reads: the names he knows and the seats he holds.

    Who holds seats of one side only is "you", and so is his side; who holds seats of both reads names. In doubles a
    side is called by both its names. Names that would confuse (a side's own word, two alike) are not used.
    """

    names: Mapping[Seat, str] = field(default_factory=dict)
    yours: Collection[Seat] = ()

    def called(self, who: Who) -> Called:
        """What the side or seat is called within a sentence."""
        return self._seat(who) if isinstance(who, Seat) else self._side(who)

    def heading(self, seat: Seat) -> str:
        """The seat over a column or before a remark: its name; who has none is You to himself."""
        name = _told_name(self.names.get(seat, ""))
        if name in _TO_HIMSELF and self._seat(seat) is _YOU:
            return _TO_HIMSELF[name]
        return name or seat.name.capitalize()

    def _side(self, side: Side) -> Called:
        if _only_side(self.yours) is side:
            return _YOU
        team = [name for seat, name in sayable(self.names).items() if seat.side is side]
        return Called(" and ".join(team) or side.value.capitalize(), Grammar.THEY if len(team) > 1 else Grammar.IT)

    def _seat(self, seat: Seat) -> Called:
        if _only_side(self.yours) and seat in self.yours:
            return _YOU
        name = sayable(self.names).get(seat)
        if name or not seat.place:
            return Called(name or seat.side.value.capitalize())
        return Called(f"{self._seat(Seat(seat.side)).owner} partner")


NOBODY = Viewer()  # no names, no seat: One and Two


def sayable(names: Mapping[Seat, str]) -> dict[Seat, str]:
    """The names that sentences can use, as they stand within one; none at all when two are alike."""
    told = {seat: _within(name) for seat, name in sorted(names.items(), key=_order) if not _is_seat_word(seat, name)}
    return told if len({name.casefold() for name in told.values()}) == len(told) else {}


def _order(named: tuple[Seat, str]) -> tuple[str, int]:
    return named[0].side.value, named[0].place


def _is_seat_word(seat: Seat, name: str) -> bool:
    """Whether it is no name: nothing, the word for the seat itself, or one that would be taken for a side."""
    return name.strip().casefold() in {"", seat.name, *(side.value for side in Side)}


def _within(name: str) -> str:
    """The name inside a sentence: a title loses its capital (a beginner, the guest), nobody is called You."""
    name = _told_name(name)
    article = next((word for word in _ARTICLES if name.startswith(word)), "")
    titled = article and name[len(article) : len(article) + 1].islower()
    return name[0].lower() + name[1:] if titled else name


def _told_name(name: str) -> str:
    return _UNNAMED.get(name.strip().casefold(), name)


def _only_side(yours: Collection[Seat]) -> Side | None:
    """The side of which all these seats are; None: of both, or of neither."""
    sides = {seat.side for seat in yours}
    return sides.pop() if len(sides) == 1 else None

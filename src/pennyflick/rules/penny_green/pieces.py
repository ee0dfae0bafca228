"""The pieces of Penny Green by name: A1 to A6 are One's pennies, B1 to B6 Two's, and the green."""

from __future__ import annotations

from collections.abc import Iterable

from pennyflick.rules.penny_green.options import Options
from pennyflick.table import DiscId, Named, Sentence, Side, listed, phrase

GREEN = DiscId("green")
THE_GREEN = phrase("the", Named(GREEN))
_LETTERS = {Side.ONE: "A", Side.TWO: "B"}


def pennies(options: Options, side: Side) -> tuple[DiscId, ...]:
    """The side's pennies, in order."""
    return tuple(DiscId(f"{_LETTERS[side]}{number}") for number in range(1, options.pennies(side) + 1))


def pieces(options: Options) -> tuple[DiscId, ...]:
    """Every piece, in the order that layouts keep."""
    return (*pennies(options, Side.ONE), *pennies(options, Side.TWO), GREEN)


def belongs(disc: DiscId, side: Side) -> bool:
    """Whether the piece is one of the side's pennies."""
    return disc.startswith(_LETTERS[side])


def of_side(discs: Iterable[DiscId], side: Side) -> tuple[DiscId, ...]:
    """Those that are the side's pennies."""
    letter = _LETTERS[side]
    return tuple([disc for disc in discs if disc[0] == letter])


def named(discs: Iterable[DiscId]) -> Sentence:
    """For sentences: A1, A2 and the green."""
    return listed(THE_GREEN if disc == GREEN else Named(disc) for disc in discs)

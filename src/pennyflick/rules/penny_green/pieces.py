"""The pieces of Penny Green by name: A1 to A6 are One's pennies, B1 to B6 Two's, and the green."""

from __future__ import annotations

from collections.abc import Iterable

from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.reasons import listed
from pennyflick.table import DiscId, Side

GREEN = DiscId("green")
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


def named(discs: Iterable[DiscId]) -> str:
    """For sentences: A1, A2 and the green."""
    return listed("the green" if disc == GREEN else disc for disc in discs)

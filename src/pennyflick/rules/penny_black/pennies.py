"""The twenty pennies of a set: their names, colours, values, and the order in which they are won."""

from __future__ import annotations

from collections.abc import Collection

from pennyflick.boards.games.penny_black import BLACK, RAINBOW
from pennyflick.table import DiscId, Named, phrase

SHOOTER = DiscId("shooter")
THE_SHOOTER = phrase("the", Named(SHOOTER))
POINTS_OUTER, POINTS_INNER, POINTS_BLACK = 1, 2, 6  # BLK-1
POINTS_TO_WIN = 16  # BLK-2: more than half of the thirty

_LETTERS = {colour[0].upper(): colour for colour in RAINBOW}


def inner_colours(outer: str) -> tuple[str, ...]:
    """The three colours of the inner hexagon, in rainbow order (BLK-3)."""
    return tuple(colour for colour in RAINBOW if colour != outer)


def names_of(colour: str, count: int) -> tuple[DiscId, ...]:
    """Y1, Y2, …: the pennies of one colour."""
    return tuple(DiscId(f"{colour[0].upper()}{number}") for number in range(1, count + 1))


def outer_pennies(outer: str) -> tuple[DiscId, ...]:
    """The twelve of the outer hexagon."""
    return names_of(outer, 12)


def inner_pennies(outer: str) -> tuple[DiscId, ...]:
    """The six of the inner hexagon, pair by pair."""
    return tuple(penny for colour in inner_colours(outer) for penny in names_of(colour, 2))


def pennies(outer: str) -> tuple[DiscId, ...]:
    """The nineteen that score."""
    return (*outer_pennies(outer), *inner_pennies(outer), BLACK)


def set_places(outer: str, inner: str) -> dict[DiscId, DiscId]:
    """Whose place in the standard set each penny takes; `inner` orders the inner pairs, "123" as they are (BLK-4)."""
    colours = inner_colours(outer)
    swapped = {colours[int(digit) - 1]: colours[place] for place, digit in enumerate(inner)}
    pairs = {
        mine: theirs
        for colour, place in swapped.items()
        for mine, theirs in zip(names_of(colour, 2), names_of(place, 2), strict=True)
    }
    return {penny: pairs.get(penny, penny) for penny in pennies(outer)}


def colour_of(penny: DiscId) -> str:
    """The colour of a scoring penny: yellow, …, black."""
    return "black" if penny == BLACK else _LETTERS[penny[0]]


def value_of(penny: DiscId, outer: str) -> int:
    """What it adds to the score of whoever wins it (BLK-1)."""
    colour = colour_of(penny)
    return POINTS_BLACK if colour == "black" else POINTS_OUTER if colour == outer else POINTS_INNER


def colour_due(on: Collection[DiscId], outer: str) -> str:
    """The first colour in the order of winning that still has a penny on the board (BLK-7)."""
    left = {colour_of(penny) for penny in on}
    return next(colour for colour in (outer, *inner_colours(outer), "black") if colour in left)

"""What all games ask of a position that somebody sets up. Law: a sentence says what cannot be; None: it can."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum
from typing import Any

from pennyflick.rules.tally import Tally
from pennyflick.table import Away, DiscId, Layout, Side, listed


def unlike(ledger: object, shown: Mapping[str, Any]) -> str | None:
    """A field of the ledger that the discs show otherwise; in which order discs are listed does not matter."""
    for field, seen in shown.items():
        told = getattr(ledger, field)
        if told != seen and not (isinstance(told, tuple) and set(told) == set(seen)):
            return f"{field} is {_said(told)}, but the discs show {_said(seen)}"
    return None


def _said(value: Any) -> str:
    match value:
        case None | ():
            return "nothing"
        case tuple():
            return str(listed(value))
        case Tally():
            return f"{value.one}-{value.two}"
        case Enum():
            return str(value.value)
        case _:
            return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def strayed(layout: Layout, allowed: Mapping[DiscId, Collection[Away]]) -> str | None:
    """A disc that is off the board where this game never has it; `allowed` lists where else each may be."""
    for disc, place in layout.where.items():
        elsewhere = allowed.get(disc, ())
        if isinstance(place, Away) and place not in elsewhere:
            words = " or ".join(away.value for away in elsewhere)
            return f"{disc} cannot be {place.value}; it is on the board" + (f" or {words}" if words else "")
    return None


def already_won(what: str, tally: Tally, enough: int) -> str | None:
    """A side that has enough already: then the game, the set or the match would be over."""
    ahead = next((side for side in Side if tally.of(side) >= enough), None)
    if ahead is None:
        return None
    return f"{what} cannot be {tally.one}-{tally.two}: {ahead.value} with {enough} has won already"


def too_many(what: str, number: int, most: int) -> str | None:
    """A count beyond what the rules let it reach."""
    return f"{what} cannot be {number}; it is at most {most}" if number > most else None


def not_on_board(what: str, discs: Collection[DiscId], layout: Layout) -> str | None:
    """Discs that the ledger takes to lie on the board and that do not."""
    away = [disc for disc in discs if layout.point(disc) is None]
    return f"{what} names {listed(away)}, which is not on the board" if away else None


def not_among(what: str, discs: Collection[DiscId], allowed: Collection[DiscId]) -> str | None:
    """Discs that cannot be meant."""
    wrong = [disc for disc in discs if disc not in allowed]
    return f"{what} cannot name {listed(wrong)}, only {listed(allowed)}" if wrong else None

"""Where a disc that is being put down may go, and why not where it was wished.

Law: what `nearest_place` answers is not refused for its place while the others stand where they were said to stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pennyflick.boards.regions import Area, NowhereLegalError, Spots
from pennyflick.match.referee import Match, decision, tidied_point
from pennyflick.rules import rulebook
from pennyflick.table import (
    AskFlick,
    AskPlace,
    AskSideFlick,
    Cited,
    Clause,
    DiscId,
    Named,
    Point,
    Region,
    Sentence,
    phrase,
    says,
)

_TENTHS = 1  # decimals of a placement
_SAME_MM = 1e-6


@dataclass(frozen=True)
class Wish:
    """A disc of one of the asks, where it is wished, and where the others of the same placement stand."""

    ask: int
    disc: DiscId
    point: Point
    others: Mapping[DiscId, Point]


@dataclass(frozen=True)
class Granted:
    """The wish itself, or the nearest legal point and why the wish could not be."""

    point: Point
    clause: Clause | None = None  # what the wish would break
    sentence: Sentence | None = None


def region_for(match: Match, wish: Wish) -> Region | None:
    """Where the disc may be put; None: it is not asked for, or lies where it lies."""
    asked = decision(match)
    if asked is None or wish.ask >= len(asked.asks):
        return None
    match asked.asks[wish.ask]:
        case AskFlick(discs=discs):
            return discs.get(wish.disc)
        case AskPlace(discs=places) as ask if wish.disc in places:
            return ask.region(wish.disc, _standing(match, ask, wish))
        case AskSideFlick(disc=struck, at=at):
            return at if struck == wish.disc else None
        case _:
            return None


def nearest_place(match: Match, wish: Wish, region: Region) -> Granted:
    """The nearest legal point to a wish; raises NowhereLegalError when none is left."""
    wanted = wish.point.rounded(_TENTHS)
    clause = region.breaks(tidied_point(match.game, wanted))
    if clause is None:
        return Granted(wanted)
    return Granted(_legal(match, region, wanted), clause, _why(match, wish, region, clause))


def _standing(match: Match, ask: AskPlace, wish: Wish) -> dict[DiscId, Point]:
    """The other discs of the placement, as the referee would put them."""
    others = {disc: at for disc, at in wish.others.items() if disc in ask.discs and disc != wish.disc}
    return {disc: tidied_point(match.game, at) for disc, at in others.items()}


def _legal(match: Match, region: Region, wanted: Point) -> Point:
    """The nearest legal point that stays legal when the referee takes it for the spot that it is to a tenth."""
    found = region.nearest(wanted)
    if region.breaks(tidied_point(match.game, found)) is None or not isinstance(region, Area | Spots):
        return found
    return _legal(match, region.without(found), wanted)


def _why(match: Match, wish: Wish, region: Region, clause: Clause) -> Sentence:
    """What is in the way, or what the clause is about."""
    because = _in_the_way(match, wish, region) or rulebook.clause(clause).title
    return says(Named(wish.disc), "goes to the nearest legal place:", because, "(", Cited(clause), ")")


def _in_the_way(match: Match, wish: Wish, region: Region) -> Sentence | None:
    placed = {disc: tidied_point(match.game, at) for disc, at in wish.others.items() if disc != wish.disc}
    under = next((disc for disc, at in placed.items() if _overlap(match, wish, disc, at)), None)
    if under is not None:
        return phrase(Named(under), "is in the way")
    blocker = region.in_the_way(tidied_point(match.game, wish.point.rounded(_TENTHS)))
    return None if blocker is None else _blocked(match, wish, {**match.position.layout.on_board, **placed}, blocker)


def _blocked(match: Match, wish: Wish, lying: Mapping[DiscId, Point], blocker: Point) -> Sentence:
    """By a disc that lies there; what is none is a peg."""
    disc = next((each for each, at in lying.items() if each != wish.disc and at.distance_mm(blocker) < _SAME_MM), None)
    if disc is None:
        return phrase("a peg is in the way")
    return phrase(Named(disc), "is in the way" if _overlap(match, wish, disc, blocker) else "is too near")


def _overlap(match: Match, wish: Wish, other: DiscId, at: Point) -> bool:
    radii = {disc.id: disc.radius_mm for disc in match.game.discs}
    return other in radii and at.distance_mm(wish.point) < radii[wish.disc] + radii[other]


__all__ = ["Granted", "NowhereLegalError", "Wish", "nearest_place", "region_for"]

"""Whether a position can be: discs on free ground, a ledger that agrees with them, and something to decide."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from pennyflick.boards.measure import edge_distance_mm, rim_gap_mm
from pennyflick.boards.regions import NowhereLegalError
from pennyflick.rules.game import Game, Position
from pennyflick.table import Ask, AskChoose, AskFlick, AskPlace, AskSideFlick, Disc, DiscId, Point, Region, Surface

ROUNDING_MM = 4.9e-6  # an overlap up to here comes of the six decimals; the simulator draws the line just beyond


def impossible(game: Game[Any, Any], position: Position[Any]) -> str | None:
    """Why this position cannot be, in one sentence; None: it can."""
    return next(_troubles(game, position), None)


def _troubles(game: Game[Any, Any], position: Position[Any]) -> Iterator[str]:
    lying = [(disc, at) for disc in game.discs if (at := position.layout.point(disc.id)) is not None]
    for disc, at in lying:
        yield from _off_the_wood(game.board.surface, disc, at)
    for (one, here), (two, there) in combinations(lying, 2):
        deep = -rim_gap_mm(here, one.radius_mm, there, two.radius_mm)
        if deep > ROUNDING_MM:
            yield f"{one.id} and {two.id} overlap by {_mm(deep)}; they may only touch"
    if game.result(position.ledger) is None:
        yield from _contradictions(game, position)


def _off_the_wood(surface: Surface, disc: Disc, at: Point) -> Iterator[str]:
    beyond = -edge_distance_mm(at, surface.edge)
    if beyond > ROUNDING_MM:
        yield f"{disc.id} lies {_mm(beyond)} outside the edge; its centre must be on the board"
    for number, peg in enumerate(surface.pegs, start=1):
        deep = -rim_gap_mm(at, disc.radius_mm, peg.centre, peg.radius_mm)
        if deep > ROUNDING_MM:
            yield f"{disc.id} overlaps peg {number} by {_mm(deep)}; they may only touch"
    if surface.hole is not None and surface.hole.radius_mm > disc.radius_mm:
        held_up = math.sqrt(surface.hole.radius_mm**2 - disc.radius_mm**2)  # from here on its rim finds support
        if at.distance_mm(surface.hole.centre) < held_up:
            yield f"{disc.id} lies over the hole without support, so it would drop in"


def _contradictions(game: Game[Any, Any], position: Position[Any]) -> Iterator[str]:
    if (wrong := game.contradiction(position)) is not None:
        yield wrong
    yield from _undecidable(game, position)


def _undecidable(game: Game[Any, Any], position: Position[Any]) -> Iterator[str]:
    try:
        asked = game.decision(position)
    except (AssertionError, LookupError, ValueError) as error:  # what cannot happen in play can be set up from outside
        yield f"in this position nothing can be decided: {error}"
        return
    if asked is None or not any(_answerable(position, ask) for ask in asked.asks):
        yield "in this position nobody can do what is asked: no disc can be flicked and no place is free"


def _answerable(position: Position[Any], ask: Ask) -> bool:
    match ask:
        case AskFlick(discs=discs):
            return ask.may_pass or any(_startable(position, disc, region) for disc, region in discs.items())
        case AskSideFlick(at=region):
            return _has_place(region)
        case AskPlace(discs=discs):
            return ask.may_decline or all(_has_place(region) for region in discs.values())
        case AskChoose(options=options):
            return bool(options)


def _startable(position: Position[Any], disc: DiscId, region: Region | None) -> bool:
    return position.layout.point(disc) is not None if region is None else _has_place(region)


def _has_place(region: Region) -> bool:
    try:
        return region.breaks(region.nearest(Point(0.0, 0.0))) is None
    except NowhereLegalError:
        return False


def _mm(length: float) -> str:
    """A length with as many decimals as say something."""
    return f"{length:.1f} mm" if length >= 1.0 else f"{length:.6f}".rstrip("0") + " mm"

"""A position as plain data (JSON's own types), and back. Law: reading undoes writing, exactly."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pennyflick.record.canonical import plain
from pennyflick.record.shapes import LEDGER, PositionError, known_of, ledger_shape, offered
from pennyflick.rules.game import Game, Position
from pennyflick.table import Away, DiscId, Layout, Point

DECIMALS = 6  # of a place at rest (Point)


def plain_position(position: Position[Any]) -> dict[str, Any]:
    """The position in JSON's own types: {"ledger": …, "layout": …}."""
    return {"ledger": plain(position.ledger), "layout": plain(position.layout)}


def position_of(game: Game[Any, Any], told: Any) -> Position[Any]:
    """The position that plain data tells; raises PositionError. Whether it can come about is not asked here."""
    if not isinstance(told, Mapping) or set(told) != {"ledger", "layout"}:
        raise PositionError('a position is an object with "ledger" and "layout"')
    return Position(ledger_of(game, told["ledger"]), layout_of(game, told["layout"]))


def ledger_of(game: Game[Any, Any], told: Any) -> Any:
    """The ledger that plain data tells; raises PositionError."""
    return ledger_shape(game).read(told, known_of(game), LEDGER)


def layout_of(game: Game[Any, Any], told: Any) -> Layout:
    """The layout that plain data tells, in the order of the game's discs; raises PositionError."""
    if not isinstance(told, Mapping):
        raise PositionError(f"the layout cannot be {told!r}; it is an object with a place for each disc")
    discs = [disc.id for disc in game.discs]
    for disc in told:
        offered(disc, discs, "a disc of the layout")
    if missing := [disc for disc in discs if disc not in told]:
        raise PositionError(f"the layout does not say where {missing[0]} is; every disc has a place")
    return Layout({disc: _place_of(disc, told[disc]) for disc in discs})


def _place_of(disc: DiscId, told: Any) -> Point | Away:
    if isinstance(told, str):
        return Away(offered(told, [away.value for away in Away], f"the place of {disc}"))
    if not (isinstance(told, list | tuple) and len(told) == 2 and all(_is_number(each) for each in told)):
        raise PositionError(
            f"the place of {disc} cannot be {told!r}; it is [x, y] in millimetres with at most {DECIMALS} decimals, "
            "or the word for where it is off the board"
        )
    return Point(float(told[0]), float(told[1]))


def _is_number(told: Any) -> bool:
    return type(told) in (int, float) and math.isfinite(told) and round(told, DECIMALS) == told

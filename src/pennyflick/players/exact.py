"""The slow way, exactly: one imagined flick simulated, observed and judged, for the few that arrays cannot rule on."""

from __future__ import annotations

from typing import Any

from pennyflick import physics
from pennyflick.players.aims import Aims
from pennyflick.rules.game import Game, Position, advance


def after(game: Game[Any, Any], position: Position[Any], aims: Aims, row: int) -> Position[Any]:
    """The position that this row leads to, by the referee himself."""
    flick = aims.answer(row)
    shot = physics.simulate(game.board.surface, game.discs, position.layout, flick)
    return advance(game, position, flick, shot)[0]

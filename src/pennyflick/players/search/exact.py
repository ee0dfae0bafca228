"""The slow way, exactly: one imagined flick simulated, observed and judged, for the few that arrays cannot rule on."""

from __future__ import annotations

from typing import Any

import numpy as np

from pennyflick import physics
from pennyflick.players.positions import Positions
from pennyflick.players.search.aims import Aims
from pennyflick.players.search.boards_many import Bools
from pennyflick.rules.game import Game, Position, advance


def after(game: Game[Any, Any], position: Position[Any], aims: Aims, row: int) -> Position[Any]:
    """The position that this row leads to, by the referee himself."""
    flick = aims.answer(row)
    shot = physics.simulate(game.board.surface, game.discs, position.layout, flick)
    return advance(game, position, flick, shot)[0]


def with_unclear(
    game: Game[Any, Any], position: Position[Any], aims: Aims, found: Positions, unclear: Bools
) -> Positions:
    """What was found, with the unclear rows taken from what the referee makes of them."""
    rows = np.flatnonzero(unclear)
    if not len(rows):
        return found
    return found.with_rows(rows, Positions.of(game, [after(game, position, aims, int(row)) for row in rows]))

"""What a flick leaves the other side, and how much of that somebody minds who plays it. Knows no game."""

from __future__ import annotations

from typing import Any

import numpy as np

from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.search.boards_many import Bools
from pennyflick.players.values.study import UnstudiedError, study_of
from pennyflick.rules.game import Game
from pennyflick.table import Side


def left_to_other(game: Game[Any, Any], after: Positions, side: Side) -> Bools:
    """(n,) where the other side acts next; nowhere in a game that does not say who would."""
    try:
        acting = study_of(game.name).acting(game, after.ledgers)
    except UnstudiedError:
        return np.zeros(len(after), dtype=np.bool_)
    return np.array([each is not side for each in acting])[after.which]


def minded(values: Floats, after: Positions, left: Bools, prudence: float) -> Floats:
    """The values as they look to somebody who minds this share of how he leaves the board.

    What the sheet says he minds in full: points, fouls, whose turn it is. Where the other side acts next, all boards
    under the same ledger are more alike to him than they are.
    """
    seen = values.copy()
    for number in np.unique(after.which[left]):
        rows = after.which == number
        usual = values[rows].mean()
        seen[rows] = usual + prudence * (values[rows] - usual)
    return seen

"""Where many flicks lead once the referee has ruled: verdicts by the dozen, layouts by the thousand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pennyflick.physics import Layouts
from pennyflick.players.positions import Positions
from pennyflick.rules.game import Game, Verdict
from pennyflick.table import Away


def settled(
    game: Game[Any, Any], verdicts: Sequence[Verdict[Any]], which: NDArray[np.int64], lying: Layouts
) -> Positions:
    """The positions once the verdict of that number has moved what it moves; what is off the board lies nowhere."""
    xy, on = np.where(lying.on[:, :, None], lying.xy, np.nan), lying.on.copy()
    order = {disc.id: number for number, disc in enumerate(game.discs)}
    for number, verdict in enumerate(verdicts):
        rows = np.flatnonzero(which == number) if verdict.fates else ()
        for disc, fate in verdict.fates.items():
            on[rows, order[disc]] = not isinstance(fate, Away)
            xy[rows, order[disc]] = np.nan if isinstance(fate, Away) else _xy(game, fate)
    return Positions(tuple(verdict.ledger for verdict in verdicts), which, Layouts(xy, on))


def _xy(game: Game[Any, Any], spot: Any) -> tuple[float, float]:
    at = game.board.spots[spot].rounded()
    return at.x_mm, at.y_mm

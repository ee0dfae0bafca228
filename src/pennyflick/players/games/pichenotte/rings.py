"""What pucks count where they lie, many boards at once (PIC-8, 10, 11)."""

from __future__ import annotations

import numpy as np

from pennyflick.boards.games.pichenotte import BASELINE_RADIUS_MM, FIFTEEN_RADIUS_MM, LINE_MM, TEN_RADIUS_MM
from pennyflick.boards.measure import TOUCH_MM
from pennyflick.players.noise import Floats
from pennyflick.players.search.boards_many import Bools
from pennyflick.rules.pichenotte.game import Pichenotte
from pennyflick.rules.pichenotte.pucks import owner_of
from pennyflick.table import Side


def points(xy: Floats, on: Bools, radius_mm: float) -> Floats:
    """(n, pucks): what each counts; 0 off the board and on the baseline or beyond."""
    clear = np.hypot(xy[:, :, 0], xy[:, :, 1]) + radius_mm + LINE_MM / 2
    circles = (FIFTEEN_RADIUS_MM, TEN_RADIUS_MM, BASELINE_RADIUS_MM)
    found = np.select([circle - clear > TOUCH_MM for circle in circles], [15.0, 10.0, 5.0], 0.0)
    return np.where(on, found, 0.0)


def on_line(xy: Floats, counting: Bools, radius_mm: float) -> Bools:
    """(n, pucks): which of those that count touch the 15 line or the 10 line."""
    far = np.hypot(xy[:, :, 0], xy[:, :, 1])
    gaps = [np.abs(far - circle) - LINE_MM / 2 - radius_mm for circle in (FIFTEEN_RADIUS_MM, TEN_RADIUS_MM)]
    return np.asarray(counting & (np.minimum(*gaps) <= TOUCH_MM))


def owned_by(game: Pichenotte, side: Side) -> Bools:
    """(pucks,): which are the side's."""
    return np.array([owner_of(disc.id) is side for disc in game.discs])

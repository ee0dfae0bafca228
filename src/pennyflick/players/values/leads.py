"""What a lead is worth: races to so many points, and games within a match. Values run from 0 (lost) to 1 (won)."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np


@cache
def race(mine: int, theirs: int) -> float:
    """The chance to win when so many points are wanting on each side and every point is a toss."""
    if mine <= 0:
        return 1.0
    if theirs <= 0:
        return 0.0
    return 0.5 * (race(mine - 1, theirs) + race(mine, theirs - 1))


def in_match(value: Any, lead: Any, games: int) -> Any:
    """The match, from the value of the game at hand, the lead in games and the games it takes."""
    return np.clip(0.5 + 0.5 * (lead + 2.0 * value - 1.0) / games, 0.0, 1.0)

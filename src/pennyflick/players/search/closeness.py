"""How likely a hand that means one flick does another: the weights of the outcome map, compiled.

Law: no sum is taken here, so that every number has the same bits as one by one.
"""

from __future__ import annotations

import numpy as np

from pennyflick.physics.kernels.jit import inlined, kernel
from pennyflick.players.hands import Hand
from pennyflick.players.noise import Floats, spread_deg
from pennyflick.players.search.aims import Aims


def closeness(hand: Hand, centres: Aims, samples: Aims) -> Floats:
    """How likely the hand, meaning each centre (rows), does each sample (columns): its law's density."""
    spread, pace = spread_deg(hand, centres.speed_mm_s), hand.speed_sd * centres.speed_mm_s
    meant, done = (centres.direction_deg, centres.speed_mm_s), (samples.direction_deg, samples.speed_mm_s)
    return _close(spread, pace, *meant, *done)


@inlined
def density(z: float) -> float:
    """Student's law of unit s.d., up to a constant factor."""
    w = z * z / 3.0 + 1.0
    return 1.0 / (w * w * w)


@kernel
def _close(
    spread: Floats, pace: Floats, direction: Floats, speed: Floats, done_direction: Floats, done_speed: Floats
) -> Floats:  # pragma: no cover - compiled
    found = np.empty((direction.shape[0], done_direction.shape[0]))
    for row in range(direction.shape[0]):
        meant_direction, meant_speed = direction[row], speed[row]
        turns, errs = spread[row], pace[row]
        for column in range(done_direction.shape[0]):
            turn = done_direction[column] - meant_direction
            turn -= 360.0 * np.rint(turn / 360.0)
            faster = done_speed[column] - meant_speed
            found[row, column] = density(turn / turns) * density(faster / errs) / (turns * errs)
    return found

"""The hands that lessons have: speeds err about as much more as directions do, and so nothing is known of others.

A forest takes one spread for a sign of the other. Asked of a hand that turns far and keeps its speeds it would see a
champion's; so a study whose spreads are nothing but signs tells of a hand of the lessons that is as shaky on the whole.
Where a study also measures ways by the spread of direction, it must be the true one.
"""

from __future__ import annotations

import math

from pennyflick.players.hands import Hand

# of the speed, at one degree, and how it grows: about that of the usual hands (HANDS)
_SPEED_SD, _GROWTH = 0.05, 0.87
WITHIN = (0.8, 1.25)  # of that: the lessons have these


def usual_speed_sd(direction_sd_deg: float) -> float:
    """How far the speeds of a hand are off that turns so far."""
    return _SPEED_SD * math.pow(direction_sd_deg, _GROWTH)


def as_taught(hand: Hand) -> Hand:
    """The hand itself, if its two spreads fit each other; otherwise one that fits, with as much error in all.

    A spread of speed counts as the spread of direction that it goes with; their squares add. Rounded, so that it is the
    same hand everywhere.
    """
    low, high = WITHIN
    usual = usual_speed_sd(hand.direction_sd_deg)
    if low * usual <= hand.speed_sd <= high * usual:
        return hand
    share = low if hand.speed_sd < usual else high
    error = math.hypot(hand.direction_sd_deg, (hand.speed_sd / _SPEED_SD) ** (1.0 / _GROWTH))
    direction = round(error / math.hypot(1.0, share ** (1.0 / _GROWTH)), 3)
    return Hand(direction, round(share * usual_speed_sd(direction), 4))

"""Hands: what a flick becomes between the meaning and the doing.

Law: errors follow Student's law with five degrees of freedom, cut at 4 s.d. (dice.py). The direction's spread is the
stated one at 1000 mm/s and grows by a tenth of it with each further 1000 mm/s; the speed's error is a share of it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass

from pennyflick.players.dice import Dice
from pennyflick.table import FULL_TURN_CDEG, SPEED_LIMIT_MM_S, Flick, SideFlick
from pennyflick.table.near_miss import did_you_mean

NOMINAL_SPEED_MM_S = 1_000.0  # chosen: an ordinary flick, at which a hand's direction spread is the stated one
GROWTH_PER_NOMINAL = 0.10  # chosen: a harder flick is a little wilder


class HandError(ValueError):
    """A hand that cannot be read."""


@dataclass(frozen=True, slots=True)
class Hand:
    """How far off a person's flicks are."""

    direction_sd_deg: float
    speed_sd: float  # share of the speed: 0.06 is 6 %

    def direction_sd_at(self, speed_mm_s: float) -> float:
        """The spread of direction, in degrees, of a flick at this speed."""
        return self.direction_sd_deg * (1.0 + GROWTH_PER_NOMINAL * (speed_mm_s / NOMINAL_SPEED_MM_S - 1.0))


# Spreads inverted from the rates at which people sink an open twenty at Pichenotte (docs/rules/pichenotte.md)
HANDS: Mapping[str, Hand] = {
    "expert": Hand(1.2, 0.06),
    "good": Hand(2.0, 0.10),
    "average": Hand(3.0, 0.13),
    "beginner": Hand(4.5, 0.18),
}

_MEASURED = re.compile(r"(\d+(?:\.\d+)?)deg (\d+(?:\.\d+)?)%")


def executed(hand: Hand, meant: Flick | SideFlick, dice: Dice) -> Flick | SideFlick:
    """The flick that happens: two throws of the dice, direction first; start, call and held penny stay as meant."""
    turned_deg = hand.direction_sd_at(meant.speed_mm_s) * dice.student_t5()
    share = 1.0 + hand.speed_sd * dice.student_t5()
    direction = (meant.direction_cdeg + round(turned_deg * 100.0)) % FULL_TURN_CDEG
    speed = min(max(round(meant.speed_mm_s * share), 1), SPEED_LIMIT_MM_S)
    return dataclasses.replace(meant, direction_cdeg=direction, speed_mm_s=speed)


def hand_text(hand: Hand) -> str:
    """A hand as records write it: "good", or "1.5deg 8%"."""
    for name, known in HANDS.items():
        if known == hand:
            return name
    return f"{_decimal(hand.direction_sd_deg)}deg {_decimal(hand.speed_sd * 100.0)}%"


def parse_hand(text: str) -> Hand:
    """A hand from its text; raises HandError with what would be right."""
    if text in HANDS:
        return HANDS[text]
    if measured := _MEASURED.fullmatch(text):
        return Hand(float(measured[1]), round(float(measured[2]) / 100.0, 6))
    all_of_them = f"there are {', '.join(HANDS)}, or spreads like '1.5deg 8%'"
    raise HandError(f"no hand named {text!r}; {did_you_mean(text, HANDS, all_of_them)}")


def _decimal(number: float) -> str:
    return f"{number:.4f}".rstrip("0").rstrip(".")

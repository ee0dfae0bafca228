"""Hands: what a flick becomes between the meaning and the doing.

Law: the direction's spread is the stated one at 1000 mm/s and grows by a tenth of it with each further 1000 mm/s; the
speed's error is a share of it. A blind hand errs by secret dice after the flick is accepted: Student's law with five
degrees of freedom, cut at 4 s.d. (dice.py). A visible hand wanders while the player watches, and he chooses the instant
(wander.py).
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from statistics import fmean

from pennyflick.players.dice import Dice
from pennyflick.players.wander import wander
from pennyflick.table import FULL_TURN_CDEG, SPEED_LIMIT_MM_S, Flick, SideFlick
from pennyflick.table.near_miss import did_you_mean

NOMINAL_SPEED_MM_S = 1_000.0  # chosen: an ordinary flick, at which a hand's direction spread is the stated one
GROWTH_PER_NOMINAL = 0.10  # chosen: a harder flick is a little wilder


class HandError(ValueError):
    """A hand that cannot be read."""


class HandKind(Enum):
    """When a hand errs: after the flick, by dice, or before it, for all who hold it to see."""

    BLIND = "blind"
    VISIBLE = "visible"


@dataclass(frozen=True, slots=True)
class Hand:
    """How far off a person's flicks are."""

    direction_sd_deg: float
    speed_sd: float  # share of the speed: 0.06 is 6 %
    kind: HandKind = HandKind.BLIND

    @property
    def visible(self) -> bool:
        """Whether it wanders and needs an instant."""
        return self.kind is HandKind.VISIBLE

    def direction_sd_at(self, speed_mm_s: float) -> float:
        """The spread of direction, in degrees, of a flick at this speed."""
        return self.direction_sd_deg * (1.0 + GROWTH_PER_NOMINAL * (speed_mm_s / NOMINAL_SPEED_MM_S - 1.0))


# Spreads inverted from the rates at which people sink an open twenty at Pichenotte (docs/rules/pichenotte.md); the
# champion's is chosen: as far beyond the expert's as that is from the good one
HANDS: Mapping[str, Hand] = {
    "champion": Hand(0.9, 0.045),
    "expert": Hand(1.2, 0.06),
    "good": Hand(2.0, 0.10),
    "average": Hand(3.0, 0.13),
    "beginner": Hand(4.5, 0.18),
}

SIZES = ("steady", "good", "average", "beginner")  # what people choose from, blind or visible
DEFAULT_SIZE = "good"
# directions as above; speeds half as wide, for both must come right at one instant (benchmarks/hand.py)
VISIBLE_HANDS: Mapping[str, Hand] = {
    "steady": Hand(1.2, 0.03, HandKind.VISIBLE),
    "good": Hand(2.0, 0.05, HandKind.VISIBLE),
    "average": Hand(3.0, 0.065, HandKind.VISIBLE),
    "beginner": Hand(4.5, 0.09, HandKind.VISIBLE),
}

STEADIEST = Hand(0.3, 0.02)  # chosen: what bots take somebody for who flicks exactly
# of its blind spreads is left to who watches a visible hand and times to 100 ms: open twenties then drop as often, of
# 8,000 each 67.3 % beside 67.2 % with a good hand, 88.0 beside 88.4 % with a steady one (benchmarks/hand.py)
TIMED = 0.75

_NAMED: Mapping[HandKind, Mapping[str, Hand]] = {
    HandKind.BLIND: {**HANDS, "steady": HANDS["expert"]},  # records write it as the expert's: they did before
    HandKind.VISIBLE: VISIBLE_HANDS,
}
_KIND = re.compile(rf"(?:({'|'.join(kind.value for kind in HandKind)}) )?(.*)", re.DOTALL)
_MEASURED = re.compile(r"(\d+(?:\.\d+)?)deg (\d+(?:\.\d+)?)%")


def executed(hand: Hand, meant: Flick | SideFlick, dice: Dice) -> Flick | SideFlick:
    """The flick of a blind hand: two throws of the dice, direction first; start, call and held penny stay as meant."""
    turned_deg = hand.direction_sd_at(meant.speed_mm_s) * dice.student_t5()
    share = 1.0 + hand.speed_sd * dice.student_t5()
    return _erring(meant, round(turned_deg * 100.0), round(meant.speed_mm_s * share))


def let_go(hand: Hand, meant: Flick | SideFlick, number: str, instant_ms: int) -> Flick | SideFlick:
    """The flick of a visible hand, let go at that instant of the decision with this number. Halves round up."""
    turn, haste = wander(number, instant_ms)
    turned_deg = hand.direction_sd_at(meant.speed_mm_s) * turn
    share = 1.0 + hand.speed_sd * haste
    return _erring(meant, math.floor(turned_deg * 100.0 + 0.5), math.floor(meant.speed_mm_s * share + 0.5))


def unseen(hand: Hand) -> Hand:
    """The blind hand of the same size: as steady in direction, and twice as wide in speed (VISIBLE_HANDS says why)."""
    return Hand(hand.direction_sd_deg, 2.0 * hand.speed_sd) if hand.visible else hand


def faced(hands: Iterable[Hand | None]) -> Hand:
    """The blind hand that these amount to, for who plays against them: their mean."""
    each = [_amounts_to(hand) for hand in hands]
    return Hand(fmean(hand.direction_sd_deg for hand in each), fmean(hand.speed_sd for hand in each))


def _amounts_to(hand: Hand | None) -> Hand:
    if hand is None:
        return STEADIEST
    if not hand.visible:
        return hand
    blind = unseen(hand)
    return Hand(TIMED * blind.direction_sd_deg, TIMED * blind.speed_sd)


def _erring(meant: Flick | SideFlick, turned_cdeg: int, speed_mm_s: int) -> Flick | SideFlick:
    direction = (meant.direction_cdeg + turned_cdeg) % FULL_TURN_CDEG
    speed = min(max(speed_mm_s, 1), SPEED_LIMIT_MM_S)
    return dataclasses.replace(meant, direction_cdeg=direction, speed_mm_s=speed)


def hand_text(hand: Hand) -> str:
    """A hand as records write it: "good", "1.5deg 8%", "visible good"; without a word for its kind it is blind."""
    kind = "visible " if hand.visible else ""
    for name, known in _NAMED[hand.kind].items():
        if known == hand:
            return kind + name
    return f"{kind}{_decimal(hand.direction_sd_deg)}deg {_decimal(hand.speed_sd * 100.0)}%"


def hand_words(hand: Hand | None) -> str:
    """A hand as it stands beside a name: "good, visible", "2°, 8 %, blind", "exact"."""
    if hand is None:
        return "exact"
    return f"{_size(hand) or _spreads(hand)}, {hand.kind.value}"


def hand_sentence(hand: Hand | None) -> str:
    """The same at length."""
    if hand is None:
        return "Exact: what is meant is what happens."
    errs = "seen to wander while one aims" if hand.visible else "that errs unseen, by dice, after the flick"
    return f"{f'{_size(hand)} hand'.lstrip().capitalize()} {errs}: {_spreads(hand)}."


def _size(hand: Hand) -> str:
    """What it is called: by the word that people choose it by, if they can, else by that of whoever has it, if any."""
    named = _NAMED[hand.kind]
    return next((size for size in (*SIZES, *named) if named[size] == hand), "")


def _spreads(hand: Hand) -> str:
    return f"{_decimal(hand.direction_sd_deg)}°, {_decimal(hand.speed_sd * 100.0)} %"


def parse_hand(text: str) -> Hand:
    """A hand from its text; raises HandError with what would be right."""
    told = _KIND.fullmatch(text)
    assert told is not None, "any text is a kind or none, and the rest"
    kind, size = HandKind(told[1] or HandKind.BLIND.value), told[2]
    if size in _NAMED[kind]:
        return _NAMED[kind][size]
    if measured := _MEASURED.fullmatch(size):
        return Hand(float(measured[1]), round(float(measured[2]) / 100.0, 6), kind)
    all_of_them = f"there are {', '.join(_NAMED[kind])}, or spreads like '1.5deg 8%', each also 'visible'"
    raise HandError(f"no hand named {text!r}; {did_you_mean(size, _NAMED[kind], all_of_them)}")


def _decimal(number: float) -> str:
    return f"{number:.4f}".rstrip("0").rstrip(".")

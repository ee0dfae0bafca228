"""Which opponent, exactly: a level or a name, with settings.

"4", "3:flicks=2000", "expert", "4:hand=good,flicks=8000", "4:values=out/blue.json", "classic:hand=expert".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pennyflick.players.hands import HANDS, Hand, parse_hand
from pennyflick.table.near_miss import did_you_mean

DEFAULT_HAND = "good"
LEARNED, HAND_MADE = "learned", "hand-made"  # values; where a game ships none that was learned, both are the same


class SpecError(ValueError):
    """An opponent that cannot be read."""


@dataclass(frozen=True)
class Spec:
    """Which opponent, exactly."""

    level: int
    flicks: int  # the budget: simulations a decision
    hand: Hand
    warmth: float = 0.0  # how freely it takes the second best: 0 always the best; as a share of the value scale
    values: str = LEARNED  # what positions are worth to it: LEARNED, HAND_MADE, or the path of a file
    wide: bool = True  # whether it thinks of all that a strong player would
    looks: bool = True  # whether, if it is strong, it looks at what its choices and placements lead to


LEVEL_FLICKS = {0: 0, 1: 0, 2: 400, 3: 2_000, 4: 6_000, 5: 15_000}
CLASSIC = "classic"  # level 4 of 0.1.0, for ever: the yardstick
NAMED: dict[str, Spec] = {
    "beginner": Spec(3, 400, HANDS["beginner"], warmth=0.06),
    "average": Spec(3, 1_200, HANDS["average"], warmth=0.03),
    "good": Spec(4, 3_000, HANDS["good"], warmth=0.01),
    "expert": Spec(4, 6_000, HANDS["expert"]),
}


_ALSO = {CLASSIC: Spec(4, 6_000, HANDS[DEFAULT_HAND], values=HAND_MADE, wide=False, looks=False)}


def parse_spec(text: str) -> Spec:
    """An opponent from its text; raises SpecError with what would be right."""
    name, _, settings = text.partition(":")
    if name in NAMED or name in _ALSO:
        spec = (NAMED | _ALSO)[name]
    elif name.isdigit() and int(name) in LEVEL_FLICKS:
        spec = Spec(int(name), LEVEL_FLICKS[int(name)], HANDS[DEFAULT_HAND])
    else:
        all_of_them = f"it is a level from 0 to {max(LEVEL_FLICKS)} or one of {', '.join((*NAMED, *_ALSO))}"
        raise SpecError(f"no opponent {name!r}; {did_you_mean(name, (*NAMED, *_ALSO), all_of_them)}")
    for setting in filter(None, settings.split(",")):
        spec = _with_setting(spec, setting)
    return spec


def _with_setting(spec: Spec, setting: str) -> Spec:
    key, _, value = setting.partition("=")
    try:
        match key:
            case "flicks":
                return replace(spec, flicks=_within(int(value), 16, 1_000_000))
            case "hand":
                return replace(spec, hand=_blind(parse_hand(value)))
            case "warmth":
                return replace(spec, warmth=float(_within(float(value), 0.0, 10.0)))
            case "values":
                return replace(spec, values=value)
    except ValueError as wrong:
        raise SpecError(f"{setting!r} cannot be read: {wrong}") from None
    raise SpecError(f"no setting {key!r} of an opponent; there are flicks, hand, warmth and values")


def _blind(hand: Hand) -> Hand:
    if hand.visible:
        raise ValueError("a bot flicks with a blind hand; it watches nothing")
    return hand


def _within(number: Any, low: float, high: float) -> Any:
    if not low <= number <= high:
        raise ValueError(f"{number:g} is not from {low:g} to {high:g}")
    return number

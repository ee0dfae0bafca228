"""Which opponent, exactly: a level or a name, with settings.

"4", "3:flicks=2000", "expert", "4:hand=good,flicks=8000", "4:values=out/blue.json", "classic:hand=expert".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pennyflick.players.hands import HANDS, Hand, parse_hand
from pennyflick.rules import registry
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
    belief: float = 1.0  # how shaky it takes its own hand for, as a share of how shaky it is
    sees: float = 1.0  # the share of the ideas that it sees, the obvious first
    prudence: float = 1.0  # the share of how it leaves the board to the other side that it minds
    liking: float = 0.0  # what the thing that one may like at a game (its `LIKING`) is worth to it besides

    @property
    def believed(self) -> Hand:
        """The hand that it takes for its own."""
        return Hand(self.belief * self.hand.direction_sd_deg, self.belief * self.hand.speed_sd)


LEVEL_FLICKS = {0: 0, 1: 0, 2: 400, 3: 2_000, 4: 6_000, 5: 15_000}
CLASSIC = "classic"  # level 4 of 0.1.0, for ever: the yardstick
# Bots flick blind, which is harder than a hand that one sees: each has a steadier hand than its name says
NAMED: dict[str, Spec] = {
    "first-timer": Spec(2, 120, Hand(3.6, 0.15), warmth=0.12, belief=0.3, sees=0.3, prudence=0.0, wide=False),
    "beginner": Spec(3, 400, Hand(2.6, 0.12), warmth=0.06, belief=0.5, sees=0.6, prudence=0.0, wide=False),
    "average": Spec(3, 1_200, HANDS["good"], warmth=0.03),
    "good": Spec(4, 3_000, Hand(1.6, 0.08), warmth=0.01),
    "expert": Spec(4, 6_000, HANDS["expert"]),
    "champion": Spec(4, 24_000, HANDS["champion"]),
}


_ALSO = {CLASSIC: Spec(4, 6_000, HANDS[DEFAULT_HAND], values=HAND_MADE, wide=False, looks=False)}


def parse_spec(text: str, game_name: str = "") -> Spec:
    """An opponent from its text, as it plays this game; raises SpecError with what would be right."""
    name, _, settings = text.partition(":")
    if name in NAMED or name in _ALSO:
        spec = replace((NAMED | _ALSO)[name], **(_weaknesses(game_name).get(name, {}) if game_name else {}))
    elif name.isdigit() and int(name) in LEVEL_FLICKS:
        spec = Spec(int(name), LEVEL_FLICKS[int(name)], HANDS[DEFAULT_HAND])
    else:
        all_of_them = f"it is a level from 0 to {max(LEVEL_FLICKS)} or one of {', '.join((*NAMED, *_ALSO))}"
        raise SpecError(f"no opponent {name!r}; {did_you_mean(name, (*NAMED, *_ALSO), all_of_them)}")
    for setting in filter(None, settings.split(",")):
        spec = _with_setting(spec, setting)
    return spec


def _weaknesses(game_name: str) -> Mapping[str, Mapping[str, Any]]:
    """How a named opponent differs at this game: one that sees little, or shakes, is lost at one and not at another.

    A game may say nothing of it.
    """
    try:
        found: Mapping[str, Mapping[str, Any]] = registry.players_part(game_name, "WEAKNESSES")
    except AttributeError:
        return {}
    return found


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
            case "belief":
                return replace(spec, belief=float(_within(float(value), 0.05, 1.0)))
            case "sees":
                return replace(spec, sees=float(_within(float(value), 0.05, 1.0)))
            case "prudence":
                return replace(spec, prudence=float(_within(float(value), 0.0, 1.0)))
            case "liking":
                return replace(spec, liking=float(_within(float(value), 0.0, 1.0)))
            case "values":
                return replace(spec, values=value)
    except ValueError as wrong:
        raise SpecError(f"{setting!r} cannot be read: {wrong}") from None
    raise SpecError(
        f"no setting {key!r} of an opponent; there are flicks, hand, warmth, values, belief, sees, prudence and liking"
    )


def _blind(hand: Hand) -> Hand:
    if hand.visible:
        raise ValueError("a bot flicks with a blind hand; it watches nothing")
    return hand


def _within(number: Any, low: float, high: float) -> Any:
    if not low <= number <= high:
        raise ValueError(f"{number:g} is not from {low:g} to {high:g}")
    return number

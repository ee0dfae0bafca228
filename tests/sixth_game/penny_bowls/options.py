"""What players of Penny Bowls can agree on beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.rules.option_groups import ByLength, PennyWood
from pennyflick.rules.options import option


@dataclass(frozen=True)
class Agreed:
    """What only Penny Bowls asks."""

    coin: str = option("1p", "The coin played with.", ("1p", "2p", "5c"))
    length: str = option("short", "A short match is first to three, a full one first to seven.", ("short", "full"))
    shots: int = option(0, "First to this many wins the match (BWL-8); 0: as the length says.", low=0, high=99)
    turn_limit: int = option(60, "Turns a side may take before the match is ended.", low=1, high=1_000)

    shots_to_win = ByLength("shots", short=3, full=7)  # first to so many wins the match


@dataclass(frozen=True)
class Options(PennyWood, Agreed):
    """The options of Penny Bowls."""

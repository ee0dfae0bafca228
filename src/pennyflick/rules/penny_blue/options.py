"""What players of Penny Blue can agree on beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.rules.option_groups import ByLength, PennyWood
from pennyflick.rules.options import Preset, option


@dataclass(frozen=True)
class Agreed:
    """What only Penny Blue asks."""

    shape: str = option("square", "The shape of the board (BLU-2).", ("square", "hexagon"))
    coin: str = option("1p", "The coin played with; 2p is the Tupenny board.", ("1p", "2p", "5c"))
    side_flick: str = option(
        "must", "Whether a blue near the edge must or may be side-flicked (BLU-12).", ("must", "may")
    )
    side_flick_kills: bool = option(False, "Whether a side-flick can kill (BLU-4, BLU-13).")
    length: str = option("short", "A short match is one game, a full one is three games to a set.", ("short", "full"))
    games: int = option(0, "First to this many games wins a set (BLU-17); 0: as the length says.", low=0, high=99)
    sets: int = option(0, "First to this many sets wins the match (BLU-17); 0: as the length says.", low=0, high=99)
    turn_limit: int = option(60, "Turns a side may take in one game before play is ended.", low=1, high=1_000)

    games_to_win = ByLength("games", short=1, full=3)  # first to so many wins a set
    sets_to_win = ByLength("sets", short=1, full=1)  # first to so many wins the match


@dataclass(frozen=True)
class Options(PennyWood, Agreed):
    """The options of Penny Blue."""


PRESETS = (
    Preset("First to three games", "A duel can be over in a minute.", {"shape": "square", "games": "3", "sets": "1"}),
    Preset("One game", "One kill decides.", {"shape": "square", "games": "1", "sets": "1"}),
    Preset("Hexagon", "Six edges to fall from, first to three.", {"shape": "hexagon", "games": "3", "sets": "1"}),
)

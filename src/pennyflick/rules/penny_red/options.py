"""What players of Penny Red can agree on beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.rules.option_groups import ByLength, PennyWood
from pennyflick.rules.options import Preset, option


@dataclass(frozen=True)
class Agreed:
    """What only Penny Red asks."""

    size: str = option("standard", "The size of the board: 229 or 305 mm wide.", ("standard", "tupenny"))
    coin: str = option(
        "board", "The coin played with; board: the one the size is made for.", ("board", "1p", "2p", "5c")
    )
    doubles: bool = option(False, "Whether two partners a side have one shooter each (RED-20).")
    length: str = option(
        "short", "A short match is one game to 7, a full one 7 points, 5 games, 3 sets.", ("short", "full")
    )
    points: int = option(0, "First to this many points wins a game (RED-19); 0: as the length says.", low=0, high=99)
    games: int = option(0, "First to this many games wins a set (RED-19); 0: as the length says.", low=0, high=99)
    sets: int = option(0, "First to this many sets wins the match (RED-19); 0: as the length says.", low=0, high=99)
    turn_limit: int = option(60, "Turns a side may take in one game before it is ended.", low=1, high=1_000)

    points_to_win = ByLength("points", short=7, full=7)  # first to so many wins a game
    games_to_win = ByLength("games", short=1, full=5)  # first to so many wins a set
    sets_to_win = ByLength("sets", short=1, full=3)  # first to so many wins the match


@dataclass(frozen=True)
class Options(PennyWood, Agreed):
    """The options of Penny Red."""


PRESETS = (
    Preset("One game to seven", "One player serves throughout.", {"points": "7", "games": "1", "sets": "1"}),
    Preset("To four", "A short rally of points.", {"points": "4", "games": "1", "sets": "1"}),
    Preset("Both serve", "Games to four, first to two: the serve passes.", {"points": "4", "games": "2", "sets": "1"}),
    Preset("A whole set", "Seven points a game, first to five games.", {"points": "7", "games": "5", "sets": "1"}),
)

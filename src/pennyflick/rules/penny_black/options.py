"""What players of Penny Black can agree on beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.rules.option_groups import ByLength, PennyWood
from pennyflick.rules.options import Preset, option


@dataclass(frozen=True)
class Agreed:
    """What only Penny Black asks."""

    shape: str = option("hexagon", "The shape of the board.", ("hexagon", "square", "round"))
    coin: str = option("1p", "The coin played with; 2p is the Tupenny board.", ("1p", "2p", "5c"))
    set_colour: str = option(
        "yellow", "The colour of the twelve outer pennies (BLK-3).", ("red", "yellow", "green", "blue")
    )
    inner: str = option(
        "123",
        "The order of the inner pairs, anticlockwise: 1, 2 and 3 are the inner colours in rainbow order (BLK-4).",
        ("123", "132", "213", "231", "312", "321"),
    )
    length: str = option("short", "A short match is one game, a full one is first to three.", ("short", "full"))
    games: int = option(0, "First to this many games; 0: as the length says.", low=0, high=99)
    turn_limit: int = option(60, "Turns a side may take in one game before it is ended.", low=1, high=1_000)

    games_to_win = ByLength("games", short=1, full=3)  # first to so many wins the match


@dataclass(frozen=True)
class Options(PennyWood, Agreed):
    """The options of Penny Black."""


_ORDINARY = {"shape": "hexagon", "games": "1", "ping": "ordinary"}
PRESETS = (
    Preset("One game", "A hexagon of nineteen pennies, first to 16 points.", _ORDINARY),
    Preset("Quiet coins", "Coins that bounce less: runs end sooner, one game.", _ORDINARY | {"ping": "low"}),
    Preset("First to three", "The loser of a game starts the next one.", _ORDINARY | {"games": "3"}),
    Preset("Square board", "Four corners instead of six, one game.", _ORDINARY | {"shape": "square"}),
)

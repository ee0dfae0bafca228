"""What players of Penny Green can agree on beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.rules.option_groups import ByLength, PennyWood
from pennyflick.rules.options import Preset, option
from pennyflick.table import Side

_WIDTHS_MM = (80, 100, 120)


@dataclass(frozen=True)
class Agreed:
    """What only Penny Green asks."""

    size: str = option("standard", "The size of the board.", ("standard", "mini", "tupenny"))
    coin: str = option("board", "The coin; by default the one the board is made for.", ("board", "1p", "2p", "5c"))
    length: str = option("short", "A short game ends at two goals, a full one at three.", ("short", "full"))
    goals: int = option(0, "First to this many goals wins a game (GRN-19); 0: as the length says.", low=0, high=99)
    games: int = option(1, "First to this many games wins the match (GRN-19).", low=1, high=99)
    penalty: str = option("standard", "Where a penalty flick is taken from (GRN-28).", ("standard", "advanced"))
    one_penalty: bool = option(False, "At most one penalty flick for one flick, however many rules it broke (GRN-25).")
    out_zone: bool = option(False, "The out zone counts as a zone in a three-zone hit (GRN-13).")
    own_goal: str = option(
        "always",
        "When the green passing between a player's own pegs is a goal: always, or only after an interception (GRN-10).",
        ("always", "intercepted"),
    )
    pennies_one: int = option(6, "Handicap: how many pennies One plays with.", (6, 5))
    pennies_two: int = option(6, "Handicap: how many pennies Two plays with.", (6, 5))
    goal_one_mm: int = option(100, "Handicap: the width of the goal that One defends.", _WIDTHS_MM)
    goal_two_mm: int = option(100, "Handicap: the width of the goal that Two defends.", _WIDTHS_MM)
    turn_limit: int = option(60, "Turns a side may take in one game before it is ended.", low=1, high=1_000)

    goals_to_win = ByLength("goals", short=2, full=3)  # first to so many wins a game

    def pennies(self, side: Side) -> int:
        """How many pennies the side plays with."""
        return self.pennies_one if side is Side.ONE else self.pennies_two


@dataclass(frozen=True)
class Options(PennyWood, Agreed):
    """The options of Penny Green."""


PRESETS = (
    Preset("Two goals", "On the board of 800 mm.", {"size": "standard", "goals": "2", "games": "1"}),
    Preset(
        "Next goal wins", "On the small board, where goals come sooner.", {"size": "mini", "goals": "1", "games": "1"}
    ),
    Preset(
        "Wide goals",
        "For a short evening: two goals of 120 mm to aim at, and after twelve turns each whoever leads has won.",
        {
            "size": "standard",
            "goals": "2",
            "games": "1",
            "goal_one_mm": "120",
            "goal_two_mm": "120",
            "turn_limit": "12",
        },
    ),
    Preset("Three goals", "A full game.", {"size": "standard", "goals": "3", "games": "1"}),
)

"""What players of Pichenotte can agree on beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.rules.option_groups import ByLength
from pennyflick.rules.options import Preset, option


@dataclass(frozen=True)
class Options:
    """The options of Pichenotte."""

    players: str = option("singles", "Two players, or two teams of two (PIC-13).", ("singles", "doubles"))
    length: str = option("short", "A short match is first to one round, a full one first to four.", ("short", "full"))
    rounds: int = option(0, "First to this many rounds; 0: as the length says.", low=0, high=99)
    tie: str = option("half", "A tied round gives half a point each, or a shoot-out (PIC-12).", ("half", "shoot-out"))
    twenty_call: str = option(
        "chosen",
        "Chosen: calling a twenty replaces the duty of contact; either: contact or a called twenty saves the puck; "
        "none: any puck that drops counts (PIC-4).",
        ("chosen", "either", "none"),
    )
    advanced: bool = option(False, "A free shot must come to rest inside the 15 area (PIC-7).")
    turn_limit: int = option(60, "Turns a side may take without any round being won.", low=1, high=1_000)
    friction: float = option(0.12, "Sliding friction of a puck.", low=0.03, high=0.60)
    follow_through_mm: float = option(4.0, "How far the finger travels with the puck.", low=0, high=20)

    rounds_to_win = ByLength("rounds", short=1, full=4)  # first to so many wins the match


PRESETS = (
    Preset("One round", "Twelve pucks each.", {"players": "singles", "rounds": "1", "advanced": "no"}),
    Preset("First to four", "A whole match; the hammer changes hands.", {"players": "singles", "rounds": "4"}),
    Preset(
        "Advanced", "A free shot must stop inside the posts.", {"players": "singles", "rounds": "1", "advanced": "yes"}
    ),
)

"""What a careful person beside the board can say after a flick of Penny Bowls."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.table import Declare, DiscId, Evidence


@dataclass(frozen=True)
class Facts:
    """One flick as an onlooker saw it."""

    dead: tuple[DiscId, ...] = ()  # pennies off the board or not wholly beyond the hog line (BWL-4)
    jack_lost: bool = False  # the jack is (BWL-5)
    nearest: tuple[DiscId, ...] = ()  # one player's pennies that lie nearer to the jack than any of the other's (BWL-6)
    declared: tuple[Declare, ...] = ()
    evidence: tuple[Evidence, ...] = ()

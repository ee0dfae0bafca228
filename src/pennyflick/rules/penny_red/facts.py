"""What a careful person beside the board can say after a flick of Penny Red."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pennyflick.table import Declare, DiscId, Evidence, Side, Spot


class RedAt(Enum):
    """Where the red came to rest."""

    FAR = "far"  # wholly on the opponent's court, not touching the line
    HERE = "here"  # on the player's own court, or touching the line
    OFF = "off"  # off the board


@dataclass(frozen=True)
class Facts:
    """One flick as an onlooker saw it."""

    flicked: DiscId  # the shooter; the one held, for a side-flick
    red_at: RedAt
    side_flick: bool = False
    shooters_met: bool = False  # the flicked shooter and the player's other one hit
    red_hit_by: tuple[DiscId, ...] = ()  # the player's shooters that hit the red; a side-flick counts (RED-18)
    cannon: bool = False  # the flicked shooter hit the other, and the other then hit the red (RED-12)
    off: tuple[DiscId, ...] = ()  # pennies that came off, in order
    reached_by_red: tuple[DiscId, ...] = ()  # enemy shooters that a chain of hits from the red reached (RED-13)
    struck_by_red: tuple[DiscId, ...] = ()  # enemy shooters that the red itself hit (RED-14)
    spots_blocked: bool = False  # neither the enemy's serving spot nor his quarter spot is free (RED-14)
    crossed: tuple[DiscId, ...] = ()  # the player's shooters that at any moment were wholly across the line (RED-15)
    across: tuple[DiscId, ...] = ()  # enemy shooters that lie wholly on the player's court (RED-15)
    touching: tuple[DiscId, ...] = ()  # shooters at rest that touch the red (RED-17)
    over_edge: Side | None = None  # the court whose edge the red at rest overlaps (RED-18)
    free_corners: tuple[Spot, ...] = ()  # after a serve: the server's corner spots that are free (RED-6)
    illegal_push: bool = False  # a push shot whose shooter then struck another penny (GEN-7)
    legal_push: bool = False  # a push shot whose shooter struck no other
    declared: tuple[Declare, ...] = ()
    evidence: tuple[Evidence, ...] = ()

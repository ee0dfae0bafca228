"""What a careful person beside the board can say after a flick of Penny Blue."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.table import Declare, DiscId, Evidence


@dataclass(frozen=True)
class Facts:
    """One flick as an onlooker saw it."""

    flicked: DiscId  # the player's own penny; the sovereign held, for a side-flick
    side_flick: bool = False
    hit: bool = False  # the flicked penny hit a penny; a side-flick hits the blue
    off: tuple[DiscId, ...] = ()  # pennies that came off, in order
    kill_chain: bool = False  # a chain of hits from the blue striking an enemy penny to the enemy sovereign (BLU-4)
    illegal_push: bool = False  # a push shot whose penny then struck another (GEN-7)
    legal_push: bool = False  # a push shot whose penny struck no other
    blue_near_edge: bool = False  # the blue at rest lies within a penny diameter of the edge (BLU-12)
    overhanging: tuple[DiscId, ...] = ()  # pennies that moved and now overlap the edge (GEN-2)
    declared: tuple[Declare, ...] = ()
    evidence: tuple[Evidence, ...] = ()

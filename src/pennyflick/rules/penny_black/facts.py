"""What a careful person beside the board can say after a flick of Penny Black."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.table import Declare, DiscId, Evidence


@dataclass(frozen=True)
class Facts:
    """One flick as an onlooker saw it."""

    off: tuple[DiscId, ...] = ()  # scoring pennies knocked off, in order
    shooter_off: bool = False
    shooter_hit: bool = False  # the shooter touched a penny
    cannoned: tuple[DiscId, ...] = ()  # those of `off` that the shooter itself did not touch
    near: tuple[DiscId, ...] = ()  # pennies within a penny diameter of the shooter at rest
    overhanging: tuple[DiscId, ...] = ()  # pennies that moved and now overlap the edge
    illegal_push: bool = False  # a push shot whose shooter then struck another penny (GEN-7)
    on_shooter: tuple[DiscId, ...] = ()  # pennies at rest on top of the shooter
    shooter_on: tuple[DiscId, ...] = ()  # pennies that the shooter rests on
    from_spot: bool = False  # the shooter was put on a spot before this flick
    declared: tuple[Declare, ...] = ()
    evidence: tuple[Evidence, ...] = ()

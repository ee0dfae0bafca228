"""What a careful person beside the board can say after a shot of Pichenotte."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.rules.kept import kept
from pennyflick.table import Declare, DiscId, Evidence


@kept("Count", "fifteens tens on_line")
@dataclass(frozen=True)
class Count:
    """Where the pucks on the board lie; those in neither list count 5."""

    fifteens: tuple[DiscId, ...] = ()  # inside the posts, clear of the line
    tens: tuple[DiscId, ...] = ()  # just outside them
    on_line: tuple[DiscId, ...] = ()  # touching the 15 line or the 10 line


@dataclass(frozen=True)
class Facts:
    """One shot as an onlooker saw it."""

    called: bool = False  # a twenty was called
    touched: bool = False  # an own puck and an enemy puck hit each other
    sunk: tuple[DiscId, ...] = ()  # pucks that dropped into the hole
    out: tuple[DiscId, ...] = ()  # pucks off the surface, or at rest on or beyond the baseline
    in_fifteen: bool = False  # the puck shot rests inside the 15 area
    count: Count | None = None  # None: nobody looked, as long as the round goes on
    declared: tuple[Declare, ...] = ()
    evidence: tuple[Evidence, ...] = ()

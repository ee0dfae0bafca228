"""Options that several games share: how the coins and the wood behave, and what follows from the length of a match.

A group stands before a game's own options in the list of bases (`class Options(PennyWood, Agreed)`), so that its
fields come after them: in forms and records the wood is last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pennyflick.boards.wood import Wood
from pennyflick.rules.options import option

_RESTITUTION = {"ordinary": 0.85, "low": 0.65}  # chosen: the "ping factor" of ordinary and of dull coins


@dataclass(frozen=True)
class PennyWood:
    """How lively the coins are, how smooth the board, how far the finger follows: every penny game asks it last."""

    ping: str = option("ordinary", "How lively the coins are.", ("ordinary", "low"))
    friction: float = option(0.20, "Sliding friction: 0.15 polished, 0.25 dull.", low=0.05, high=0.60)
    follow_through_mm: float = option(4.0, "How far the finger travels with the flicked penny (GEN-7).", low=0, high=20)

    @property
    def wood(self) -> Wood:
        """The wood of the board that is played on."""
        return Wood(self.friction, _RESTITUTION[self.ping], follow_through_mm=self.follow_through_mm)


@dataclass(frozen=True)
class ByLength:
    """A number to win that follows from the length of the match unless its own option says it: `games_to_win`."""

    option: str  # the option that says it; 0: as the length says
    short: int
    full: int

    def __get__(self, options: Any, owner: type | None = None) -> int:
        """The number for these options."""
        return getattr(options, self.option) or (self.short if options.length == "short" else self.full)

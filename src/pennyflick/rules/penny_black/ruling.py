"""What one flick or one declared foul comes to, before it is written into the score sheet."""

from __future__ import annotations

from dataclasses import dataclass

from pennyflick.rules.penny_black.ledger import From
from pennyflick.table import DiscId, Reason, Side


@dataclass(frozen=True)
class Ruling:
    """Who wins which pennies, who flicks next, and from where."""

    reasons: tuple[Reason, ...]
    turn: Side  # who flicks next
    shooter_from: From
    near: tuple[DiscId, ...]  # pennies within a diameter of the shooter now
    won: tuple[DiscId, ...] = ()
    winner: Side | None = None  # of those pennies
    free_shot: bool = False
    same_flick: bool = False  # nothing was flicked and the turn did not pass: the first flick is still to come
    shooter_off: bool = False

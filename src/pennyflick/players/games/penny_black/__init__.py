"""What bots know of Penny Black: which penny is due, how it could go off, and what it is worth to be at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from pennyflick import physics
from pennyflick.players.games.penny_black import ideas, ruling, worth
from pennyflick.players.games.penny_black.study import STUDY
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.search.aims import Aims
from pennyflick.rules.game import Game, Position
from pennyflick.rules.penny_black.game import PennyBlack
from pennyflick.rules.penny_black.ledger import Ledger
from pennyflick.table import Answer, Decision, DiscId, Side

__all__ = ["STUDY", "TACTICS", "TEMPERAMENTS", "WEAKNESSES", "PennyBlackTactics"]

TEMPERAMENTS = {
    "first-timer": "Sees a penny, flicks at it, and often gives it away.",
    "beginner": "Thinks its hand steadier than it is, hopes, and gives pennies away.",
    "average": "Picks off the penny nearest to the edge, now and then two at once.",
    "good": "Waits for the right colour and seldom knocks off another.",
    "expert": "Plays cannons on purpose and clears the table when you let it in.",
    "champion": "Rarely misses, and clears the table when you let it in once.",
}

# A run ends where one thinks one's hand steadier than it is: who knew it half would run too far
WEAKNESSES = {"beginner": {"belief": 0.3}, "good": {"belief": 0.45}, "expert": {"belief": 0.5}}


@dataclass(frozen=True)
class PennyBlackTactics:
    """See tactics.py."""

    contacts: int = 96  # a push shot is illegal by a later contact: all contacts of the shooter must be seen
    track: DiscId | None = None

    def ideas(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Aims:
        """Every due penny over every near edge, straight and by cannon; direct hits on all; soft touches."""
        return ideas.ideas(cast(PennyBlack, game), position, decision, wide=wide)

    def after(
        self, game: Game[Any, Any], position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes
    ) -> Positions:
        """Where each outcome leads."""
        return ruling.after(cast(PennyBlack, game), position, aims, outcomes)

    def worth(self, game: Game[Any, Any], positions: Positions, side: Side) -> Floats:
        """What each position is worth to the side, by hand."""
        return worth.worth(cast(PennyBlack, game), positions, side)

    def placements(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Sequence[Answer]:
        """Nothing is placed but with the flick."""
        return ()


TACTICS = PennyBlackTactics()

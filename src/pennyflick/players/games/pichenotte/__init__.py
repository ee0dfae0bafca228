"""What bots know of Pichenotte: shots (ideas.py), what comes of them (ruling.py), and what that is worth (worth.py)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from pennyflick import physics
from pennyflick.players.games.pichenotte import ruling
from pennyflick.players.games.pichenotte.ideas import think_of
from pennyflick.players.games.pichenotte.study import STUDY
from pennyflick.players.games.pichenotte.worth import worth
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.search.aims import Aims
from pennyflick.rules.game import Game, Position
from pennyflick.rules.pichenotte.game import Pichenotte
from pennyflick.rules.pichenotte.ledger import Ledger
from pennyflick.table import Answer, Decision, DiscId, Side

__all__ = ["STUDY", "TACTICS", "TEMPERAMENTS", "WEAKNESSES"]

TEMPERAMENTS = {
    "first-timer": "Shoots at the hole, whatever is in the way.",
    "beginner": "Aims at the hole and finds the ditch.",
    "average": "Hits what it must and sinks one in a while.",
    "good": "Takes you out and hides behind a post.",
    "expert": "Twenty after twenty, and it likes to have the hammer.",
    "champion": "Sinks, clears, and leaves you the far side of a post.",
}

# There is little else to see than the hole and the other side's pucks: who sees less than that is no opponent. And
# every shot hands over: who did not mind the board that he leaves would mind nothing but the hole
WEAKNESSES = {
    "first-timer": {"sees": 0.7, "belief": 0.6, "warmth": 0.05, "prudence": 1.0},
    "beginner": {"flicks": 700, "sees": 1.0, "belief": 0.8, "warmth": 0.02, "prudence": 1.0},
}


@dataclass(frozen=True)
class PichenotteTactics:
    """See tactics.py."""

    contacts: int = 48
    track: DiscId | None = None

    def placements(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Sequence[Answer]:
        """Nothing is placed but with the shot."""
        return ()

    def ideas(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Aims:
        """The hole, every enemy puck, and a place behind a post, from several points of the baseline."""
        return think_of(cast(Pichenotte, game), position, decision, wide)

    def after(
        self, game: Game[Any, Any], position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes
    ) -> Positions:
        """Where each outcome leads."""
        return ruling.after(cast(Pichenotte, game), position, aims, outcomes)

    def worth(self, game: Game[Any, Any], positions: Positions, side: Side) -> Floats:
        """What positions are worth to the side."""
        return worth(cast(Pichenotte, game), positions, side)


TACTICS = PichenotteTactics()

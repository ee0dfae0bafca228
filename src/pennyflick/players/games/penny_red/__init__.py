"""What bots know of Penny Red: the red must come back over the line, and the shooters must be ready for the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from pennyflick import physics
from pennyflick.players.games.penny_red import ideas, ruling, worth
from pennyflick.players.games.penny_red import wide as wide_ideas
from pennyflick.players.games.penny_red.study import STUDY
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.search.aims import AimList, Aims
from pennyflick.players.search.tactics import placements_on
from pennyflick.rules.game import Game, Position
from pennyflick.rules.penny_red.game import PennyRed
from pennyflick.rules.penny_red.ledger import Ledger
from pennyflick.table import Answer, Decision, DiscId, Side

__all__ = ["LIKING", "STUDY", "TACTICS", "TEMPERAMENTS", "WEAKNESSES"]

TEMPERAMENTS = {
    "first-timer": "Hits the red and hopes that it crosses the line.",
    "beginner": "Believes that every serve will cross; one in four does not.",
    "average": "Serves safely, and now and then sends the red back at once.",
    "good": "Brings its shooters up behind the red before it returns.",
    "expert": "Sends one red in four straight back; most of its points are star shots.",
    "champion": "Lines its shooters up, knocks yours off, and leaves you the hard ones.",
}

# A steadier hand than an expert's is worth little here: what sets the upper ones apart is how much they see. Who only
# wants to win lines up until a star shot is there, and few rallies come about: the expert likes to send the red back
LIKING = worth.returned
WEAKNESSES = {"good": {"sees": 0.7}, "expert": {"sees": 0.8, "liking": 0.025}}


@dataclass(frozen=True)
class PennyRedTactics:
    """See tactics.py."""

    contacts: int = 32
    track: DiscId | None = None

    def ideas(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Aims:
        """Returns straight and by cannon to many places of the enemy court, approaches, side-flicks."""
        listed = AimList()
        for part in (ideas, wide_ideas) if wide else (ideas,):
            part.add(cast(PennyRed, game), position, decision, listed)
        return listed.aims()

    def after(
        self, game: Game[Any, Any], position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes
    ) -> Positions:
        """The position that each outcome leads to."""
        return ruling.after(cast(PennyRed, game), position, aims, outcomes)

    def worth(self, game: Game[Any, Any], positions: Positions, side: Side) -> Floats:
        """What each position is worth to the side, made by hand."""
        return worth.worth(cast(PennyRed, game), positions, side)

    def placements(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Sequence[Answer]:
        """Shooters on spots and on a coarse grid of their court."""
        red = cast(PennyRed, game)
        points = [*ideas.grid(red), *(wide_ideas.grid(red, position.ledger.turn) if wide else ())]
        return placements_on(dict.fromkeys(points), decision)


TACTICS = PennyRedTactics()

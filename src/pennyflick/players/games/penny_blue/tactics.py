"""What bots know of Penny Blue, in one place: see players/search/tactics.py."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from pennyflick import physics
from pennyflick.players.games.penny_blue import ruling
from pennyflick.players.games.penny_blue.ideas import ideas
from pennyflick.players.games.penny_blue.worth import worth
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.search.aims import Aims
from pennyflick.players.search.tactics import placements_on
from pennyflick.rules.game import Game, Position
from pennyflick.rules.penny_blue.game import PennyBlue
from pennyflick.rules.penny_blue.ledger import Ledger
from pennyflick.table import Answer, Decision, DiscId, Side


@dataclass(frozen=True)
class PennyBlueTactics:
    """Kills by way of the blue, and what must not come off."""

    contacts: int = 40
    track: DiscId | None = None

    def ideas(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Aims:
        """Kills by way of the blue, blows at the blue, touches of anything that keeps the turn; side-flicks."""
        return ideas(cast(PennyBlue, game), position, decision, wide=wide)

    def after(
        self, game: Game[Any, Any], position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes
    ) -> Positions:
        """Where each outcome leads."""
        return ruling.after(cast(PennyBlue, game), position, aims, outcomes)

    def worth(self, game: Game[Any, Any], positions: Positions, side: Side) -> Floats:
        """What positions are worth to the side, by hand."""
        return worth(cast(PennyBlue, game), positions, side)

    def placements(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Sequence[Answer]:
        """The sovereign on every spot that is free (BLU-14)."""
        return placements_on(cast(PennyBlue, game).board.drawn_spots.values(), decision)

"""What a bot must know of one game: ideas by geometry, where outcomes lead, and what a position is worth by hand.

Law: `after` is what `advance` would make, for every outcome at once. Tests compare them. The registry names its module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from pennyflick import physics
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.search.aims import Aims
from pennyflick.rules import registry
from pennyflick.rules.game import Game, Position
from pennyflick.table import Answer, AskPlace, Decision, DiscId, Place, Point, Side


class Tactics(Protocol):
    """What a bot knows of a game. Values are from 0 (lost) to 1 (won), in the frame of the side named."""

    @property
    def contacts(self) -> int:
        """How many contacts of an outcome `after` needs to see."""

    @property
    def track(self) -> DiscId | None:
        """The disc whose path corners `after` needs to see."""

    def ideas(self, game: Game[Any, Any], position: Position[Any], decision: Decision, *, wide: bool = False) -> Aims:
        """Flicks worth a thought, by geometry alone; legal, a few hundred rows; empty when no flick is asked for.

        `wide`: all that a strong player would think of; without it what `classic` thinks of, kept as it is for ever.
        """

    def after(self, game: Game[Any, Any], position: Position[Any], aims: Aims, outcomes: physics.Outcomes) -> Positions:
        """Where each outcome leads; rows that are `capped` may hold anything."""

    def worth(self, game: Game[Any, Any], positions: Positions, side: Side) -> Floats:
        """What positions are worth to the side, by rules of thumb: the baseline of what is learned."""

    def placements(
        self, game: Game[Any, Any], position: Position[Any], decision: Decision, *, wide: bool = False
    ) -> Sequence[Answer]:
        """Placements worth a thought besides the suggested one; may be empty. `wide` as for ideas."""


def tactics_of(game_name: str) -> Tactics:
    """What bots know of this game."""
    found: Tactics = registry.players_part(game_name, "TACTICS")
    return found


def worth_of(tactics: Tactics, game: Game[Any, Any], position: Position[Any], side: Side) -> float:
    """What one position is worth to the side, by rules of thumb."""
    return float(tactics.worth(game, Positions.of(game, [position]), side)[0])


def worth_to(game: Game[Any, Any], position: Position[Any], side: Side) -> float:
    """The same of any position; one that is over speaks for itself."""
    ending = game.result(position.ledger)
    if ending is None:
        return worth_of(tactics_of(game.name), game, position, side)
    return 0.5 if ending.winner is None else float(ending.winner is side)


def placements_on(points: Iterable[Point], decision: Decision) -> list[Answer]:
    """Every legal placement of a single disc on one of the points, disc by disc."""
    places = tuple(points)
    singles = (ask for ask in decision.asks if isinstance(ask, AskPlace) and len(ask.discs) == 1)
    regions = [(disc, region) for ask in singles for disc, region in ask.discs.items()]
    return [Place({disc: point}) for disc, region in regions for point in places if region.breaks(point) is None]

"""What is learned of a game: the chance to win what is at stake now (a game, a rally, the next goal, a round).

The registry's module of a game's players calls it STUDY. What the stake means for the match is counted, not learned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pennyflick.players.hands import Hand
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.rules import registry
from pennyflick.rules.game import Game
from pennyflick.table import Side

Hands = Mapping[Side, Hand]


class Study(Protocol):
    """What a learned value sees, and what it speaks of."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of the features; a shipped value was learned from exactly these."""

    @property
    def helps(self) -> frozenset[str]:
        """Features of which more, all else being alike, never hurts whoever acts: the fit keeps to that."""

    @property
    def hurts(self) -> frozenset[str]:
        """Features of which more never helps him."""

    def acting(self, game: Game[Any, Any], ledgers: Sequence[Any]) -> Sequence[Side]:
        """Who is to act under each ledger (anybody, once the match is over): features are in his frame."""

    def features(self, game: Game[Any, Any], positions: Positions, hands: Hands) -> Floats:
        """(n, names): the position as a player sees it, mirrored so that whoever is to act looks the same way."""

    def stakes(self, game: Game[Any, Any], ledgers: Sequence[Any], side: Side) -> Floats:
        """(ledgers, 2): what the match is worth to the side if the stake is lost, if it is won; equal at the end."""

    def taken(self, game: Game[Any, Any], before: Any, after: Any) -> float | None:
        """Of two ledgers that follow each other: One's share of the stake (1 won, 0.5 halved); None: still open."""


class UnstudiedError(ValueError):
    """A game of which nothing can be learned: it says nothing of what would be."""


def study_of(game_name: str) -> Study:
    """What is learned of this game; raises UnstudiedError."""
    try:
        found: Study = registry.players_part(game_name, "STUDY")
    except AttributeError:
        raise UnstudiedError(f"{game_name} does not say what can be learned of it") from None
    return found

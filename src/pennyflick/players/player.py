"""Who decides: anything that answers a decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from pennyflick.players.dice import Dice
from pennyflick.rules.game import Game, Position
from pennyflick.table import Answer, Decision


@dataclass(frozen=True)
class Thought:
    """An answer, and what its player would say of it."""

    answer: Answer
    sentence: str = ""
    chance: float | None = None  # of what the sentence promises, from 0 to 1


class Player(Protocol):
    """Answers decisions. All its randomness comes from the dice it is given, so the same dice give the same answer."""

    def answer(self, game: Game[Any, Any], position: Position[Any], decision: Decision, dice: Dice) -> Thought:
        """An answer that the game does not refuse."""

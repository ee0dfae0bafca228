"""Who decides: anything that answers a decision."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from pennyflick.players.dice import Dice
from pennyflick.rules.game import Game, Position
from pennyflick.table import Answer, Decision, Sentence, phrase


@dataclass(frozen=True)
class Thought:
    """An answer, and what its player would say of it."""

    answer: Answer
    sentence: Sentence = field(default_factory=Sentence)
    chance: float | None = None  # that what the sentence promises comes true, from 0 to 1; None: it promises nothing

    @property
    def said(self) -> Sentence:
        """The sentence with its chance: "Y3 off over the near edge, 41 %"."""
        return self.sentence if self.chance is None else phrase(self.sentence, f", {round(100.0 * self.chance)} %")


class Player(Protocol):
    """Answers decisions. All its randomness comes from the dice it is given, so the same dice give the same answer."""

    def answer(self, game: Game[Any, Any], position: Position[Any], decision: Decision, dice: Dice) -> Thought:
        """An answer that the game does not refuse."""

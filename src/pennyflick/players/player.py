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
    leaves: Sentence = field(default_factory=Sentence)  # what the other side is left, where that is worth a word
    worth: float | None = None  # what the match seems worth to him with it, from 0 (lost) to 1; None: he did not think

    @property
    def said(self) -> Sentence:
        """The sentence with its chance and what is left: "returns the red, 46 %; leaves you a hard one"."""
        chance = "" if self.chance is None else f", {round(100.0 * self.chance)} %"
        return phrase(self.sentence, chance, *((";", self.leaves) if self.leaves else ()))


class Player(Protocol):
    """Answers decisions. All its randomness comes from the dice it is given, so the same dice give the same answer."""

    def answer(self, game: Game[Any, Any], position: Position[Any], decision: Decision, dice: Dice) -> Thought:
        """An answer that the game does not refuse."""

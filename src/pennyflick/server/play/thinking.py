"""What the house answers: a question that fits through a pipe, and the thought. Law: same question, same thought."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pennyflick.match.playing import accepted_thought
from pennyflick.match.referee import Match, resumed
from pennyflick.players.hands import Hand, faced
from pennyflick.players.player import Player, Thought
from pennyflick.rules import registry
from pennyflick.rules.game import Position
from pennyflick.server.play.keeping import begun
from pennyflick.server.play.live import Live
from pennyflick.server.play.opponents import fallback_player, player_of
from pennyflick.server.store.store import Header
from pennyflick.table import Resign, Seat, says

ATTEMPTS = 4  # answers that fail in the simulator before the house resigns


@dataclass(frozen=True)
class Question:
    """Everything that whoever thinks must know: how the match began, and where it stands."""

    header: Header
    parts: registry.Parts  # where the game is found: it may come from another package
    position: Position[Any]
    played: int
    seat: Seat
    opponent: str
    attempt: int = 0

    @property
    def match(self) -> Match:
        """The match as the house finds it."""
        return resumed(begun(self.header), self.position, self.played)


def question_of(live: Live, seat: Seat, opponent: str, attempt: int) -> Question:
    """What must be thought for this seat now."""
    match = live.match
    parts = registry.GAMES[live.header.game]
    return Question(live.header, parts, match.position, match.played, seat, opponent, attempt)


def thought_of(question: Question) -> Thought:
    """What the opponent answers; if it fails, anything legal; if nothing is, it resigns. Never stuck."""
    name = question.header.game
    registry.GAMES.setdefault(name, question.parts)
    facing, hand = _faced(question), question.match.hands.get(question.seat)
    thinker = {question.opponent: lambda: player_of(question.opponent, name, facing, hand)}
    return _thought(question, {**thinker, **_any_legal()})


def _faced(question: Question) -> Hand:
    """What hand the seat plays against."""
    match = question.match
    return faced(match.hands.get(seat) for seat in match.game.seats if seat.side is not question.seat.side)


def fallback_of(question: Question) -> Thought:
    """Any legal answer, without thinking; if there is none, it resigns."""
    return _thought(question, _any_legal())


def _any_legal() -> dict[str, Callable[[], Player]]:
    return {"any legal answer": fallback_player}


def _thought(question: Question, thinkers: dict[str, Callable[[], Player]]) -> Thought:
    left = dict(list(thinkers.items())[: ATTEMPTS - question.attempt])
    resigned = Thought(Resign(question.seat), says("I do not know how to go on, so I resign"))
    return accepted_thought(question.match, question.seat, left, question.attempt) or resigned

"""Fresh matches between equals, and what a value says of their positions beside who won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np

from pennyflick.match import new_match, play
from pennyflick.players.bots import parse_spec, player
from pennyflick.players.dice import Dice
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.values.value import Value
from pennyflick.record import parse_position, position_text
from pennyflick.rules import registry
from pennyflick.rules.game import Game, Position
from pennyflick.table import Side
from pennyflick.training.self_play import Lesson
from pennyflick.training.truth import Gain, Truth, gain, truth

Told = tuple[Floats, Floats]  # of a match: what was said of each position to whoever acts there, and what came for him


@dataclass(frozen=True)
class Job:
    """One match to be played."""

    game: str
    spec: str
    seed: int
    number: int


def matches(game: str, spec: str, seed: int, count: int, pool: Executor | None) -> Iterator[Lesson]:
    """So many matches of this player against itself."""
    jobs = [Job(game, spec, seed, number) for number in range(count)]
    return map(played, jobs) if pool is None else pool.map(played, jobs)


def played(job: Job) -> Lesson:
    """The match: every position at which somebody acts, and One's share of the whole match."""
    game, hand = registry.new_game(job.game), parse_spec(job.spec, job.game).hand
    seed = Dice(job.seed, job.number, f"calibrate {job.game}").bits()
    match = new_match(game, seed=seed, hands=dict.fromkeys(game.seats, hand))
    ended = play(match, dict.fromkeys(game.seats, player(job.spec, job.game)))
    assert ended.ended is not None, "a played match has ended"
    winner = ended.ended.result.winner
    share = 0.5 if winner is None else float(winner is Side.ONE)
    before = [match.position, *(action.position for action in ended.actions[:-1])]
    texts = tuple(position_text(game, position) for position in before)
    return Lesson(0, job.number, dict.fromkeys(Side, hand), texts, (share,) * len(texts), (None,) * len(texts))


def told(game: Game[Any, Any], value: Value, lessons: Iterable[Lesson]) -> list[Told]:
    """Match by match."""
    return [_told(game, value, lesson) for lesson in lessons if lesson.positions]


def calibrated(told: Sequence[Told]) -> Truth:
    """How true a value is of the matches that it was asked of, for whoever acts."""
    return truth(np.concatenate([said for said, _ in told]), np.concatenate([came for _, came in told]))


def truer(told: Sequence[Told], than: Sequence[Told]) -> Gain:
    """By how much one value is truer of the same matches than another."""
    return gain([(said, other, came) for (said, came), (other, _) in zip(told, than, strict=True)])


def _told(game: Game[Any, Any], value: Value, lesson: Lesson) -> Told:
    """What was said of each position to whoever acts there, and what came for him."""
    positions = [parse_position(game, text) for text in lesson.positions]
    many = Positions.of(game, positions)
    for_one = value.of(game, many, Side.ONE, lesson.hands)
    for_two = value.of(game, many, Side.TWO, lesson.hands)
    one, came = _acts_one(game, positions), np.array(lesson.shares)
    return np.where(one, for_one, for_two), np.where(one, came, 1.0 - came)


def _acts_one(game: Game[Any, Any], positions: Sequence[Position[Any]]) -> Any:
    asked = [game.decision(position) for position in positions]
    return np.array([each is not None and each.seats[0].side is Side.ONE for each in asked])

"""What flicks are worth in a puzzle. Law: it is solved by value: whoever finds another flick as good has solved it.

A flick is worth what the positions are worth, on average, to which an expert's hand leads when it means that flick; the
other side has the same hand. All flicks of a position are tried with the same errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pennyflick.lessons.kinds import Puzzle
from pennyflick.lessons.reading import SlipError
from pennyflick.lessons.trying import WRONG, game_of, parsed, set_up_match
from pennyflick.match.referee import Match, decision
from pennyflick.players.bots import value_of
from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS
from pennyflick.players.noise import Floats, Noise
from pennyflick.players.search import search
from pennyflick.players.search.aims import AimList, Aims, Arm
from pennyflick.players.search.tactics import tactics_of
from pennyflick.players.specs import LEARNED
from pennyflick.players.values.files import values_version
from pennyflick.rules.game import Game, Position
from pennyflick.table import AnyFlick, Flick, Side, SideFlick

HAND = HANDS["expert"]
DRAWS = 1_000
FRESH = 2  # a seed that finding puzzles never uses
KEPT_SHARE = 0.5  # of the stored margin must be left on fresh draws


@dataclass(frozen=True)
class Compared:
    """Two flicks of a position, by the same draws."""

    best: float
    second: float
    doubt: float  # the standard error of the difference

    @property
    def margin(self) -> float:
        """By how much the first is worth more."""
        return self.best - self.second


def scene(game: Game[Any, Any], position: Position[Any], side: Side, dice: Dice) -> search.Scene:
    """The position as an expert thinks about it."""
    hands = dict.fromkeys(Side, HAND)
    value = value_of(LEARNED, game.name)
    return search.Scene(tactics_of(game.name), value, game, position, side, hands, Noise(dice))


def aims_of(flicks: Sequence[AnyFlick]) -> Aims:
    """These flicks as rows."""
    aims = AimList()
    for flick in flicks:
        aims.add(_arm(flick), "", flick.direction_cdeg / 100.0, [flick.speed_mm_s])
    return aims.aims()


def _arm(flick: AnyFlick) -> Arm:
    if isinstance(flick, SideFlick):
        return Arm(flick.disc, flick.at, flick.held)
    return Arm(flick.disc, flick.start, None, flick.call)


def compared(thought: search.Scene, aims: Aims, draws: int) -> Compared:
    """Two aims on fresh draws."""
    first, other = drawn(thought, aims, draws)
    doubt = float(np.std(first - other) / np.sqrt(draws))
    return Compared(float(first.mean()), float(other.mean()), doubt)


def drawn(thought: search.Scene, aims: Aims, draws: int) -> Floats:
    """What each aim was worth in each of so many draws."""
    values = search.exact_values(thought, search.erring_alike(thought, aims, draws))
    return np.asarray(values.reshape(len(aims), draws))


# A puzzle that is tried, and its check -------------------------------------------------------------------------------


def begun(puzzle: Puzzle) -> Match:
    """The match in which it is tried; raises SlipError."""
    try:
        return set_up_match(game_of(puzzle.game, {}), puzzle.position)
    except WRONG as error:
        raise SlipError(puzzle.where.of("position"), f"{puzzle.id}: {error}") from None


def worth(puzzle: Puzzle, flicks: Sequence[AnyFlick], draws: int = DRAWS) -> list[float]:
    """What each flick is worth here, to whoever must act."""
    match = begun(puzzle)
    thought = scene(match.game, match.position, match.starter, Dice(FRESH, 0, f"puzzle {puzzle.id}"))
    return [float(each) for each in drawn(thought, aims_of(flicks), draws).mean(axis=1)]


def is_solved(puzzle: Puzzle, value: float, best: float) -> bool:
    """Whether a flick of this worth is nearer to the best idea than to the runner-up.

    `best` is what the stored flick is worth by the same draws: so it solves its own puzzle, whatever they are.
    """
    return value >= best - (1.0 - KEPT_SHARE) * puzzle.margin


def best_flick(puzzle: Puzzle) -> AnyFlick:
    """The stored flick; raises SlipError."""
    return _flick(puzzle, begun(puzzle), "best")


def check_puzzle(puzzle: Puzzle) -> Compared:
    """Best and runner-up on fresh draws; raises SlipError when the best no longer is, by half the stored margin."""
    match = begun(puzzle)
    if decision(match) is None:
        raise SlipError(puzzle.where.of("position"), f"{puzzle.id}: the match is over")
    best, second = (_flick(puzzle, match, key) for key in ("best", "second"))
    thought = scene(match.game, match.position, match.starter, Dice(FRESH, 0, f"puzzle {puzzle.id}"))
    found = compared(thought, aims_of([best, second]), DRAWS)
    if found.margin < KEPT_SHARE * puzzle.margin:
        raise SlipError(puzzle.where.of("value"), f"{puzzle.id}: {_told(puzzle, found)}")
    return found


def _flick(puzzle: Puzzle, match: Match, key: str) -> AnyFlick:
    text = getattr(puzzle, key)
    try:
        answer = parsed(match, text)
    except WRONG as error:
        raise SlipError(puzzle.where.of(key), f"{puzzle.id}: {error}") from None
    if not isinstance(answer, Flick | SideFlick):
        raise SlipError(puzzle.where.of(key), f"{puzzle.id}: {text!r} is no flick")
    return answer


def _told(puzzle: Puzzle, found: Compared) -> str:
    values = values_version(puzzle.game)
    by = "" if values == puzzle.values else f" (found by values {puzzle.values}, these are {values})"
    return f"the best idea leads by {found.margin:.3f} on fresh draws, not by half of {puzzle.margin:.3f}{by}"

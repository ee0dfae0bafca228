"""The opponents: levels for people who build players, names for people who play.

0 random legal · 1 random geometric idea · 2 greedy as if its hand were perfect · 3 greedy under its hand (halving) ·
4 outcome map, focus, confirmation · 5 the same with a look ahead in its own turn (ahead.py). A spec is a level or a
name, with settings: "4", "3:flicks=2000", "expert", "4:hand=good,flicks=8000".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pennyflick.players.dice import Dice
from pennyflick.players.hands import HANDS, Hand, parse_hand
from pennyflick.players.noise import Floats, Noise
from pennyflick.players.player import Player, Thought
from pennyflick.players.random_legal import RandomLegal
from pennyflick.players.search import search
from pennyflick.players.search.ahead import looked_ahead
from pennyflick.players.search.aims import Aims
from pennyflick.players.search.explain import explained
from pennyflick.players.search.tactics import Tactics, tactics_of
from pennyflick.rules.game import Game, Position, advance
from pennyflick.table import Answer, AskPlace, Choose, Decision, Place
from pennyflick.table.near_miss import did_you_mean

DEFAULT_HAND = "good"


class SpecError(ValueError):
    """An opponent that cannot be read."""


@dataclass(frozen=True)
class Spec:
    """Which opponent, exactly."""

    level: int
    flicks: int  # the budget: simulations a decision
    hand: Hand
    warmth: float = 0.0  # how freely it takes the second best: 0 always the best; as a share of the value scale


LEVEL_FLICKS = {0: 0, 1: 0, 2: 400, 3: 2_000, 4: 6_000, 5: 15_000}
NAMED: Mapping[str, Spec] = {
    "beginner": Spec(3, 400, HANDS["beginner"], warmth=0.06),
    "average": Spec(3, 1_200, HANDS["average"], warmth=0.03),
    "good": Spec(4, 3_000, HANDS["good"], warmth=0.01),
    "expert": Spec(4, 6_000, HANDS["expert"]),
}


def parse_spec(text: str) -> Spec:
    """An opponent from its text; raises SpecError with what would be right."""
    name, _, settings = text.partition(":")
    if name in NAMED:
        spec = NAMED[name]
    elif name.isdigit() and int(name) in LEVEL_FLICKS:
        spec = Spec(int(name), LEVEL_FLICKS[int(name)], HANDS[DEFAULT_HAND])
    else:
        all_of_them = f"it is a level from 0 to {max(LEVEL_FLICKS)} or one of {', '.join(NAMED)}"
        raise SpecError(f"no opponent {name!r}; {did_you_mean(name, NAMED, all_of_them)}")
    for setting in filter(None, settings.split(",")):
        spec = _with_setting(spec, setting)
    return spec


def _with_setting(spec: Spec, setting: str) -> Spec:
    key, _, value = setting.partition("=")
    try:
        match key:
            case "flicks":
                return replace(spec, flicks=_within(int(value), 16, 1_000_000))
            case "hand":
                return replace(spec, hand=_blind(parse_hand(value)))
            case "warmth":
                return replace(spec, warmth=float(_within(float(value), 0.0, 10.0)))
    except ValueError as wrong:
        raise SpecError(f"{setting!r} cannot be read: {wrong}") from None
    raise SpecError(f"no setting {key!r} of an opponent; there are flicks, hand and warmth")


def _blind(hand: Hand) -> Hand:
    if hand.visible:
        raise ValueError("a bot flicks with a blind hand; it watches nothing")
    return hand


def _within(number: Any, low: float, high: float) -> Any:
    if not low <= number <= high:
        raise ValueError(f"{number:g} is not from {low:g} to {high:g}")
    return number


def player(spec: str | Spec, game_name: str) -> Player:
    """The opponent for this game."""
    read = parse_spec(spec) if isinstance(spec, str) else spec
    return RandomLegal() if read.level == 0 else Bot(read, tactics_of(game_name))


@dataclass(frozen=True)
class _Option:
    """An answer and what it is worth."""

    value: float
    answer: Answer
    aim: Aims | None = None  # the one row, if it is a flick


@dataclass(frozen=True)
class Bot:
    """Decides by its level; all its chance comes from the dice it is given."""

    spec: Spec
    tactics: Tactics

    def answer(self, game: Game[Any, Any], position: Position[Any], decision: Decision, dice: Dice) -> Thought:
        """The best it can find within its budget; never one that the game refuses."""
        options = [*self._flick(game, position, decision, dice), *self._others(game, position, decision, dice)]
        if not options:
            return RandomLegal().answer(game, position, decision, dice)
        best = max(options, key=lambda each: each.value)
        if best.aim is None:
            return Thought(best.answer)
        scene = self._scene(game, position, decision, dice)  # only now: what it says must not change what it does
        return Thought(best.answer, *explained(scene, best.aim))

    def _scene(self, game: Game[Any, Any], position: Position[Any], decision: Decision, dice: Dice) -> search.Scene:
        return search.Scene(self.tactics, game, position, decision.seats[0].side, self.spec.hand, Noise(dice))

    def _flick(self, game: Game[Any, Any], position: Position[Any], decision: Decision, dice: Dice) -> list[_Option]:
        aims = self.tactics.ideas(game, position, decision)
        if not len(aims):
            return []
        chosen = self._chosen(self._scene(game, position, decision, dice), aims, dice)
        return [chosen] if game.refuse(position, chosen.answer, decision) is None else []

    def _chosen(self, scene: search.Scene, aims: Aims, dice: Dice) -> _Option:
        if self.spec.level == 1:
            return _option(aims, _any_row(aims, dice), 1.0)
        found = _SEARCHES[self.spec.level](scene, aims, self.spec.flicks)
        row = self._taken(found.values, dice)
        return _option(found.aims, row, float(found.values[row]))

    def _taken(self, values: Floats, dice: Dice) -> int:
        """The best row, or by softmax one nearly as good."""
        if self.spec.warmth == 0.0:
            return 0
        weights = np.exp((values - values[0]) / self.spec.warmth)
        return int(np.searchsorted(np.cumsum(weights) / weights.sum(), dice.uniform()))

    def _others(self, game: Game[Any, Any], position: Position[Any], decision: Decision, dice: Dice) -> list[_Option]:
        """Choices and placements, each valued by the position it leads to."""
        answers = [*map(Choose, decision.choices), *_suggestions(decision), *self._placements(game, position, decision)]
        legal = [answer for answer in answers if game.refuse(position, answer, decision) is None]
        if self.spec.level == 1 and legal:
            return [_Option(dice.uniform() + 0.5, dice.pick(legal))]
        side = decision.seats[0].side
        return [
            _Option(self.tactics.value(game, advance(game, position, answer, None)[0], side), answer)
            for answer in legal
        ]

    def _placements(self, game: Game[Any, Any], position: Position[Any], decision: Decision) -> Sequence[Answer]:
        if not any(isinstance(ask, AskPlace) for ask in decision.asks):
            return ()
        return self.tactics.placements(game, position, decision)


def _any_row(aims: Aims, dice: Dice) -> int:
    """A random idea, and of its ways the softest: who cannot judge does well not to be wild."""
    sentence = dice.pick(list(dict.fromkeys(idea.sentence for idea in aims.ideas)))
    ideas = [number for number, idea in enumerate(aims.ideas) if idea.sentence == sentence]
    rows = np.flatnonzero(np.isin(aims.idea, ideas))
    return int(rows[np.argmin(aims.speed_mm_s[rows])])


_SEARCHES = {2: search.greedy, 3: search.halving, 4: search.mapped, 5: looked_ahead}


def _option(aims: Aims, row: int, value: float) -> _Option:
    return _Option(value, aims.answer(row), aims.rows([row]))


def _suggestions(decision: Decision) -> list[Answer]:
    return [Place(dict(ask.suggested)) for ask in decision.asks if isinstance(ask, AskPlace) and ask.suggested]

"""The opponents: levels for people who build players, names for people who play.

0 random legal · 1 random geometric idea · 2 greedy as if its hand were perfect · 3 greedy under its hand (halving) ·
4 outcome map, focus, confirmation · 5 the same with a look ahead at whoever flicks next (ahead.py). Which one exactly
says a spec (specs.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pennyflick.players.dice import Dice
from pennyflick.players.hands import Hand
from pennyflick.players.noise import Floats, Noise
from pennyflick.players.player import Player, Thought
from pennyflick.players.random_legal import RandomLegal
from pennyflick.players.search import looking, search
from pennyflick.players.search.ahead import looked_ahead
from pennyflick.players.search.aims import Aims
from pennyflick.players.search.explain import explained
from pennyflick.players.search.hand_made import HandMade
from pennyflick.players.search.hopes import importance
from pennyflick.players.search.tactics import Tactics, tactics_of
from pennyflick.players.specs import HAND_MADE, LEARNED, NAMED, Spec, SpecError, parse_spec
from pennyflick.players.values.files import ValueFileError, read_value, shipped_value
from pennyflick.players.values.value import Value
from pennyflick.players.values.wanting import Wanting
from pennyflick.rules import registry
from pennyflick.rules.game import Game, Position
from pennyflick.table import Answer, Decision

LOOKING_LEVEL = 4  # from which choices and placements are looked at, not only glanced at

__all__ = ["NAMED", "Bot", "Spec", "SpecError", "obvious", "parse_spec", "player", "value_of"]


def player(spec: str | Spec, game_name: str, facing: Hand | None = None) -> Player:
    """The opponent for this game; `facing`: the hand of whoever it plays against (None: like its own)."""
    read = parse_spec(spec, game_name) if isinstance(spec, str) else spec
    if read.level == 0:
        return RandomLegal()
    return Bot(read, tactics_of(game_name), _liked(read, game_name), facing or read.hand)


def value_of(values: str, game_name: str) -> Value:
    """The value that a spec names; raises SpecError."""
    if values == HAND_MADE:
        return HandMade(tactics_of(game_name))
    try:
        learned = shipped_value(game_name) if values == LEARNED else read_value(values, game_name)
    except ValueFileError as error:
        raise SpecError(str(error)) from None
    return learned or HandMade(tactics_of(game_name))


def _liked(spec: Spec, game_name: str) -> Value:
    """What positions are worth to it, with what it likes; raises SpecError."""
    value = value_of(spec.values, game_name)
    if not spec.liking:
        return value
    try:
        return Wanting(value, registry.players_part(game_name, "LIKING"), spec.liking)
    except AttributeError:
        raise SpecError(f"nothing is said of {game_name} that an opponent may like") from None


@dataclass(frozen=True)
class _Option:
    """An answer and what it is worth."""

    value: float
    answer: Answer
    aim: Aims | None = None  # the one row, if it is a flick
    among: Aims | None = None  # the ideas that were thought of


@dataclass(frozen=True)
class Bot:
    """Decides by its level; all its chance comes from the dice it is given."""

    spec: Spec
    tactics: Tactics
    value: Value
    facing: Hand  # of whoever it plays against

    def answer(self, game: Game[Any, Any], position: Position[Any], decision: Decision, dice: Dice) -> Thought:
        """The best it can find within its budget; never one that the game refuses."""
        scene = self._scene(game, position, decision, dice)
        options = [*self._flick(scene, decision, dice), *self._others(scene, decision, dice)]
        if not options:
            return RandomLegal().answer(game, position, decision, dice)
        best = max(options, key=lambda each: each.value)
        worth = best.value if self.spec.level > 1 else None
        if best.aim is None:
            return Thought(best.answer, worth=worth)
        fresh = replace(scene, noise=Noise(dice))  # only now: what it says must not change what it does
        return Thought(best.answer, *explained(fresh, best.aim, best.among if self._minds else None), worth=worth)

    @property
    def _minds(self) -> bool:
        """Whether what it leaves the other side is among its reasons."""
        return self.spec.level > 1 and self.spec.prudence == 1.0

    def _scene(self, game: Game[Any, Any], position: Position[Any], decision: Decision, dice: Dice) -> search.Scene:
        side, noise = decision.seats[0].side, Noise(dice)
        hands = {side: self.spec.believed, side.other: self.facing}
        wide, prudence = self.spec.wide, self.spec.prudence
        return search.Scene(self.tactics, self.value, game, position, side, hands, noise, wide, prudence)

    def _flick(self, scene: search.Scene, decision: Decision, dice: Dice) -> list[_Option]:
        aims = obvious(scene.ideas(decision), self.spec.sees)
        if not len(aims):
            return []
        chosen = self._chosen(scene, aims, dice)
        return [chosen] if scene.game.refuse(scene.position, chosen.answer, decision) is None else []

    def _chosen(self, scene: search.Scene, aims: Aims, dice: Dice) -> _Option:
        if self.spec.level == 1:
            return _option(aims, _any_row(aims, dice), 1.0, aims)
        found = _SEARCHES[self.spec.level](scene, aims, self.spec.flicks)
        row = self._taken(found.values, dice)
        return _option(found.aims, row, float(found.values[row]), aims)

    def _taken(self, values: Floats, dice: Dice) -> int:
        """The best row, or by softmax one nearly as good."""
        if self.spec.warmth == 0.0:
            return 0
        weights = np.exp((values - values[0]) / self.spec.warmth)
        return int(np.searchsorted(np.cumsum(weights) / weights.sum(), dice.uniform()))

    def _others(self, scene: search.Scene, decision: Decision, dice: Dice) -> list[_Option]:
        """Choices and placements, each valued by the position it leads to."""
        given = looking.answers(scene, decision)
        if self.spec.level == 1 and given:
            return [_Option(dice.uniform() + 0.5, dice.pick(given))]
        values = self._judged(scene, given, dice)
        return [_Option(float(value), answer) for value, answer in zip(values, given, strict=True)]

    def _judged(self, scene: search.Scene, given: Sequence[Answer], dice: Dice) -> Floats:
        if self.spec.looks and self.spec.level >= LOOKING_LEVEL:
            return looking.looked_at(scene, given, self.spec.flicks, dice)
        return looking.glanced(scene, given)


def obvious(aims: Aims, share: float) -> Aims:
    """The ideas that somebody sees who sees only this share: those that promise most, whatever may come after."""
    if share >= 1.0 or not len(aims):
        return aims
    promise = [0.0 if idea.hope is None else importance(idea.hope) for idea in aims.ideas]
    seen = np.argsort(-np.array(promise), kind="stable")[: max(round(share * len(promise)), 1)]
    rows = aims.rows(np.isin(aims.idea, seen))
    return rows if len(rows) else aims


def _any_row(aims: Aims, dice: Dice) -> int:
    """A random idea, and of its ways the softest: who cannot judge does well not to be wild."""
    told = {int(number): aims.ideas[number].sentence for number in np.unique(aims.idea)}  # not all need have a way
    sentence = dice.pick(list(dict.fromkeys(told.values())))
    ideas = [number for number, words in told.items() if words == sentence]
    rows = np.flatnonzero(np.isin(aims.idea, ideas))
    return int(rows[np.argmin(aims.speed_mm_s[rows])])


_SEARCHES = {2: search.greedy, 3: search.halving, 4: search.mapped, 5: looked_ahead}


def _option(aims: Aims, row: int, value: float, among: Aims) -> _Option:
    return _Option(value, aims.answer(row), aims.rows([row]), among)

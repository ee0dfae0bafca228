"""Choices and placements, looked at as positions: what can whoever flicks next really make of them?

A value sees at a glance; a small search sees whether the gap is wide enough for the hand that must use it. Where a
choice leads to another choice, each side is taken to answer that by a glance. Law: all are looked at with the same
draws, so that chance does not decide between them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from pennyflick.players.dice import Dice
from pennyflick.players.noise import Floats, Noise
from pennyflick.players.search import search
from pennyflick.players.search.aims import Aims
from pennyflick.players.search.boards_many import Bools
from pennyflick.rules.game import Game, Position, advance
from pennyflick.table import Answer, AskPlace, Choose, Decision, Place

LOOKED_AT = 4  # placements; choices are few, and all looked at
FIRST_NAMED = 3  # placements looked at besides, whatever a glance says: those that the tactics name first
LEAST_FLICKS = 150  # a look with fewer sees less than a glance does
CLEARLY = 0.01  # of a match: so much a look may err; for less no right is let lapse
FOLLOWED = 4  # answers without a flick that are followed before the first flick

Searched = Callable[[search.Scene, Aims], search.Found]


def answers(scene: search.Scene, decision: Decision) -> list[Answer]:
    """Every choice, and every placement worth a thought, that the game accepts.

    Who thinks widely names the most sensible placements first, and takes them where it sees no difference.
    """
    choices, suggested, placements = map(Choose, decision.choices), _suggestions(decision), _placements(scene, decision)
    each = [*placements, *suggested, *choices] if scene.wide else [*choices, *suggested, *placements]
    return [answer for answer in each if scene.game.refuse(scene.position, answer, decision) is None]


def _suggestions(decision: Decision) -> list[Answer]:
    return [Place(dict(ask.suggested)) for ask in decision.asks if isinstance(ask, AskPlace) and ask.suggested]


def _placements(scene: search.Scene, decision: Decision) -> Sequence[Answer]:
    if not any(isinstance(ask, AskPlace) for ask in decision.asks):
        return ()
    return scene.tactics.placements(scene.game, scene.position, decision, wide=scene.wide)


def glanced(scene: search.Scene, given: Sequence[Answer]) -> Floats:
    """What each answer is worth by the position it leads to."""
    return scene.worth([_after(scene.game, scene.position, answer) for answer in given])


def looked_at(scene: search.Scene, given: Sequence[Answer], budget: int, dice: Dice) -> Floats:
    """The same, the most promising by a search of whoever flicks next; the others, passed over, are worth nothing."""
    values = glanced(scene, given)
    chosen = _promising(given, values)
    each, seed = budget // max(len(chosen), 1), dice.bits()
    if each < LEAST_FLICKS or len(given) < 2:
        return values
    looked = np.full(len(given), -np.inf)
    for row in chosen:
        alike = replace(scene, noise=Noise(Dice(seed, 0, "look")))
        searched = partial(search.mapped, budget=each)
        looked[row] = seen(alike, _after(scene.game, scene.position, given[row]), searched, float(values[row]))
    return np.asarray(looked - CLEARLY * _lapses(given))


def _lapses(given: Sequence[Answer]) -> Bools:
    """Which answers place nothing although something may be placed."""
    places = np.array([isinstance(answer, Place) for answer in given])
    return ~places & places.any()


def _promising(given: Sequence[Answer], values: Floats) -> list[int]:
    """All choices, the few best placements, and those named first."""
    best = [int(row) for row in np.argsort(-values, kind="stable")]
    choices = [row for row in best if isinstance(given[row], Choose)]
    places = [row for row in best if row not in choices]
    return list(dict.fromkeys((*choices, *places[:LOOKED_AT], *sorted(places)[:FIRST_NAMED])))


def seen(scene: search.Scene, position: Position[Any], searched: Searched, glance: float) -> float:
    """What the position is worth to the scene's side once whoever flicks next has searched; else what a glance said."""
    for _ in range(FOLLOWED):
        asked = scene.game.decision(position)
        if asked is None:
            break
        then = replace(scene, position=position, side=asked.seats[0].side)
        if len(aims := then.ideas(asked)):
            worth = float(searched(then, aims).values[0])
            return worth if then.side is scene.side else 1.0 - worth
        others = answers(then, asked)
        if not others:
            break
        position = _after(scene.game, position, others[int(np.argmax(glanced(then, others)))])
    return glance


def _after(game: Game[Any, Any], position: Position[Any], answer: Answer) -> Position[Any]:
    return advance(game, position, answer, None)[0]

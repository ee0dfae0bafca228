"""Looking ahead in one's own turn: a flick that keeps the turn is worth what the next flick can make of it.

The look corrects the map's value, it does not replace it: the same outcomes are valued with and without the next
flick, and the difference is added to what many fresh draws say.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pennyflick.players import exact, search
from pennyflick.players.aims import Aims
from pennyflick.players.hands import Hand
from pennyflick.players.noise import Floats, shaken
from pennyflick.table import AskFlick, AskSideFlick

SEARCH_SHARE = 0.4  # of the budget goes to map, focus and confirmation; the rest to looks
LOOKED_AT = 6  # finalists whose outcomes are looked at
NEXT_FLICKS, NEXT_DRAWS = 150, 50  # for choosing the next flick, and for saying what it is worth
LEAST_LOOKS = 4  # outcomes of each finalist


def looked_ahead(scene: search.Scene, aims: Aims, budget: int) -> search.Found:
    """Outcome map, focus, look-ahead and confirmation."""
    hand = scene.hand
    if hand is None:
        return search.greedy(scene, aims, budget)
    thought = int(budget * SEARCH_SHARE)
    best = search.finalists(scene, hand, aims, thought).rows(slice(0, LOOKED_AT))
    each = max(int(thought * search.CONFIRM_SHARE) // len(best), 1)
    values = search.drawn(scene, best, each) / each
    values = values + corrections(scene, hand, best, (budget - thought) // (NEXT_FLICKS + NEXT_DRAWS))
    order = np.argsort(-values, kind="stable")
    return search.Found(best.rows(order), values[order])


def corrections(scene: search.Scene, hand: Hand, best: Aims, looks: int) -> Floats:
    """By how much each aim is worth more when its own turn goes on, the mean over a few outcomes."""
    each = max(looks // len(best), LEAST_LOOKS)
    errors = np.tile(scene.noise.pairs(each), (len(best), 1))
    meant = best.rows(np.repeat(np.arange(len(best)), each))
    done = meant.moved(*shaken(hand, meant.direction_deg, meant.speed_mm_s, errors))
    gains = np.array([gain(scene, hand, done, row) for row in range(len(done))])
    return np.asarray(gains.reshape(len(best), each).mean(axis=1))


def gain(scene: search.Scene, hand: Hand, done: Aims, row: int) -> float:
    """What the next flick adds to the value of where this one leads; nothing if the turn is over."""
    after = exact.after(scene.game, scene.position, done, row)
    asked = scene.game.decision(after)
    if asked is None or asked.seats[0].side is not scene.side:
        return 0.0
    if not any(isinstance(ask, AskFlick | AskSideFlick) for ask in asked.asks):
        return 0.0
    ideas = scene.tactics.ideas(scene.game, after, asked)
    if not len(ideas):
        return 0.0
    then = replace(scene, position=after)
    chosen = search.finalists(then, hand, ideas, NEXT_FLICKS).rows(slice(0, 1))
    worth = search.drawn(then, chosen, NEXT_DRAWS)[0] / NEXT_DRAWS
    return float(worth - scene.tactics.value(scene.game, after, scene.side))

"""Looking ahead in one's own turn: a flick that keeps the turn is worth what the next flick can make of it.

The look corrects the map's value, it does not replace it: the same outcomes are valued with and without the next
flick, and the difference is added to what many fresh draws say.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pennyflick.players.noise import Floats
from pennyflick.players.search import exact, search
from pennyflick.players.search.aims import Aims

SEARCH_SHARE = 0.4  # of the budget goes to map, focus and confirmation; the rest to looks
LOOKED_AT = 6  # finalists whose outcomes are looked at
NEXT_FLICKS, NEXT_DRAWS = 150, 50  # for choosing the next flick, and for saying what it is worth
LEAST_LOOKS = 4  # outcomes of each finalist


def looked_ahead(scene: search.Scene, aims: Aims, budget: int) -> search.Found:
    """Outcome map, focus, look-ahead and confirmation."""
    thought = int(budget * SEARCH_SHARE)
    best = search.finalists(scene, aims, thought).rows(slice(0, LOOKED_AT))
    each = max(int(thought * search.CONFIRM_SHARE) // len(best), 1)
    values = search.drawn(scene, best, each) / each
    return search.best_first(best, values + corrections(scene, best, (budget - thought) // (NEXT_FLICKS + NEXT_DRAWS)))


def corrections(scene: search.Scene, best: Aims, looks: int) -> Floats:
    """By how much each aim is worth more when its own turn goes on, the mean over a few outcomes."""
    each = max(looks // len(best), LEAST_LOOKS)
    done = search.erring_alike(scene, best, each)
    gains = np.array([gain(scene, done, row) for row in range(len(done))])
    return np.asarray(gains.reshape(len(best), each).mean(axis=1))


def gain(scene: search.Scene, done: Aims, row: int) -> float:
    """What the next flick adds to the value of where this one leads; nothing if the turn is over."""
    after = exact.after(scene.game, scene.position, done, row)
    asked = scene.game.decision(after)
    if asked is None or asked.seats[0].side is not scene.side:
        return 0.0
    then = replace(scene, position=after)
    ideas = then.ideas(asked)
    if not len(ideas):
        return 0.0
    chosen = search.finalists(then, ideas, NEXT_FLICKS).rows(slice(0, 1))
    worth = search.drawn(then, chosen, NEXT_DRAWS)[0] / NEXT_DRAWS
    return float(worth - then.worth([after])[0])

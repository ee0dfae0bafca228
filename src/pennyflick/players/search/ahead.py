"""Looking ahead: a flick is worth what whoever flicks next can make of where it leads, oneself or the other side.

The look corrects the map's value, it does not replace it: the same outcomes are valued at a glance and by a small
search of whoever comes next, and the difference is added to what many fresh draws say. All aims are looked at after the
same errors of the hand, and those that stay behind are given up, so that the looks go where they decide.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from pennyflick.players.noise import Floats
from pennyflick.players.search import exact, looking, search
from pennyflick.players.search.aims import Aims

SEARCH_SHARE = 0.2  # of the budget goes to map, focus and confirmation; the rest to looks
LOOK_FLICKS = 160  # of whoever comes next


def looked_ahead(scene: search.Scene, aims: Aims, budget: int) -> search.Found:
    """Outcome map and focus; the finalists on fresh draws, then halved by looks."""
    thought = int(budget * SEARCH_SHARE)
    best = search.finalists(scene, aims, thought)
    each = max(int(thought * search.CONFIRM_SHARE) // len(best), 1)
    values = search.drawn(scene, best, each) / each
    return _halved(scene, best, values, (budget - thought) // LOOK_FLICKS)


def _halved(scene: search.Scene, aims: Aims, values: Floats, looks: int) -> search.Found:
    """Every aim a few looks, then the better half as many in all, until two are left."""
    a_round = looks // search.rounds(aims)
    gains = np.zeros((len(aims), 0))
    while True:
        gains = np.concatenate([gains, _gains(scene, aims, max(a_round // len(aims), 1))], axis=1)
        found = values + gains.mean(axis=1)
        if len(aims) <= 2:
            return search.best_first(aims, found)
        keep = np.argsort(-found, kind="stable")[: max(len(aims) // 2, 2)]
        aims, values, gains = aims.rows(keep), values[keep], gains[keep]


def _gains(scene: search.Scene, aims: Aims, each: int) -> Floats:
    """(aims, each): what looking changes, after the same errors for all."""
    done = search.erring_alike(scene, aims, each)
    return np.array([gain(scene, done, row) for row in range(len(done))]).reshape(len(aims), each)


def gain(scene: search.Scene, done: Aims, row: int) -> float:
    """By how much the position that this flick leads to is worth more when whoever comes next has searched a little."""
    after = exact.after(scene.game, scene.position, done, row)
    glance = float(scene.worth([after])[0])
    return looking.seen(scene, after, partial(search.glimpsed, budget=LOOK_FLICKS), glance) - glance

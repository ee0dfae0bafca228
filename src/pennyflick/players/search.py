"""Choosing a flick: geometry, outcome map, focus, confirmation. Knows no game; thinks in simulations, not seconds.

The steps: ideas by geometry; noisy versions of them simulated once each; the value of an aim is the average of nearby
outcomes weighted by the hand's own law of error (the outcome map); more samples round the best, off the grid (focus);
and the few best compared on fresh samples (confirm), whose value is reported, never the search's maximum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pennyflick.players.aims import Aims, simulated
from pennyflick.players.hands import Hand
from pennyflick.players.noise import Floats, Noise, density, shaken, spread_deg
from pennyflick.players.tactics import Tactics
from pennyflick.rules.game import Game, Position
from pennyflick.table import Side

MAP_SHARE, FOCUS_SHARE = 0.45, 0.35  # of the budget; confirming gets the rest
FOCUS_AIMS = 24
FINALISTS = 8
MAP_WIDTH = 160  # aims whose whole neighbourhood is weighed; the rest have shown too little
DOUBT = 0.5  # how many standard errors an aim is held to be worse than it looks


@dataclass(frozen=True)
class Scene:
    """What is being thought about."""

    tactics: Tactics
    game: Game[Any, Any]
    position: Position[Any]
    side: Side
    hand: Hand | None
    noise: Noise


@dataclass(frozen=True)
class Found:
    """Aims and what they seem to be worth, best first."""

    aims: Aims
    values: Floats


def exact_values(scene: Scene, aims: Aims) -> Floats:
    """What each aim is worth if the hand were perfect."""
    outcomes = simulated(scene.game, scene.position, aims, scene.tactics.contacts, scene.tactics.track)
    values = scene.tactics.value_many(scene.game, scene.position, aims, outcomes, scene.side)
    return np.where(outcomes.capped, 0.0, values)


def greedy(scene: Scene, aims: Aims, budget: int) -> Found:
    """The best as if the hand were perfect."""
    return _best_first(aims.rows(_spread(len(aims), budget)), scene, exact_values)


def halving(scene: Scene, aims: Aims, budget: int) -> Found:
    """Sequential halving: every aim a few noisy draws, then the better half more, until few are left."""
    rounds = max(1, int(np.ceil(np.log2(max(len(aims), 2)))))
    share = budget // rounds
    aims = aims.rows(_spread(len(aims), max(share // 2, 1)))
    totals, draws = np.zeros(len(aims)), 0
    while True:
        each = max(share // len(aims), 1)
        totals, draws = totals + drawn(scene, aims, each), draws + each
        order = np.argsort(-totals, kind="stable")
        if len(aims) <= 2:
            return Found(aims.rows(order), totals[order] / draws)
        keep = order[: max(len(aims) // 2, 2)]
        aims, totals = aims.rows(keep), totals[keep]


def mapped(scene: Scene, aims: Aims, budget: int) -> Found:
    """Outcome map, focus and confirmation."""
    hand = scene.hand
    if hand is None:
        return greedy(scene, aims, budget)
    proposals = aims.rows(_spread(len(aims), int(budget * MAP_SHARE)))
    each = max(1, int(budget * MAP_SHARE) // max(len(proposals), 1))
    samples, values = _sampled(scene, hand, proposals, each)
    rough = values.reshape(len(proposals), each).mean(axis=1)
    centres = proposals.rows(np.argsort(-rough, kind="stable")[:MAP_WIDTH])
    weighed = _weighed(hand, centres, proposals, each, samples, values)

    picked = _separated(centres, weighed, hand)
    fresh = _sampled(scene, hand, picked, max(1, int(budget * FOCUS_SHARE) // max(len(picked), 1)))
    near = _concat(picked, _best_samples(*fresh))
    each_fresh = len(fresh[0]) // len(picked)
    again = _weighed(hand, near, picked, each_fresh, *fresh)
    finalists = near.rows(_separated_rows(near, again, hand, FINALISTS))
    left = budget - len(samples) - len(fresh[0])
    return halving(scene, finalists, max(left, 4 * FINALISTS))


def _best_first(aims: Aims, scene: Scene, worth: Any) -> Found:
    values = worth(scene, aims)
    order = np.argsort(-values, kind="stable")
    return Found(aims.rows(order), values[order])


def _spread(count: int, most: int) -> NDArray[np.int64]:
    """At most so many of the rows, evenly spread."""
    return np.unique(np.linspace(0, count - 1, max(min(count, most), 1)).astype(np.int64))


def drawn(scene: Scene, aims: Aims, each: int) -> Floats:
    """The sum over `each` noisy draws of every aim's value."""
    if scene.hand is None:
        return exact_values(scene, aims) * each
    _, values = _sampled(scene, scene.hand, aims, each)
    return np.asarray(values.reshape(len(aims), each).sum(axis=1))


def _sampled(scene: Scene, hand: Hand, aims: Aims, each: int) -> tuple[Aims, Floats]:
    """`each` noisy versions of every aim, simulated and valued; the versions of one aim are neighbours."""
    repeated = aims.rows(np.repeat(np.arange(len(aims)), each))
    noisy = repeated.moved(*shaken(hand, repeated.direction_deg, repeated.speed_mm_s, scene.noise))
    return noisy, exact_values(scene, noisy)


def _closeness(hand: Hand, centres: Aims, samples: Aims) -> Floats:
    """How likely the hand, meaning each centre (rows), does each sample (columns): its law's density."""
    spread = spread_deg(hand, centres.speed_mm_s)[:, None]
    pace = (hand.speed_sd * centres.speed_mm_s)[:, None]
    turn = samples.direction_deg[None, :] - centres.direction_deg[:, None]
    turn = (turn + 180.0) % 360.0 - 180.0
    faster = samples.speed_mm_s[None, :] - centres.speed_mm_s[:, None]
    dense = density(turn / spread) * density(faster / pace) / (spread * pace)
    return np.where(centres.arm[:, None] == samples.arm[None, :], dense, 0.0)


def _weighed(hand: Hand, centres: Aims, proposals: Aims, each: int, samples: Aims, values: Floats) -> Floats:
    """The outcome map: each centre's value less its doubt, from all samples weighted by the hand's own law."""
    near = _closeness(hand, centres, samples)
    offered = np.zeros(len(samples))
    for begin in range(0, len(proposals), 64):  # in strips: the whole table would not fit the cache
        offered += _closeness(hand, proposals.rows(slice(begin, begin + 64)), samples).sum(axis=0)
    weights = near / np.maximum(offered * each, 1e-300)
    total = weights.sum(axis=1)
    share = weights / np.maximum(total, 1e-300)[:, None]
    mean = share @ values
    variance = np.maximum(share @ (values * values) - mean * mean, 0.0)
    effective = 1.0 / np.maximum((share * share).sum(axis=1), 1e-300)
    return np.asarray(mean - DOUBT * np.sqrt((variance + 0.01) / np.maximum(effective, 1.0)))


def _separated(aims: Aims, values: Floats, hand: Hand) -> Aims:
    return aims.rows(_separated_rows(aims, values, hand, FOCUS_AIMS))


def _separated_rows(aims: Aims, values: Floats, hand: Hand, most: int) -> NDArray[np.int64]:
    """The best rows that are not the same flick again: half a hand's spread apart, or on another arm."""
    chosen: list[int] = []
    spread = spread_deg(hand, aims.speed_mm_s)
    for row in np.argsort(-values, kind="stable"):
        turn = (aims.direction_deg[chosen] - aims.direction_deg[row] + 180.0) % 360.0 - 180.0
        near = np.abs(turn) < 0.5 * spread[row]
        near &= np.abs(aims.speed_mm_s[chosen] / aims.speed_mm_s[row] - 1.0) < 0.5 * hand.speed_sd
        near &= aims.arm[chosen] == aims.arm[row]
        if not near.any():
            chosen.append(int(row))
        if len(chosen) == most:
            break
    return np.array(chosen, dtype=np.int64)


def _best_samples(samples: Aims, values: Floats) -> Aims:
    """The samples that went best become aims themselves: that is how the search leaves its grid."""
    return samples.rows(np.argsort(-values, kind="stable")[: 3 * FOCUS_AIMS])


def _concat(a: Aims, b: Aims) -> Aims:
    return Aims(
        a.arms,
        a.ideas,
        np.concatenate([a.arm, b.arm]),
        np.concatenate([a.idea, b.idea]),
        np.concatenate([a.direction_deg, b.direction_deg]),
        np.concatenate([a.speed_mm_s, b.speed_mm_s]),
    )

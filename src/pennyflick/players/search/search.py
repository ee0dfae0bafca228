"""Choosing a flick: geometry, outcome map, focus, confirmation. Knows no game; thinks in simulations, not seconds.

The steps: ideas by geometry; noisy versions of them simulated once each; the value of an aim is the average of nearby
outcomes weighted by the hand's own law of error (the outcome map); more samples round the best, off the grid (focus);
and the few best compared on fresh samples (confirm), whose value is reported, never the search's maximum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pennyflick.players.hands import Hand
from pennyflick.players.noise import Floats, Noise, spread_deg
from pennyflick.players.positions import Positions
from pennyflick.players.search.aims import Aims, simulated
from pennyflick.players.search.boards_many import Bools
from pennyflick.players.search.closeness import closeness
from pennyflick.players.search.leaving import left_to_other, minded
from pennyflick.players.search.tactics import Tactics
from pennyflick.players.values.study import Hands
from pennyflick.players.values.value import Value
from pennyflick.rules.game import Game, Position
from pennyflick.table import Decision, Side

FIRST_DRAWS = 8  # for halving: an idea deserves so many before there are more of them
MAP_SHARE, CONFIRM_SHARE = 0.40, 0.25  # of the budget
FOCUS_AIMS, FINALISTS = 24, 8
FOCUS = ((0.14, FOCUS_AIMS), (0.12, 16), (0.09, FINALISTS))  # share of the budget, aims left
NEWCOMERS = 400
GLIMPSE_SHARE, GLIMPSED = 0.55, 3  # of a glimpse's budget goes to the map; so many aims are drawn anew
DOUBT = 0.5  # how many standard errors an aim is held to be worse than it looks


@dataclass(frozen=True)
class Scene:
    """What is being thought about."""

    tactics: Tactics
    value: Value
    game: Game[Any, Any]
    position: Position[Any]
    side: Side
    hands: Hands  # as whoever thinks believes them to be
    noise: Noise
    wide: bool = True  # False: only what `classic` thinks of
    prudence: float = 1.0  # the share of how it leaves the board to the other side that whoever thinks minds

    @property
    def hand(self) -> Hand:
        """Of whoever flicks."""
        return self.hands[self.side]

    def ideas(self, decision: Decision) -> Aims:
        """Flicks worth a thought."""
        return self.tactics.ideas(self.game, self.position, decision, wide=self.wide)

    def worth(self, positions: Sequence[Position[Any]]) -> Floats:
        """What these positions are worth to the side."""
        if not positions:
            return np.zeros(0)
        return self.valued(Positions.of(self.game, positions))

    def valued(self, positions: Positions) -> Floats:
        """The same of arrays, as between equals: both hands are taken to be like that of whoever flicks.

        What a value learned of unequal hands is mostly who wins, and too rough to choose by (docs/bots.md).
        """
        return self.value.of(self.game, positions, self.side, dict.fromkeys(Side, self.hand))


@dataclass(frozen=True)
class Found:
    """Aims and what they seem to be worth, best first."""

    aims: Aims
    values: Floats


@dataclass(frozen=True)
class Sampled:
    """Noisy versions of some aims, each simulated once."""

    aims: Aims
    values: Floats
    each: int  # how many there are of every aim they are versions of

    @property
    def centres(self) -> int:
        """How many aims they are versions of."""
        return len(self.aims) // self.each

    def on(self, arm: int) -> Sampled:
        """Those on one arm."""
        rows = self.aims.arm == arm
        return Sampled(self.aims.rows(rows), self.values[rows], self.each)


def exact_values(scene: Scene, aims: Aims) -> Floats:
    """What each aim is worth if the hand were perfect."""
    after, values, capped = _led_to(scene, aims)
    if scene.prudence < 1.0:
        values = minded(values, after, left_to_other(scene.game, after, scene.side), scene.prudence)
    return np.where(capped, 0.0, values)


def outlook(scene: Scene, aims: Aims) -> tuple[Positions, Floats, Bools]:
    """Where each aim leads if the hand were perfect, what that is worth, and whether the other side acts there."""
    after, values, capped = _led_to(scene, aims)
    return after, values, left_to_other(scene.game, after, scene.side) & ~capped


def _led_to(scene: Scene, aims: Aims) -> tuple[Positions, Floats, Bools]:
    """The positions, their values, and the rows that were cut short and hold anything."""
    outcomes = simulated(scene.game, scene.position, aims, scene.tactics.contacts, scene.tactics.track)
    after = scene.tactics.after(scene.game, scene.position, aims, outcomes)
    return after, scene.valued(after), outcomes.capped


def greedy(scene: Scene, aims: Aims, budget: int) -> Found:
    """The best as if the hand were perfect."""
    some = aims.rows(_spread(len(aims), budget))
    return best_first(some, exact_values(scene, some))


def halving(scene: Scene, aims: Aims, budget: int) -> Found:
    """Sequential halving over the ideas, and over neighbours of theirs as far as the budget goes."""
    a_round = budget // rounds(aims)
    grid = aims.rows(_spread(len(aims), a_round // 2))
    return _halved(scene, _filled(scene, grid, a_round // FIRST_DRAWS), a_round)


def rounds(aims: Aims) -> int:
    """How often they can be halved."""
    return max(1, int(np.ceil(np.log2(max(len(aims), 2)))))


def _filled(scene: Scene, aims: Aims, count: int) -> Aims:
    """So many aims: the grid filled up with flicks that the hand might do for one of it."""
    if count <= len(aims):
        return aims
    more = aims.rows(np.arange(count - len(aims)) % len(aims))
    return concat(aims, more.erring(scene.hand, scene.noise.pairs(len(more))))


def _halved(scene: Scene, aims: Aims, a_round: int) -> Found:
    """Every aim a few noisy draws, then the better half more, until few are left; so many draws a round."""
    totals, draws = np.zeros(len(aims)), 0
    while True:
        each = max(a_round // len(aims), 1)
        totals, draws = totals + drawn(scene, aims, each), draws + each
        if len(aims) <= 2:
            return best_first(aims, totals / draws)
        keep = np.argsort(-totals, kind="stable")[: max(len(aims) // 2, 2)]
        aims, totals = aims.rows(keep), totals[keep]


def mapped(scene: Scene, aims: Aims, budget: int) -> Found:
    """Outcome map, focus and confirmation."""
    best = finalists(scene, aims, budget)
    return _halved(scene, best, int(budget * CONFIRM_SHARE) // rounds(best))


def glimpsed(scene: Scene, aims: Aims, budget: int) -> Found:
    """The best few of the outcome map on fresh draws: little more than a glance, for looks, of which there are many."""
    few = _surveyed(scene, aims, int(budget * GLIMPSE_SHARE)).rows(slice(0, GLIMPSED))
    each = max(int(budget * (1.0 - GLIMPSE_SHARE)) // len(few), 1)
    return best_first(few, drawn(scene, few, each) / each)


def finalists(scene: Scene, aims: Aims, budget: int) -> Aims:
    """The few best aims by outcome map and focus, the best first; takes what confirming leaves of the budget."""
    picked = _surveyed(scene, aims, int(budget * MAP_SHARE))
    for share, most in FOCUS:
        picked = _focused(scene, picked, int(budget * share), most)
    return picked


def _surveyed(scene: Scene, aims: Aims, budget: int) -> Aims:
    """The best of all ideas, by a map of few draws each."""
    ideas = aims.rows(_spread(len(aims), budget))
    values = weighed(scene.hand, ideas, _sampled(scene, ideas, max(1, budget // len(ideas))))
    return ideas.rows(_separated_rows(ideas, values, scene.hand, FOCUS_AIMS))


def _focused(scene: Scene, picked: Aims, budget: int, most: int) -> Aims:
    """The best of these aims and of some round them, off the grid, by a denser map.

    The newcomers are samples taken as they come, not those that went best: a wild flick can end well by luck.
    """
    sampled = _sampled(scene, picked, max(1, budget // len(picked)))
    near = concat(picked, sampled.aims.rows(_spread(len(sampled.aims), NEWCOMERS)))
    return near.rows(_separated_rows(near, weighed(scene.hand, near, sampled), scene.hand, most))


def best_first(aims: Aims, values: Floats) -> Found:
    """The aims in order of their values."""
    order = np.argsort(-values, kind="stable")
    return Found(aims.rows(order), values[order])


def _spread(count: int, most: int) -> NDArray[np.int64]:
    """At most so many of the rows, evenly spread."""
    return np.unique(np.linspace(0, count - 1, max(min(count, most), 1)).astype(np.int64))


def drawn(scene: Scene, aims: Aims, each: int) -> Floats:
    """The sum over `each` noisy draws of every aim's value; all aims err alike, so that they can be compared."""
    values = exact_values(scene, erring_alike(scene, aims, each))
    return np.asarray(values.reshape(len(aims), each).sum(axis=1))


def erring_alike(scene: Scene, aims: Aims, each: int) -> Aims:
    """`each` noisy versions of every aim, the same errors for all."""
    return aims.erring(scene.hand, np.tile(scene.noise.pairs(each), (len(aims), 1)))


def _sampled(scene: Scene, aims: Aims, each: int) -> Sampled:
    """`each` noisy versions of every aim, simulated and valued."""
    noisy = aims.erring(scene.hand, scene.noise.pairs(len(aims) * each))
    return Sampled(noisy, exact_values(scene, noisy), each)


def weighed(hand: Hand, centres: Aims, sampled: Sampled) -> Floats:
    """The outcome map: each centre's value less its doubt, from all samples weighted by the hand's own law.

    The first centres must be those that the samples are versions of: what they offered is weighed out.
    """
    found = np.zeros(len(centres))
    for arm in np.unique(centres.arm):  # samples of another disc, or from elsewhere, say nothing
        rows = centres.arm == arm
        found[rows] = _weighed_on_arm(hand, centres.rows(rows), sampled.on(arm))
    return found


def _weighed_on_arm(hand: Hand, centres: Aims, sampled: Sampled) -> Floats:
    share, values = closeness(hand, centres, sampled.aims), sampled.values
    share /= np.maximum(share[: sampled.centres].sum(axis=0), 1e-300)  # what was offered
    share /= np.maximum(share.sum(axis=1), 1e-300)[:, None]
    mean = _summed(share, values)
    variance = np.maximum(_summed(share, values * values) - mean * mean, 0.0)
    effective = 1.0 / np.maximum((share * share).sum(axis=1), 1e-300)
    return np.asarray(mean - DOUBT * np.sqrt((variance + 0.01) / np.maximum(effective, 1.0)))


def _summed(share: Floats, values: Floats) -> Floats:
    # not `@`: a linear algebra library adds in another order on another number of threads
    return np.asarray(np.einsum("ij,j->i", share, values))


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


def concat(a: Aims, b: Aims) -> Aims:
    """Both, one after the other."""
    return Aims(
        a.arms,
        a.ideas,
        np.concatenate([a.arm, b.arm]),
        np.concatenate([a.idea, b.idea]),
        np.concatenate([a.direction_deg, b.direction_deg]),
        np.concatenate([a.speed_mm_s, b.speed_mm_s]),
    )

"""The contacts of many flicks at Penny Red, and what they mean to the player."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pennyflick import physics
from pennyflick.boards.games.penny_red import outward
from pennyflick.players.search.aims import Aims
from pennyflick.players.search.boards_many import Bools, maybe_illegal_push
from pennyflick.rules.game import Position
from pennyflick.rules.penny_red.game import PennyRed
from pennyflick.rules.penny_red.ledger import Ledger
from pennyflick.rules.penny_red.pennies import PENNIES, RED, SHOOTERS
from pennyflick.table import DiscId, Side

Bits = NDArray[np.int64]  # (n,) sets of pennies: penny k of the game is the bit 1 << k

_TOGETHER_MM = 1.0  # pennies this far apart are never hit as one
_BIT = {penny: 1 << number for number, penny in enumerate(PENNIES)}
_THE_RED = _BIT[RED]


class Hits:
    """Who met whom, row by row, in order of time."""

    def __init__(self, game: PennyRed, position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes) -> None:
        most = min(int(outcomes.contact_count.max(initial=1)), outcomes.contact_discs.shape[1])
        self._discs, self._push = outcomes.contact_discs[:, :most], outcomes.contact_push[:, :most]
        bit = np.append(1 << np.arange(len(PENNIES), dtype=np.int64), 0)  # the last is for -1: no contact
        self._pairs: Bits = bit[self._discs[:, :, 0]] | bit[self._discs[:, :, 1]]  # (n, contacts) sets of two
        self._xy = physics.Layouts.of(game.discs, position.layout).xy[0]
        self._diameter_mm, self._follow_mm = game.board.diameter_mm, game.board.wood.follow_through_mm
        self._side = position.ledger.turn
        self.overlong: Bools = np.asarray(outcomes.contact_count > most)
        self.own, self.enemy = (_team(side) for side in (self._side, self._side.other))
        self.held: Bools = np.array([arm.held is not None for arm in aims.arms])[aims.arm]
        self.struck: Bits = _numbers([arm.disc for arm in aims.arms])[aims.arm]
        self.shooter: Bits = _numbers([arm.held or arm.disc for arm in aims.arms])[aims.arm]

    @property
    def shooters_met(self) -> Bools:
        """Whether the player's shooters hit each other."""
        return np.asarray((self._pairs == self.own).any(axis=1))

    @property
    def red_hit_by(self) -> Bits:
        """The player's shooters that hit the red; a side-flick counts (RED-18)."""
        met = self._united(np.where(self._pairs & _THE_RED != 0, self._pairs, 0)) & self.own
        return np.where(self.held, 1 << self.shooter, met)

    @property
    def second_first(self) -> Bools:
        """Whether both of the player's shooters hit the red, his second one sooner."""
        one, two = (self._pairs == (_BIT[shooter] | _THE_RED) for shooter in SHOOTERS[self._side])
        return np.asarray(one.any(axis=1) & two.any(axis=1) & (two.argmax(axis=1) < one.argmax(axis=1)))

    @property
    def cannon(self) -> Bools:
        """Whether the flicked shooter hit the other, and the other then the red (RED-12)."""
        met = np.logical_or.accumulate(self._pairs == self.own, axis=1)
        other = (self.own ^ (1 << self.shooter)) | _THE_RED
        return np.asarray((met & (self._pairs == other[:, None])).any(axis=1))

    def of_the_red(self, off: Bits, returned: Bools) -> tuple[Bits, Bits, Bools]:
        """The enemy shooters that the returned red itself struck, those off that a chain of hits from it reached.

        And the rows in which that cannot be told: who ran into a red that had come to rest was not struck by it
        (rules/chains.py), and whether it had come to rest is known only if the other lay still until then.
        """
        struck, reached = np.zeros_like(off), np.zeros_like(off)
        unclear = np.zeros(len(off), dtype=np.bool_)
        rows = np.flatnonzero(self._united(self._pairs) & self.enemy & np.where(returned, -1, off) != 0)
        hit, chain, doubt = self._chains(rows)
        struck[rows] = np.where(returned[rows], hit & self.enemy, 0)
        reached[rows] = chain & self.enemy & off[rows]
        star = off[rows] & self.enemy != 0
        unclear[rows] = np.where(star, doubt, returned[rows] & (doubt & self.enemy)) != 0
        return struck, reached, unclear

    def _chains(self, rows: Bits) -> tuple[Bits, Bits, Bits]:
        """What the red struck, what chains of hits reached that began so, and what of both is in doubt."""
        hit, chain, doubt, by = (np.zeros(len(rows), dtype=np.int64) for _ in range(4))
        moving, touched = self.held[rows], 1 << self.struck[rows]
        for pair in self._pairs[rows].T:
            with_red = pair & _THE_RED != 0
            other = np.where(with_red, pair & ~_THE_RED, 0)
            strikes = np.where(moving & (other != by), other, 0)
            doubt |= strikes & touched & ~hit
            hit |= strikes
            chain |= strikes | np.where(~with_red & (pair & chain != 0), pair, 0)
            moving, by, touched = moving | with_red, np.where(with_red, other, by), touched | pair
        return hit, chain, doubt

    def illegal_push(self) -> tuple[Bools, Bools]:
        """Where a push shot was illegal, and where it may have been (GEN-7).

        Beyond doubt its shooter moved on if it met one that nobody else met, which therefore lay still, and that was
        too far off to be pushed with the first.
        """
        maybe = maybe_illegal_push(self._discs, self._push, self.struck) & ~self.held
        flicked = (1 << self.struck)[:, None]
        mine = self._pairs & flicked != 0
        met = self._united(np.where(mine, self._pairs & ~flicked, 0))
        sure = met & ~self._united(np.where(mine, 0, self._pairs)) & self._far() != 0
        return np.asarray(maybe & sure), np.asarray(maybe & ~sure)

    def maybe_thrown_back(self, over_mm: float) -> Bools:
        """Where a shooter of the player may have been across the line before it came to rest.

        It turns only where it meets a penny: in a second contact, or in a first with one that lies near the line.
        """
        near = -outward(self._side) * self._xy[:, 0] > over_mm - self._diameter_mm
        close = int(near @ (1 << np.arange(len(PENNIES)))) & ~self.own
        again = [(self._pairs & _BIT[shooter] != 0).sum(axis=1) >= 2 for shooter in SHOOTERS[self._side]]
        return np.asarray(again[0] | again[1] | ((self._united(self._mine()) & close) != 0))

    def _mine(self) -> Bits:
        """The contacts in which a shooter of the player took part."""
        return np.where(self._pairs & self.own != 0, self._pairs, 0)

    def _far(self) -> Bits:
        """The pennies that the finger's follow-through does not reach from where the flicked one lies."""
        reach = self._diameter_mm + self._follow_mm + _TOGETHER_MM
        away = np.hypot(*(self._xy[None] - self._xy[:, None]).transpose(2, 0, 1)) > reach
        return np.asarray((away @ (1 << np.arange(len(PENNIES))))[self.struck])

    @staticmethod
    def _united(pairs: Bits) -> Bits:
        return np.asarray(np.bitwise_or.reduce(pairs, axis=1))


def _team(side: Side) -> int:
    return sum(_BIT[shooter] for shooter in SHOOTERS[side])


def _numbers(pennies: list[DiscId]) -> Bits:
    return np.array([PENNIES.index(penny) for penny in pennies], dtype=np.int64)

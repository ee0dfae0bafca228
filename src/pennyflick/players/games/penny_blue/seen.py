"""What decides a ruling at Penny Blue, of many flicks at once: rules/penny_blue/observe.py in arrays.

Law: a row that is not unclear holds what `observe` would see, as far as it can change a ruling. Whether a penny moved
when it met another is told by the other: one that nobody had met before lay still, so the penny came to it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pennyflick import physics
from pennyflick.players.search.aims import Aims
from pennyflick.players.search.boards_many import Bools, edge_distance
from pennyflick.rules.game import Position
from pennyflick.rules.penny_blue.facts import Facts
from pennyflick.rules.penny_blue.game import PennyBlue
from pennyflick.rules.penny_blue.ledger import Ledger
from pennyflick.rules.penny_blue.pennies import ASSASSINS, BLUE, PENNIES, SOVEREIGNS, TEAMS
from pennyflick.table import DiscId, Side

Bits = NDArray[np.uint8]  # sets of pennies: the k-th of PENNIES is the bit 1 << k

_BIT: Bits = np.array([*(1 << k for k in range(len(PENNIES))), 0], dtype=np.uint8)  # the last is for -1: nobody
_TOGETHER_MM = 1.0  # pennies this far apart are never hit as one


@dataclass(frozen=True, eq=False)
class Seen:
    """What was seen of each flick."""

    lost: Bools  # a penny came off that must not (BLU-7): nothing else matters
    enemy_off: Bools  # the enemy sovereign came off
    side_flick: Bools
    assassin: Bools  # an assassin was flicked
    hit: Bools
    kill_chain: Bools
    illegal_push: Bools
    near: Bools  # the blue lies near the edge (BLU-12)
    unclear: Bools  # only the referee can say

    def distinct(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """One row for each combination, and for every row the number of its combination."""
        told = (self.enemy_off, self.side_flick, self.assassin, self.hit, self.kill_chain, self.illegal_push, self.near)
        packed = np.packbits(np.stack(told, axis=1) & ~self.lost[:, None], axis=1)[:, 0]
        _, first, which = np.unique(packed | self.lost, return_index=True, return_inverse=True)
        return np.asarray(first), np.asarray(which)

    def facts(self, row: int, side: Side) -> Facts:
        """The facts of one row that is not unclear, for the side at the table."""
        return Facts(
            flicked=ASSASSINS[side][0] if self.assassin[row] else SOVEREIGNS[side],
            side_flick=bool(self.side_flick[row]),
            hit=bool(self.hit[row]),
            off=(BLUE,) if self.lost[row] else (SOVEREIGNS[side.other],) if self.enemy_off[row] else (),
            kill_chain=bool(self.kill_chain[row]),
            illegal_push=bool(self.illegal_push[row]),
            blue_near_edge=bool(self.near[row]),
        )


def observe_many(game: PennyBlue, position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes) -> Seen:
    """What decides the ruling on every outcome."""
    mover = position.ledger.turn
    enemy = PENNIES.index(SOVEREIGNS[mover.other])
    lost = np.asarray(np.delete(outcomes.left, enemy, axis=1).any(axis=1))
    enemy_off = outcomes.left[:, enemy] & ~lost
    side_flick, assassin = _by_arm(aims, mover)
    killing = enemy_off & np.bool_(not position.ledger.first_turn)
    kill_chain, maybe_chain = _kill_chains(outcomes, killing, side_flick, mover.other)
    pushing = np.asarray(outcomes.contact_push.any(axis=1) & ~lost)
    pushed, maybe_pushed = _illegal_pushes(game, position, aims, outcomes, pushing)
    overlong = (outcomes.contact_count > outcomes.contact_push.shape[1]) & ~lost
    return Seen(
        lost=lost,
        enemy_off=enemy_off,
        side_flick=side_flick,
        assassin=assassin,
        hit=side_flick | (outcomes.contact_count > 0),
        kill_chain=kill_chain,
        illegal_push=pushed,
        near=_near_edge(game, outcomes),
        unclear=overlong | (maybe_chain & ~kill_chain) | (maybe_pushed & ~pushed),
    )


def _by_arm(aims: Aims, mover: Side) -> tuple[Bools, Bools]:
    """Which rows are side-flicks, and which flick an assassin."""
    side_flick = np.array([arm.held is not None for arm in aims.arms], dtype=np.bool_)
    assassin = np.array([arm.disc in ASSASSINS[mover] for arm in aims.arms], dtype=np.bool_)
    return side_flick[aims.arm], assassin[aims.arm]


def _near_edge(game: PennyBlue, outcomes: physics.Outcomes) -> Bools:
    blue = outcomes.rest_xy[:, PENNIES.index(BLUE), None]
    gap = edge_distance(game.board.surface, blue)[:, 0] - game.board.piece.radius_mm
    return np.asarray(gap < game.board.diameter_mm)


# ---- contacts ----


class _Contacts:
    """The contacts of some rows, in order of time."""

    def __init__(self, outcomes: physics.Outcomes, rows: NDArray[np.int64]) -> None:
        most = int(outcomes.contact_count[rows].max(initial=1))
        discs = outcomes.contact_discs[rows, :most]
        self.push: Bools = outcomes.contact_push[rows, :most]
        self.pairs: Bits = _BIT[discs[:, :, 0]] | _BIT[discs[:, :, 1]]  # (rows, contacts) sets of two

    def met_by(self, disc: Bits) -> Bits:
        """Whom this penny (of each row) met at each contact; nobody where it took no part."""
        return np.where(self.pairs & disc[:, None] != 0, self.pairs & ~disc[:, None], 0).astype(np.uint8)

    def fresh(self, met: Bits) -> Bools:
        """Where the penny that was met had met nobody before."""
        before = np.zeros_like(self.pairs)
        before[:, 1:] = np.bitwise_or.accumulate(self.pairs, axis=1)[:, :-1]
        return np.asarray((met != 0) & (met & before == 0))


def _bits(*pennies: DiscId) -> np.uint8:
    return np.uint8(sum(1 << PENNIES.index(penny) for penny in pennies))


def _kill_chains(outcomes: physics.Outcomes, killing: Bools, side_flick: Bools, enemy: Side) -> tuple[Bools, Bools]:
    """Of the rows that may be kills: where a chain of hits led to the sovereign beyond doubt, and where perhaps."""
    rows = np.flatnonzero(killing)
    contacts = _Contacts(outcomes, rows)
    met = contacts.met_by(np.full(len(rows), _bits(BLUE)))
    struck = np.where(_strikes(met, side_flick[rows]), met & _bits(*TEAMS[enemy]), 0).astype(np.uint8)
    sure, maybe = np.zeros_like(killing), np.zeros_like(killing)
    for found, starts in ((sure, np.where(contacts.fresh(met), struck, 0)), (maybe, struck)):
        found[rows] = _reached(contacts.pairs, starts.astype(np.uint8)) & _bits(SOVEREIGNS[enemy]) != 0
    return sure, maybe


def _strikes(met: Bits, side_flick: Bools) -> Bools:
    """Where the blue strikes whom it meets if it moves then: not who has just set it in motion."""
    number = np.maximum.accumulate(np.where(met != 0, np.arange(met.shape[1]), -1), axis=1)
    last = np.zeros_like(met)
    last[:, 1:] = np.where(number >= 0, np.take_along_axis(met, np.maximum(number, 0), axis=1), 0)[:, :-1]
    return np.asarray((met != 0) & (met != last) & ((last != 0) | side_flick[:, None]))


def _reached(pairs: Bits, starts: Bits) -> Bits:
    """Whom a chain of hits reaches that begins with one of the starts; the blue does not pass it on."""
    found, blue = np.zeros(len(pairs), dtype=np.uint8), _bits(BLUE)
    for pair, start in zip(pairs.T, starts.T, strict=True):
        found |= np.where((pair & found != 0) & (pair & blue == 0), pair, 0).astype(np.uint8) | start
    return found


def _illegal_pushes(
    game: PennyBlue, position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes, pushed: Bools
) -> tuple[Bools, Bools]:
    """Of the rows that may be push shots: where one was illegal beyond doubt, and where perhaps (GEN-7)."""
    rows = np.flatnonzero(pushed)
    contacts = _Contacts(outcomes, rows)
    met = contacts.met_by(_flicked(aims)[rows])
    first = (met != 0).argmax(axis=1)[:, None]
    later = (met != 0) & (met != np.take_along_axis(met, first, axis=1))
    later &= np.take_along_axis(contacts.push, first, axis=1)
    far = met & _far(game, position, aims)[rows, None] != 0
    sure, maybe = np.zeros_like(pushed), np.zeros_like(pushed)
    sure[rows], maybe[rows] = (later & contacts.fresh(met) & far).any(axis=1), later.any(axis=1)
    return sure, maybe


def _flicked(aims: Aims) -> Bits:
    return np.array([_bits(arm.disc) for arm in aims.arms], dtype=np.uint8)[aims.arm]


def _far(game: PennyBlue, position: Position[Ledger], aims: Aims) -> Bits:
    """The pennies that the finger's follow-through does not reach from where each flick begins."""
    reach = game.board.diameter_mm + game.board.wood.follow_through_mm + _TOGETHER_MM
    lying = position.layout.on_board
    starts = [arm.start or lying[arm.disc] for arm in aims.arms]
    far = [_bits(*(penny for penny, at in lying.items() if at.distance_mm(start) > reach)) for start in starts]
    return np.array(far, dtype=np.uint8)[aims.arm]

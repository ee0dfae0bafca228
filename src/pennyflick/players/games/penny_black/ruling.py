"""Where many flicks lead at Penny Black: facts in arrays, and the referee once for each combination of them.

Law: the positions are those that `advance` would make (BLK-8 to BLK-19); a row that is capped may hold anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pennyflick import physics
from pennyflick.players.positions import Positions
from pennyflick.players.search.aims import Aims
from pennyflick.players.search.boards_many import Bools
from pennyflick.players.search.pushes import illegal_pushes
from pennyflick.rules.game import Position, Verdict
from pennyflick.rules.penny_black.facts import Facts
from pennyflick.rules.penny_black.game import PennyBlack
from pennyflick.rules.penny_black.ledger import From, Ledger
from pennyflick.rules.penny_black.scoring import set_fates
from pennyflick.table import Away, DiscId, Layout

Bits = NDArray[np.int64]  # (n,) sets of discs: disc k of the game is the bit 1 << k; the shooter is disc 0


def after(game: PennyBlack, position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes) -> Positions:
    """Where each outcome leads."""
    seen = _observed(game, position, aims, outcomes)
    first, ruled = seen.distinct()
    verdicts = [game.judge(position.ledger, seen.facts(row)) for row in first]
    ledgers, which = _with_near(seen, verdicts, ruled)
    return Positions(ledgers, which, _settled(game, verdicts, ruled, outcomes))


@dataclass(frozen=True, eq=False)
class _Seen:
    """What an onlooker saw of each flick, as far as a ruling depends on it."""

    discs: tuple[DiscId, ...]  # what the bits stand for
    off: Bits
    near: Bits
    lingers: Bits  # one of those that were near when the turn began and still are
    hit: Bools
    push: Bools
    from_spot: Bools

    def distinct(self) -> tuple[Bits, Bits]:
        """One row for each combination of facts, and for every row the number of its combination."""
        flags = self.hit + 2 * self.push + 4 * self.from_spot
        many = len(self.discs)
        _, first, which = np.unique((self.lingers << many | self.off) << 3 | flags, True, True)
        return first, which

    def facts(self, row: int) -> Facts:
        """The facts of one row. Near pennies change a ruling only where the shooter lingers (BLK-15)."""
        return Facts(
            off=self.named(self.off[row] & ~1),
            shooter_off=bool(self.off[row] & 1),
            shooter_hit=bool(self.hit[row]),
            near=self.named(self.lingers[row]),
            illegal_push=bool(self.push[row]),
            from_spot=bool(self.from_spot[row]),
        )

    def named(self, bits: int) -> tuple[DiscId, ...]:
        """The discs of a set."""
        return tuple(disc for number, disc in enumerate(self.discs) if bits >> number & 1)


def _observed(game: PennyBlack, position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes) -> _Seen:
    discs = tuple(disc.id for disc in game.discs)
    near = _near(game, outcomes)
    still = near & _bits(np.array([[disc in position.ledger.near for disc in discs]]))
    return _Seen(
        discs=discs,
        off=_bits(outcomes.left),
        near=near,
        lingers=still & -still if position.ledger.first_flick else np.zeros_like(near),
        hit=np.asarray(outcomes.contact_count > 0),
        push=illegal_pushes(game, position, aims, outcomes),
        from_spot=np.array([arm.start is not None for arm in aims.arms])[aims.arm],
    )


def _near(game: PennyBlack, outcomes: physics.Outcomes) -> Bits:
    """Which pennies at rest lie within a penny diameter of the shooter at rest (GEN-3)."""
    apart = outcomes.rest_xy - outcomes.rest_xy[:, :1]
    gap = np.hypot(apart[:, :, 0], apart[:, :, 1]) - 2.0 * game.board.piece.radius_mm
    near = (gap < game.board.diameter_mm) & outcomes.on & outcomes.on[:, :1]
    near[:, 0] = False
    return _bits(near)


def _bits(each: Bools) -> Bits:
    return np.asarray(each @ (1 << np.arange(each.shape[1], dtype=np.int64)))


def _with_near(seen: _Seen, verdicts: Sequence[Verdict[Ledger]], ruled: Bits) -> tuple[tuple[Ledger, ...], Bits]:
    """The ledgers with the pennies near the shooter, and the number of every row's; a new game begins with none."""
    many = len(seen.discs)
    keys, which = np.unique(ruled << many | seen.near, return_inverse=True)
    pairs = [(verdicts[key >> many].ledger, key & ((1 << many) - 1)) for key in keys]
    ledgers = (
        ledger if ledger.shooter_from is From.OPENING else replace(ledger, near=seen.named(near))
        for ledger, near in pairs
    )
    return tuple(ledgers), which


def _settled(
    game: PennyBlack, verdicts: Sequence[Verdict[Ledger]], ruled: Bits, outcomes: physics.Outcomes
) -> physics.Layouts:
    """Where everything lies; where a new game begins, the set laid again."""
    xy, on = outcomes.rest_xy, outcomes.on
    begun = np.array([verdict.ledger.shooter_from is From.OPENING for verdict in verdicts])[ruled]
    if begun.any():
        fresh = _fresh_set(game)
        xy, on = np.where(begun[:, None, None], fresh.xy, xy), np.where(begun[:, None], fresh.on, on)
    return physics.Layouts(xy, on)


def _fresh_set(game: PennyBlack) -> physics.Layouts:
    spots, fates = game.board.spots, set_fates(game.options).items()
    laid = {disc: fate if isinstance(fate, Away) else spots[fate].rounded() for disc, fate in fates}
    return physics.Layouts.of(game.discs, Layout(laid))

"""What a careful onlooker saw of many flicks at Penny Red: rules/penny_red/observe.py in arrays.

Law: a row that is not unclear holds the facts that `observe` would make of it, as far as they change a ruling. Sets of
pennies are bits, counted in the order of the game's discs.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pennyflick import physics
from pennyflick.boards.games.penny_red import PennyRedBoard, outward
from pennyflick.boards.measure import TOUCH_MM
from pennyflick.players.games.penny_red.hits import Bits, Hits
from pennyflick.players.noise import Floats
from pennyflick.players.search.aims import Aims, simulated
from pennyflick.players.search.boards_many import Bools, edge_distance
from pennyflick.rules.game import Position
from pennyflick.rules.penny_red.facts import Facts, RedAt
from pennyflick.rules.penny_red.game import PennyRed
from pennyflick.rules.penny_red.ledger import Ledger, Phase
from pennyflick.rules.penny_red.pennies import PENNIES, RED, SHOOTERS, corners, quarter_spot, serving_spot
from pennyflick.table import DiscId, Side

RED_AT, SIDES = tuple(RedAt), (None, *Side)
_SAME_MM = 1e-5  # closer to a limit than this, a corner and the path itself might differ about it
_NUMBER = {penny: number for number, penny in enumerate(PENNIES)}
_THE_RED = _NUMBER[RED]


@dataclass(frozen=True, eq=False)
class ManyFacts:
    """The facts of many flicks, a row each; the fields are those of `Facts`."""

    server_corners: Side  # whose corner spots the bits of free_corners are
    flicked: Bits  # the number of the shooter; of the one held, for a side-flick
    red_at: Bits  # a number in RED_AT
    side_flick: Bools
    shooters_met: Bools
    red_hit_by: Bits
    second_first: Bools  # of two shooters that hit the red, the second one of the discs did so first
    cannon: Bools
    off: Bits
    reached_by_red: Bits
    struck_by_red: Bits
    crossed: Bits
    across: Bits
    touching: Bits
    over_edge: Bits  # a number in SIDES
    free_corners: Bits
    illegal_push: Bools
    unclear: Bools  # only the referee can say

    def facts(self, row: int) -> Facts:
        """The facts of one row that is not unclear."""
        spots = corners(self.server_corners)
        return Facts(
            flicked=PENNIES[self.flicked[row]],
            red_at=RED_AT[self.red_at[row]],
            side_flick=bool(self.side_flick[row]),
            shooters_met=bool(self.shooters_met[row]),
            red_hit_by=_named(self.red_hit_by[row])[:: -1 if self.second_first[row] else 1],
            cannon=bool(self.cannon[row]),
            off=_named(self.off[row]),
            reached_by_red=_named(self.reached_by_red[row]),
            struck_by_red=_named(self.struck_by_red[row]),
            crossed=_named(self.crossed[row]),
            across=_named(self.across[row]),
            touching=_named(self.touching[row]),
            over_edge=SIDES[self.over_edge[row]],
            free_corners=tuple(spot for number, spot in enumerate(spots) if self.free_corners[row] >> number & 1),
            illegal_push=bool(self.illegal_push[row]),
        )

    def rows(self, chosen: Any) -> ManyFacts:
        """Some of the rows, in the order given (indices or a mask)."""
        return replace(self, **{name: column[chosen] for name, column in self._columns().items()})

    def distinct(self) -> tuple[Bits, Bits]:
        """One row for each combination of facts, and for every row the number of its combination."""
        whole = reduce(_beside, self._columns().values(), np.zeros(len(self.flicked), dtype=np.int64))
        _, first, which = np.unique(whole, return_index=True, return_inverse=True)
        return first, which

    def _columns(self) -> dict[str, NDArray[Any]]:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if isinstance(value, np.ndarray)}


def observe_many(game: PennyRed, position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes) -> ManyFacts:
    """The facts of every outcome, with the contacts noted."""
    board, ledger, side = game.board, position.ledger, position.ledger.turn
    hits = Hits(game, position, aims, outcomes)
    red_at, off = _red_at(board, side, outcomes), _bits(outcomes.left)
    crossed, crossing_unclear = _crossed(game, position, aims, outcomes, hits, off)
    returned = (red_at == RED_AT.index(RedAt.FAR)) & (ledger.phase is Phase.OPEN)
    struck, reached, chain_unclear = hits.of_the_red(off, returned)
    push, push_unclear = hits.illegal_push()
    blocked = (struck != 0) & _spots_taken(game, side.other, outcomes)
    return ManyFacts(
        server_corners=side,
        flicked=hits.shooter,
        red_at=red_at,
        side_flick=hits.held,
        shooters_met=hits.shooters_met,
        red_hit_by=hits.red_hit_by,
        second_first=hits.second_first,
        cannon=hits.cannon,
        off=off,
        reached_by_red=reached,
        struck_by_red=struck,
        crossed=crossed,
        across=_bits(_beyond(board, side, outcomes) > TOUCH_MM) & hits.enemy,
        touching=_touching(board, outcomes),
        over_edge=_over_edge(board, outcomes),
        free_corners=_free_corners(game, ledger, hits, outcomes),
        illegal_push=push,
        unclear=hits.overlong | crossing_unclear | chain_unclear | push_unclear | blocked,
    )


def essential(seen: ManyFacts) -> ManyFacts:
    """The same facts without what changes no ruling, so that many rows become alike.

    A flick by which a penny goes off, a shooter crosses or is pushed twice ends the rally, or the serve: what lies how
    counts no more.
    """
    goes_on = (seen.off == 0) & (seen.crossed == 0) & ~seen.illegal_push
    lying = {name: getattr(seen, name) * goes_on for name in ("across", "touching", "over_edge", "free_corners")}
    return replace(seen, **lying, struck_by_red=seen.struck_by_red * goes_on)


def _named(bits: int) -> tuple[DiscId, ...]:
    return tuple(penny for number, penny in enumerate(PENNIES) if bits >> number & 1)


def _bits(each: Bools) -> Bits:
    """A set for every row, from (n, pennies)."""
    return np.asarray(each @ (1 << np.arange(each.shape[1], dtype=np.int64)))


def _beside(whole: Bits, column: NDArray[Any]) -> Bits:
    """Whole numbers that tell apart what both tell apart."""
    return np.asarray((whole << int(column.max(initial=0)).bit_length()) | column.astype(np.int64))


# ---- at rest ----


def _beyond(board: PennyRedBoard, court: Side, outcomes: physics.Outcomes) -> Floats:
    """How far each penny's rim is beyond the line, on that court; one that is not on the board is not."""
    beyond = outward(court) * outcomes.rest_xy[:, :, 0] - board.line_half_mm - board.piece.radius_mm
    return np.where(outcomes.on, beyond, -np.inf)


def _red_at(board: PennyRedBoard, side: Side, outcomes: physics.Outcomes) -> Bits:
    far = _beyond(board, side.other, outcomes)[:, _THE_RED] > TOUCH_MM
    here, gone = RED_AT.index(RedAt.HERE), RED_AT.index(RedAt.OFF)
    return np.where(far, RED_AT.index(RedAt.FAR), np.where(outcomes.on[:, _THE_RED], here, gone))


def _touching(board: PennyRedBoard, outcomes: physics.Outcomes) -> Bits:
    apart = np.hypot(*(outcomes.rest_xy - outcomes.rest_xy[:, _THE_RED, None]).transpose(2, 0, 1))
    near = (apart - board.diameter_mm <= TOUCH_MM) & outcomes.on & outcomes.on[:, _THE_RED, None]
    return _bits(near) & ~(1 << _THE_RED)


def _over_edge(board: PennyRedBoard, outcomes: physics.Outcomes) -> Bits:
    red = np.nan_to_num(outcomes.rest_xy[:, _THE_RED, None])
    over = (edge_distance(board.surface, red)[:, 0] < board.piece.radius_mm) & outcomes.on[:, _THE_RED]
    whose = np.where(outward(Side.ONE) * red[:, 0, 0] > 0, SIDES.index(Side.ONE), SIDES.index(Side.TWO))
    return np.where(over, whose, 0)


def _free_corners(game: PennyRed, ledger: Ledger, hits: Hits, outcomes: physics.Outcomes) -> Bits:
    """The server's corner spots on which the serving shooter fits (RED-6)."""
    if ledger.phase is not Phase.SERVE:
        return np.zeros(len(hits.shooter), dtype=np.int64)
    others = outcomes.on & (np.arange(len(PENNIES)) != hits.shooter[:, None])
    spots = [game.board.spots[spot] for spot in corners(ledger.turn)]
    gaps = [_from(outcomes, spot.x_mm, spot.y_mm) - game.board.diameter_mm for spot in spots]
    return _bits(np.stack([(np.where(others, gap, 0.0) >= 0).all(axis=1) for gap in gaps], axis=1))


def _spots_taken(game: PennyRed, owner: Side, outcomes: physics.Outcomes) -> Bools:
    """Whether both spots to which an enemy shooter may be moved have a penny near: then ask the referee (RED-14)."""
    spots = [game.board.spots[spot] for spot in (serving_spot(owner), quarter_spot(owner))]
    near = [_from(outcomes, spot.x_mm, spot.y_mm) < 2 * game.board.diameter_mm for spot in spots]
    return np.asarray((near[0] & outcomes.on).any(axis=1) & (near[1] & outcomes.on).any(axis=1))


def _from(outcomes: physics.Outcomes, x_mm: float, y_mm: float) -> Floats:
    return np.hypot(outcomes.rest_xy[:, :, 0] - x_mm, outcomes.rest_xy[:, :, 1] - y_mm)


# ---- over the line ----


def _crossed(
    game: PennyRed, position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes, hits: Hits, off: Bits
) -> tuple[Bits, Bools]:
    """The player's shooters that were wholly across at any moment, and where that is too close to tell.

    One may cross and be thrown back. Whoever might have been is flicked once more, and his path watched.
    """
    side = position.ledger.turn
    crossed = _bits(_beyond(game.board, side.other, outcomes) > TOUCH_MM) & hits.own
    unclear = np.zeros(len(crossed), dtype=np.bool_)
    watched = hits.maybe_thrown_back(_over_mm(game.board)) & (crossed == 0) & (off == 0) & ~outcomes.capped
    rows = np.flatnonzero(watched)
    for shooter in SHOOTERS[side] if len(rows) else ():
        furthest, lost_sight = _furthest(game, position, aims.rows(rows), shooter)
        crossed[rows] |= np.where(furthest > _over_mm(game.board), 1 << _NUMBER[shooter], 0)
        unclear[rows] |= lost_sight | (np.abs(furthest - _over_mm(game.board)) < _SAME_MM)
    return crossed, unclear


def _over_mm(board: PennyRedBoard) -> float:
    """Further than this towards the enemy, a shooter's centre is across the line (RED-15)."""
    return board.line_half_mm + board.piece.radius_mm + TOUCH_MM


def _furthest(game: PennyRed, position: Position[Ledger], aims: Aims, shooter: DiscId) -> tuple[Floats, Bools]:
    """How far towards the enemy the shooter's centre went, and where its path has more corners than were noted."""
    seen = simulated(game, position, aims, 0, shooter)
    forward = -outward(position.ledger.turn) * seen.corner_xy[:, :, 0]
    return np.where(np.isnan(forward), -np.inf, forward).max(axis=1), seen.corner_count > forward.shape[1]

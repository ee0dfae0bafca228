"""What a careful onlooker saw of many flicks at Penny Green: rules/penny_green/observe.py in arrays.

Law: a row that is not unclear holds the facts that `observe` would make of it; the order within a fact is lost. Sets of
pieces are bits, counted in the order of the game's discs. The green's path is straight between its corners, so whatever
it reached until it was out of play shows at the corners and at the point of its exit.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pennyflick import physics
from pennyflick.boards.games.penny_green import PennyGreenBoard, Perimeter, Zone, goal_sign
from pennyflick.boards.measure import TOUCH_MM
from pennyflick.players.noise import Floats
from pennyflick.players.search.aims import Aims
from pennyflick.players.search.boards_many import Bools, maybe_illegal_push
from pennyflick.rules.game import Position
from pennyflick.rules.penny_green.facts import Facts, Out
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import Attack, Ledger, Restart
from pennyflick.rules.penny_green.pieces import GREEN
from pennyflick.table import DiscId, Side

Bits = NDArray[np.int64]  # (n,) sets of pieces: disc k of the game is the bit 1 << k

ZONES, OUTS = tuple(Zone), tuple(Out)
_OUT = {out: number for number, out in enumerate(OUTS)}
_SAME_MM = 1e-5  # closer to a limit than this, a corner and the path itself might differ about it
_STEP_MM = 2e-6  # a piece that was hit and lies so near to where it lay has hardly moved, or not at all
_TOGETHER_MM = 1.0  # pieces this far apart are never hit as one
_TIE_MM = 1e-9  # closer to a limit at rest than this, two ways to compute a distance might differ


@dataclass(frozen=True, eq=False)
class ManyFacts:
    """The facts of many flicks, a row each; the fields are those of `Facts`."""

    discs: tuple[DiscId, ...]  # what the bits stand for
    struck_from: Zone
    flicked: Bits  # a set of one
    moved: Bits
    hit: Bits
    collided: Bits
    zones: Bits  # zone k of ZONES is the bit 1 << k
    out: Bits  # a number in OUTS
    off: Bits
    near: Bits
    in_area_one: Bits
    in_area_two: Bits
    stayed: Bools
    illegal_push: Bools
    unclear: Bools  # only the referee can say

    def facts(self, row: int) -> Facts:
        """The facts of one row that is not unclear."""
        return Facts(
            flicked=self._named(self.flicked[row])[0],
            moved=self._named(self.moved[row]),
            hit=self._named(self.hit[row]),
            collided=self._named(self.collided[row]),
            struck_from=self.struck_from,
            zones=tuple(zone for number, zone in enumerate(ZONES) if self.zones[row] >> number & 1),
            out=OUTS[self.out[row]],
            off=self._named(self.off[row]),
            near=self._named(self.near[row]),
            in_area_one=self._named(self.in_area_one[row]),
            in_area_two=self._named(self.in_area_two[row]),
            stayed=bool(self.stayed[row]),
            illegal_push=bool(self.illegal_push[row]),
        )

    def rows(self, chosen: Any) -> ManyFacts:
        """Some of the rows, in the order given (indices or a mask)."""
        arrays = {name: value[chosen] for name, value in self._columns().items()}
        return replace(self, **arrays)

    def distinct(self) -> tuple[Bits, Bits]:
        """One row for each combination of facts, and for every row the number of its combination."""
        table = np.stack([value.astype(np.int32) for value in self._columns().values()], axis=1)
        numbers: dict[bytes, int] = {}
        which = [numbers.setdefault(row.tobytes(), len(numbers)) for row in table]
        _, first = np.unique(which, return_index=True)
        return np.asarray(first), np.array(which, dtype=np.int64)

    def _columns(self) -> dict[str, NDArray[Any]]:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if isinstance(value, np.ndarray)}

    def _named(self, bits: int) -> tuple[DiscId, ...]:
        return tuple(disc for number, disc in enumerate(self.discs) if bits >> number & 1)


def observe_many(game: PennyGreen, position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes) -> ManyFacts:
    """The facts of every outcome, with the green tracked and the contacts noted."""
    discs = tuple(disc.id for disc in game.discs)
    green = discs.index(GREEN)
    flicked = np.array([discs.index(arm.disc) for arm in aims.arms], dtype=np.int64)[aims.arm]
    contacts = _Contacts(outcomes, len(discs))
    way = _way(game.board, outcomes)
    collided, untold = contacts.with_green_in_play(green, way, game.board)
    moved, unmoved = _moved(position, game, outcomes, contacts.all(), flicked)
    near, area_one, area_two, at_limit = _lying(game.board, outcomes, green, way.out)
    stayed, stayed_unclear = _stayed(game.board, position.ledger, way)
    push, maybe_push = contacts.illegal_push(flicked, _far(game, position, aims))
    lies = position.layout.point(GREEN)
    return ManyFacts(
        discs=discs,
        struck_from=Zone.CENTRE if lies is None else game.board.zone(lies, game.board.piece.radius_mm),
        flicked=1 << flicked,
        moved=moved,
        hit=contacts.of(flicked),
        collided=collided,
        zones=way.zones,
        out=way.out,
        off=_bits(outcomes.left) & ~(1 << green),
        near=near,
        in_area_one=area_one,
        in_area_two=area_two,
        stayed=stayed,
        illegal_push=push,
        unclear=contacts.overlong | way.unclear | untold | unmoved | at_limit | stayed_unclear | maybe_push,
    )


def essential(game: PennyGreen, seen: ManyFacts) -> ManyFacts:
    """The same facts without what changes no ruling but its words, so that many rows become alike.

    The first penny of a team stands for those that moved or were met, and a goal area is empty unless two of a team
    lie in it one of which was moved (GRN-15).
    """
    teams = {side: reduce(int.__or__, (1 << k for k, d in enumerate(game.discs) if d.side is side)) for side in Side}
    green = 1 << seen.discs.index(GREEN)
    ones = (seen.flicked & teams[Side.ONE]) != 0
    own, enemy = (np.where(ones, teams[side], teams[side.other]) for side in Side)
    disturbed = seen.moved | seen.flicked
    area_one, area_two = (
        sum((_crowd(area & team, disturbed) for team in teams.values()), start=np.zeros_like(area))
        for area in (seen.in_area_one, seen.in_area_two)
    )
    return replace(
        seen,
        moved=seen.moved & (green | area_one | area_two) | _first(seen.moved, own) | _first(seen.moved, enemy),
        hit=seen.hit & green | _first(seen.hit, enemy),
        collided=_first(seen.collided, enemy),
        in_area_one=area_one,
        in_area_two=area_two,
    )


def _crowd(inside: Bits, disturbed: Bits) -> Bits:
    """Two or more, one of which was disturbed; otherwise nobody."""
    return np.where((inside & (inside - 1) != 0) & (inside & disturbed != 0), inside, 0)


def _first(bits: Bits, team: Bits) -> Bits:
    """The first of the team if any of it is meant."""
    return np.where(bits & team != 0, team & -team, 0)


def _bits(each: Bools) -> Bits:
    """A set for every row, from (n, m)."""
    return np.asarray(each @ (1 << np.arange(each.shape[1], dtype=np.int64)))


# ---- contacts ----


class _Contacts:
    """The contacts of every row, in order of time."""

    def __init__(self, outcomes: physics.Outcomes, discs: int) -> None:
        room = outcomes.contact_discs.shape[1]
        self.overlong: Bools = np.asarray(outcomes.contact_count > room)
        most = int(outcomes.contact_count.max(initial=1))
        self._discs, self._push = outcomes.contact_discs[:, :most], outcomes.contact_push[:, :most]
        bit = np.append(1 << np.arange(discs, dtype=np.int64), 0)  # the last is for -1: no contact
        self._pairs: Bits = bit[self._discs[:, :, 0]] | bit[self._discs[:, :, 1]]  # (n, contacts) sets of two

    def all(self) -> Bits:
        """Every disc that took part in one."""
        return np.asarray(np.bitwise_or.reduce(self._pairs, axis=1))

    def of(self, disc: Bits) -> Bits:
        """What this disc (a number for each row) met."""
        return self._met(1 << disc, np.True_)

    def with_green_in_play(self, green: int, way: _Way, board: PennyGreenBoard) -> tuple[Bits, Bools]:
        """What the green met until it was out of play, and the rows in which the corners cannot tell.

        A corner of its path is a contact or a peg, so that the contacts before its exit can be counted.
        """
        mine = self._pairs & (1 << green) != 0
        rank, count = np.cumsum(mine, axis=1), mine.sum(axis=1)
        ask = np.flatnonzero((way.out != 0) & (count > 1))  # the first contact is what set it in motion
        bends, before = _bends(board, way, ask)
        most = count.copy()
        most[ask] = before
        untold = np.zeros(len(count), dtype=np.bool_)
        untold[ask] = bends != count[ask]
        return self._met(np.full(len(count), 1 << green), rank <= most[:, None]), untold

    def illegal_push(self, flicked: Bits, far: Bits) -> tuple[Bools, Bools]:
        """Where a push shot was illegal, and where it may have been (GEN-7).

        Beyond doubt its disc moved on if it met one that nobody else met, which therefore lay still, and that was far
        enough not to be pushed with the first.
        """
        mine = self._pairs & (1 << flicked)[:, None] != 0
        met_by_others = np.asarray(np.bitwise_or.reduce(np.where(mine, 0, self._pairs), axis=1))
        struck = self.of(flicked) & ~met_by_others & far != 0
        maybe = maybe_illegal_push(self._discs, self._push, flicked)
        return np.asarray(maybe & struck), np.asarray(maybe & ~struck)

    def _met(self, disc: Bits, counted: Any) -> Bits:
        with_it = np.where((self._pairs & disc[:, None] != 0) & counted, self._pairs, 0)
        return np.asarray(np.bitwise_or.reduce(with_it, axis=1) & ~disc)


def _far(game: PennyGreen, position: Position[Ledger], aims: Aims) -> Bits:
    """The pieces that the finger's follow-through does not reach from where each flick begins."""
    xy = physics.Layouts.of(game.discs, position.layout).xy[0]
    starts = [position.layout.point(arm.disc) if arm.start is None else arm.start for arm in aims.arms]
    start = np.array([(at.x_mm, at.y_mm) for at in starts if at is not None])
    reach = game.board.diameter_mm + game.board.wood.follow_through_mm + _TOGETHER_MM
    return _bits(np.hypot(*(xy - start[:, None]).transpose(2, 0, 1)) > reach)[aims.arm]


def _moved(
    position: Position[Ledger], game: PennyGreen, outcomes: physics.Outcomes, touched: Bits, flicked: Bits
) -> tuple[Bits, Bools]:
    """The other pieces that moved: those in a contact; unclear where one of them lies as it lay."""
    start = physics.Layouts.of(game.discs, position.layout).xy
    gone = np.abs(outcomes.rest_xy - start).max(axis=2) > _STEP_MM
    moved = touched & ~(1 << flicked)
    return moved, np.asarray(moved & ~_bits(gone) != 0)


# ---- the green's way ----


@dataclass(frozen=True, eq=False)
class _Way:
    """How the green went; a path that is shorter than others stays in its last corner."""

    path: Floats  # (n, corners, 2)
    in_play: Floats  # (n, corners, 2) the same up to its exit
    last: Bits  # the number of the corner at which the path ends
    exit: Bits  # the number of the first corner beyond a perimeter line, else of the last
    out: Bits
    zones: Bits
    unclear: Bools


def _way(board: PennyGreenBoard, outcomes: physics.Outcomes) -> _Way:
    room = outcomes.corner_xy.shape[1]
    last = np.minimum(outcomes.corner_count, room).astype(np.int64) - 1
    rows, number = np.arange(len(last))[:, None], np.arange(int(last.max(initial=1)) + 1)
    path = outcomes.corner_xy[rows, np.minimum(number, last[:, None])]
    unclear = outcomes.corner_count > room

    limits = np.array([board.out_mm(line, board.piece.radius_mm) for line in (Perimeter.GOAL_TWO, Perimeter.SIDE_HIGH)])
    beyond = np.abs(path) - limits
    unclear |= (np.abs(beyond) < _SAME_MM).any(axis=(1, 2))
    over = (beyond > 0.0).any(axis=2)
    left = over.any(axis=1)
    at = np.where(left, over.argmax(axis=1), last)
    unclear |= left & (at == 0)

    gone = np.flatnonzero(left & ~unclear)
    out = np.zeros(len(last), dtype=np.int64)
    exit_xy, out[gone], tied = _exits(board, path[gone], at[gone], limits)
    unclear[gone] |= tied
    in_play = path.copy()
    in_play[gone] = np.where((number < at[gone, None])[:, :, None], path[gone], exit_xy[:, None])
    zones, at_line = _zones(board, in_play[:, :, 0])
    return _Way(path, in_play, last, at, out, zones, np.asarray(unclear | at_line))


def _exits(board: PennyGreenBoard, path: Floats, at: Bits, limits: Floats) -> tuple[Floats, Bits, Bools]:
    """Where each of these paths goes out of play, how, and whether that is too close to tell."""
    rows = np.arange(len(path))
    a, b = path[rows, at - 1], path[rows, at]
    sign = np.where(b < 0.0, -1.0, 1.0)
    passes = np.abs(b) > limits
    share = np.where(passes, (limits - sign * a) / np.where(passes, sign * (b - a), 1.0), np.inf)
    by_goal_line = share[:, 0] <= share[:, 1]
    first = share.min(axis=1)
    length = np.hypot(b[:, 0] - a[:, 0], b[:, 1] - a[:, 1])
    tied = passes.all(axis=1) & (
        np.abs(share[:, 0] - np.where(passes[:, 1], share[:, 1], 0.0)) * length < 10 * _SAME_MM
    )

    out = np.full(len(path), _OUT[Out.SIDE])
    for side, outside, inside in ((Side.ONE, Out.LINE_ONE, Out.GOAL_ONE), (Side.TWO, Out.LINE_TWO, Out.GOAL_TWO)):
        peg_y = board.goal_pegs(side)[1].centre.y_mm
        chosen = np.flatnonzero(by_goal_line & (sign[:, 0] == goal_sign(side)))
        y = np.abs(_passing_y(goal_sign(side) * path[chosen, :, 0], path[chosen, :, 1], at[chosen], board.goal_x_mm))
        out[chosen] = np.where(y < peg_y, _OUT[inside], _OUT[outside])
        tied[chosen] |= np.abs(y - peg_y) < _SAME_MM
    return a + first[:, None] * (b - a), out, np.asarray(tied)


def _passing_y(x: Floats, y: Floats, at: Bits, line_mm: float) -> Floats:
    """y when x last passed the line before corner `at`; the y it began with if it was behind the line already."""
    passes = (x[:, :-1] <= line_mm) & (x[:, 1:] > line_mm) & (np.arange(1, x.shape[1]) <= at[:, None])
    last = passes.shape[1] - 1 - passes[:, ::-1].argmax(axis=1)
    rows = np.arange(len(x))
    a, b = x[rows, last], x[rows, last + 1]
    share = (line_mm - a) / np.where(a == b, 1.0, b - a)
    crossing = y[rows, last] + share * (y[rows, last + 1] - y[rows, last])
    return np.where(passes.any(axis=1), crossing, y[:, 0])


def _zones(board: PennyGreenBoard, x: Floats) -> tuple[Bits, Bools]:
    """The zones that paths were in, and whether a path ends too close to a zone line to tell; GRN-3."""
    clear = board.zone_x_mm + board.line_half_mm + board.piece.radius_mm + TOUCH_MM
    low, high = x.min(axis=1), x.max(axis=1)
    visited = {Zone.ONE: low < -clear, Zone.CENTRE: (low <= clear) & (high >= -clear), Zone.TWO: high > clear}
    gaps = [np.abs(end - limit) for end in (low, high) for limit in (-clear, clear)]
    return _bits(np.stack([visited[zone] for zone in ZONES], axis=1)), np.asarray(np.min(gaps, axis=0) < _SAME_MM)


def _bends(board: PennyGreenBoard, way: _Way, chosen: Bits) -> tuple[Bits, Bits]:
    """How often the green met a disc, by its corners away from pegs: on its whole path, and before its exit."""
    path = way.path[chosen]
    number = np.arange(path.shape[1])
    met = (number > 0) & (number < way.last[chosen, None])
    for peg in board.pegs:
        gap = np.hypot(path[:, :, 0] - peg.centre.x_mm, path[:, :, 1] - peg.centre.y_mm) - peg.radius_mm
        met &= gap > board.piece.radius_mm + TOUCH_MM
    return met.sum(axis=1), (met & (number < way.exit[chosen, None])).sum(axis=1)


def _stayed(board: PennyGreenBoard, ledger: Ledger, way: _Way) -> tuple[Bools, Bools]:
    """At the first flick of a goal flick: whether the green was never wholly outside the goal area (GRN-24)."""
    phase, none = ledger.phase, np.zeros(len(way.out), dtype=np.bool_)
    if not isinstance(phase, Attack) or phase.restart is not Restart.GOAL_FLICK or phase.hits:
        return none, none
    reach = board.goal_area_mm + board.line_half_mm + board.piece.radius_mm + TOUCH_MM
    centre = board.goal_centre(phase.side)
    furthest = np.hypot(way.in_play[:, :, 0] - centre.x_mm, way.in_play[:, :, 1] - centre.y_mm).max(axis=1)
    return np.asarray((furthest <= reach) | (way.last == 0)), np.asarray(np.abs(furthest - reach) < _SAME_MM)


# ---- at rest ----


def _lying(board: PennyGreenBoard, outcomes: physics.Outcomes, green: int, out: Bits) -> tuple[Bits, Bits, Bits, Bools]:
    """The pennies near the green, in One's and in Two's goal area, and the rows where one lies on a limit."""
    radius, xy = board.piece.radius_mm, outcomes.rest_xy
    penny = outcomes.on
    in_play = penny[:, green] & (out == 0)
    penny[:, green] = False
    apart = np.hypot(xy[:, :, 0] - xy[:, green, None, 0], xy[:, :, 1] - xy[:, green, None, 1])
    apart = np.where(in_play[:, None], apart - 2 * radius - board.diameter_mm, np.inf)
    areas = [
        np.hypot(xy[:, :, 0] - board.goal_centre(side).x_mm, xy[:, :, 1])
        - (radius + board.goal_area_mm + board.line_half_mm + TOUCH_MM)
        for side in Side
    ]
    at_limit = np.any([penny & (np.abs(gap) < _TIE_MM) for gap in (apart, *areas)], axis=(0, 2))
    near, one, two = (_bits(penny & (gap < 0.0)) for gap in (apart, *areas))
    return near, one, two, np.asarray(at_limit)

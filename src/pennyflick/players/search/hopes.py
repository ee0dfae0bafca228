"""What a flick is meant to bring about, and whether it did: checked on arrays of outcomes. Knows no game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

import numpy as np

from pennyflick.physics import Outcomes
from pennyflick.players.noise import Floats
from pennyflick.players.search.boards_many import Bools
from pennyflick.table import DiscId, Point

CONTACTS_SEEN = 64  # of an outcome: a promised contact is among the first few
ON_EDGE_MM = 0.5  # a disc leaves where its centre passes the edge


@dataclass(frozen=True, slots=True)
class Off:
    """The disc leaves the board."""

    disc: DiscId


@dataclass(frozen=True, slots=True)
class OffOver:
    """The disc leaves the board over this side of its edge."""

    disc: DiscId
    a: Point
    b: Point


@dataclass(frozen=True, slots=True)
class OnlyOff:
    """The disc leaves the board, and no other does."""

    disc: DiscId


@dataclass(frozen=True, slots=True)
class Holed:
    """The disc drops into the hole."""

    disc: DiscId


@dataclass(frozen=True, slots=True)
class Hits:
    """The two meet."""

    one: DiscId
    other: DiscId


@dataclass(frozen=True, slots=True)
class Misses:
    """The disc meets no other; with `others`, none of these."""

    disc: DiscId
    others: tuple[DiscId, ...] | None = None


@dataclass(frozen=True, slots=True)
class Stays:
    """The disc is on the board in the end."""

    disc: DiscId


@dataclass(frozen=True, slots=True)
class Rests:
    """The disc's centre comes to rest so near to a place."""

    disc: DiscId
    at: Point
    within_mm: float


@dataclass(frozen=True, slots=True)
class Beyond:
    """The disc comes to rest with its centre beyond the line through a point; `towards` is the way there."""

    disc: DiscId
    line: Point
    towards: Point


@dataclass(frozen=True, slots=True)
class Behind:
    """One of these discs comes to rest behind another, ready to send it a way: so near, and so little off that way.

    With `wanted` unset: none of them does.
    """

    discs: tuple[DiscId, ...]
    other: DiscId
    towards: Point  # the way, of length 1
    within_mm: float
    within_deg: float
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class Outside:
    """The disc leaves the board, or comes to rest with its centre further than that from a point."""

    disc: DiscId
    centre: Point
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Passes:
    """The disc's centre passes between two points."""

    disc: DiscId
    a: Point
    b: Point


@dataclass(frozen=True, slots=True)
class Every:
    """All of these come true."""

    hopes: tuple[Hope, ...]


Hope = Off | OffOver | OnlyOff | Holed | Hits | Misses | Stays | Rests | Beyond | Behind | Outside | Passes | Every


def tracked(hope: Hope) -> DiscId | None:
    """The disc whose path must be seen to tell whether it came true; None: where all come to rest is enough."""
    match hope:
        case Passes(disc=disc):
            return disc
        case Every(hopes=hopes):
            return next(filter(None, map(tracked, hopes)), None)
        case _:
            return None


def importance(hope: Hope) -> float:
    """How much a promise says: that a disc goes says more than that it lies well, and that more than a touch.

    Chosen: so that a penny off at one in four is worth more words than a certain touch.
    """
    match hope:
        case Misses():
            return 0.5
        case Hits() | Stays():
            return 1.0
        case Rests():
            return 1.5
        case Behind():
            return 2.5
        case Off() | OnlyOff() | Holed() | Beyond() | Outside() | Passes():
            return 4.0
        case OffOver():
            return 4.1
        case Every(hopes=hopes):
            return max(map(importance, hopes)) + 0.1
        case _:
            assert_never(hope)


def tells_of_lies(hope: Hope) -> bool:
    """Whether it says how discs lie for the next flick: then what is left need not be told besides."""
    match hope:
        case Every(hopes=hopes):
            return any(map(tells_of_lies, hopes))
        case _:
            return isinstance(hope, Behind)


class Trials:
    """Many outcomes, and whether hopes came true in them. `discs` are the columns of the outcomes."""

    def __init__(self, discs: Sequence[DiscId], outcomes: Outcomes) -> None:
        self._column = {disc: column for column, disc in enumerate(discs)}
        self._outcomes = outcomes
        self._met = _meetings(len(discs), outcomes)

    def came_true(self, hope: Hope) -> Bools:
        """Whether it did, outcome by outcome; what was cut short did not."""
        return np.asarray(self._held(hope) & ~self._outcomes.capped)

    def _held(self, hope: Hope) -> Bools:
        match hope:
            case Off(disc=disc):
                return self._is(self._outcomes.left, disc)
            case OffOver(disc=disc, a=a, b=b):
                return self._is(self._outcomes.left, disc) & (_from_stretch_mm(self._xy(disc), a, b) < ON_EDGE_MM)
            case OnlyOff(disc=disc):
                return np.asarray(self._is(self._outcomes.left, disc) & (self._outcomes.left.sum(axis=1) == 1))
            case Holed(disc=disc):
                return self._is(self._outcomes.holed, disc)
            case Hits(one=one, other=other):
                return np.asarray(self._met[:, self._column[one], self._column[other]])
            case Misses(disc=disc, others=others):
                asked = self._column.values() if others is None else (self._column[each] for each in others)
                return np.asarray(~self._met[:, self._column[disc], list(asked)].any(axis=1))
            case Stays(disc=disc):
                return self._is(self._outcomes.on, disc)
            case Rests(disc=disc, at=at, within_mm=within):
                return self._is(self._outcomes.on, disc) & (_from_mm(self._xy(disc), at) <= within)
            case Beyond(disc=disc, line=line, towards=towards):
                past = (self._xy(disc) - (line.x_mm, line.y_mm)) @ np.array([towards.x_mm, towards.y_mm])
                return np.asarray(self._is(self._outcomes.on, disc) & (past > 0.0))
            case Behind():
                return np.asarray(self._behind(hope) == hope.wanted)
            case Outside(disc=disc, centre=centre, radius_mm=radius):
                lies_out = self._is(self._outcomes.on, disc) & (_from_mm(self._xy(disc), centre) > radius)
                return self._is(self._outcomes.left, disc) | lies_out
            case Passes(a=a, b=b):
                return _passed(self._outcomes.corner_xy, a, b)
            case Every(hopes=hopes):
                return np.asarray(np.logical_and.reduce([self._held(each) for each in hopes]))
            case _:
                assert_never(hope)

    def _behind(self, hope: Behind) -> Bools:
        """Whether one of the discs lies behind the other; nothing lies behind a disc that is gone."""
        found = np.zeros(len(self._outcomes.fate), dtype=np.bool_)
        for disc in hope.discs:
            run = self._xy(hope.other) - self._xy(disc)
            length, way = np.hypot(run[:, 0], run[:, 1]), run @ np.array([hope.towards.x_mm, hope.towards.y_mm])
            straight = (length <= hope.within_mm) & (way >= length * math.cos(math.radians(hope.within_deg)))
            found |= self._is(self._outcomes.on, disc) & straight
        return np.asarray(found & self._is(self._outcomes.on, hope.other))

    def _is(self, which: Bools, disc: DiscId) -> Bools:
        return np.asarray(which[:, self._column[disc]])

    def _xy(self, disc: DiscId) -> Floats:
        return np.asarray(self._outcomes.rest_xy[:, self._column[disc]])


def _meetings(discs: int, outcomes: Outcomes) -> Bools:
    """(n, discs, discs) which met which."""
    met = np.zeros((len(outcomes.fate), discs, discs), dtype=np.bool_)
    row, contact = np.nonzero(outcomes.contact_discs[:, :, 0] >= 0)
    one, other = outcomes.contact_discs[row, contact].T
    met[row, one, other] = met[row, other, one] = True
    return met


def _from_mm(xy: Floats, point: Point) -> Floats:
    return np.hypot(xy[:, 0] - point.x_mm, xy[:, 1] - point.y_mm)


def _from_stretch_mm(xy: Floats, a: Point, b: Point) -> Floats:
    """From each place to the stretch from a to b."""
    dx, dy = b.x_mm - a.x_mm, b.y_mm - a.y_mm
    share = ((xy[:, 0] - a.x_mm) * dx + (xy[:, 1] - a.y_mm) * dy) / (dx * dx + dy * dy)
    share = np.clip(share, 0.0, 1.0)
    return np.hypot(xy[:, 0] - a.x_mm - share * dx, xy[:, 1] - a.y_mm - share * dy)


def _passed(corner_xy: Floats, a: Point, b: Point) -> Bools:
    """Whether a path, corner by corner, crosses the stretch from a to b. Places that are not there (nan) never do."""
    begin, end = corner_xy[:, :-1], corner_xy[:, 1:]
    changes_side = _turn(a, b, begin) * _turn(a, b, end) <= 0.0
    moves = (begin != end).any(axis=2)
    wx, wy = end[:, :, 0] - begin[:, :, 0], end[:, :, 1] - begin[:, :, 1]
    to_a = wx * (a.y_mm - begin[:, :, 1]) - wy * (a.x_mm - begin[:, :, 0])
    to_b = wx * (b.y_mm - begin[:, :, 1]) - wy * (b.x_mm - begin[:, :, 0])
    return np.asarray((moves & changes_side & (to_a * to_b <= 0.0)).any(axis=1))


def _turn(a: Point, b: Point, xy: Floats) -> Floats:
    """On which side of the line from a to b each place lies, as a sign."""
    return np.asarray((b.x_mm - a.x_mm) * (xy[:, :, 1] - a.y_mm) - (b.y_mm - a.y_mm) * (xy[:, :, 0] - a.x_mm))

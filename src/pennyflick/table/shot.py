"""What happened: the ordered events of one flick and every disc's path. It is the whole truth of the flick."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pennyflick.table.answer import Flick, SideFlick
from pennyflick.table.disc import DiscId
from pennyflick.table.layout import Away, Layout
from pennyflick.table.point import Point
from pennyflick.table.sketch import sketch_svg


@dataclass(frozen=True, slots=True)
class Contact:
    """Two discs hit: an impulse passed between them. `a` comes before `b` in the order of the discs."""

    instant_s: float
    a: DiscId
    b: DiscId
    impulse_g_mm_s: float
    push: bool = False  # the finger was still on the flicked disc (GEN-7)

    @property
    def discs(self) -> tuple[DiscId, DiscId]:
        """Both of them."""
        return (self.a, self.b)


@dataclass(frozen=True, slots=True)
class PegHit:
    """A disc hit a peg."""

    instant_s: float
    disc: DiscId
    peg: int  # index in Surface.pegs
    impulse_g_mm_s: float


@dataclass(frozen=True, slots=True)
class Holed:
    """A disc dropped into the hole."""

    instant_s: float
    disc: DiscId


@dataclass(frozen=True, slots=True)
class Left:
    """A disc's centre passed the edge, here."""

    instant_s: float
    disc: DiscId
    at: Point


@dataclass(frozen=True, slots=True)
class Stopped:
    """A disc came to rest (it may be hit again later)."""

    instant_s: float
    disc: DiscId


Event = Contact | PegHit | Holed | Left | Stopped


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one disc's path: straight, with constant deceleration."""

    t0_s: float
    t1_s: float
    x_mm: float
    y_mm: float
    vx_mm_s: float
    vy_mm_s: float
    deceleration_mm_s2: float

    def at(self, instant_s: float) -> Point:
        """Where the disc is at that instant, clamped to this stretch."""
        t = min(max(instant_s, self.t0_s), self.t1_s) - self.t0_s
        speed = math.hypot(self.vx_mm_s, self.vy_mm_s)
        if speed == 0.0:
            return Point(self.x_mm, self.y_mm)
        share = t - 0.5 * self.deceleration_mm_s2 * t * t / speed
        return Point(self.x_mm + self.vx_mm_s * share, self.y_mm + self.vy_mm_s * share)

    @property
    def end(self) -> Point:
        """Where the stretch ends."""
        return self.at(self.t1_s)


@dataclass(frozen=True)
class Shot:
    """The outcome of one flick."""

    flick: Flick | SideFlick
    start: Layout  # as the flick began: the flicked disc on its start point, a held one in the hand
    rest: Layout  # six decimals; discs that left are Away.OFF, holed ones Away.HOLED
    events: tuple[Event, ...]  # in order of time
    paths: Mapping[DiscId, tuple[Piece, ...]]  # only discs that moved
    finger_work_g_mm2_s2: float = 0.0  # what the finger added after the start (push contacts)

    @cached_property
    def duration_s(self) -> float:
        """When the last disc stopped."""
        return max((pieces[-1].t1_s for pieces in self.paths.values() if pieces), default=0.0)

    @property
    def contacts(self) -> tuple[Contact, ...]:
        """The hits between discs, in order."""
        return tuple(event for event in self.events if isinstance(event, Contact))

    def position(self, disc: DiscId, instant_s: float) -> Point | None:
        """Where the disc is at that instant, or None when it is not on the board (any more)."""
        pieces = self.paths.get(disc, ())
        for piece in pieces:
            if instant_s <= piece.t1_s:
                return piece.at(instant_s)
        place = self.rest.where[disc]
        return None if isinstance(place, Away) else place

    def _repr_svg_(self) -> str:
        lines = ((*(Point(p.x_mm, p.y_mm) for p in pieces), pieces[-1].end) for pieces in self.paths.values() if pieces)
        return sketch_svg(self.rest.on_board, lines)


def start_layout(layout: Layout, flick: Flick | SideFlick) -> Layout:
    """Where everything is as the flick begins: the disc on its start point, a held penny in the hand."""
    if isinstance(flick, SideFlick):
        return layout.moved({flick.disc: flick.at.rounded(), flick.held: Away.HAND})
    if flick.start is None:
        return layout
    return layout.moved({flick.disc: flick.start.rounded()})

"""The single door: one flick becomes a full Shot."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pennyflick.physics.errors import BadInputError, CapError
from pennyflick.physics.kernels import slots
from pennyflick.physics.kernels.arguments import Notes, Rests, Starts, Workspace
from pennyflick.physics.outcomes import Reals
from pennyflick.physics.prepare import kernels
from pennyflick.physics.refuse import check_direction, check_speed, explain, index_of
from pennyflick.physics.world import World, world
from pennyflick.table import (
    Away,
    Contact,
    Disc,
    DiscId,
    Event,
    Flick,
    Holed,
    Layout,
    Left,
    PegHit,
    Piece,
    Point,
    Shot,
    SideFlick,
    Stopped,
    Surface,
    start_layout,
)

_ROOM = 512  # rows of the first log: enough for a break; a longer flick is run again with more


def simulate(surface: Surface, discs: Sequence[Disc], layout: Layout, flick: Flick | SideFlick) -> Shot:
    """What happens when this disc is flicked: every event and every path, the same bits everywhere."""
    here = world(surface, discs)
    flicked = index_of(here, flick.disc)
    check_direction(flick.direction_cdeg)
    check_speed(flick.speed_mm_s)
    for disc in here.index.keys() - layout.where.keys():
        raise BadInputError(f"disc {disc!r} is missing from the layout; every disc must be listed")
    if isinstance(flick, SideFlick):
        index_of(here, flick.held)
    start = start_layout(layout, flick)
    places = [start.point(disc.id) for disc in discs]
    log = _run(here, places, flicked, flick, _ROOM)
    if log.state > slots.CAPPED:
        raise explain(surface, discs, places, flicked)
    if log.state == slots.CAPPED:
        raise CapError(f"{flick} needed more events or more time than any real flick", flick)
    ids = list(here.index)
    return Shot(
        flick=flick,
        start=start,
        rest=_rest(start, ids, log.rest, log.fate),
        events=tuple(_event(ids, row) for row in log.events),
        paths=_paths(ids, log.pieces, surface.deceleration_mm_s2),
        finger_work_g_mm2_s2=log.work,
    )


class _Log:
    """What one run of the kernel wrote, as plain Python."""

    __slots__ = ("events", "fate", "pieces", "rest", "state", "work")

    def __init__(self, state: int, work: float, rest: Reals, fate: Reals, events: Reals, pieces: Reals) -> None:
        self.state = state
        self.work = work
        self.rest: list[list[float]] = rest.tolist()
        self.fate: list[int] = fate.tolist()
        self.events: list[list[float]] = sorted(events.tolist(), key=_instant)
        self.pieces: list[list[float]] = pieces.tolist()


def _instant(row: list[float]) -> float:
    return row[0]


def _run(here: World, places: Sequence[Point | None], flicked: int, flick: Flick | SideFlick, room: int) -> _Log:
    xy = np.array([[(place.x_mm, place.y_mm) if place is not None else (0.0, 0.0) for place in places]], np.float64)
    on = np.array([[place is not None for place in places]])
    starts = Starts(
        xy=xy,
        on=on,
        disc=np.array([flicked], np.int64),
        direction=np.array([flick.direction_cdeg], np.int64),
        speed=np.array([flick.speed_mm_s], np.int64),
        start=_NOWHERE,
        side=np.array([isinstance(flick, SideFlick)], np.bool_),
    )
    rests, notes = Rests.room(1, len(places)), Notes.room(1, contacts=0, corners=0, log=room)
    kernels().fly_many(here.table, starts, rests, notes, Workspace.of_this_thread(), 0, 1, -1)
    events, pieces = int(notes.counts[slots.LOG_EVENTS]), int(notes.counts[slots.LOG_PIECES])
    if max(events, pieces) > room:
        return _run(here, places, flicked, flick, max(events, pieces))
    return _Log(
        int(rests.state[0]),
        float(rests.work[0]),
        rests.xy[0],
        rests.fate[0],
        notes.events[:events],
        notes.pieces[:pieces],
    )


_NOWHERE = np.full((1, 2), np.nan)  # from where it lies


def _rest(start: Layout, ids: list[DiscId], rest: list[list[float]], fate: list[int]) -> Layout:
    where = dict(start.where)
    for disc, (x, y), what in zip(ids, rest, fate, strict=True):
        if what == slots.ON_BOARD:
            where[disc] = Point(x, y)
        elif what == slots.LEFT:
            where[disc] = Away.OFF
        elif what == slots.HOLED:
            where[disc] = Away.HOLED
    return Layout(where)


def _event(ids: list[DiscId], row: list[float]) -> Event:
    instant, kind, disc, other, impulse, push, x, y = row
    who = ids[int(disc)]
    if kind == slots.DISC:
        return Contact(instant, who, ids[int(other)], impulse, push != 0.0)
    if kind == slots.PEG:
        return PegHit(instant, who, int(other), impulse)
    if kind == slots.EDGE:
        return Left(instant, who, Point(x, y))
    if kind == slots.DROP:
        return Holed(instant, who)
    return Stopped(instant, who)


def _paths(ids: list[DiscId], rows: list[list[float]], deceleration: float) -> dict[DiscId, tuple[Piece, ...]]:
    """Each disc's pieces in order, discs in their order; a piece without motion is none."""
    paths: dict[int, list[Piece]] = {}
    for disc, t0, t1, x, y, vx, vy, _ in rows:
        if vx != 0.0 or vy != 0.0:
            paths.setdefault(int(disc), []).append(Piece(t0, t1, x, y, vx, vy, deceleration))
    return {ids[number]: tuple(paths[number]) for number in sorted(paths)}

"""The batch door: many flicks in one call, the GIL released, on a pool of threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import numpy.typing as npt

from pennyflick.physics.errors import BadInputError
from pennyflick.physics.kernels import slots
from pennyflick.physics.kernels.arguments import Notes, Rests, Starts, Workspace
from pennyflick.physics.outcomes import Flicks, Layouts, Outcomes
from pennyflick.physics.prepare import kernels
from pennyflick.physics.refuse import check_direction, check_speed, explain, index_of
from pennyflick.physics.world import World, world
from pennyflick.table import FULL_TURN_CDEG, SPEED_LIMIT_MM_S, Disc, DiscId, Point, Surface

_SMALLEST_CHUNK = 64  # fewer flicks than this are not worth a hand-over between threads
THREADS_VARIABLE = "PENNYFLICK_THREADS"  # how many cores a batch may use: whoever thinks beside others takes one
_CHUNKS_PER_THREAD = 8  # so that an unlucky chunk does not keep everybody waiting


def simulate_many(
    surface: Surface,
    discs: Sequence[Disc],
    layouts: Layouts,
    flicks: Flicks,
    *,
    threads: int | None = None,
    contacts: int = 0,
    track: DiscId | None = None,
    corners: int = 16,
) -> Outcomes:
    """Simulate a batch of flicks: the same bits as one by one, whatever the number of threads.

    None: as many as PENNYFLICK_THREADS says, or as there are cores.
    """
    here = world(surface, discs)
    tracked = -1 if track is None else index_of(here, track)
    batch = _Batch(here, layouts, flicks)
    n, m = batch.flicks, len(discs)
    rests = Rests.room(n, m)
    notes = Notes.room(n, contacts, corners if track is not None else 0, log=0)
    fly_many = kernels().fly_many

    def run(first: int, last: int) -> None:
        fly_many(here.table, batch.starts, rests, notes, Workspace.of_this_thread(), first, last, tracked)

    _share_out(n, threads or _threads(), run)
    troubled = np.flatnonzero(rests.state > slots.CAPPED)
    if len(troubled):
        raise batch.explained(surface, discs, int(troubled[0]))
    return Outcomes(
        rest_xy=rests.xy,
        fate=rests.fate,
        fate_s=rests.fate_s,
        contact_count=notes.contact_count,
        contact_discs=notes.contact_discs,
        contact_push=notes.contact_push,
        corner_xy=notes.corner_xy,
        corner_count=notes.corner_count,
        capped=rests.state == slots.CAPPED,
        finger_work_g_mm2_s2=rests.work,
    )


@cache
def _threads() -> int:
    return int(os.environ.get(THREADS_VARIABLE, "0")) or os.cpu_count() or 1


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=threads, thread_name_prefix="pennyflick")


def _share_out(n: int, threads: int, run: Callable[[int, int], None]) -> None:
    """Run all flicks in chunks on that many threads."""
    if threads == 1 or n < 2 * _SMALLEST_CHUNK:
        run(0, n)
        return
    chunk = max(_SMALLEST_CHUNK, -(-n // (threads * _CHUNKS_PER_THREAD)))
    futures = [_pool(threads).submit(run, first, min(first + chunk, n)) for first in range(0, n, chunk)]
    for future in futures:
        future.result()


class _Batch:
    """The arrays of a batch, of the right types and shapes, or an error that says which is not."""

    def __init__(self, here: World, layouts: Layouts, flicks: Flicks) -> None:
        m = len(here.index)
        self.flicks = n = len(flicks.disc)
        self.starts = starts = Starts(
            xy=np.ascontiguousarray(layouts.xy, dtype=np.float64),
            on=np.ascontiguousarray(layouts.on, dtype=np.bool_),
            disc=np.ascontiguousarray(flicks.disc, dtype=np.int64),
            direction=np.ascontiguousarray(flicks.direction_cdeg, dtype=np.int64),
            speed=np.ascontiguousarray(flicks.speed_mm_s, dtype=np.int64),
            start=np.ascontiguousarray(flicks.start_xy, dtype=np.float64),
            side=np.ascontiguousarray(flicks.side, dtype=np.bool_),
        )
        k = len(starts.xy)
        if k not in (1, n):
            raise BadInputError(f"{k} layouts for {n} flicks; there must be one for all or one for each")
        _check_shape("layouts.xy", starts.xy, (k, m, 2))
        _check_shape("layouts.on", starts.on, (k, m))
        _check_shape("flicks.direction_cdeg", starts.direction, (n,))
        _check_shape("flicks.speed_mm_s", starts.speed, (n,))
        _check_shape("flicks.start_xy", starts.start, (n, 2))
        _check_shape("flicks.side", starts.side, (n,))
        self._check_numbers(m)

    def _check_numbers(self, m: int) -> None:
        starts = self.starts
        if not len(starts.disc):
            return
        for row in np.flatnonzero((starts.disc < 0) | (starts.disc >= m))[:1]:
            raise BadInputError(f"flick {row}: no disc number {starts.disc[row]}; they go from 0 to {m - 1}")
        for row in np.flatnonzero((starts.direction < 0) | (starts.direction >= FULL_TURN_CDEG))[:1]:
            check_direction(int(starts.direction[row]))
        for row in np.flatnonzero((starts.speed <= 0) | (starts.speed > SPEED_LIMIT_MM_S))[:1]:
            check_speed(int(starts.speed[row]))

    def explained(self, surface: Surface, discs: Sequence[Disc], row: int) -> BadInputError:
        """What is wrong with the layout that flick `row` starts from."""
        starts = self.starts
        here = row if len(starts.xy) > 1 else 0
        places = [
            Point(float(x), float(y)) if on else None
            for (x, y), on in zip(starts.xy[here], starts.on[here], strict=True)
        ]
        flicked = int(starts.disc[row])
        if not np.isnan(starts.start[row, 0]):
            places[flicked] = Point(float(starts.start[row, 0]), float(starts.start[row, 1]))
        error = explain(surface, discs, places, flicked)
        return BadInputError(f"flick {row}: {error}")


def _check_shape(name: str, array: npt.NDArray[np.generic], shape: tuple[int, ...]) -> None:
    if array.shape != shape:
        raise BadInputError(f"{name} has shape {array.shape}; it must be {shape}")

"""What a kernel is called with, in five groups: the table, the flicks, where things rest, notes, and a workspace.

Rows are the flicks of a batch, n of them; m discs; k layouts, 1 or n. Every array is contiguous and of the type here.
"""

from __future__ import annotations

import threading
from typing import NamedTuple, TypeVar

import numpy as np

from pennyflick.physics.kernels import slots
from pennyflick.physics.kernels.types import Bools, Integers, Reals, Shorts, Smalls

A = TypeVar("A", Reals, Smalls)


class Table(NamedTuple):
    """The board and the pieces: the same for all rows."""

    surface: Reals  # as `slots` lists it under `w`
    radius: Reals  # (m,) mm
    mass: Reals  # (m,) g


class Starts(NamedTuple):
    """From where and how each disc is flicked."""

    xy: Reals  # (k, m, 2) mm
    on: Bools  # (k, m)
    disc: Integers  # (n,) the flicked one
    direction: Integers  # (n,) hundredths of a degree
    speed: Integers  # (n,) mm/s
    start: Reals  # (n, 2) mm; nan: from where it lies
    side: Bools  # (n,) a side-flick


class Rests(NamedTuple):
    """What became of each row: all of it is written by the kernel."""

    xy: Reals  # (n, m, 2) mm
    fate: Smalls  # (n, m)
    fate_s: Reals  # (n, m) s
    state: Smalls  # (n,) DONE, CAPPED or what was wrong with the start
    work: Reals  # (n,) the finger's, g·mm²/s²

    @staticmethod
    def room(rows: int, discs: int) -> Rests:
        """Room for so many rows."""
        return Rests(
            xy=np.empty((rows, discs, 2)),
            fate=np.empty((rows, discs), np.int8),
            fate_s=np.empty((rows, discs)),
            state=np.zeros(rows, np.int8),
            work=np.zeros(rows),
        )


def _filled(array: A, value: float) -> A:
    """The array with this value everywhere; numpy's own way is slow for arrays without room, as single flicks have."""
    if array.size:
        array.fill(value)
    return array


class Notes(NamedTuple):
    """What is noted on the way: contacts and corners of every row; events and pieces when there is one row."""

    contact_count: Shorts  # (n,)
    contact_discs: Smalls  # (n, contacts, 2), -1 where there was none
    contact_push: Bools  # (n, contacts)
    corner_xy: Reals  # (n, corners, 2) mm
    corner_count: Shorts  # (n,)
    events: Reals  # (room, 8)
    pieces: Reals  # (room, 8)
    counts: Integers  # (COUNTS,) how many events and pieces there were, and whether they are wanted

    @staticmethod
    def room(rows: int, contacts: int, corners: int, log: int) -> Notes:
        """Room for so many contacts and corners of each row, and so many lines of the log; none: no log is wanted."""
        counts = np.zeros(slots.COUNTS, np.int64)
        counts[slots.LOG_WANTED] = 1 if log else 0
        return Notes(
            contact_count=np.empty(rows, np.int32),
            contact_discs=_filled(np.empty((rows, contacts, 2), np.int8), -1),
            contact_push=np.zeros((rows, contacts), np.bool_),
            corner_xy=_filled(np.empty((rows, corners, 2)), np.nan),
            corner_count=np.empty(rows, np.int32),
            events=np.empty((log, 8)),
            pieces=np.empty((log, 8)),
            counts=counts,
        )


class Workspace(NamedTuple):
    """The arrays that one run of a kernel works in: its caller holds them. `slots` says what lies where."""

    reals: Reals
    integers: Integers
    network: Reals
    links: Integers

    @staticmethod
    def room() -> Workspace:
        """One workspace; two runs at once need two."""
        return Workspace(
            reals=_aligned(slots.REALS),
            integers=np.zeros(slots.INTEGERS, np.int64),
            network=_aligned(slots.NETWORK_REALS),
            links=np.zeros(slots.NETWORK_INTEGERS, np.int64),
        )

    @staticmethod
    def of_this_thread() -> Workspace:
        """The workspace that this thread keeps: making one takes as long as a short flick."""
        if not hasattr(_kept, "workspace"):
            _kept.workspace = Workspace.room()
        workspace: Workspace = _kept.workspace
        return workspace


_kept = threading.local()
_LINE = 8  # reals in a line of the processor's cache


def _aligned(size: int) -> Reals:
    """Zeros that begin with a line of the cache, so that eight reals never lie across two."""
    roomy = np.zeros(size + _LINE)
    first = -(roomy.ctypes.data // roomy.itemsize) % _LINE
    return roomy[first : first + size]

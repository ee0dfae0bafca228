"""What is written down while a flick runs: contacts and corners always, events and path pieces when wanted.

Columns of an event: instant, kind, disc, other, impulse, push, x, y. Of a piece: disc, t0, t1, x, y, vx, vy.
Rows beyond the room are counted, not written.
"""

from __future__ import annotations

from pennyflick.physics.kernels.arguments import Notes
from pennyflick.physics.kernels.jit import inlined
from pennyflick.physics.kernels.slots import (
    CONTACTS,
    CORNERS,
    DISC,
    EVENTS,
    EX,
    EY,
    LOGGING,
    PIECE,
    PIECES,
    ROOM,
    ROW,
    STOP,
    TS,
    UX,
    UY,
    V,
    X,
    Y,
)
from pennyflick.physics.kernels.types import Integers, Reals


@inlined
def note_event(
    log: Notes,
    n: Integers,
    t: float,
    kind: int,
    i: int,
    j: int,
    impulse: float,
    push: bool,
    x: float,
    y: float,
) -> None:
    """Write an event down."""
    if n[LOGGING] == 0:
        return
    row = n[EVENTS]
    n[EVENTS] += 1
    if row < log.events.shape[0]:
        line = log.events[row]
        line[0] = t
        line[1] = kind
        line[2] = i
        line[3] = j
        line[4] = impulse
        line[5] = 1.0 if push else 0.0
        line[6] = x
        line[7] = y


@inlined
def note_contact(log: Notes, n: Integers, t: float, i: int, j: int, impulse: float, push: bool) -> None:
    """Write a hit between two discs down, the earlier in their order first."""
    a = min(i, j)
    b = max(i, j)
    at = n[CONTACTS]
    n[CONTACTS] += 1
    if at < n[ROOM]:
        row = n[ROW]
        log.contact_discs[row, at, 0] = a
        log.contact_discs[row, at, 1] = b
        log.contact_push[row, at] = push
    note_event(log, n, t, DISC, a, b, impulse, push, 0.0, 0.0)


@inlined
def note_corner(log: Notes, n: Integers, x: float, y: float) -> None:
    """Write a corner of the tracked disc's path down; beyond the room the last place holds the newest."""
    room = log.corner_xy.shape[1]
    if room > 0:
        at = min(n[CORNERS], room - 1)
        row = n[ROW]
        log.corner_xy[row, at, 0] = x
        log.corner_xy[row, at, 1] = y
    n[CORNERS] += 1


@inlined
def end_piece(log: Notes, f: Reals, n: Integers, i: int, t: float) -> None:
    """Close the path piece of disc i at t; a stop on the way is an event."""
    row = n[PIECE + i]
    if row < 0:
        return
    n[PIECE + i] = -1
    stop = f[TS + i]
    if stop <= t:
        note_event(log, n, stop, STOP, i, -1, 0.0, False, f[EX + i], f[EY + i])
    if row < log.pieces.shape[0]:
        log.pieces[row, 2] = min(stop, t)


@inlined
def begin_piece(log: Notes, f: Reals, n: Integers, i: int, t: float) -> None:
    """Open a path piece for the course that disc i just took."""
    row = n[PIECES]
    n[PIECES] += 1
    n[PIECE + i] = row
    if row < log.pieces.shape[0]:
        line = log.pieces[row]
        line[0] = i
        line[1] = t
        line[2] = t
        line[3] = f[X + i]
        line[4] = f[Y + i]
        line[5] = f[UX + i] * f[V + i]
        line[6] = f[UY + i] * f[V + i]
        line[7] = 0.0

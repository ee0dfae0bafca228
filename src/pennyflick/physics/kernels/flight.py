"""One flick from first motion to rest: the loop over events, in order of time, ties in the order of the discs."""

from __future__ import annotations

import numpy as np

from pennyflick.physics.kernels.arguments import Notes, Rests, Starts, Table, Workspace
from pennyflick.physics.kernels.check import SLACK_MM, trouble, trouble_of_one
from pennyflick.physics.kernels.direction import unit_vector
from pennyflick.physics.kernels.foresee import foresee, unsupported_radius
from pennyflick.physics.kernels.hit import hit
from pennyflick.physics.kernels.index import disc, lane, peg
from pennyflick.physics.kernels.jit import borrowed, inlined, kernel
from pennyflick.physics.kernels.lanes import WIDTH, lowest, put_eight
from pennyflick.physics.kernels.log import begin_piece, end_piece, note_corner, note_event
from pennyflick.physics.kernels.motion import place, rebase, set_course, take_velocity
from pennyflick.physics.kernels.slots import (
    ABSENT,
    ALL_LANES,
    CAPPED,
    CONTACTS,
    CORNERS,
    DEC,
    DIRTY,
    DISC,
    DISC_LANES,
    DONE,
    DROP,
    EDGE,
    EVENTS,
    EX,
    EY,
    FAR,
    FATE,
    FLICKED,
    FOLLOW,
    FOLLOW_NOW,
    FT,
    HOLE,
    HOLE_IN,
    HOLE_OUT,
    HOLED,
    HT,
    HX,
    HY,
    IM,
    KIND,
    LEFT,
    LIVE,
    LIVE_SET,
    LIVES,
    LOG_EVENTS,
    LOG_PIECES,
    LOG_WANTED,
    LOGGING,
    MASS,
    MOST_DISCS,
    MOST_LANES,
    MOVED,
    NOT_THERE,
    ON_BOARD,
    PEG,
    PEG0,
    PEGS,
    PIECE,
    PIECES,
    PX,
    PY,
    RAD,
    REST,
    ROOM,
    ROW,
    RT,
    SEEN_SET,
    SLIM,
    START_ENERGY,
    SX,
    SY,
    THERE,
    TS,
    VER,
    WHO,
    WORK,
    WVER,
)
from pennyflick.physics.kernels.types import Bools, Integers, Reals

MOST_EVENTS = 1_000_000
MOST_SECONDS = 600.0
LEAST_OVER_HOLE_MM = 1e-6  # a disc at rest this little inside the unsupported circle was rounded into it
MICRO = 1e6  # millimetres are rounded to millionths
NO_FRACTION = 6755399441055744.0  # 1.5 · 2^52: adding it leaves no room for a fraction; ties go to even


@inlined
def rounded(x: float) -> float:
    """The nearest number of six decimals (ties to even), exactly as its text is read; never minus zero."""
    return (x * MICRO + NO_FRACTION - NO_FRACTION) / MICRO + 0.0


@inlined
def enliven(n: Integers, i: int) -> None:
    """Disc i slides or awaits an event: put it on the list."""
    if n[LIVE_SET] >> i & 1 == 0:
        n[LIVE_SET] |= 1 << i
        n[LIVE + disc(n[LIVES])] = i
        n[LIVES] += 1


@inlined
def next_event(f: Reals, n: Integers, t: float) -> int:
    """The disc whose event comes next, ties in the order of the discs, or -1; discs at rest leave the list."""
    best = FAR
    who = -1
    kept = 0
    for at in range(n[LIVES]):
        q = disc(n[LIVE + at])
        when = f[RT + q]
        if (when < best) | (when == best) & (q < who):
            best = when
            who = q
        if (when < FAR) | (f[TS + q] > t):
            n[LIVE + disc(kept)] = q
            kept += 1
        else:
            n[LIVE_SET] &= ~(1 << q)
    n[LIVES] = kept
    return who


@inlined
def over_hole_at_rest(f: Reals, n: Integers, w: Reals, m: int) -> int:
    """List the discs in DIRTY that lie over the hole without support; how many."""
    dirty = 0
    for i in range(m):
        f[HT + i] = FAR
        rho = unsupported_radius(w, f[RAD + i]) - LEAST_OVER_HOLE_MM
        dx = f[EX + i] - w[HX]
        dy = f[EY + i] - w[HY]
        if (rho > 0.0) & (dx * dx + dy * dy < rho * rho) & (n[FATE + i] == ON_BOARD):
            f[HT + i] = 0.0
            f[PX + i] = f[EX + i]
            f[PY + i] = f[EY + i]
            set_course(f, n, i, 0.0, 0.0, 0.0, 0.0, w[DEC])
            n[VER + i] = 0
            n[MOVED] &= ~(1 << i)
            n[DIRTY + disc(dirty)] = i
            dirty += 1
            enliven(n, i)
    return dirty


@inlined
def take_off(f: Reals, n: Integers, w: Reals, i: int, t: float, fate: int, log: Notes) -> None:
    """Disc i leaves the board or drops into the hole at t."""
    place(f, i, t, w[DEC])
    if n[LOGGING] != 0:
        end_piece(log, f, n, i, t)
        note_event(log, n, t, EDGE if fate == LEFT else DROP, i, -1, 0.0, False, f[PX + i], f[PY + i])
    n[FATE + i] = fate
    n[THERE] &= ~(1 << i)
    n[MOVED] |= 1 << i
    n[VER + i] += 1
    f[FT + i] = t
    f[EX + i] = f[PX + i]
    f[EY + i] = f[PY + i]
    f[TS + i] = np.nan
    f[RT + i] = FAR


@inlined
def fly(
    f: Reals,
    n: Integers,
    w: Reals,
    g: Reals,
    k: Integers,
    m: int,
    ux: float,
    uy: float,
    v: float,
    track: int,
    log: Notes,
) -> int:
    """Run one flick from the positions in EX, EY to rest: DONE or CAPPED."""
    a = w[DEC]
    n[LIVES] = 0
    n[LIVE_SET] = 0
    dirty = over_hole_at_rest(f, n, w, m) if w[HOLE] != 0.0 else 0
    b = disc(n[FLICKED])
    f[PX + b] = f[EX + b]
    f[PY + b] = f[EY + b]
    f[SX] = f[EX + b]
    f[SY] = f[EY + b]
    f[START_ENERGY] = 0.5 * f[MASS + b] * v * v
    f[WORK] = 0.0
    if track >= 0:
        note_corner(log, n, f[EX + track], f[EY + track])
    set_course(f, n, b, 0.0, ux, uy, v, a)
    if n[LOGGING] != 0:
        begin_piece(log, f, n, b, 0.0)
    enliven(n, b)
    n[DIRTY + disc(dirty)] = b
    dirty += 1
    version = 0
    if track >= 0:
        version = n[VER + track]
    t = 0.0
    for _ in range(MOST_EVENTS):
        n[SEEN_SET] = 0
        for at in range(dirty):
            q = disc(n[DIRTY + at])
            foresee(f, n, w, q, t)
            n[SEEN_SET] |= 1 << q
        i = next_event(f, n, t)
        if i < 0:
            if track >= 0:
                if (n[FATE + track] == ON_BOARD) & (n[VER + track] > 0):
                    note_corner(log, n, f[EX + track], f[EY + track])
            if n[LOGGING] != 0:
                for q in range(m):
                    end_piece(log, f, n, q, FAR)
            return DONE
        i = disc(i)
        t = f[RT + i]
        if t > MOST_SECONDS:
            return CAPPED
        kind = n[KIND + i]
        if kind == PEG or (kind == DISC and n[WVER + i] == n[VER + disc(n[WHO + i])]):
            j = disc(n[WHO + i]) if kind == DISC else -1
            p = peg(n[WHO + i]) if kind == PEG else -1
            dirty = hit(f, n, w, g, k, m, i, j, p, t, log)
            for at in range(dirty):
                q = disc(n[DIRTY + at])
                if n[LOGGING] != 0:
                    end_piece(log, f, n, q, t)
                take_velocity(f, n, q, t, a)
                enliven(n, q)
                if n[LOGGING] != 0:
                    begin_piece(log, f, n, q, t)
        elif (kind == EDGE) | (kind == DROP):
            take_off(f, n, w, i, t, LEFT if kind == EDGE else HOLED, log)
            dirty = 0
        else:
            if kind == HOLE_IN:
                f[HT + i] = t
            elif kind == HOLE_OUT:
                f[HT + i] = FAR
            rebase(f, i, t, a)
            n[DIRTY] = i
            dirty = 1
        if track >= 0:
            if n[VER + track] != version:
                version = n[VER + track]
                note_corner(log, n, f[PX + track], f[PY + track])
    return CAPPED


@inlined
def lay_out(f: Reals, n: Integers, xy: Reals, on: Bools, here: int) -> None:
    """Put the discs of a layout on the board, everything at rest; what is absent is nowhere."""
    there = 0
    for i in range(min(on.shape[1], MOST_DISCS)):
        if on[here, i]:
            there |= 1 << i
            f[EX + i] = xy[here, i, 0]
            f[EY + i] = xy[here, i, 1]
            f[TS + i] = 0.0
            n[FATE + i] = ON_BOARD
        else:
            f[EX + i] = np.nan
            f[EY + i] = np.nan
            f[TS + i] = np.nan
            n[FATE + i] = ABSENT
        n[VER + i] = 0
    for at in range(0, min(n[DISC_LANES], MOST_DISCS), WIDTH):
        put_eight(f, RT + at, FAR)
    n[THERE] = there
    n[MOVED] = 0


@inlined
def put(f: Reals, n: Integers, i: int, x: float, y: float) -> None:
    """Put disc i there, if that is a place; otherwise it stays where it lies."""
    if x == x:
        f[EX + i] = x
        f[EY + i] = y
        f[TS + i] = 0.0
        n[FATE + i] = ON_BOARD
        n[THERE] |= 1 << i


@inlined
def write_rest(f: Reals, n: Integers, row: int, rests: Rests) -> None:
    """Where the discs are now: those that moved rounded to six decimals, others as they were."""
    for i in range(rests.fate.shape[1]):
        rests.xy[row, i, 0] = f[EX + i]
        rests.xy[row, i, 1] = f[EY + i]
        what = n[FATE + i]
        rests.fate[row, i] = what
        rests.fate_s[row, i] = f[FT + i] if (what == LEFT) | (what == HOLED) else np.nan
    moved = n[MOVED]
    while moved != 0:
        i = disc(lowest(moved))
        moved &= moved - 1
        rests.xy[row, i, 0] = rounded(f[EX + i])
        rests.xy[row, i, 1] = rounded(f[EY + i])


@inlined
def set_table(f: Reals, n: Integers, w: Reals, radius: Reals, mass: Reals) -> None:
    """What stays the same for a whole batch: pieces and pegs; places not in use hold NaN."""
    m = radius.shape[0]
    pegs = int(w[PEGS])
    n[DISC_LANES] = (m + WIDTH - 1) // WIDTH * WIDTH
    n[ALL_LANES] = n[DISC_LANES] + (pegs + WIDTH - 1) // WIDTH * WIDTH
    for i in range(MOST_LANES):
        f[TS + i] = np.nan
        f[EX + i] = np.nan
        f[EY + i] = np.nan
        f[RAD + i] = np.nan
        f[SLIM + i] = np.nan
    for i in range(MOST_DISCS):
        f[HT + i] = FAR
        n[PIECE + i] = -1
        f[IM + i] = 0.0
    for i in range(m):
        f[RAD + i] = radius[i]
        f[SLIM + i] = radius[i] - SLACK_MM
        f[MASS + i] = mass[i]
        f[IM + i] = 1.0 / mass[i]
    for p in range(pegs):
        at = lane(n[DISC_LANES] + p)
        f[EX + at] = w[PEG0 + 3 * p]
        f[EY + at] = w[PEG0 + 3 * p + 1]
        f[RAD + at] = w[PEG0 + 3 * p + 2]
        f[TS + at] = 0.0


@inlined
def checked_start(f: Reals, n: Integers, w: Reals, starts: Starts, row: int, first: int) -> int:
    """Lay the discs out for a row: DONE, or what is wrong with the start. One layout for all is checked once."""
    many = starts.xy.shape[0] > 1
    lay_out(f, n, starts.xy, starts.on, row if many else 0)
    b = disc(starts.disc[row])
    n[FLICKED] = b
    if many:
        put(f, n, b, starts.start[row, 0], starts.start[row, 1])
    what = DONE
    if many | (row == first):
        what = trouble(f, n, w)
    if not many:
        put(f, n, b, starts.start[row, 0], starts.start[row, 1])
    if n[FATE + b] != ON_BOARD:
        what = NOT_THERE
    elif (what == DONE) & (not many):
        what = trouble_of_one(f, n, w, b)
    return what


@inlined
def clear_notes(n: Integers, row: int) -> None:
    """Nothing is noted yet of this row."""
    n[EVENTS] = 0
    n[PIECES] = 0
    n[CONTACTS] = 0
    n[CORNERS] = 0
    n[ROW] = row


@kernel
def fly_many(
    table: Table, starts: Starts, rests: Rests, notes: Notes, workspace: Workspace, first: int, last: int, track: int
) -> None:
    """Run the flicks first..last - 1 of a batch; those with trouble only say so in `rests.state`."""
    table = borrowed(table)
    starts = borrowed(starts)
    rests = borrowed(rests)
    notes = borrowed(notes)
    f, n, g, k = borrowed(workspace)
    w = table.surface
    n[LOGGING] = notes.counts[LOG_WANTED]
    n[ROOM] = notes.contact_discs.shape[1]
    set_table(f, n, w, table.radius, table.mass)
    for row in range(first, last):
        what = checked_start(f, n, w, starts, row, first)
        rests.state[row] = what
        if what != DONE:
            continue
        clear_notes(n, row)
        f[FOLLOW_NOW] = w[FOLLOW]
        v = float(starts.speed[row])
        if starts.side[row]:
            f[FOLLOW_NOW] = 0.0
            v = v * (0.5 * (1.0 + w[REST]))
        ux, uy = unit_vector(starts.direction[row])
        rests.state[row] = fly(f, n, w, g, k, table.radius.shape[0], ux, uy, v, track, notes)
        rests.work[row] = f[WORK]
        notes.contact_count[row] = n[CONTACTS]
        notes.corner_count[row] = n[CORNERS]
        write_rest(f, n, row, rests)
    notes.counts[LOG_EVENTS] = n[EVENTS]
    notes.counts[LOG_PIECES] = n[PIECES]

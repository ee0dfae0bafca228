"""What goes into a batch and what comes out of it: compact arrays, one row for each flick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pennyflick.physics.kernels.slots import ABSENT, HOLED, LEFT, ON_BOARD
from pennyflick.table import Disc, Layout, Point

Reals = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Layouts:
    """One layout for all flicks (k = 1), or one for each (k = n); discs in the order of `discs`."""

    xy: Reals  # (k, m, 2)
    on: Bools  # (k, m): whether the disc lies on the board

    @staticmethod
    def of(discs: Sequence[Disc], layout: Layout) -> Layouts:
        """One layout for a whole batch."""
        xy = np.full((1, len(discs), 2), np.nan)
        on = np.zeros((1, len(discs)), dtype=np.bool_)
        for number, disc in enumerate(discs):
            place = layout.where.get(disc.id)
            if isinstance(place, Point):
                xy[0, number] = place.x_mm, place.y_mm
                on[0, number] = True
        return Layouts(xy, on)


@dataclass(frozen=True, eq=False)
class Flicks:
    """The flicks of a batch."""

    disc: npt.NDArray[np.int16]  # (n,) index in the order of `discs`
    direction_cdeg: npt.NDArray[np.int32]  # (n,)
    speed_mm_s: npt.NDArray[np.int32]  # (n,)
    start_xy: Reals  # (n, 2), nan: from where it lies
    side: Bools  # (n,) a side-flick: (1 + e)/2 of the speed, no follow-through; the held disc is not `on`


@dataclass(frozen=True, eq=False)
class Outcomes:
    """What each flick led to."""

    rest_xy: Reals  # (n, m, 2); where it left or dropped when it is not on the board, nan when it was not there
    fate: npt.NDArray[np.int8]  # (n, m): ON_BOARD, LEFT, HOLED or ABSENT; read it by the properties below
    fate_s: Reals  # (n, m): when it left or was holed, nan otherwise
    contact_count: npt.NDArray[np.int32]  # (n,) all of them, also those beyond `contacts`
    contact_discs: npt.NDArray[np.int8]  # (n, contacts, 2) in order of time, -1 where there was none
    contact_push: Bools  # (n, contacts)
    corner_xy: Reals  # (n, corners, 2) path corners of the tracked disc, start and end included; nan beyond
    corner_count: npt.NDArray[np.int32]  # (n,) all of them; beyond `corners` only the newest is kept, in the last place
    capped: Bools  # (n,) a cap on events or time was hit: the row is worthless
    finger_work_g_mm2_s2: Reals  # (n,) what the finger added after the start

    @property
    def on(self) -> Bools:
        """(n, m): which lie on the board in the end."""
        return np.asarray(self.fate == ON_BOARD)

    @property
    def left(self) -> Bools:
        """(n, m): which left the board."""
        return np.asarray(self.fate == LEFT)

    @property
    def holed(self) -> Bools:
        """(n, m): which dropped into the hole."""
        return np.asarray(self.fate == HOLED)

    @property
    def there(self) -> Bools:
        """(n, m): which lay on the board when the flick began."""
        return np.asarray(self.fate != ABSENT)

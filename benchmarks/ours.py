"""Our own simulator on the measured layouts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks.scenes import Scene
from pennyflick.physics import Flicks, Layouts
from pennyflick.table import Away, Layout, Point


def batch(scenes: Sequence[Scene]) -> tuple[Layouts, Flicks]:
    """The arrays that `simulate_many` takes; all scenes have the same board and discs."""
    names = [disc.id for disc in scenes[0].discs]
    places = [[scene.layout.where[name] for name in names] for scene in scenes]
    xy = np.array([[_xy(place) for place in row] for row in places], dtype=np.float64)
    on = np.array([[isinstance(place, Point) for place in row] for row in places], dtype=np.bool_)
    flicks = Flicks(
        disc=np.array([names.index(scene.flick.disc) for scene in scenes], dtype=np.int16),
        direction_cdeg=np.array([scene.flick.direction_cdeg for scene in scenes], dtype=np.int32),
        speed_mm_s=np.array([scene.flick.speed_mm_s for scene in scenes], dtype=np.int32),
        start_xy=np.full((len(scenes), 2), np.nan),
        side=np.zeros(len(scenes), dtype=np.bool_),
    )
    return Layouts(xy=xy, on=on), flicks


def _xy(place: Point | Away) -> tuple[float, float]:
    return (place.x_mm, place.y_mm) if isinstance(place, Point) else (0.0, 0.0)


def places(layout: Layout) -> list[Point | None]:
    """Where every disc rests; None: it left."""
    return [place if isinstance(place, Point) else None for place in layout.where.values()]

"""Whether a centre is still on the board: the one thing no engine of stacks and crates knows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from pennyflick.table import Circle, Polygon

Floats = npt.NDArray[np.float64]


def inside(edge: Polygon | Circle) -> Callable[[Floats, Floats], npt.NDArray[np.bool_]]:
    """A quick test for one board: x and y of many centres."""
    if isinstance(edge, Circle):
        x0, y0, limit = edge.centre.x_mm, edge.centre.y_mm, edge.radius_mm**2
        return lambda x, y: (x - x0) ** 2 + (y - y0) ** 2 <= limit
    ax, ay = np.array([(corner.x_mm, corner.y_mm) for corner in edge.corners]).T[:, :, np.newaxis]
    dx, dy = np.roll(ax, -1, axis=0) - ax, np.roll(ay, -1, axis=0) - ay
    return lambda x, y: np.asarray((dx * (y - ay) - dy * (x - ax) >= 0.0).all(axis=0))

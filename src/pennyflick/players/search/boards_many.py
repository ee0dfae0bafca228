"""Geometry of many layouts at once: distances to the edge and to each other, as arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pennyflick.players.noise import Floats
from pennyflick.table import Circle, Polygon, Surface

Bools = NDArray[np.bool_]


def edges(surface: Surface, xy: Floats) -> list[tuple[Floats, Floats, Floats]]:
    """For every side of the edge: its outward normal (x, y) and each disc's distance to it; xy is (n, m, 2)."""
    edge = surface.edge
    if isinstance(edge, Circle):
        radius = np.hypot(xy[:, :, 0], xy[:, :, 1]) + 1e-9
        return [(xy[:, :, 0] / radius, xy[:, :, 1] / radius, edge.radius_mm - radius)]
    return [_side(edge, number, xy) for number in range(len(edge.corners))]


def edge_distance(surface: Surface, xy: Floats) -> Floats:
    """Each disc's distance to the nearest point of the edge."""
    return np.asarray(np.min([distance for _, _, distance in edges(surface, xy)], axis=0))


def _side(edge: Polygon, number: int, xy: Floats) -> tuple[Floats, Floats, Floats]:
    a, b = edge.corners[number - 1], edge.corners[number]
    length = a.distance_mm(b)
    nx, ny = (b.y_mm - a.y_mm) / length, -(b.x_mm - a.x_mm) / length
    # offsets from a corner, not from the origin: a disc on the rule's limit is measured as the referee measures it
    distance = (a.x_mm - xy[:, :, 0]) * nx + (a.y_mm - xy[:, :, 1]) * ny
    return np.asarray(nx), np.asarray(ny), np.asarray(distance)


def maybe_illegal_push(contact_discs: NDArray[np.int8], contact_push: Bools, flicked: NDArray[np.int64]) -> Bools:
    """A push shot whose flicked disc then met another: illegal if it moved then, which only its path tells (GEN-7)."""
    mine = (contact_discs == flicked[:, None, None]).any(axis=2)
    other = np.where(contact_discs[:, :, 0] == flicked[:, None], contact_discs[:, :, 1], contact_discs[:, :, 0])
    rows = np.arange(len(mine))
    first = mine.argmax(axis=1)
    pushed = mine.any(axis=1) & contact_push[rows, first]
    return np.asarray(pushed & (mine & (other != other[rows, first][:, None])).any(axis=1))


def hit_any(contact_discs: NDArray[np.int8], flicked: NDArray[np.int64]) -> Bools:
    """Whether the flicked disc of each row hit a disc."""
    return np.asarray((contact_discs == flicked[:, None, None]).any(axis=(1, 2)))

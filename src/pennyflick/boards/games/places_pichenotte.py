"""Where a puck may be put at Pichenotte."""

from __future__ import annotations

from pennyflick.boards.games.pichenotte import CENTRE_POINT, PichenotteBoard
from pennyflick.boards.measure import TOUCH_MM
from pennyflick.boards.regions import Area, Inside, NearArc, along_arc, keep_clear
from pennyflick.table import Circle, Clause, Point, Seat

Lying = tuple[tuple[Point, float], ...]  # centre and radius of every other disc on the board: measure.lying(...)

PIC_2 = Clause("PIC-2")
QUADRANT_DEGREES = 45.0  # to either side of a player's axis


def baseline_places(board: PichenotteBoard, seat: Seat, seats: int, others: Lying) -> Area:
    """That seat's baseline: the puck touches it, between the quadrant lines, wholly on the surface, on free ground."""
    radius, ring = board.piece.radius_mm, board.baseline_ring
    arc = NearArc(
        PIC_2,
        CENTRE_POINT,
        ring.radius_mm,
        board.axis_degrees(seat, seats),
        QUADRANT_DEGREES,
        ring.width_mm / 2 + radius + TOUCH_MM,
    )
    edge = board.surface.edge
    assert isinstance(edge, Circle)
    return along_arc(PIC_2, arc, Inside(PIC_2, edge, radius), keep_clear(PIC_2, others, radius))

"""Where the shooter may be put at Penny Black."""

from __future__ import annotations

from pennyflick.boards.games.penny_black import PennyBlackBoard
from pennyflick.boards.regions import Points, Spots, keep_clear, on_board, spots_or_beside
from pennyflick.table import Clause, Point

Lying = tuple[tuple[Point, float], ...]  # centre and radius of every other disc on the board: measure.lying(...)

BLK_11 = Clause("BLK-11")


def shooter_places(board: PennyBlackBoard, others: Lying) -> Spots | Points:
    """The corner spots of Penny Black (BLK-11); if all are blocked, the free point nearest to one."""
    radius = board.piece.radius_mm
    spots = Spots(board.corner_spots, board.spot_radius_mm, radius, others, BLK_11)
    return spots_or_beside(spots, on_board(BLK_11, board.edge, radius, keep_clear(BLK_11, others, radius)))

"""Placements worth a thought at Penny Green."""

from __future__ import annotations

from itertools import product

from pennyflick.players.search.tactics import placements_on
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.table import Answer, Decision, Point


def single_pennies(game: PennyGreen, decision: Decision) -> list[Answer]:
    """Single pennies on a coarse grid of where they may go."""
    return placements_on(_grid(game), decision)


def _grid(game: PennyGreen) -> list[Point]:
    """The spots, and points of the pitch a hand's breadth apart."""
    xs = [400.0 * share for share in (-1.0, -0.85, -0.6, -0.35, -0.1, 0.1, 0.35, 0.6, 0.85, 1.0)]
    ys = [200.0 * share for share in (-0.75, -0.35, 0.0, 0.35, 0.75)]
    scale = game.board.side_line_mm / 800.0
    return [*game.board.spots.values(), *(Point(x * scale, y * scale).rounded(1) for x, y in product(xs, ys))]

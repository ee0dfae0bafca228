"""How open pucks and the hole lie to a shooter: which ways from his baseline are free of posts and other pucks."""

from __future__ import annotations

import numpy as np

from pennyflick.boards.games.pichenotte import BASELINE_RADIUS_MM
from pennyflick.physics.kernels.jit import kernel
from pennyflick.players.noise import Floats
from pennyflick.players.search.boards_many import Bools
from pennyflick.rules.pichenotte.game import Pichenotte

START_DEGREES = np.array((-28.0, 0.0, 28.0))  # off the middle of the baseline
OFFSETS = np.array((-0.5, 0.0, 0.5))  # of the way from a full hit to a miss


def open_to(game: Pichenotte, xy: Floats, on: Bools, targets: Bools, axis_deg: Floats) -> tuple[Floats, Floats]:
    """(n, pucks), (n,): the share of hits on each target that are free from the best start, and of ways to the hole."""
    posts = np.array([(peg.centre.x_mm, peg.centre.y_mm) for peg in game.board.surface.pegs])
    starts = np.radians(axis_deg[:, None] + START_DEGREES)
    starts_xy = BASELINE_RADIUS_MM * np.stack([np.cos(starts), np.sin(starts)], axis=2)
    pucks, hole = np.zeros(on.shape), np.zeros(len(on))
    radius, post = game.board.piece.radius_mm, game.board.surface.pegs[0].radius_mm
    _look(np.ascontiguousarray(np.nan_to_num(xy)), on, targets, starts_xy, posts, OFFSETS, radius, post, pucks, hole)
    return pucks, hole


@kernel
def _look(
    xy: Floats,
    on: Bools,
    targets: Bools,
    starts: Floats,
    posts: Floats,
    offsets: Floats,
    radius: float,
    post: float,
    pucks: Floats,
    hole: Floats,
) -> None:  # pragma: no cover - compiled
    for row in range(xy.shape[0]):
        for start in range(starts.shape[1]):
            x, y = starts[row, start]
            hole[row] += _free(xy[row], on[row], posts, -1, x, y, 0.0, 0.0, radius, post) / starts.shape[1]
            for puck in range(xy.shape[1]):
                if targets[row, puck]:
                    share = _share(xy[row], on[row], posts, puck, x, y, offsets, radius, post)
                    pucks[row, puck] = max(pucks[row, puck], share)


@kernel
def _share(
    xy: Floats, on: Bools, posts: Floats, puck: int, x: float, y: float, offsets: Floats, radius: float, post: float
) -> float:  # pragma: no cover - compiled
    """Of the ways to hit this puck, full and thin, those that are free."""
    dx, dy = xy[puck, 0] - x, xy[puck, 1] - y
    length = np.sqrt(dx * dx + dy * dy) + 1e-9
    free = 0.0
    for offset in offsets:
        aside = offset * 2.0 * radius / length
        free += _free(xy, on, posts, puck, x, y, xy[puck, 0] - dy * aside, xy[puck, 1] + dx * aside, radius, post)
    return free / len(offsets)


@kernel
def _free(
    xy: Floats,
    on: Bools,
    posts: Floats,
    puck: int,
    x: float,
    y: float,
    to_x: float,
    to_y: float,
    radius: float,
    post: float,
) -> float:  # pragma: no cover - compiled
    """1 if a puck gets from here to there past all posts and all pucks but the one meant."""
    dx, dy = to_x - x, to_y - y
    length = np.sqrt(dx * dx + dy * dy) + 1e-9
    dx, dy = dx / length, dy / length
    for number in range(posts.shape[0]):
        if _in_way(posts[number, 0] - x, posts[number, 1] - y, dx, dy, length, radius + post):
            return 0.0
    for number in range(xy.shape[0]):
        if on[number] and number != puck and _in_way(xy[number, 0] - x, xy[number, 1] - y, dx, dy, length, 2 * radius):
            return 0.0
    return 1.0


@kernel
def _in_way(
    off_x: float, off_y: float, dx: float, dy: float, length: float, reach: float
) -> bool:  # pragma: no cover - compiled
    along = off_x * dx + off_y * dy
    return 0.0 < along < length and abs(off_x * dy - off_y * dx) < reach

"""pooltool: event-driven like us, but of billiard balls.

Balls slide, then roll, and keep their spin; there are no posts, and a table has cushions instead of an edge. So only
its speed can be compared, on the same places and the same flick: the table is so wide that no ball reaches a cushion,
both frictions are ours, and what ends beyond our edge counts as gone. A shot is given up after MOST_EVENTS events.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pooltool as pt
from pooltool.objects import BilliardTableSpecs

from benchmarks.peers.edge import inside
from benchmarks.scenes import Scene
from pennyflick.table import Point

NAME = "pooltool"
STEPS_S = {"pooltool": 0.0}  # no time step
TABLE_M = 40.0
MM_PER_M = 1_000.0
SLIDING = 2  # its number for the state of a sliding ball
MOST_EVENTS = 3_000


def rest(scene: Scene, step_s: float) -> list[Point | None]:
    """Where every ball comes to rest; None: beyond our edge."""
    del step_s
    table = pt.Table.from_table_specs(BilliardTableSpecs(l=TABLE_M, w=TABLE_M))
    balls = {disc.id: _ball(scene, i) for i, disc in enumerate(scene.discs)}
    angle, speed = math.radians(scene.flick.direction_cdeg / 100.0), scene.flick.speed_mm_s / MM_PER_M
    flicked = balls[scene.flick.disc]
    flicked.state.rvw[1] = (speed * math.cos(angle), speed * math.sin(angle), 0.0)
    flicked.state.s = SLIDING
    system = pt.System(cue=pt.Cue(cue_ball_id=scene.flick.disc), table=table, balls=balls)
    pt.simulate(system, inplace=True, max_events=MOST_EVENTS)
    ends = [(system.balls[disc.id].state.rvw[0][:2] - TABLE_M / 2.0) * MM_PER_M for disc in scene.discs]
    on_board = inside(scene.surface.edge)(*np.array(ends).T)
    return [Point(float(x), float(y)) if on else None for (x, y), on in zip(ends, on_board, strict=True)]


def _ball(scene: Scene, i: int) -> Any:
    disc = scene.discs[i]
    place = scene.layout.where[disc.id]
    assert isinstance(place, Point), "every disc of a measured layout is on the board"
    friction = scene.surface.friction
    at = (place.x_mm / MM_PER_M + TABLE_M / 2.0, place.y_mm / MM_PER_M + TABLE_M / 2.0)
    return pt.Ball.create(
        disc.id, xy=at, m=disc.mass_g / 1_000.0, R=disc.radius_mm / MM_PER_M, u_s=friction, u_r=friction
    )

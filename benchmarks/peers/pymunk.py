"""pymunk (Chipmunk2D): impulses at fixed time steps.

Sliding friction is a pivot joint to the board whose force is limited to friction × weight: Coulomb's law, solved in
C with the contacts. (The same law in a Python velocity_func is several times slower at the fine step, so it would
flatter us.) Discs do not turn; two elasticities are multiplied, so each disc
gets the square root; a disc is taken away when its centre is seen past the edge, looked at every LOOK_S.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pymunk
import pymunk.batch

from benchmarks.peers.edge import inside
from benchmarks.scenes import Scene
from pennyflick.table import GRAVITY_MM_S2, Point

NAME = "pymunk"
STEPS_S = {"pymunk 1/240 s": 1.0 / 240.0, "pymunk 1/7680 s": 1.0 / 7680.0}
LOOK_S = 1.0 / 240.0
REST_SPEED_MM_S = 0.5  # friction stops a disc slower than this within 0.0001 mm


def rest(scene: Scene, step_s: float) -> list[Point | None]:
    """Where every disc comes to rest; None: it left."""
    space, bodies = _space(scene)
    moving = bodies[list(scene.layout.where).index(scene.flick.disc)]
    angle, speed = math.radians(scene.flick.direction_cdeg / 100.0), scene.flick.speed_mm_s
    moving.velocity = (speed * math.cos(angle), speed * math.sin(angle))
    return _run(space, bodies, scene, step_s)


def _space(scene: Scene) -> tuple[pymunk.Space, list[pymunk.Body]]:
    surface = scene.surface
    space = pymunk.Space()
    space.collision_slop = 0.001
    for peg in surface.pegs:
        post = pymunk.Circle(space.static_body, peg.radius_mm, (peg.centre.x_mm, peg.centre.y_mm))
        post.elasticity = surface.peg_restitution / math.sqrt(surface.restitution)
        space.add(post)
    return space, [_body(space, scene, i) for i in range(len(scene.discs))]


def _body(space: pymunk.Space, scene: Scene, i: int) -> pymunk.Body:
    disc = scene.discs[i]
    place = scene.layout.where[disc.id]
    assert isinstance(place, Point), "every disc of a measured layout is on the board"
    body = pymunk.Body(disc.mass_g, float("inf"))
    body.position = (place.x_mm, place.y_mm)
    shape = pymunk.Circle(body, disc.radius_mm)
    shape.elasticity = math.sqrt(scene.surface.restitution)
    joint = pymunk.PivotJoint(space.static_body, body, (0.0, 0.0), (0.0, 0.0))
    joint.max_bias = 0.0  # it brakes, it does not pull back
    joint.max_force = scene.surface.friction * GRAVITY_MM_S2 * disc.mass_g
    space.add(body, shape, joint)
    return body


def _run(space: pymunk.Space, bodies: Sequence[pymunk.Body], scene: Scene, step_s: float) -> list[Point | None]:
    on_board = inside(scene.surface.edge)
    seen, fields = pymunk.batch.Buffer(), pymunk.batch.BodyFields.POSITION | pymunk.batch.BodyFields.VELOCITY
    here = list(bodies)  # in the order that the space reports them
    steps = max(1, round(LOOK_S / step_s))
    while True:
        for _ in range(steps):
            space.step(step_s)
        seen.clear()
        pymunk.batch.get_space_bodies(space, fields, seen)
        x, y, vx, vy = np.frombuffer(seen.float_buf()).reshape(-1, 4).T
        for i in np.flatnonzero(~on_board(x, y))[::-1]:
            _remove(space, here.pop(i))
        if (vx * vx + vy * vy).max() < REST_SPEED_MM_S**2:
            return [Point(*body.position) if body in here else None for body in bodies]


def _remove(space: pymunk.Space, body: pymunk.Body) -> None:
    parts: list[Any] = [*body.shapes, *body.constraints, body]
    space.remove(*parts)

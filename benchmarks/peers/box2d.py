"""Box2D 2.3 (pybox2d): impulses at fixed time steps, tuned for metres, so one of its metres is our centimetre.

Sliding friction is its friction joint to the board, limited to friction × weight. Discs do not turn. Of two
restitutions it takes the greater, so posts throw discs back with the discs' own (0.80 instead of 0.62): its speed can
be compared on a board with posts, its outcomes cannot. A disc is taken away when its centre is seen past the edge,
looked at every LOOK_S.
"""

from __future__ import annotations

import math
from typing import Any

import Box2D
import numpy as np

from benchmarks.peers.edge import inside
from benchmarks.scenes import Scene
from pennyflick.table import GRAVITY_MM_S2, Point

NAME = "Box2D"
STEPS_S = {"Box2D 1/240 s": 1.0 / 240.0, "Box2D 1/7680 s": 1.0 / 7680.0}
LOOK_S = 1.0 / 240.0
UNIT_MM = 10.0
REST_SPEED_MM_S = 0.5  # friction stops a disc slower than this within 0.0001 mm


def rest(scene: Scene, step_s: float) -> list[Point | None]:
    """Where every disc comes to rest; None: it left."""
    world = Box2D.b2World(gravity=(0.0, 0.0), doSleep=False)
    ground = world.CreateStaticBody()
    for peg in scene.surface.pegs:
        at = (peg.centre.x_mm / UNIT_MM, peg.centre.y_mm / UNIT_MM)
        ground.CreateCircleFixture(radius=peg.radius_mm / UNIT_MM, pos=at, restitution=0.0, friction=0.0)
    bodies = [_body(world, ground, scene, i) for i in range(len(scene.discs))]
    angle, speed = math.radians(scene.flick.direction_cdeg / 100.0), scene.flick.speed_mm_s / UNIT_MM
    flicked = bodies[[disc.id for disc in scene.discs].index(scene.flick.disc)]
    flicked.linearVelocity = (speed * math.cos(angle), speed * math.sin(angle))
    return _run(world, bodies, scene, step_s)


def _body(world: Any, ground: Any, scene: Scene, i: int) -> Any:
    disc = scene.discs[i]
    place = scene.layout.where[disc.id]
    assert isinstance(place, Point), "every disc of a measured layout is on the board"
    radius = disc.radius_mm / UNIT_MM
    body = world.CreateDynamicBody(position=(place.x_mm / UNIT_MM, place.y_mm / UNIT_MM), fixedRotation=True)
    density = disc.mass_g / (math.pi * radius**2)
    body.CreateCircleFixture(radius=radius, density=density, friction=0.0, restitution=scene.surface.restitution)
    force = scene.surface.friction * GRAVITY_MM_S2 / UNIT_MM * disc.mass_g
    world.CreateFrictionJoint(bodyA=ground, bodyB=body, maxForce=force, maxTorque=0.0)
    return body


def _run(world: Any, bodies: list[Any], scene: Scene, step_s: float) -> list[Point | None]:
    on_board = inside(scene.surface.edge)
    rests: dict[int, Point | None] = {}
    here = dict(enumerate(bodies))
    steps = max(1, round(LOOK_S / step_s))
    while here:
        for _ in range(steps):
            world.Step(step_s, 8, 3)
        at = np.array([tuple(body.position) for body in here.values()]).T * UNIT_MM
        speeds = np.array([body.linearVelocity.lengthSquared for body in here.values()]) * UNIT_MM**2
        for i, on in list(zip(here, on_board(*at), strict=True)):
            if not on:
                rests[i] = None
                world.DestroyBody(here.pop(i))
        if speeds.max() < REST_SPEED_MM_S**2:
            break
    rests |= {i: Point(body.position.x * UNIT_MM, body.position.y * UNIT_MM) for i, body in here.items()}
    return [rests[i] for i in range(len(bodies))]

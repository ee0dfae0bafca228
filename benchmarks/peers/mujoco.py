"""MuJoCo: soft contacts at fixed time steps; spheres on two slides each, which meet as discs do.

A contact is a damped spring; its stiffness is the greatest the step can carry (ten steps a contact), its damping gives
the restitution. That needs the fine step: at 1/240 s a contact would last 40 ms, so only 1/7680 s is measured.
Sliding friction is not among its joints' laws (theirs acts along each axis by itself), so it is applied as a force at
every step, in numpy for all discs at once. A disc is taken away when its centre is seen past the edge.
"""

from __future__ import annotations

import math

import mujoco
import numpy as np

from benchmarks.peers.edge import inside
from benchmarks.scenes import Scene
from pennyflick.table import GRAVITY_MM_S2, Point

NAME = "MuJoCo"
STEPS_S = {"MuJoCo 1/7680 s": 1.0 / 7680.0}
LOOK_STEPS = 32
STEPS_PER_CONTACT = 10.0
REST_SPEED_MM_S = 0.5  # friction stops a disc slower than this within 0.0001 mm


def rest(scene: Scene, step_s: float) -> list[Point | None]:
    """Where every disc comes to rest; None: it left."""
    model = mujoco.MjModel.from_xml_string(_xml(scene, step_s))
    state = mujoco.MjData(model)
    angle, speed = math.radians(scene.flick.direction_cdeg / 100.0), scene.flick.speed_mm_s
    flicked = [disc.id for disc in scene.discs].index(scene.flick.disc)
    state.qvel[2 * flicked : 2 * flicked + 2] = (speed * math.cos(angle), speed * math.sin(angle))
    return _run(model, state, scene, step_s)


def _xml(scene: Scene, step_s: float) -> str:
    bounce, post_bounce = (_spring(e, step_s) for e in (scene.surface.restitution, scene.surface.peg_restitution))
    posts = [
        f'<geom size="{peg.radius_mm}" pos="{peg.centre.x_mm} {peg.centre.y_mm} 0" priority="1" {post_bounce}/>'
        for peg in scene.surface.pegs
    ]
    discs = [
        f'<body pos="{place.x_mm} {place.y_mm} 0"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>'
        f'<geom size="{disc.radius_mm}" mass="{disc.mass_g}" {bounce}/></body>'
        for disc, place in zip(scene.discs, scene.layout.on_board.values(), strict=True)
    ]
    return (
        f'<mujoco><option timestep="{step_s!r}" gravity="0 0 0"/><default><geom type="sphere" condim="1"/></default>'
        f"<worldbody>{''.join(posts + discs)}</worldbody></mujoco>"
    )


def _spring(restitution: float, step_s: float) -> str:
    """The spring that gives a restitution: a half swing of it lasts some steps, its damping loses the rest."""
    loss = -math.log(restitution)
    damping_ratio = loss / math.hypot(math.pi, loss)
    swing = math.pi / (STEPS_PER_CONTACT * step_s)
    stiffness, damping = (
        swing**2 / (1.0 - damping_ratio**2),
        2.0 * damping_ratio * swing / math.sqrt(1 - damping_ratio**2),
    )
    return f'solref="{-stiffness} {-damping}" solimp="0.99 0.99 0.001"'


def _run(model: mujoco.MjModel, state: mujoco.MjData, scene: Scene, step_s: float) -> list[Point | None]:
    on_board = inside(scene.surface.edge)
    start = np.array([(place.x_mm, place.y_mm) for place in scene.layout.on_board.values()])
    mass = np.array([disc.mass_g for disc in scene.discs])
    deceleration = scene.surface.friction * GRAVITY_MM_S2
    offset, velocity = state.qpos.reshape(-1, 2), state.qvel.reshape(-1, 2)
    force = state.qfrc_applied.reshape(-1, 2)
    here = np.ones(len(start), dtype=np.bool_)
    while True:
        for _ in range(LOOK_STEPS):
            speed = np.sqrt((velocity * velocity).sum(axis=1))
            # never more than what stops the disc within the step
            force[:] = velocity * (-mass * deceleration / np.maximum(speed, deceleration * step_s))[:, np.newaxis]
            mujoco.mj_step(model, state)
        at = start + offset
        for i in np.flatnonzero(here & ~on_board(*at.T)):
            here[i] = False
            model.geom_contype[len(scene.surface.pegs) + i] = 0
            model.geom_conaffinity[len(scene.surface.pegs) + i] = 0
        velocity[~here] = 0.0
        if (velocity * velocity).sum(axis=1).max() < REST_SPEED_MM_S**2:
            return [Point(float(x), float(y)) if on else None for (x, y), on in zip(at, here, strict=True)]

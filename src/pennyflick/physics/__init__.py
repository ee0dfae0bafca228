"""A flick becomes a shot. Knows discs, pegs, edges, a hole and friction; knows no games."""

from pennyflick.physics.batch import simulate_many
from pennyflick.physics.errors import BadInputError, CapError, PhysicsError
from pennyflick.physics.outcomes import Flicks, Layouts, Outcomes
from pennyflick.physics.prepare import prepare
from pennyflick.physics.simulate import simulate
from pennyflick.physics.version import PHYSICS_VERSION

__all__ = [
    "PHYSICS_VERSION",
    "BadInputError",
    "CapError",
    "Flicks",
    "Layouts",
    "Outcomes",
    "PhysicsError",
    "prepare",
    "simulate",
    "simulate_many",
]

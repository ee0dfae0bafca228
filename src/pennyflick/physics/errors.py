"""What can go wrong with a flick: the input, or a cap."""

from __future__ import annotations

from pennyflick.table import Flick, SideFlick


class PhysicsError(Exception):
    """Any trouble of the simulator's."""


class BadInputError(PhysicsError, ValueError):
    """The flick or the layout cannot be simulated; nothing was changed."""


class CapError(PhysicsError, RuntimeError):
    """A flick needed more events or more time than any real one; it carries the flick."""

    def __init__(self, sentence: str, flick: Flick | SideFlick) -> None:
        super().__init__(sentence)
        self.flick = flick

"""Numbers of discs, pegs, lanes and contacts, where they are made: masked when compiled, checked when not.

The compiler must allow for negative indices, which costs three instructions an access; a mask tells it that there are
none. Law: a mask never changes a right number. Uncompiled kernels (NUMBA_DISABLE_JIT=1) refuse a wrong one instead.
"""

from __future__ import annotations

from pennyflick.physics.kernels.jit import OFF, inlined
from pennyflick.physics.kernels.slots import MOST_CONTACTS, MOST_DISCS, MOST_LANES, MOST_PEGS


def checked(i: int, most: int) -> int:
    """The number itself, if it is one of 0..most - 1."""
    if not 0 <= i < most:
        raise IndexError(f"{i} is not one of 0 to {most - 1}")
    return i


def _checked_disc(i: int) -> int:
    return checked(i, MOST_DISCS)


def _checked_peg(i: int) -> int:
    return checked(i, MOST_PEGS)


def _checked_lane(i: int) -> int:
    return checked(i, MOST_LANES)


def _checked_contact(i: int) -> int:
    return checked(i, MOST_CONTACTS)


@inlined
def _masked_disc(i: int) -> int:
    return i & (MOST_DISCS - 1)


@inlined
def _masked_peg(i: int) -> int:
    return i & (MOST_PEGS - 1)


@inlined
def _masked_lane(i: int) -> int:
    return i & (MOST_LANES - 1)


@inlined
def _masked_contact(i: int) -> int:
    return i & (MOST_CONTACTS - 1)


disc = _checked_disc if OFF else _masked_disc
peg = _checked_peg if OFF else _masked_peg
lane = _checked_lane if OFF else _masked_lane
contact = _checked_contact if OFF else _masked_contact

"""Illegal push shots among many flicks (GEN-7): nearly all by arrays, the few that only time tells by the referee."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pennyflick import physics
from pennyflick.players.noise import Floats
from pennyflick.players.search.aims import Aims
from pennyflick.players.search.boards_many import Bools
from pennyflick.rules.game import Game, Position
from pennyflick.rules.reasons import illegal_push
from pennyflick.table import Layout

_TOGETHER_MM = 0.3  # discs this close when the first is reached may be struck with it


def illegal_pushes(game: Game[Any, Any], position: Position[Any], aims: Aims, outcomes: physics.Outcomes) -> Bools:
    """Which outcomes hold a push shot whose disc then struck another; those that are capped do not."""
    illegal = np.zeros(len(aims), dtype=np.bool_)
    rows = np.flatnonzero(outcomes.contact_push.any(axis=1) & ~outcomes.capped)
    contacts = _Contacts(game, position.layout, aims.rows(rows), outcomes, rows)
    struck = contacts.struck_one_at_rest()
    illegal[rows[struck]] = True
    for row in rows[contacts.met_another() & ~struck]:
        shot = physics.simulate(game.board.surface, game.discs, position.layout, aims.answer(int(row)))
        illegal[row] = illegal_push(shot) is not None
    return illegal


class _Contacts:
    """The contacts of flicks that may be push shots, in order of time."""

    def __init__(
        self,
        game: Game[Any, Any],
        layout: Layout,
        aims: Aims,
        outcomes: physics.Outcomes,
        rows: NDArray[np.int64],
    ) -> None:
        count = outcomes.contact_count[rows]
        room = outcomes.contact_discs.shape[1]
        discs = outcomes.contact_discs[rows, : min(int(count.max(initial=1)), room)]
        order = {disc.id: number for number, disc in enumerate(game.discs)}
        flicked = np.array([order[arm.disc] for arm in aims.arms], dtype=np.int8)[aims.arm]
        self._rows = np.arange(len(rows))
        self._overlong: Bools = np.asarray(count > room)
        self._discs = discs
        self._mine: Bools = np.asarray((discs == flicked[:, None, None]).any(axis=2))
        self._other = np.where(discs[:, :, 0] == flicked[:, None], discs[:, :, 1], discs[:, :, 0])
        first = self._mine.argmax(axis=1)
        self._first = self._other[self._rows, first]
        self._push = outcomes.contact_push[rows, first]
        self._gaps_mm = _gaps_mm(game, layout, aims, self._first)

    def met_another(self) -> Bools:
        """Push shots whose disc met another than the first, as far as was noted: illegal if it moved then."""
        another = self._mine & (self._other != self._first[:, None])
        return np.asarray(self._push & (another.any(axis=1) | self._overlong))

    def struck_one_at_rest(self) -> Bools:
        """Push shots whose disc met one that nothing had met before, and that lay apart from the first.

        What nothing has met lies still, so that it was the flicked disc that moved.
        """
        bit = np.append(1 << np.arange(self._gaps_mm.shape[1], dtype=np.int64), 0)  # the last is for -1: no contact
        met = np.bitwise_or.accumulate(bit[self._discs[:, :, 0]] | bit[self._discs[:, :, 1]], axis=1)
        before = np.concatenate([np.zeros((len(met), 1), np.int64), met[:, :-1]], axis=1)
        fresh = self._mine & (bit[self._other] & before == 0)
        apart = self._gaps_mm[self._rows[:, None], self._other] > _TOGETHER_MM
        return np.asarray(self._push & (fresh & apart).any(axis=1))


def _gaps_mm(game: Game[Any, Any], layout: Layout, aims: Aims, first: NDArray[np.int8]) -> Floats:
    """(n, discs): how far each disc is from the flicked one when that reaches the first."""
    xy = physics.Layouts.of(game.discs, layout).xy[0]
    radius = np.array([disc.radius_mm for disc in game.discs])
    starts = [arm.start or layout.point(arm.disc) for arm in aims.arms]
    start = np.array([(at.x_mm, at.y_mm) for at in starts if at is not None])[aims.arm]
    own = np.array([next(disc.radius_mm for disc in game.discs if disc.id == arm.disc) for arm in aims.arms])[aims.arm]
    course = np.radians(np.round(aims.direction_deg * 100.0) / 100.0)
    ux, uy = np.cos(course), np.sin(course)
    off = xy[first] - start
    along, across = off[:, 0] * ux + off[:, 1] * uy, off[:, 0] * uy - off[:, 1] * ux
    run = along - np.sqrt(np.maximum((own + radius[first]) ** 2 - across**2, 0.0))
    apart = xy - (start + run[:, None] * np.stack([ux, uy], axis=1))[:, None]
    return np.asarray(np.hypot(apart[:, :, 0], apart[:, :, 1]) - own[:, None] - radius)

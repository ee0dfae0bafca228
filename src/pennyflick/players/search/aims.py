"""Meant flicks by the thousand: rows of direction and speed, each on an arm (which disc, from where, what call)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pennyflick import physics
from pennyflick.players.hands import Hand
from pennyflick.players.noise import Floats, shaken
from pennyflick.players.search.hopes import Hope
from pennyflick.rules.game import Game, Position
from pennyflick.table import (
    FULL_TURN_CDEG,
    SPEED_LIMIT_MM_S,
    DiscId,
    Flick,
    Fragment,
    Named,
    Point,
    Sentence,
    SideFlick,
    phrase,
)

Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Arm:
    """What a flick is apart from its direction and speed."""

    disc: DiscId
    start: Point | None = None  # None: from where it lies; for a side-flick, where the struck disc overlaps the edge
    held: DiscId | None = None  # set: a side-flick with this penny
    call: str | None = None


@dataclass(frozen=True, slots=True)
class Idea:
    """What a flick is for, in words, and what must happen for the words to come true."""

    sentence: Sentence
    hope: Hope | None  # None: nothing that could be checked
    by: Arm  # what is flicked; where from does not matter and is None


@dataclass(frozen=True)
class Aims:
    """Rows of meant flicks."""

    arms: tuple[Arm, ...]
    ideas: tuple[Idea, ...]  # what a row is for
    arm: Indices  # (n,) which arm
    idea: Indices  # (n,) which idea
    direction_deg: Floats  # (n,)
    speed_mm_s: Floats  # (n,)

    def __len__(self) -> int:
        return len(self.arm)

    def rows(self, chosen: Any) -> Aims:
        """Some of the rows, in the order given (indices or a mask)."""
        return replace(
            self,
            arm=self.arm[chosen],
            idea=self.idea[chosen],
            direction_deg=self.direction_deg[chosen],
            speed_mm_s=self.speed_mm_s[chosen],
        )

    def moved(self, direction_deg: Floats, speed_mm_s: Floats) -> Aims:
        """The same rows with other directions and speeds."""
        return replace(self, direction_deg=direction_deg, speed_mm_s=speed_mm_s)

    def erring(self, hand: Hand, errors: Floats) -> Aims:
        """What the hand makes of them: every row as often as the errors go round, its versions side by side."""
        meant = self.rows(np.repeat(np.arange(len(self)), len(errors) // len(self)))
        return meant.moved(*shaken(hand, meant.direction_deg, meant.speed_mm_s, errors))

    def answer(self, row: int) -> Flick | SideFlick:
        """One row as the answer a match takes."""
        arm = self.arms[int(self.arm[row])]
        direction = round(float(self.direction_deg[row]) * 100.0) % FULL_TURN_CDEG
        speed = min(max(round(float(self.speed_mm_s[row])), 1), SPEED_LIMIT_MM_S)
        if arm.held is not None:
            assert arm.start is not None, "a side-flick has a place"
            return SideFlick(arm.disc, arm.held, arm.start, direction, speed)
        return Flick(arm.disc, direction, speed, arm.start, arm.call)

    def meant(self, row: int) -> Idea:
        """What a row is for."""
        return self.ideas[int(self.idea[row])]


def named(disc: DiscId) -> Fragment:
    """A disc in a sentence: A1, the red."""
    return Named(disc) if disc[0].isupper() else phrase("the", Named(disc))


class AimList:
    """Collects ideas one by one."""

    def __init__(self) -> None:
        self._arms: dict[Arm, int] = {}
        self._ideas: dict[Idea, int] = {}
        self._rows: list[tuple[int, int, float, float]] = []

    def add(
        self, arm: Arm, words: Fragment, direction_deg: float, speeds_mm_s: Sequence[float], hope: Hope | None = None
    ) -> None:
        """One direction at several speeds."""
        a = self._arms.setdefault(arm, len(self._arms))
        i = self._ideas.setdefault(Idea(phrase(words), hope, replace(arm, start=None)), len(self._ideas))
        self._rows.extend((a, i, direction_deg, speed) for speed in speeds_mm_s if 1 <= speed <= SPEED_LIMIT_MM_S)

    def __len__(self) -> int:
        return len(self._rows)

    def aims(self) -> Aims:
        """All of them as arrays."""
        rows = np.array(self._rows, dtype=np.float64).reshape(-1, 4)
        return Aims(
            tuple(self._arms),
            tuple(self._ideas),
            rows[:, 0].astype(np.int64),
            rows[:, 1].astype(np.int64),
            rows[:, 2].copy(),
            rows[:, 3].copy(),
        )


def simulated(
    game: Game[Any, Any], position: Position[Any], aims: Aims, contacts: int, track: DiscId | None
) -> physics.Outcomes:
    """What happens if each row is flicked exactly so."""
    order = {disc.id: index for index, disc in enumerate(game.discs)}
    arms = aims.arms
    disc = np.array([order[arm.disc] for arm in arms], dtype=np.int16)
    start = np.array([_xy(arm.start) for arm in arms], dtype=np.float64).reshape(-1, 2)
    side = np.array([arm.held is not None for arm in arms], dtype=np.bool_)
    flicks = physics.Flicks(
        disc=disc[aims.arm],
        direction_cdeg=(np.round(aims.direction_deg * 100.0).astype(np.int64) % FULL_TURN_CDEG).astype(np.int32),
        speed_mm_s=np.clip(np.round(aims.speed_mm_s), 1, SPEED_LIMIT_MM_S).astype(np.int32),
        start_xy=start[aims.arm],
        side=side[aims.arm],
    )
    layouts = _layouts(game, position, aims, order)
    return physics.simulate_many(game.board.surface, game.discs, layouts, flicks, contacts=contacts, track=track)


def _layouts(game: Game[Any, Any], position: Position[Any], aims: Aims, order: dict[DiscId, int]) -> physics.Layouts:
    layouts = physics.Layouts.of(game.discs, position.layout)
    if all(arm.held is None for arm in aims.arms):
        return layouts
    on = np.repeat(layouts.on, len(aims.arms), axis=0)  # a held penny is lifted before the side-flick
    for index, arm in enumerate(aims.arms):
        if arm.held is not None:
            on[index, order[arm.held]] = False
    return physics.Layouts(xy=np.repeat(layouts.xy, len(aims), axis=0), on=on[aims.arm])


def _xy(point: Point | None) -> tuple[float, float]:
    return (np.nan, np.nan) if point is None else (point.x_mm, point.y_mm)

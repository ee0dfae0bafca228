"""An area in which a disc may be put: every constraint holds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from pennyflick.boards.regions.box import Box
from pennyflick.boards.regions.constraints import Constraint, KeepClear, blocker, first_broken
from pennyflick.boards.regions.drawing import outline_svg
from pennyflick.boards.regions.search import any_legal, nearest_legal
from pennyflick.table import Clause, Point

_HALF_A_STEP_MM = 0.05  # of one decimal: it holds one point and no other


class NowhereLegalError(ValueError):
    """A region in which no point is legal."""


@dataclass(frozen=True)
class Area:
    """Where every constraint holds; the first one broken, in order, names the clause."""

    box: Box  # legal points lie in it
    constraints: tuple[Constraint, ...]

    def breaks(self, point: Point) -> Clause | None:
        """The clause that putting the disc there would break; None: it is legal."""
        if not (math.isfinite(point.x_mm) and math.isfinite(point.y_mm)):
            return self.constraints[0].clause
        broken = first_broken(self.constraints, point)
        return None if broken is None else broken.clause

    def in_the_way(self, point: Point) -> Point | None:
        """The centre of the disc or peg that keeps this one from being put there; None: it is something else."""
        return blocker(first_broken(self.constraints, finite(point)), finite(point))

    def nearest(self, point: Point) -> Point:
        """The nearest legal point with one decimal; raises NowhereLegalError when there is none."""
        found = self.find(point)
        if found is None:
            raise NowhereLegalError(f"no legal point for this disc: {self.constraints[0].clause} cannot be satisfied")
        return found

    def find(self, point: Point) -> Point | None:
        """The nearest legal point with one decimal, or None."""
        aim = _aim(point, self.box)
        rounded = aim.rounded(1)
        if rounded == aim and self.breaks(aim) is None:
            return aim
        return nearest_legal(self.box, self.constraints, aim)

    @cached_property
    def is_empty(self) -> bool:
        """Whether no point with one decimal is legal."""
        return not any_legal(self.box, self.constraints)

    def outline_svg(self) -> str:
        """The outline, or the line itself where the area is one."""
        return outline_svg(self.box, self.constraints)

    def with_constraints(self, *more: Constraint) -> Area:
        """The same area with further constraints."""
        return Area(self.box, (*self.constraints, *more))

    def without(self, point: Point) -> Area:
        """The same area less this one point with one decimal."""
        return self.with_constraints(less(self.constraints[0].clause, point))


def less(clause: Clause, point: Point) -> KeepClear:
    """Anywhere but at this point with one decimal."""
    return KeepClear(clause, ((point.x_mm, point.y_mm, _HALF_A_STEP_MM),))


def finite(point: Point) -> Point:
    """The point, or the centre for one that is no place at all (NaN, infinity)."""
    return point if math.isfinite(point.x_mm) and math.isfinite(point.y_mm) else Point(0.0, 0.0)


def _aim(point: Point, box: Box) -> Point:
    """Something near the box to measure from: a far or meaningless point must not overflow the search."""
    point = finite(point)
    far = 10_000.0
    return Point(
        min(max(point.x_mm, box.x0_mm - far), box.x1_mm + far), min(max(point.y_mm, box.y0_mm - far), box.y1_mm + far)
    )

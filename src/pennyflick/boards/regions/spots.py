"""Single places where a disc may be put: named spots, or points where a rule leaves no choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from pennyflick.boards.measure import spot_covered
from pennyflick.boards.regions.area import Area, NowhereLegalError, finite, less
from pennyflick.boards.regions.box import Box
from pennyflick.boards.regions.constraints import (
    EXACT_MM,
    Constraint,
    Inside,
    blocker,
    broken_by,
    first_broken,
    keep_clear,
)
from pennyflick.boards.regions.drawing import circle_svg
from pennyflick.table import Circle, Clause, Point, Spot

GEN_9 = Clause("GEN-9")
ON_LINE_MM = 0.1  # a centre this near to a slanting line is on it: one decimal cannot do better


@dataclass(frozen=True)
class Spots:
    """On one of these spots: the whole of it covered, and no other disc on it, even partly (GEN-9)."""

    spots: Mapping[Spot, Point]  # only those the rule allows
    spot_radius_mm: float
    radius_mm: float  # of the disc being placed
    others: tuple[tuple[Point, float], ...]  # centre and radius of every disc that lies there
    off_spot: Clause  # broken by a place that is on none of the spots
    covered: Clause = GEN_9
    also: tuple[Constraint, ...] = ()  # such as not overhanging the edge

    def __hash__(self) -> int:
        return hash((tuple(self.spots.items()), self.others, self.radius_mm, self.off_spot))

    def breaks(self, point: Point) -> Clause | None:
        """The clause that putting the disc there would break; None: it is legal."""
        on = self._on(point)
        if not on:
            return self.off_spot
        if all(name not in self.free for name in on):
            return self.covered
        broken = first_broken(self._rest, point)
        return None if broken is None else broken.clause

    def _on(self, point: Point) -> list[Spot]:
        """The spots that a disc there would cover wholly."""
        reach = self.radius_mm - self.spot_radius_mm + EXACT_MM
        return [name for name, spot in self.spots.items() if spot.distance_mm(point) <= reach]

    def in_the_way(self, point: Point) -> Point | None:
        """The centre of the disc that lies on the spot, or is otherwise in the way there."""
        on = [self.spots[name] for name in self._on(point) if name not in self.free]
        covering = (at for spot in on for at, radius in self.others if self._hides(spot, at, radius))
        return next(covering, None) or (blocker(first_broken(self._rest, point), point) if self._on(point) else None)

    def without(self, point: Point) -> Spots:
        """The same less this one point with one decimal."""
        return replace(self, also=(*self.also, less(self.off_spot, point)))

    @cached_property
    def free(self) -> Mapping[Spot, Point]:
        """The spots that no disc covers, even partly."""
        return {name: spot for name, spot in self.spots.items() if not self._covers(spot)}

    def _covers(self, spot: Point) -> bool:
        return any(self._hides(spot, at, radius) for at, radius in self.others)

    def _hides(self, spot: Point, at: Point, radius: float) -> bool:
        return spot_covered(spot, self.spot_radius_mm, at, radius)

    @cached_property
    def _rest(self) -> tuple[Constraint, ...]:
        return (keep_clear(self.covered, self.others, self.radius_mm), *self.also)

    @cached_property
    def usable(self) -> Mapping[Spot, Point]:
        """The spots that can be used and where on each the disc goes: centred if possible."""
        places = {name: self._place(spot) for name, spot in self.free.items()}
        return {name: place for name, place in places.items() if place is not None}

    def _place(self, spot: Point) -> Point | None:
        """Centred on the spot (a spot's own decimals are legal too), else as near as can be."""
        return spot if all(broken_by(each, spot) is None for each in self._rest) else self._around(spot).find(spot)

    def _around(self, spot: Point) -> Area:
        reach = self.radius_mm - self.spot_radius_mm
        cover = Inside(self.off_spot, Circle(spot, reach))
        return Area(Box.about(spot, reach), (cover, *self._rest))

    def nearest(self, point: Point) -> Point:
        """The point itself if legal; else the nearest usable spot, centred, or as near to its centre as can be."""
        if self.breaks(point.rounded(1)) is None:
            return point.rounded(1)
        if not self.usable:
            raise NowhereLegalError(f"every spot is covered: {', '.join(self.spots)}")
        place = min(self.usable.values(), key=lambda at: at.distance_mm(finite(point)))
        if self.breaks(place.rounded(1)) is None:
            return place.rounded(1)
        return min(self._legal_places(), key=lambda at: at.distance_mm(finite(point)))

    def _legal_places(self) -> Iterator[Point]:
        """The one-decimal places nearest to each usable spot's centre."""
        found = (self._around(spot).find(spot) for spot in self.free.values())
        return (place for place in found if place is not None)

    @property
    def is_empty(self) -> bool:
        """Whether no spot can be used."""
        return not self.usable

    def outline_svg(self) -> str:
        """A ring round every usable spot."""
        rings = "".join(circle_svg("region", at, self.radius_mm) for at in self.usable.values())
        return f'<g class="region-shape">{rings}</g>'


@dataclass(frozen=True)
class Points:
    """Exactly one of these points (a tenth of a millimetre either way): where a rule leaves no choice."""

    points: tuple[Point, ...]
    clause: Clause
    radius_mm: float

    def breaks(self, point: Point) -> Clause | None:
        """The clause that putting the disc elsewhere would break."""
        return None if any(at.distance_mm(point) <= ON_LINE_MM for at in self.points) else self.clause

    def in_the_way(self, point: Point) -> Point | None:
        """Nothing: the rule leaves no choice."""
        del point
        return None

    def nearest(self, point: Point) -> Point:
        """The nearest of the points, with one decimal."""
        if not self.points:
            raise NowhereLegalError("no point is left for this disc")
        return min(self.points, key=lambda at: at.distance_mm(finite(point))).rounded(1)

    @property
    def is_empty(self) -> bool:
        """Whether there is no such point."""
        return not self.points

    def outline_svg(self) -> str:
        """A ring round every point."""
        return (
            '<g class="region-shape">'
            + "".join(circle_svg("region", at, self.radius_mm) for at in self.points)
            + "</g>"
        )

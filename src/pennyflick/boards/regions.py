"""Where a disc may be put, as constraints that can say how far they are from being broken.

Law: every constraint has a slack, a number that is at least 0 where it holds and changes by at most 1 per millimetre.
So whole squares of the board can be ruled in or out at once, and `nearest` misses nothing: of all points with one
decimal it returns a legal one that no other beats by more than 0.1 mm (1 mm if it is over 50 mm away, 5 mm if over
200 mm), or says that there is none.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol

from pennyflick.boards.measure import TOUCH_MM, EdgePoint, Ring, Stroke, edge_sides, spot_covered
from pennyflick.boards.outline import outline_path
from pennyflick.table import Circle, Clause, Point, Polygon, Spot

GEN_9 = Clause("GEN-9")
EXACT_MM = 1e-9  # rounding noise that no rule means
STEPS_PER_MM = 10  # placements are written with one decimal
ON_LINE_MM = 0.1  # a centre this near to a slanting line is on it: one decimal cannot do better


class NowhereLegalError(ValueError):
    """A region in which no point is legal."""


class Constraint(Protocol):
    """One thing a place must satisfy."""

    @property
    def clause(self) -> Clause:
        """The clause that a place breaking it breaks."""

    def slack(self, x: float, y: float) -> float:
        """How far the place is from breaking it; negative: it is broken."""


@dataclass(frozen=True)
class Inside:
    """The centre at least `margin_mm` inside a convex polygon or a circle (a radius keeps the whole disc inside)."""

    clause: Clause
    shape: Polygon | Circle
    margin_mm: float = 0.0

    def slack(self, x: float, y: float) -> float:
        """Distance inside the shrunken shape."""
        shape = self.shape
        if isinstance(shape, Circle):
            return shape.radius_mm - math.hypot(x - shape.centre.x_mm, y - shape.centre.y_mm) - self.margin_mm
        return min(nx * x + ny * y - offset for nx, ny, offset in self._sides)

    @cached_property
    def _sides(self) -> tuple[tuple[float, float, float], ...]:
        """Every side as an inward unit normal and the least offset along it; the corners are anticlockwise."""
        assert isinstance(self.shape, Polygon)
        return tuple(_half_plane(a, b, self.margin_mm) for a, b in edge_sides(self.shape))


@dataclass(frozen=True, slots=True)
class KeepClear:
    """The centre at least a distance from each of these centres: (x, y, distance)."""

    clause: Clause
    around: tuple[tuple[float, float, float], ...]

    def slack(self, x: float, y: float) -> float:
        """The least room to any of them."""
        return min((math.hypot(x - cx, y - cy) - distance for cx, cy, distance in self.around), default=math.inf)


@dataclass(frozen=True, slots=True)
class HalfPlane:
    """The centre on one side of a straight line: nx·x + ny·y at least `offset_mm`; (nx, ny) is a unit vector."""

    clause: Clause
    nx: float
    ny: float
    offset_mm: float

    def slack(self, x: float, y: float) -> float:
        """Distance inside."""
        return self.nx * x + self.ny * y - self.offset_mm


@dataclass(frozen=True, slots=True)
class NearSegment:
    """The centre within a distance of a segment: on it, or so that a disc touches it."""

    clause: Clause
    a: Point
    b: Point
    within_mm: float

    def slack(self, x: float, y: float) -> float:
        """What is left of the distance."""
        ax, ay = self.a.x_mm, self.a.y_mm
        dx, dy = self.b.x_mm - ax, self.b.y_mm - ay
        length2 = dx * dx + dy * dy
        share = ((x - ax) * dx + (y - ay) * dy) / length2 if length2 else 0.0
        share = min(max(share, 0.0), 1.0)
        return self.within_mm - math.hypot(x - ax - share * dx, y - ay - share * dy)


@dataclass(frozen=True)
class NearArc:
    """The centre within a distance of a circular arc about `centre`, and inside the arc's angle."""

    clause: Clause
    centre: Point
    radius_mm: float
    axis_degrees: float
    half_angle_degrees: float  # less than 90
    within_mm: float

    def slack(self, x: float, y: float) -> float:
        """What is left of the distance to the arc and to the two bounding rays."""
        rx, ry = x - self.centre.x_mm, y - self.centre.y_mm
        band = self.within_mm - abs(math.hypot(rx, ry) - self.radius_mm)
        low, high = self._normals
        return min(band, low[0] * rx + low[1] * ry, high[0] * rx + high[1] * ry)

    @cached_property
    def _normals(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Inward normals of the two rays that bound the angle."""
        axis, half = math.radians(self.axis_degrees), math.radians(self.half_angle_degrees)
        low, high = axis - half, axis + half
        return (-math.sin(low), math.cos(low)), (math.sin(high), -math.cos(high))


@dataclass(frozen=True)
class NearerTo:
    """The centre nearer to one of these lines than to any of those circles (GRN-20, 22, 27)."""

    clause: Clause
    lines: tuple[Stroke, ...]
    rings: tuple[Ring, ...]

    def slack(self, x: float, y: float) -> float:
        """Half of how much nearer (a difference of two distances changes twice as fast); as near is not nearer."""
        to_ring = min(abs(math.hypot(x - cx, y - cy) - radius) - half for cx, cy, radius, half in self._rings)
        to_line = min(_segment_distance(each, x, y) - each[5] for each in self._lines)
        return (max(to_ring, 0.0) - max(to_line, 0.0)) / 2 - 2 * EXACT_MM

    @cached_property
    def _rings(self) -> tuple[tuple[float, float, float, float], ...]:
        return tuple((r.centre.x_mm, r.centre.y_mm, r.radius_mm, r.width_mm / 2) for r in self.rings)

    @cached_property
    def _lines(self) -> tuple[tuple[float, float, float, float, float, float], ...]:
        return tuple(_along(line) for line in self.lines)


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every one of them; as one constraint, so that it can be an alternative of AnyOf."""

    clause: Clause
    constraints: tuple[Constraint, ...]

    def slack(self, x: float, y: float) -> float:
        """The least."""
        return min((each.slack(x, y) for each in self.constraints), default=math.inf)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of them."""

    clause: Clause
    constraints: tuple[Constraint, ...]

    def slack(self, x: float, y: float) -> float:
        """The greatest."""
        return max(each.slack(x, y) for each in self.constraints)


@dataclass(frozen=True, slots=True)
class Not:
    """A constraint turned round: broken where the other holds."""

    clause: Clause
    constraint: Constraint

    def slack(self, x: float, y: float) -> float:
        """The other's, negated; on the boundary the other wins."""
        return -self.constraint.slack(x, y) - 2 * EXACT_MM


@dataclass(frozen=True)
class Box:
    """The part of the table that a search looks at."""

    x0_mm: float
    y0_mm: float
    x1_mm: float
    y1_mm: float

    @staticmethod
    def around(shape: Polygon | Circle) -> Box:
        """The box that holds a shape."""
        if isinstance(shape, Circle):
            return Box.about(shape.centre, shape.radius_mm)
        xs, ys = [c.x_mm for c in shape.corners], [c.y_mm for c in shape.corners]
        return Box(min(xs), min(ys), max(xs), max(ys))

    @staticmethod
    def about(centre: Point, half_mm: float) -> Box:
        """The square box about a point."""
        return Box(centre.x_mm - half_mm, centre.y_mm - half_mm, centre.x_mm + half_mm, centre.y_mm + half_mm)

    @staticmethod
    def along(a: Point, b: Point, half_mm: float) -> Box:
        """The box that holds a segment with that much room round it."""
        return Box(
            min(a.x_mm, b.x_mm) - half_mm,
            min(a.y_mm, b.y_mm) - half_mm,
            max(a.x_mm, b.x_mm) + half_mm,
            max(a.y_mm, b.y_mm) + half_mm,
        )


@dataclass(frozen=True)
class Area:
    """Where every constraint holds; the first one broken, in order, names the clause."""

    box: Box  # legal points lie in it
    constraints: tuple[Constraint, ...]

    def breaks(self, point: Point) -> Clause | None:
        """The clause that putting the disc there would break; None: it is legal."""
        if not (math.isfinite(point.x_mm) and math.isfinite(point.y_mm)):
            return self.constraints[0].clause
        return next((broken for each in self.constraints if (broken := _broken(each, point)) is not None), None)

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
        return _search(self, aim)

    @cached_property
    def is_empty(self) -> bool:
        """Whether no point with one decimal is legal."""
        return not _any_legal(self)

    def outline_svg(self) -> str:
        """The outline, or the line itself where the area is one."""
        return _outline_svg(self)

    def with_constraints(self, *more: Constraint) -> Area:
        """The same area with further constraints."""
        return Area(self.box, (*self.constraints, *more))


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
        reach = self.radius_mm - self.spot_radius_mm + EXACT_MM
        on = [name for name, spot in self.spots.items() if spot.distance_mm(point) <= reach]
        if not on:
            return self.off_spot
        if all(name not in self.free for name in on):
            return self.covered
        return next((broken for each in self._rest if (broken := _broken(each, point)) is not None), None)

    @cached_property
    def free(self) -> Mapping[Spot, Point]:
        """The spots that no disc covers, even partly."""
        return {name: spot for name, spot in self.spots.items() if not self._covers(spot)}

    def _covers(self, spot: Point) -> bool:
        return any(spot_covered(spot, self.spot_radius_mm, at, radius) for at, radius in self.others)

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
        return spot if all(_broken(each, spot) is None for each in self._rest) else self._around(spot).find(spot)

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
        place = min(self.usable.values(), key=lambda at: at.distance_mm(_finite(point)))
        if self.breaks(place.rounded(1)) is None:
            return place.rounded(1)
        return min(self._legal_places(), key=lambda at: at.distance_mm(_finite(point)))

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
        rings = "".join(_circle_svg("region", at, self.radius_mm) for at in self.usable.values())
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

    def nearest(self, point: Point) -> Point:
        """The nearest of the points, with one decimal."""
        if not self.points:
            raise NowhereLegalError("no point is left for this disc")
        return min(self.points, key=lambda at: at.distance_mm(_finite(point))).rounded(1)

    @property
    def is_empty(self) -> bool:
        """Whether there is no such point."""
        return not self.points

    def outline_svg(self) -> str:
        """A ring round every point."""
        return (
            '<g class="region-shape">'
            + "".join(_circle_svg("region", at, self.radius_mm) for at in self.points)
            + "</g>"
        )


def keep_clear(
    clause: Clause, others: Iterable[tuple[Point, float]], radius_mm: float, gap_mm: float = 0.0
) -> KeepClear:
    """Rims at least `gap_mm` apart from every other disc (centre, radius); 0: no overlap."""
    return KeepClear(clause, tuple((at.x_mm, at.y_mm, radius + radius_mm + gap_mm) for at, radius in others))


def clear_of_pegs(clause: Clause, pegs: Iterable[Circle], radius_mm: float) -> KeepClear:
    """No overlap with a peg."""
    return KeepClear(clause, tuple((p.centre.x_mm, p.centre.y_mm, p.radius_mm + radius_mm) for p in pegs))


def on_board(clause: Clause, edge: Polygon | Circle, radius_mm: float, *more: Constraint) -> Area:
    """Wholly on the board, not overlapping the edge, and whatever more is asked."""
    return Area(Box.around(edge), (Inside(clause, edge, radius_mm), *more))


def along_segment(clause: Clause, a: Point, b: Point, within_mm: float, *more: Constraint) -> Area:
    """The centre within a distance of a segment (0.1 mm: on it), and whatever more is asked."""
    return Area(Box.along(a, b, within_mm), (NearSegment(clause, a, b, within_mm), *more))


def along_arc(clause: Clause, arc: NearArc, *more: Constraint) -> Area:
    """The centre within a distance of an arc, and whatever more is asked."""
    return Area(Box.about(arc.centre, arc.radius_mm + arc.within_mm), (arc, *more))


def overlapping_edge(
    clause: Clause, edge: Polygon | Circle, at: EdgePoint, radius_mm: float, *more: Constraint
) -> Area:
    """A disc over this point of the edge, overlapping it by more than nothing and less than a radius (BLU-13)."""
    line = NearSegment(clause, at.at, at.inside(radius_mm), ON_LINE_MM)
    still_on = Inside(clause, edge, TOUCH_MM)
    overhanging = Not(clause, Inside(clause, edge, radius_mm - TOUCH_MM))
    return Area(Box.along(line.a, line.b, ON_LINE_MM), (line, still_on, overhanging, *more))


def spots_or_beside(spots: Spots, ground: Area) -> Spots | Points:
    """The spots; when every one is blocked, the one legal point of the ground that is nearest to any of them."""
    if not spots.is_empty:
        return spots
    beside = nearest_to_any(spots.spots.values(), ground)
    return Points(() if beside is None else (beside,), spots.off_spot, spots.radius_mm)


def area_or_beside(area: Area, wish: Point, ground: Area, radius_mm: float) -> Area | Points:
    """The area; when no point of it is free, the one legal point of the ground that is nearest to the wish."""
    if not area.is_empty:
        return area
    beside = ground.find(wish)
    return Points(() if beside is None else (beside,), area.constraints[0].clause, radius_mm)


def nearest_to_any(wishes: Iterable[Point], area: Area) -> Point | None:
    """The legal point of the area that is nearest to any of the wishes."""
    found = [(place.distance_mm(wish), place) for wish in wishes if (place := area.find(wish)) is not None]
    return min(found, key=lambda each: each[0])[1] if found else None


def _broken(constraint: Constraint, point: Point) -> Clause | None:
    return None if constraint.slack(point.x_mm, point.y_mm) >= -EXACT_MM else constraint.clause


def _finite(point: Point) -> Point:
    """The point, or the centre for one that is no place at all (NaN, infinity)."""
    return point if math.isfinite(point.x_mm) and math.isfinite(point.y_mm) else Point(0.0, 0.0)


def _aim(point: Point, box: Box) -> Point:
    """Something near the box to measure from: a far or meaningless point must not overflow the search."""
    point = _finite(point)
    far = 10_000.0
    return Point(
        min(max(point.x_mm, box.x0_mm - far), box.x1_mm + far), min(max(point.y_mm, box.y0_mm - far), box.y1_mm + far)
    )


_Cell = tuple[int, int, int, int]  # inclusive, in tenths of a millimetre
_Slack = Callable[[float, float], float]


def _search(area: Area, aim: Point) -> Point | None:
    """Best first over squares of the 0.1 mm grid, deeper before wider among those about equally near.

    A square that some constraint rules out whole is dropped; a constraint that holds all over a square is not asked
    again inside it.
    """
    whole = _cell(area.box)
    queue = [(0, 0, whole, _slacks(area))]
    count = 0
    while queue:
        _, _, cell, slacks = heapq.heappop(queue)
        if cell[0] == cell[2] and cell[1] == cell[3]:
            return Point(cell[0] / STEPS_PER_MM, cell[1] / STEPS_PER_MM)
        parts = _parts(cell) if slacks else (_closest(cell, aim),)
        for part in parts:
            open_slacks = _undecided(part, slacks)
            if open_slacks is not None:
                count -= 1  # the latest first; it also keeps the heap from comparing functions
                heapq.heappush(queue, (_nearness(_cell_distance(part, aim)), count, part, open_slacks))
    return None


def _any_legal(area: Area) -> bool:
    """Whether any point of the 0.1 mm grid is legal: depth first, so that an area with room is settled at once."""
    stack = [(_cell(area.box), _slacks(area))]
    while stack:
        cell, slacks = stack.pop()
        if not slacks:
            return True
        if cell[0] == cell[2] and cell[1] == cell[3]:
            return True
        decided = ((part, _undecided(part, slacks)) for part in _parts(cell))
        stack.extend((part, left) for part, left in decided if left is not None)
    return False


def _slacks(area: Area) -> tuple[_Slack, ...]:
    """Every constraint on its own, the circles to keep clear of one by one."""
    found: list[_Slack] = []
    for each in area.constraints:
        if isinstance(each, KeepClear):
            found += [_room(circle) for circle in each.around]
        else:
            found.append(each.slack)
    return tuple(found)


def _room(circle: tuple[float, float, float]) -> _Slack:
    cx, cy, distance = circle
    return lambda x, y: math.hypot(x - cx, y - cy) - distance


def _undecided(cell: _Cell, slacks: tuple[_Slack, ...]) -> tuple[_Slack, ...] | None:
    """The constraints that hold in one part of the cell and not in another; None: one is broken all over it."""
    x0, y0, x1, y1 = cell
    x, y = (x0 + x1) / (2 * STEPS_PER_MM), (y0 + y1) / (2 * STEPS_PER_MM)
    reach = math.hypot(x1 - x0, y1 - y0) / (2 * STEPS_PER_MM)
    left = []
    for slack in slacks:
        room = slack(x, y)
        if room < -reach - EXACT_MM:
            return None
        if room < reach:
            left.append(slack)
    return tuple(left)


def _closest(cell: _Cell, aim: Point) -> _Cell:
    """The one point of the cell that is nearest to the aim."""
    x = min(max(round(aim.x_mm * STEPS_PER_MM), cell[0]), cell[2])
    y = min(max(round(aim.y_mm * STEPS_PER_MM), cell[1]), cell[3])
    return (x, y, x, y)


def _cell(box: Box) -> _Cell:
    return (
        math.ceil(box.x0_mm * STEPS_PER_MM - 1e-6),
        math.ceil(box.y0_mm * STEPS_PER_MM - 1e-6),
        math.floor(box.x1_mm * STEPS_PER_MM + 1e-6),
        math.floor(box.y1_mm * STEPS_PER_MM + 1e-6),
    )


def _parts(cell: _Cell) -> Iterator[_Cell]:
    x0, y0, x1, y1 = cell
    xm, ym = (x0 + x1) // 2, (y0 + y1) // 2
    for a, b in ((x0, xm), (xm + 1, x1)):
        for c, d in ((y0, ym), (ym + 1, y1)):
            if a <= b and c <= d:
                yield (a, c, b, d)


def _nearness(tenths: float) -> int:
    """Distances as the search orders them: to 0.1 mm up to 50 mm, to 1 mm up to 200 mm, to 5 mm beyond."""
    if tenths < 500:
        return int(tenths)
    return 500 + int((tenths - 500) / 10) if tenths < 2000 else 650 + int((tenths - 2000) / 50)


def _cell_distance(cell: _Cell, aim: Point) -> float:
    x, y = aim.x_mm * STEPS_PER_MM, aim.y_mm * STEPS_PER_MM
    return math.hypot(max(cell[0] - x, 0.0, x - cell[2]), max(cell[1] - y, 0.0, y - cell[3]))


def _half_plane(a: Point, b: Point, margin_mm: float) -> tuple[float, float, float]:
    length = a.distance_mm(b)
    nx, ny = (a.y_mm - b.y_mm) / length, (b.x_mm - a.x_mm) / length
    return nx, ny, nx * a.x_mm + ny * a.y_mm + margin_mm


def _along(line: Stroke) -> tuple[float, float, float, float, float, float]:
    """Start, unit direction, length and half the thickness of a drawn line."""
    length = line.a.distance_mm(line.b)
    ux, uy = (line.b.x_mm - line.a.x_mm) / length, (line.b.y_mm - line.a.y_mm) / length
    return line.a.x_mm, line.a.y_mm, ux, uy, length, line.width_mm / 2


def _segment_distance(along: tuple[float, float, float, float, float, float], x: float, y: float) -> float:
    ax, ay, ux, uy, length, _ = along
    dx, dy = x - ax, y - ay
    forward = dx * ux + dy * uy
    beyond = -forward if forward < 0.0 else forward - length if forward > length else 0.0
    return math.hypot(dx * uy - dy * ux, beyond)


def _n(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _circle_svg(css_class: str, centre: Point, radius_mm: float) -> str:
    return f'<circle class="{css_class}" cx="{_n(centre.x_mm)}" cy="{_n(centre.y_mm)}" r="{_n(max(radius_mm, 0))}"/>'


@lru_cache(maxsize=256)  # six pennies to place share one region, and a page asks for it again and again
def _outline_svg(area: Area) -> str:
    lines = tuple(_lines(area.constraints))
    if lines:
        return '<g class="region-shape">' + "".join(map(_line_svg, lines)) + "</g>"
    box = area.box
    step = min(max((box.x1_mm - box.x0_mm) / 80, (box.y1_mm - box.y0_mm) / 80, 0.5), 6.0)
    path = outline_path(_slacks(area), box.x0_mm, box.y0_mm, box.x1_mm, box.y1_mm, step)
    return f'<g class="region-shape"><path class="region" fill-rule="evenodd" d="{path}"/></g>'


def _lines(constraints: Iterable[Constraint]) -> Iterator[NearSegment]:
    """The segments that leave no width to an area."""
    for each in constraints:
        if isinstance(each, NearSegment) and each.within_mm <= 1.0:
            yield each
        elif isinstance(each, AllOf | AnyOf):
            yield from _lines(each.constraints)


def _line_svg(line: NearSegment) -> str:
    a, b = line.a, line.b
    place = f'x1="{_n(a.x_mm)}" y1="{_n(a.y_mm)}" x2="{_n(b.x_mm)}" y2="{_n(b.y_mm)}"'
    return f'<line class="region-line" {place}/>'

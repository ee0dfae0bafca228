from __future__ import annotations

import math
import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pennyflick.boards.games.penny_black import PennyBlackBoard
from pennyflick.boards.measure import EdgePoint, Ring, Stroke, edge_distance_mm, edge_points
from pennyflick.boards.regions import (
    AllOf,
    AnyOf,
    Area,
    Box,
    Constraint,
    HalfPlane,
    Inside,
    KeepClear,
    NearArc,
    NearerTo,
    NearSegment,
    Not,
    NowhereLegalError,
    Points,
    Spots,
    along_segment,
    area_or_beside,
    keep_clear,
    on_board,
    overlapping_edge,
    spots_or_beside,
)
from pennyflick.boards.shapes import hexagon, rectangle
from pennyflick.table import Circle, Clause, Point, Region, Spot

HERE, CLEAR, LINE = Clause("GRN-27"), Clause("GEN-3"), Clause("RED-16")
R = 10.15
SMALL = rectangle(24.0, 16.0)
TINY = rectangle(8.0, 5.0)  # so that every point of its grid can be tried

places = st.builds(Point, st.floats(-15, 15), st.floats(-10, 10))
circles = st.lists(st.tuples(st.floats(-5, 5), st.floats(-4, 4), st.floats(0.2, 3.5)), max_size=5)


def _grid(area: Area) -> Iterator[Point]:
    """Every point with one decimal in the box."""
    box = area.box
    for i in range(math.ceil(box.x0_mm * 10), math.floor(box.x1_mm * 10) + 1):
        for j in range(math.ceil(box.y0_mm * 10), math.floor(box.y1_mm * 10) + 1):
            yield Point(i / 10, j / 10)


@pytest.mark.slow
@settings(max_examples=40)
@given(aim=places, around=circles, tilt=st.floats(0, 6.3))
def test_nearest_beats_every_other_legal_point_of_the_grid(
    aim: Point, around: list[tuple[float, float, float]], tilt: float
) -> None:
    half = HalfPlane(LINE, math.cos(tilt), math.sin(tilt), -1.0)
    area = Area(Box.around(TINY), (Inside(HERE, TINY, 0.3), half, KeepClear(CLEAR, tuple(around))))
    legal = [point for point in _grid(area) if area.breaks(point) is None]
    found = area.find(aim)
    assert area.is_empty is (not legal)
    if found is None:
        assert not legal
        return
    assert found == found.rounded(1)
    assert area.breaks(found) is None
    assert found.distance_mm(aim) <= min(point.distance_mm(aim) for point in legal) + 0.1


@pytest.mark.slow
@settings(max_examples=25)
@given(aim=places)
def test_alternatives_and_negations_are_searched_as_exactly(aim: Point) -> None:
    ring, line = Ring(Point(-4.0, 0.0), 2.0, 0.5), Stroke(Point(-4, 2.5), Point(4, 2.5), 0.5)
    beyond = AllOf(HERE, (Not(HERE, Inside(HERE, Circle(Point(-4, 0), 2.4))), NearerTo(HERE, (line,), (ring,))))
    either = AnyOf(HERE, (Inside(HERE, Circle(Point(3, -2), 0.6)), beyond))
    area = Area(Box.around(TINY), (Inside(HERE, TINY), either))
    legal = [point for point in _grid(area) if area.breaks(point) is None]
    found = area.nearest(aim)
    assert area.breaks(found) is None
    assert found.distance_mm(aim) <= min(point.distance_mm(aim) for point in legal) + 0.1


constraints: list[Constraint] = [
    Inside(HERE, hexagon(20.0), 2.0),
    Inside(HERE, Circle(Point(3, 4), 9.0)),
    KeepClear(HERE, ((1.0, 2.0, 5.0), (-4.0, 0.0, 3.0))),
    HalfPlane(HERE, 0.6, 0.8, 1.0),
    NearSegment(HERE, Point(-5, -5), Point(4, 9), 1.5),
    NearSegment(HERE, Point(2, 2), Point(2, 2), 1.5),
    NearArc(HERE, Point(0, 0), 8.0, -90.0, 45.0, 2.0),
    NearerTo(HERE, (Stroke(Point(-9, 5), Point(9, 5), 2.0),), (Ring(Point(0, -9), 6.0, 2.0),)),
]
constraints += [Not(HERE, constraints[0]), AnyOf(HERE, tuple(constraints[:3])), AllOf(HERE, tuple(constraints[3:5]))]


@pytest.mark.parametrize("constraint", constraints, ids=lambda each: type(each).__name__)
@given(a=places, b=places)
def test_slack_never_changes_faster_than_one_per_millimetre(constraint: Constraint, a: Point, b: Point) -> None:
    change = abs(constraint.slack(a.x_mm, a.y_mm) - constraint.slack(b.x_mm, b.y_mm))
    assert change <= a.distance_mm(b) + 1e-6


def test_the_first_constraint_broken_names_the_clause() -> None:
    area = on_board(HERE, SMALL, 1.0, HalfPlane(LINE, 1.0, 0.0, 0.0), KeepClear(CLEAR, ((5.0, 0.0, 2.0),)))
    assert area.breaks(Point(20, 0)) == HERE
    assert area.breaks(Point(-3, 0)) == LINE
    assert area.breaks(Point(5, 1)) == CLEAR
    assert area.breaks(Point(8, 3)) is None


def test_an_area_says_what_is_in_the_way() -> None:
    area = on_board(
        HERE, rectangle(100.0, 100.0), R, keep_clear(CLEAR, ((Point(10.0, 0.0), R), (Point(20.0, 0.0), R)), R)
    )

    assert area.in_the_way(Point(19.0, 0.0)) == Point(20.0, 0.0)
    assert area.in_the_way(Point(-30.0, 0.0)) is None  # free
    assert area.in_the_way(Point(-90.0, 0.0)) is None  # off the board, which is nobody's doing


def test_a_region_can_do_without_one_point() -> None:
    area, spots = on_board(HERE, SMALL, 1.0), _spots()
    spot = spots.nearest(Point(0.0, 0.0))

    assert area.without(Point(2.0, 1.0)).nearest(Point(2.0, 1.0)) in {
        Point(2.0 + x, 1.0 + y) for x, y in ((0.1, 0.0), (-0.1, 0.0), (0.0, 0.1), (0.0, -0.1))
    }
    assert spots.without(spot).nearest(spot).distance_mm(spot) == pytest.approx(0.1)


def test_a_point_exactly_on_a_limit_is_legal() -> None:
    area = on_board(HERE, SMALL, 1.0, keep_clear(CLEAR, ((Point(-5.0, 0.0), 2.0),), 1.0))
    assert area.breaks(Point(11.0, 7.0)) is None
    assert area.breaks(Point(-2.0, 0.0)) is None
    assert area.breaks(Point(-2.1, 0.0)) == CLEAR


@pytest.mark.parametrize("point", [Point(math.nan, 0), Point(math.inf, -math.inf), Point(1e300, 0), Point(-9e9, 9e9)])
def test_meaningless_points_are_illegal_and_still_get_a_legal_one(point: Point) -> None:
    area = on_board(HERE, SMALL, 1.0)
    spots = Spots({Spot("a"): Point(0, 0)}, 5.0, R, (), HERE)
    exact = Points((Point(1, 1),), HERE, R)
    for region in (area, spots, exact):
        assert region.breaks(point) is not None
        assert region.breaks(region.nearest(point)) is None


def test_an_area_with_no_legal_point_says_so() -> None:
    full = on_board(HERE, SMALL, 1.0, KeepClear(CLEAR, ((0.0, 0.0, 40.0),)))
    assert full.is_empty
    with pytest.raises(NowhereLegalError, match="GRN-27"):
        full.nearest(Point(0, 0))


def test_a_line_that_slants_still_has_points_with_one_decimal() -> None:
    a, b = Point(0.0, 0.0), Point(7.0, 3.0)
    area = along_segment(HERE, a, b, 0.1)
    for k in range(11):
        wish = Point(0.7 * k, 0.3 * k)
        assert area.nearest(wish).distance_mm(wish) < 0.15


SPOT = Point(137.5, 137.5)


def _spots(*others: Point) -> Spots:
    lying = tuple((at, R) for at in others)
    return Spots({Spot("corner-1"): SPOT, Spot("corner-2"): Point(-137.5, 137.5)}, 5.0, R, lying, HERE)


def test_gen_9_a_penny_on_a_spot_must_cover_all_of_it() -> None:
    region = _spots()
    assert region.breaks(Point(137.5 + 5.15, 137.5)) is None
    assert region.breaks(Point(137.5 + 5.2, 137.5)) == HERE
    assert region.nearest(Point(100, 100)) == SPOT


def test_spots_say_what_is_in_the_way() -> None:
    free = _spots()
    spot = next(iter(free.spots.values()))
    taken = _spots(Point(spot.x_mm + 2.0, spot.y_mm))

    assert taken.in_the_way(spot) == Point(spot.x_mm + 2.0, spot.y_mm)
    assert free.in_the_way(spot) is None
    assert taken.in_the_way(Point(spot.x_mm + 60.0, spot.y_mm + 60.0)) is None  # no spot at all


def test_gen_9_a_spot_covered_even_partly_cannot_be_used() -> None:
    region = _spots(Point(137.5, 137.5 - 15.0))
    assert region.breaks(Point(137.5, 139.0)) == "GEN-9"
    assert region.nearest(SPOT) == Point(-137.5, 137.5)
    assert list(region.usable) == ["corner-2"]


def test_a_free_spot_with_a_near_neighbour_is_used_off_its_centre() -> None:
    region = _spots(Point(137.5, 137.5 - 17.0))
    place = region.nearest(SPOT)
    assert region.breaks(SPOT) == "GEN-9"  # the two pennies would overlap
    assert region.breaks(place) is None
    assert 0 < place.distance_mm(SPOT) <= 5.15
    assert place.distance_mm(Point(137.5, 120.5)) >= 2 * R


def test_spots_keep_further_constraints() -> None:
    region = Spots({Spot("s"): Point(0, 0)}, 5.0, R, (), HERE, also=(HalfPlane(LINE, 1.0, 0.0, 0.0),))
    assert region.breaks(Point(-1.0, 0.0)) == LINE
    assert region.nearest(Point(-30, 0)) == Point(0, 0)


def test_when_every_spot_is_blocked_the_nearest_free_point_is_the_only_one() -> None:
    blocked = _spots(SPOT, Point(-137.5, 137.5))
    ground = on_board(HERE, rectangle(305, 305), R, keep_clear(HERE, blocked.others, R))
    region = spots_or_beside(blocked, ground)
    assert blocked.is_empty
    with pytest.raises(NowhereLegalError, match="corner-1, corner-2"):
        blocked.nearest(SPOT)
    assert isinstance(region, Points)
    place = region.nearest(Point(0, 0))
    assert ground.breaks(place) is None
    assert min(place.distance_mm(at) for at, _ in blocked.others) == pytest.approx(2 * R, abs=0.15)
    assert region.breaks(place) is None
    assert region.breaks(Point(0, 0)) == HERE


def test_when_a_line_is_full_the_nearest_free_point_is_the_only_one() -> None:
    others = tuple((Point(0.0, 12.0 * k), R) for k in range(-3, 4))
    line = along_segment(HERE, Point(0, -20), Point(0, 20), 0.05, keep_clear(HERE, others, R))
    ground = on_board(HERE, rectangle(305, 305), R, keep_clear(HERE, others, R))
    region = area_or_beside(line, Point(0, 0), ground, R)
    assert isinstance(region, Points)
    assert region.points[0].distance_mm(Point(0, 0)) == pytest.approx(2 * R, abs=0.15)
    assert area_or_beside(along_segment(HERE, Point(0, 90), Point(0, 120), 0.05), Point(0, 0), ground, R) != region


@pytest.mark.parametrize("edge", [rectangle(305, 305), hexagon(200.0)], ids=["square", "hexagon"])
@given(x=st.floats(-120, 120), y=st.floats(-120, 120), wish=st.floats(-5, 20))
def test_blu_13_the_overlap_is_more_than_nothing_and_less_than_a_radius(
    edge: object, x: float, y: float, wish: float
) -> None:
    assert isinstance(edge, type(SMALL))
    at: EdgePoint = edge_points(Point(x, y), edge)[0]
    area = overlapping_edge(HERE, edge, at, R)
    place = area.nearest(at.inside(wish))
    assert 0 < edge_distance_mm(place, edge) < R
    assert area.breaks(at.inside(R + 0.2)) == HERE
    assert area.breaks(at.inside(-0.1)) == HERE
    assert area.breaks(at.inside(R / 2)) is None


def test_regions_draw_themselves() -> None:
    regions: list[Region] = [
        on_board(HERE, SMALL, 1.0),
        along_segment(HERE, Point(0, 0), Point(5, 5), 0.1),
        _spots(),
        Points((Point(1, 2),), HERE, R),
    ]
    drawn = [region.outline_svg() for region in regions]
    assert all(text.startswith('<g class="region-shape">') and text.endswith("</g>") for text in drawn)
    assert [("<path" in text, "<line" in text, text.count("<circle")) for text in drawn] == [
        (True, False, 0),
        (False, True, 0),
        (False, False, 2),
        (False, False, 1),
    ]


def test_regions_are_values_that_a_page_can_keep_pictures_of() -> None:
    pairs: list[tuple[Region, Region]] = [
        (on_board(HERE, SMALL, 1.0), on_board(HERE, SMALL, 1.0)),
        (_spots(Point(0, 0)), _spots(Point(0, 0))),
        (Points((SPOT,), HERE, R), Points((SPOT,), HERE, R)),
    ]
    assert all(one == two and hash(one) == hash(two) for one, two in pairs)
    assert _spots() != _spots(Point(0, 0))


def test_regions_are_made_in_microseconds_and_searched_in_milliseconds() -> None:
    board = PennyBlackBoard()
    others = tuple((at, R) for at in board.set_discs.values())
    began = time.perf_counter()
    for _ in range(100):
        area = on_board(HERE, board.edge, R, keep_clear(HERE, others, R))
    made_s = (time.perf_counter() - began) / 100
    began = time.perf_counter()
    for k in range(20):
        area.nearest(Point(7.0 * k - 70.0, 3.0 * k - 30.0))
    searched_s = (time.perf_counter() - began) / 20
    assert made_s < 0.001  # a few hundredths in truth; loose, for a busy machine
    assert searched_s < 0.05

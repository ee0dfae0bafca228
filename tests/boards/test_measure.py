from __future__ import annotations

import pytest

from pennyflick.boards.measure import (
    Ring,
    Stroke,
    edge_distance_mm,
    edge_gap_mm,
    edge_points,
    line_gap_mm,
    lying,
    rim_gap_mm,
    spot_covered,
    touching,
    within_a_diameter,
)
from pennyflick.boards.pieces import PIECES
from pennyflick.boards.shapes import hexagon, rectangle
from pennyflick.table import Away, Circle, DiscId, Layout, Point

PENNY = PIECES["1p"]
LINE = Stroke(Point(0, -100), Point(0, 100), 2.0)
RING = Ring(Point(0, 0), 90.0, 2.0)


def test_gen_3_gaps_run_from_rim_to_rim() -> None:
    gap = rim_gap_mm(Point(0, 0), 10.15, Point(30, 40), 10.15)
    assert gap == pytest.approx(29.7)
    assert not within_a_diameter(20.3, 20.3)
    assert within_a_diameter(20.2999, 20.3)


def test_touching_ends_at_a_twentieth_of_a_millimetre() -> None:
    assert touching(-1.0)
    assert touching(0.05)
    assert not touching(0.0501)


def test_a_line_has_its_thickness() -> None:
    assert line_gap_mm(Point(20, 0), 10.15, LINE) == pytest.approx(8.85)
    assert line_gap_mm(Point(0, 120), 10.15, LINE) == pytest.approx(8.85)  # beyond its end
    assert line_gap_mm(Point(5, 0), 10.15, LINE) < 0


def test_a_ring_is_measured_from_both_sides() -> None:
    assert line_gap_mm(Point(60, 0), 10.0, RING) == pytest.approx(19.0)
    assert line_gap_mm(Point(0, 110), 10.0, RING) == pytest.approx(9.0)
    assert line_gap_mm(Point(0, -90.5), 10.0, RING) < 0


def test_gen_2_a_penny_overlapping_the_edge_is_still_on_the_board() -> None:
    edge = rectangle(305, 305)
    overlapping = Point(150.0, 0.0)
    assert edge_distance_mm(overlapping, edge) == pytest.approx(2.5)
    assert edge_gap_mm(overlapping, 10.15, edge) == pytest.approx(-7.65)
    assert edge_distance_mm(Point(152.6, 0.0), edge) < 0
    assert edge_distance_mm(Point(0, 180.0), Circle(Point(0, 0), 190)) == pytest.approx(10.0)


def test_the_nearest_perimeter_point_faces_onto_the_board() -> None:
    found = edge_points(Point(140.0, 30.0), rectangle(305, 305))[0]
    assert (found.at.x_mm, found.at.y_mm) == pytest.approx((152.5, 30.0))
    assert (found.inward_x, found.inward_y) == pytest.approx((-1.0, 0.0))
    assert found.inside(4.0).x_mm == pytest.approx(148.5)


def test_every_side_gives_its_nearest_perimeter_point_nearest_first() -> None:
    distances = [each.distance_mm for each in edge_points(Point(140.0, 130.0), rectangle(305, 305))]
    assert distances == pytest.approx([12.5, 22.5, 282.5, 292.5])
    assert len(edge_points(Point(0, 0), hexagon(200))) == 6
    (round_one,) = edge_points(Point(0, -100), Circle(Point(0, 0), 190))
    assert (round_one.at.y_mm, round_one.inward_y) == pytest.approx((-190.0, 1.0))


def test_gen_9_a_spot_is_covered_even_partly() -> None:
    spot = Point(137.5, 137.5)
    assert spot_covered(spot, 5.0, Point(137.5 + 15.1, 137.5), 10.15)
    assert spot_covered(spot, 5.0, Point(137.5 + 15.2, 137.5), 10.15)  # touching it
    assert not spot_covered(spot, 5.0, Point(137.5 + 15.25, 137.5), 10.15)


def test_lying_lists_the_discs_on_the_board_but_the_named() -> None:
    discs = [PENNY.disc(DiscId(name), "penny") for name in "abc"]
    layout = Layout({DiscId("a"): Point(0, 0), DiscId("b"): Away.OFF, DiscId("c"): Point(9, 9)})
    assert lying(layout, discs, [DiscId("c")]) == ((Point(0, 0), 10.15),)

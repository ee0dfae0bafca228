from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pennyflick.boards.crossing import (
    Crossing,
    beyond_line,
    crossed_whole_line,
    first_exit,
    left_goal_area,
    outside_circle,
    zones_visited,
)
from pennyflick.boards.games.penny_green import PennyGreenBoard, Perimeter, Zone
from pennyflick.boards.games.penny_red import PennyRedBoard
from pennyflick.table import Piece, Point, Side

Slide = Callable[..., Piece]
GREEN, RED, R = PennyGreenBoard(), PennyRedBoard(), 10.15
DECELERATION = 1962.0

pieces = st.builds(
    lambda x, y, angle, speed, share: Piece(
        0.3,
        0.3 + share * speed / DECELERATION,
        x,
        y,
        speed * math.cos(angle),
        speed * math.sin(angle),
        DECELERATION,
    ),
    st.floats(-300, 300),
    st.floats(-150, 150),
    st.floats(0, 2 * math.pi),
    st.floats(50, 3000),
    st.floats(0.05, 1.0),
)


@given(piece=pieces, angle=st.floats(0, 2 * math.pi), offset=st.floats(-200, 200))
def test_a_line_crossing_is_the_first_sample_beyond_it(piece: Piece, angle: float, offset: float) -> None:
    nx, ny = math.cos(angle), math.sin(angle)
    found = beyond_line((piece,), nx, ny, offset)
    _agrees_with_samples(piece, found, lambda p: nx * p.x_mm + ny * p.y_mm - offset)


@given(piece=pieces, radius=st.floats(5, 300))
def test_leaving_a_circle_is_the_first_sample_outside(piece: Piece, radius: float) -> None:
    centre = Point(20.0, -10.0)
    found = outside_circle((piece,), centre, radius)
    _agrees_with_samples(piece, found, lambda p: p.distance_mm(centre) - radius)


@pytest.mark.parametrize(
    ("x", "y", "line"),
    [
        (411.19, 0.0, None),
        (411.21, 0.0, Perimeter.GOAL_TWO),
        (-411.21, 0.0, Perimeter.GOAL_ONE),
        (0.0, 211.19, None),
        (0.0, 211.21, Perimeter.SIDE_HIGH),
        (0.0, -211.21, Perimeter.SIDE_LOW),
    ],
)
def test_grn_3_a_piece_is_out_when_wholly_over_a_perimeter_line(x: float, y: float, line: Perimeter | None) -> None:
    found = first_exit(GREEN, (Piece(0.0, 0.0, x, y, 0.0, 0.0, DECELERATION),), R)
    assert (found.line if found else None) is line


def _agrees_with_samples(piece: Piece, found: Crossing | None, measure: Callable[[Point], float]) -> None:
    """Before the instant nothing is over, just after it something is; with no instant nothing ever is."""
    samples = [piece.t0_s + (piece.t1_s - piece.t0_s) * k / 200 for k in range(201)]
    over = [t for t in samples if measure(piece.at(t)) > 1e-6]
    if found is None:
        assert not over
    else:
        assert piece.t0_s <= found.instant_s <= piece.t1_s
        assert all(t >= found.instant_s - 1e-9 for t in over)
        assert found.at.distance_mm(piece.at(found.instant_s)) < 1e-5
        assert measure(found.at) == pytest.approx(max(0.0, measure(piece.at(piece.t0_s))), abs=1e-5)


def test_red_15_a_shooter_crosses_only_when_wholly_beyond_the_whole_line(slide: Slide) -> None:
    def reach(stop_x: float) -> Piece:
        return slide(-100.0, 0.0, math.sqrt(2 * DECELERATION * (stop_x + 100.0)), 0.0)

    assert crossed_whole_line(RED, Side.ONE, (reach(11.19),), R) is None
    crossing = crossed_whole_line(RED, Side.ONE, (reach(11.3),), R)
    assert crossing is not None
    assert crossing.at.x_mm == pytest.approx(11.2)


def test_red_15_crossing_and_coming_back_counts(slide: Slide) -> None:
    out = slide(-20.0, 0.0, 600.0, 0.0, 0.0, 0.1)
    back = slide(out.end.x_mm, 0.0, -900.0, 0.0, 0.1)
    assert back.end.x_mm < -50
    assert crossed_whole_line(RED, Side.ONE, (out, back), R) is not None


def test_red_15_a_shooter_put_across_by_the_opponent_has_not_crossed(slide: Slide) -> None:
    there = slide(60.0, 0.0, 0.0, 300.0)
    assert crossed_whole_line(RED, Side.ONE, (there,), R) is None
    home = slide(60.0, 0.0, -900.0, 0.0, 0.0, 0.1)
    again = slide(home.end.x_mm, 0.0, 900.0, 0.0, 0.1)
    assert crossed_whole_line(RED, Side.ONE, (home,), R) is None
    assert crossed_whole_line(RED, Side.ONE, (home, again), R) is not None


def test_the_line_is_crossed_the_other_way_by_the_other_side(slide: Slide) -> None:
    left, right = slide(50.0, 0.0, -900.0, 0.0), slide(-50.0, 0.0, 900.0, 0.0)
    assert crossed_whole_line(RED, Side.TWO, (left,), R) is not None
    assert crossed_whole_line(RED, Side.TWO, (right,), R) is None


@pytest.mark.parametrize(
    ("vx", "vy", "line"),
    [
        (1500, 0, Perimeter.GOAL_TWO),
        (-1500, 0, Perimeter.GOAL_ONE),
        (0, 1500, Perimeter.SIDE_HIGH),
        (0, -1500, Perimeter.SIDE_LOW),
    ],
)
def test_grn_10_the_first_line_wholly_crossed_is_found(slide: Slide, vx: float, vy: float, line: Perimeter) -> None:
    found = first_exit(GREEN, (slide(0.0, 0.0, vx, vy),), R)
    assert found is not None
    assert found.line is line
    reach = 411.2 if vx else 211.2
    assert max(abs(found.at.x_mm), abs(found.at.y_mm)) == pytest.approx(reach)


def test_a_green_that_stops_touching_the_line_is_in_play(slide: Slide) -> None:
    speed = math.sqrt(2 * DECELERATION * 411.19)
    assert first_exit(GREEN, (slide(0.0, 0.0, speed, 0.0),), R) is None


def test_grn_10_both_lines_at_once_is_the_goal_line(slide: Slide) -> None:
    found = first_exit(GREEN, (slide(300.0, 100.0, 1200.0, 1200.0),), R)
    assert found is not None
    assert found.line is Perimeter.GOAL_TWO
    assert not found.between_pegs


@pytest.mark.parametrize(("y", "goal"), [(0.0, True), (39.0, True), (52.0, True), (66.2, False), (-150.0, False)])
def test_grn_18_between_the_pegs_is_where_the_centre_passed_the_goal_line(slide: Slide, y: float, goal: bool) -> None:
    found = first_exit(GREEN, (slide(300.0, y, 1500.0, 0.0),), R)
    assert found is not None
    assert found.between_pegs is goal


def test_grn_18_a_steep_green_from_between_the_pegs_is_a_goal_though_it_ends_wide(slide: Slide) -> None:
    found = first_exit(GREEN, (slide(399.0, 30.0, 500.0, 1500.0),), R)
    assert found is not None
    assert found.at.y_mm > 53
    assert found.between_pegs


def test_grn_18_goal_widths_are_per_side(slide: Slide) -> None:
    board = PennyGreenBoard(goal_width_one_mm=80.0, goal_width_two_mm=120.0)
    for speed, goal in ((-1500.0, False), (1500.0, True)):
        found = first_exit(board, (slide(math.copysign(300.0, speed), 58.0, speed, 0.0),), R)
        assert found is not None
        assert found.between_pegs is goal


def test_grn_13_zones_are_visited_in_order_with_their_instants(slide: Slide) -> None:
    piece = slide(-200.0, 0.0, 1400.0, 0.0)
    visits = zones_visited(GREEN, Point(-200.0, 0.0), (piece,), R)
    assert [visit.zone for visit in visits] == [Zone.ONE, Zone.CENTRE, Zone.TWO]
    assert piece.at(visits[1].instant_s).x_mm == pytest.approx(-111.2)
    assert piece.at(visits[2].instant_s).x_mm == pytest.approx(111.2)


def test_grn_13_a_rebound_counts_and_touching_the_line_stays_in_the_centre(slide: Slide) -> None:
    there = slide(0.0, 0.0, 800.0, 0.0, 0.0, 0.2)
    back = slide(there.end.x_mm, 0.0, -1400.0, 0.0, 0.2)
    visits = zones_visited(GREEN, Point(0.0, 0.0), (there, back), R)
    assert [visit.zone for visit in visits] == [Zone.CENTRE, Zone.TWO, Zone.CENTRE, Zone.ONE]
    short = slide(0.0, 0.0, math.sqrt(2 * DECELERATION * 111.19), 0.0)
    assert [visit.zone for visit in zones_visited(GREEN, Point(0, 0), (short,), R)] == [Zone.CENTRE]


def test_grn_13_nothing_counts_after_the_green_is_dead(slide: Slide) -> None:
    piece = slide(0.0, 150.0, 600.0, 1100.0)
    out = first_exit(GREEN, (piece,), R)
    assert out is not None
    assert len(zones_visited(GREEN, Point(0, 150), (piece,), R)) == 2
    assert len(zones_visited(GREEN, Point(0, 150), (piece,), R, out.instant_s)) == 1


def test_a_green_that_did_not_move_is_in_one_zone() -> None:
    assert [visit.zone for visit in zones_visited(GREEN, Point(200, 0), (), R)] == [Zone.TWO]


def test_grn_24_leaving_the_goal_area_means_wholly_outside_its_line(slide: Slide) -> None:
    def reach(distance: float) -> Piece:
        return slide(-400.0, 0.0, math.sqrt(2 * DECELERATION * distance), 0.0)

    assert left_goal_area(GREEN, Side.ONE, (reach(101.19),), R) is None
    crossing = left_goal_area(GREEN, Side.ONE, (reach(101.3),), R)
    assert crossing is not None
    assert crossing.at.x_mm == pytest.approx(-298.8)
    assert left_goal_area(GREEN, Side.ONE, (), R) is None

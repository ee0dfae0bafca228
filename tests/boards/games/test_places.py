from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pennyflick.boards.games import places_green as green
from pennyflick.boards.games.penny_black import PennyBlackBoard
from pennyflick.boards.games.penny_green import PennyGreenBoard, Zone, goal_sign
from pennyflick.boards.games.pichenotte import PichenotteBoard
from pennyflick.boards.games.places_black import shooter_places
from pennyflick.boards.games.places_pichenotte import baseline_places
from pennyflick.boards.measure import edge_gap_mm, rim_gap_mm
from pennyflick.boards.regions import Area, Points, Spots
from pennyflick.table import Point, Seat, Side

GREEN, R, D = PennyGreenBoard(), 10.15, 20.3
anywhere = st.builds(Point, st.floats(-520, 520), st.floats(-320, 320))
crowds = st.lists(anywhere, max_size=12).map(lambda points: tuple((point.rounded(), R) for point in points))
sides = st.sampled_from(Side)


def test_blk_11_the_shooter_goes_on_a_free_corner_spot() -> None:
    board = PennyBlackBoard()
    blocked = board.spots[next(iter(board.corner_spots))]
    region = shooter_places(board, ((blocked, R),))
    assert region.breaks(blocked) == "GEN-9"
    assert region.breaks(Point(0, 0)) == "BLK-11"
    assert region.nearest(blocked) in [point.rounded(1) for point in list(board.corner_spots.values())[1:]]


def test_blk_11_with_every_corner_blocked_the_free_point_nearest_to_one_is_left() -> None:
    board = PennyBlackBoard()
    others = tuple((point, R) for point in board.corner_spots.values())
    region = shooter_places(board, others)
    assert isinstance(region, Points)
    place = region.nearest(Point(0, 0))
    assert region.breaks(place) is None
    assert min(rim_gap_mm(place, R, at, R) for at, _ in others) >= 0
    assert min(at.distance_mm(place) for at, _ in others) < 2 * R + 0.2


@pytest.mark.parametrize("seats", [2, 4])
@settings(max_examples=40)
@given(aim=anywhere, place=st.integers(0, 1), side=sides)
def test_pic_2_a_puck_lies_on_its_own_baseline(seats: int, aim: Point, place: int, side: Side) -> None:
    board, seat = PichenotteBoard(), Seat(side, place if seats == 4 else 0)
    region = baseline_places(board, seat, seats, ())
    found = region.nearest(aim)
    away = math.hypot(found.x_mm, found.y_mm)
    turn = math.degrees(math.atan2(found.y_mm, found.x_mm)) - board.axis_degrees(seat, seats)
    assert abs((turn + 180) % 360 - 180) <= 45.0 + 1e-6
    assert 304.8 - 0.8 - 15.875 - 0.05 - 1e-6 <= away <= 330.2 - 15.875 + 1e-6


def test_pic_2_off_the_baseline_or_on_another_puck_breaks_the_clause() -> None:
    board, seat = PichenotteBoard(), Seat(Side.ONE)
    there = board.baseline_centre(seat, 2)
    region = baseline_places(board, seat, 2, ((there, 15.875),))
    assert region.breaks(there) == "PIC-2"
    assert region.breaks(Point(0, -250)) == "PIC-2"
    assert region.breaks(Point(0, 304.8)) == "PIC-2"
    assert region.breaks(Point(40, -302)) is None


@settings(max_examples=40)
@given(aim=anywhere, side=sides, others=crowds)
def test_grn_20_flick_off_places_are_at_the_own_end(aim: Point, side: Side, others: green.Lying) -> None:
    found = green.flick_off_places(GREEN, side, others).find(aim)
    if found is None:
        return
    _on_the_board(found)
    assert all(rim_gap_mm(found, R, at, radius) >= D - 1e-6 for at, radius in others)
    if not GREEN.in_goal_area(side, found, R):
        assert GREEN.zone(found, R) is Zone.before_goal(side)
        assert not _out_of_play(found)
        assert _nearness_mm(found) > 0


@settings(max_examples=40)
@given(aim=anywhere, others=crowds, areas=st.lists(sides, unique=True))
def test_grn_27_repositioned_pennies_keep_their_distance(aim: Point, others: green.Lying, areas: list[Side]) -> None:
    found = green.repositioning_places(GREEN, areas, others).find(aim)
    if found is None:
        return
    _on_the_board(found)
    inside = [side for side in Side if GREEN.in_goal_area(side, found, R)]
    assert all(rim_gap_mm(found, R, at, radius) >= D - 1e-6 for at, radius in others)
    assert set(inside) <= set(areas)
    assert inside or _nearness_mm(found) > 0


@settings(max_examples=25)
@given(aim=anywhere, others=crowds, side=sides)
def test_grn_22_goal_flick_places_are_in_the_own_goal_area(aim: Point, others: green.Lying, side: Side) -> None:
    for region, in_play in (
        (green.goal_flick_penny_places(GREEN, side, others), False),
        (green.goal_flick_green_places(GREEN, side, others), True),
    ):
        found = region.find(aim)
        if found is not None:
            _on_the_board(found)
            assert GREEN.in_goal_area(side, found, R)
            assert not in_play or not _out_of_play(found)
            assert all(rim_gap_mm(found, R, at, radius) >= -1e-6 for at, radius in others)


@pytest.mark.parametrize(
    ("point", "nearer"),
    [(Point(-250, 150), True), (Point(-310, 60), False), (Point(-110, 0), True), (Point(-300, 0), False)],
)
def test_grn_20_nearness_compares_the_drawn_lines(point: Point, nearer: bool) -> None:
    assert (green.nearer(GREEN, green.GRN_20).slack(point.x_mm, point.y_mm) > 0) is nearer
    assert (_nearness_mm(point) > 0) is nearer


def test_grn_22_open_places_are_nearer_to_a_line_than_to_a_goal_area() -> None:
    region = green.open_places(GREEN, ())
    assert region.breaks(Point(-300, 0)) == "GRN-22"
    assert region.breaks(Point(-250, 180)) is None
    assert region.breaks(Point(-250, 280)) is None  # the out zone will do


def test_grn_26_spots_behind_the_line_then_the_nearest_free_point_behind_it() -> None:
    region = green.spotting_places(GREEN, Side.TWO, ())
    assert isinstance(region, Spots)
    assert region.nearest(Point(0, 240)) == Point(450.0, 220.0)
    full = tuple((point, R) for point in GREEN.spots_behind(Side.TWO).values())
    beside = green.spotting_places(GREEN, Side.TWO, full)
    assert isinstance(beside, Points)
    assert _out_of_play(beside.nearest(Point(0, 0)))
    assert beside.nearest(Point(0, 0)).x_mm > 400


@pytest.mark.parametrize("side", Side)
def test_grn_28_the_keeper_stands_on_the_goal_line_between_the_pegs(side: Side) -> None:
    region = green.keeper_places(GREEN, side, ())
    for wish in (Point(0, 300), Point(-600, -20), Point(600, 3)):
        found = region.nearest(wish)
        assert found.x_mm == goal_sign(side) * 400
        assert abs(found.y_mm) <= 50 - R + 0.051


def test_grn_28_a_keeper_with_no_room_is_shifted_to_the_nearest_free_point() -> None:
    others = tuple((Point(-400.0, y), R) for y in (-30.0, 0.0, 30.0))
    region = green.keeper_places(GREEN, Side.ONE, others)
    assert isinstance(region, Points)
    _on_the_board(region.points[0])
    assert 15 < region.points[0].distance_mm(Point(-400, 0)) < 25


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("size", ["standard", "mini", "tupenny"])
def test_grn_28_penalty_places_standard_and_advanced(side: Side, size: str) -> None:
    board = PennyGreenBoard(size)
    radius, ahead = board.piece.radius_mm, goal_sign(side.other)
    standard = green.penalty_green_places(board, side, ()).nearest(Point(0, 0))
    behind = green.penalty_penny_places(board, side, ()).nearest(Point(0, 0))
    assert standard.x_mm == ahead * board.zone_x_mm
    assert behind.x_mm == -ahead * board.zone_x_mm
    advanced = green.advanced_green_places(board, side, ()).nearest(Point(0, 0))
    penny = green.advanced_penny_places(board, side, ()).nearest(Point(0, 0))
    assert board.zone(advanced, radius) is Zone.before_goal(side.other)
    assert board.zone(penny, radius) is Zone.before_goal(side)
    closer = Point(advanced.x_mm - ahead * 0.1, advanced.y_mm)
    assert board.zone(closer, radius) is Zone.CENTRE


def test_every_green_region_of_an_empty_board_has_room() -> None:
    regions: list[Area | Points | Spots] = [
        green.flick_off_places(GREEN, Side.ONE, ()),
        green.open_places(GREEN, ()),
        green.free_ground(GREEN, ()),
        green.repositioning_places(GREEN, (), ()),
    ]
    assert not any(region.is_empty for region in regions)


def _out_of_play(point: Point) -> bool:
    """Wholly over a perimeter line of the standard pitch: 800 by 400, lines 2 wide, told by hand."""
    return abs(point.x_mm) > 411.2 or abs(point.y_mm) > 211.2


def _nearness_mm(point: Point) -> float:
    """How much nearer to a side or zone line of the standard pitch than to a goal-area line, told by hand."""
    x, y = abs(point.x_mm), abs(point.y_mm)
    to_side, to_zone = math.hypot(max(x - 400, 0), y - 200), math.hypot(x - 100, max(y - 200, 0))
    to_area = abs(math.hypot(x - 400, y) - 90)
    return max(to_area - 1, 0) - max(min(to_side, to_zone) - 1, 0)


def _on_the_board(point: Point) -> None:
    assert edge_gap_mm(point, R, GREEN.edge) >= -1e-6
    assert all(rim_gap_mm(point, R, peg.centre, peg.radius_mm) >= -1e-6 for peg in GREEN.pegs)

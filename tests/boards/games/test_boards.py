from __future__ import annotations

import itertools
import math

import pytest

from pennyflick.boards.board import Board
from pennyflick.boards.games.coin_boards import Shape
from pennyflick.boards.games.penny_black import PennyBlackBoard, SetColour
from pennyflick.boards.games.penny_blue import PennyBlueBoard
from pennyflick.boards.games.penny_green import PennyGreenBoard, Zone, goal_sign
from pennyflick.boards.games.penny_red import PennyRedBoard
from pennyflick.boards.games.pichenotte import PichenotteBoard
from pennyflick.boards.measure import edge_distance_mm, edge_gap_mm
from pennyflick.boards.pieces import TUPENNY_SCALE, Coin
from pennyflick.boards.wood import Wood
from pennyflick.table import Circle, DiscId, Point, Polygon, Seat, Side, Spot


def test_every_spot_lies_on_the_board_and_has_six_decimals(board: Board) -> None:
    for point in board.spots.values():
        assert edge_distance_mm(point, board.surface.edge) > 0
        assert point == point.rounded(6)


def test_every_drawn_spot_can_be_covered_without_overhanging_the_edge(board: Board) -> None:
    radius = getattr(board, "piece").radius_mm  # noqa: B009 - the protocol of boards has no piece
    assert all(edge_gap_mm(point, radius, board.surface.edge) > 0 for point in board.spots.values())


def test_the_edge_runs_anticlockwise_round_the_centre(board: Board) -> None:
    edge = board.surface.edge
    if isinstance(edge, Circle):
        assert edge.centre == Point(0.0, 0.0)
        return
    corners = edge.corners
    turns = [
        a.x_mm * b.y_mm - a.y_mm * b.x_mm for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    ]  # each side seen from the centre
    assert all(turn > 0 for turn in turns)


def test_boards_are_values(board: Board) -> None:
    assert hash(board) == hash(board)
    assert board.marks() == board.marks()


def test_hexagon_corner_spots_are_fifteen_from_both_edges() -> None:
    board = PennyBlackBoard("hexagon")
    assert isinstance(board.edge, Polygon)
    assert edge_distance_mm(board.edge.corners[0], board.edge) == pytest.approx(0, abs=1e-6)
    for spot in board.corner_spots.values():
        assert edge_distance_mm(spot, board.edge) == pytest.approx(15.0, abs=0.02)


def test_coin_boards_have_the_listed_spots() -> None:
    assert list(PennyBlackBoard("square").drawn_spots) == [
        "centre", "corner-1", "corner-2", "corner-3", "corner-4", "straight-1", "straight-2",
    ]  # fmt: skip
    assert PennyBlackBoard("square").spots[Spot("corner-2")] == Point(-137.5, 137.5)
    assert PennyBlackBoard("square").spots[Spot("straight-2")] == Point(-137.5, 0.0)
    for shape, radius in (("hexagon", 182.7), ("round", 175.0)):
        spots = PennyBlackBoard(shape).corner_spots  # type: ignore[arg-type]
        assert len(spots) == 6
        assert all(point.distance_mm(Point(0, 0)) == pytest.approx(radius, abs=1e-5) for point in spots.values())


def test_the_tupenny_board_grows_with_its_coin_and_the_euro_cent_board_does_not() -> None:
    penny, tupenny, cent = (PennyBlackBoard("square", coin) for coin in ("1p", "2p", "5c"))
    assert tupenny.spots[Spot("corner-1")].x_mm == pytest.approx(137.5 * TUPENNY_SCALE, abs=1e-6)
    assert tupenny.spot_radius_mm == pytest.approx(5 * TUPENNY_SCALE)
    assert cent.edge == penny.edge
    assert cent.diameter_mm == 21.25


@pytest.mark.parametrize("coin", ["1p", "2p", "5c"])
@pytest.mark.parametrize("shape", ["hexagon", "square", "round"])
def test_the_set_is_packed_touching_to_rounding(shape: Shape, coin: Coin) -> None:
    board = PennyBlackBoard(shape, coin)
    places = list(board.set_discs.values())
    gaps = [a.distance_mm(b) - board.diameter_mm for a, b in itertools.combinations(places, 2)]
    assert len(places) == 19
    assert min(gaps) > -3e-6  # six decimals, not more
    assert sum(gap < 3e-6 for gap in gaps) == 42  # the pairs that touch in a hexagon of nineteen


@pytest.mark.parametrize("shape", ["hexagon", "square", "round"])
def test_a_corner_of_the_set_points_at_the_opening_shooter(shape: Shape) -> None:
    board = PennyBlackBoard(shape)
    shooter, nearest = board.spots[Spot("set-shooter")], board.set_discs[DiscId("Y1")]
    assert shooter.y_mm == nearest.y_mm == 0.0
    assert nearest.x_mm == pytest.approx(2 * board.diameter_mm)
    assert board.opening_spot == ("straight-1" if shape == "square" else "corner-1")


@pytest.mark.parametrize(
    ("colour", "inner"),
    [("yellow", "RGB"), ("red", "YGB"), ("green", "RYB"), ("blue", "RYG")],
)
def test_inner_pairs_lie_opposite_in_rainbow_order(colour: SetColour, inner: str) -> None:
    places = PennyBlackBoard(set_colour=colour).set_discs
    for k, letter in enumerate(inner):
        one, two = places[DiscId(f"{letter}1")], places[DiscId(f"{letter}2")]
        assert math.degrees(math.atan2(one.y_mm, one.x_mm)) == pytest.approx(60 * k, abs=1e-4)
        assert (one.x_mm, one.y_mm) == pytest.approx((-two.x_mm, -two.y_mm))
    assert sum(disc.startswith(colour[0].upper()) for disc in places) == 12


@pytest.mark.parametrize("shape", ["square", "hexagon"])
def test_penny_blue_teams_alternate_and_sovereigns_stand_opposite(shape: Shape) -> None:
    board = PennyBlueBoard(shape)
    round_the_board = sorted(
        (disc for disc in board.set_spots if disc != "blue"),
        key=lambda disc: math.atan2(board.spots[Spot(f"set-{disc}")].y_mm, board.spots[Spot(f"set-{disc}")].x_mm),
    )
    teams = ["A" in disc for disc in round_the_board]
    one, two = board.spots[Spot("set-SA")], board.spots[Spot("set-SB")]
    assert all(a != b for a, b in zip(teams, teams[1:] + teams[:1], strict=True))
    assert (one.x_mm, one.y_mm) == pytest.approx((-two.x_mm, -two.y_mm))
    assert shape == "hexagon" or {board.set_spots[DiscId("SA")], board.set_spots[DiscId("SB")]} == {
        "straight-1",
        "straight-2",
    }


def test_penny_blue_is_not_played_on_a_round_board() -> None:
    with pytest.raises(ValueError, match=r"'round'.*'square' or 'hexagon'"):
        PennyBlueBoard("round")


def test_the_side_flick_limit_is_a_diameter_and_a_radius() -> None:
    assert PennyBlueBoard().side_flick_mm == pytest.approx(30.45)


def test_penny_red_spots_stand_where_the_rules_put_them() -> None:
    spots = PennyRedBoard().spots
    assert spots[Spot("corner-one-1")] == Point(-214.0, 99.5)
    assert spots[Spot("corner-one-2")] == Point(-214.0, -99.5)
    assert spots[Spot("corner-two-1")] == Point(214.0, -99.5)
    assert spots[Spot("serving-one")] == Point(-214.0, 0.0)
    assert spots[Spot("quarter-two")] == Point(114.5, 0.0)
    assert (PennyRedBoard("tupenny").width_mm, PennyRedBoard("tupenny").piece.name) == (305.0, "2p")


@pytest.mark.parametrize(("x", "on_two"), [(11.15, False), (11.2, False), (11.21, True), (-11.3, False), (0.0, False)])
def test_red_4_on_the_court_means_not_touching_the_line(x: float, on_two: bool) -> None:
    board = PennyRedBoard()
    assert board.on_court(Side.TWO, Point(x, 50.0), 10.15) is on_two
    assert board.on_court(Side.ONE, Point(-x, 50.0), 10.15) is on_two


def test_penny_green_pegs_and_lines_stand_where_the_rules_put_them() -> None:
    board = PennyGreenBoard(goal_width_two_mm=120.0)
    centres = {(peg.centre.x_mm, peg.centre.y_mm) for peg in board.pegs}
    assert {(400.0, 200.0), (-400.0, 200.0), (-400.0, -200.0), (400.0, -200.0)} < centres
    assert {(-400.0, 53.0), (-400.0, -53.0), (400.0, 63.0), (400.0, -63.0)} < centres
    assert len(board.pegs) == 8
    assert board.zone_line(Side.ONE).a.x_mm == -100.0
    assert (board.penalty_line(Side.TWO).a, board.penalty_line(Side.TWO).b) == (Point(100, -50), Point(100, 50))


@pytest.mark.parametrize("size", ["standard", "mini", "tupenny"])
@pytest.mark.parametrize("width", [80.0, 100.0, 120.0])
def test_goal_pegs_leave_the_clear_width_and_stand_inside_the_goal_area(size: str, width: float) -> None:
    board = PennyGreenBoard(size, width, width)
    for side in Side:
        low, high = board.goal_pegs(side)
        assert low.centre.distance_mm(high.centre) - 2 * low.radius_mm == pytest.approx(width)
        assert high.centre.distance_mm(board.goal_centre(side)) + high.radius_mm < board.goal_area_mm


@pytest.mark.parametrize("size", ["standard", "mini", "tupenny"])
def test_four_spots_stand_behind_each_goal_line_apart_from_each_other(size: str) -> None:
    board = PennyGreenBoard(size)
    for side in Side:
        spots = list(board.spots_behind(side).values())
        assert len(spots) == 4
        behind = goal_sign(side) * min(spots, key=lambda spot: abs(spot.x_mm)).x_mm
        assert behind - board.piece.radius_mm > board.goal_x_mm + board.line_half_mm
        assert min(a.distance_mm(b) for a, b in itertools.combinations(spots, 2)) > board.diameter_mm


@pytest.mark.parametrize(
    ("x", "zone"),
    [(0.0, Zone.CENTRE), (111.2, Zone.CENTRE), (111.21, Zone.TWO), (-111.2, Zone.CENTRE), (-111.21, Zone.ONE)],
)
def test_grn_3_a_piece_touching_a_zone_line_is_in_the_centre_zone(x: float, zone: Zone) -> None:
    assert PennyGreenBoard().zone(Point(x, 30.0), 10.15) is zone


def test_grn_3_a_piece_touching_a_goal_area_line_is_in_that_area() -> None:
    board = PennyGreenBoard()
    assert board.in_goal_area(Side.ONE, Point(-400 + 101.19, 0.0), 10.15)
    assert not board.in_goal_area(Side.ONE, Point(-400 + 101.21, 0.0), 10.15)
    assert board.in_goal_area(Side.TWO, Point(400 + 101.19, 0.0), 10.15)  # behind the goal line too


@pytest.mark.parametrize("side", Side)
def test_the_zone_before_a_goal_lies_on_its_side_of_the_pitch(side: Side) -> None:
    board = PennyGreenBoard()
    assert board.zone(Point(board.goal_centre(side).x_mm / 2, 0.0), board.piece.radius_mm) is Zone.before_goal(side)


def test_pichenotte_posts_stand_between_the_axes_on_the_fifteen_line() -> None:
    surface = PichenotteBoard().surface
    angles = sorted(math.degrees(math.atan2(p.centre.y_mm, p.centre.x_mm)) % 360 for p in surface.pegs)
    assert angles == pytest.approx([22.5 + 45 * k for k in range(8)], abs=1e-4)
    assert all(p.centre.distance_mm(Point(0, 0)) == pytest.approx(101.6, abs=1e-5) for p in surface.pegs)
    assert surface.hole == Circle(Point(0.0, 0.0), 17.45)


@pytest.mark.parametrize(
    ("radius", "points"),
    [(0.0, 15), (84.87, 15), (84.88, 10), (186.47, 10), (186.48, 5), (288.07, 5), (288.08, 0), (320.0, 0)],
)
def test_pic_10_a_puck_touching_a_line_counts_in_the_lower_zone(radius: float, points: int) -> None:
    assert PichenotteBoard().points(Point(0.0, radius), 15.875) == points


def test_pic_13_partners_sit_opposite_and_the_turn_goes_round_the_table() -> None:
    board = PichenotteBoard()
    seats = [Seat(Side.ONE, 0), Seat(Side.TWO, 0), Seat(Side.ONE, 1), Seat(Side.TWO, 1)]
    assert [board.axis_degrees(seat, 4) for seat in seats] == [-90.0, 0.0, 90.0, 180.0]
    assert [board.axis_degrees(seat, 2) for seat in seats[:2]] == [-90.0, 90.0]
    assert board.baseline_centre(seats[0], 2) == Point(0.0, -304.8)


def test_physical_constants_are_fields_of_the_board() -> None:
    dull: list[Board] = [board(wood=Wood(friction=0.25)) for board in (PennyBlackBoard, PennyRedBoard, PichenotteBoard)]
    assert all(board.surface.friction == 0.25 for board in dull)
    assert PichenotteBoard().surface.peg_restitution == 0.62

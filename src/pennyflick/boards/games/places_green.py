"""Where pieces may be put at Penny Green. `side` is always the player whose pieces, goal or taking it is."""

from __future__ import annotations

from collections.abc import Iterable

from pennyflick.boards.games.penny_green import PennyGreenBoard, Perimeter, goal_sign
from pennyflick.boards.measure import TOUCH_MM, Stroke
from pennyflick.boards.regions import (
    AllOf,
    AnyOf,
    Area,
    Constraint,
    HalfPlane,
    Inside,
    KeepClear,
    NearerTo,
    Not,
    Points,
    Spots,
    along_segment,
    area_or_beside,
    clear_of_pegs,
    keep_clear,
    on_board,
    spots_or_beside,
)
from pennyflick.table import Circle, Clause, Point, Side

Lying = tuple[tuple[Point, float], ...]  # centre and radius of every other piece on the board: measure.lying(...)

GRN_16, GRN_20, GRN_22 = Clause("GRN-16"), Clause("GRN-20"), Clause("GRN-22")
GRN_26, GRN_27, GRN_28 = Clause("GRN-26"), Clause("GRN-27"), Clause("GRN-28")
_CLEAR = 1e-6  # beyond touching: "more than" in numbers of six decimals


def free_ground(board: PennyGreenBoard, others: Lying, clause: Clause = GRN_16) -> Area:
    """Anywhere wholly on the board, clear of all pieces and pegs (GRN-16)."""
    radius = board.piece.radius_mm
    return on_board(clause, board.edge, radius, *_free(board, others, clause))


def flick_off_places(board: PennyGreenBoard, side: Side, others: Lying) -> Area:
    """Before the own goal: in the goal area, or in the zone and nearer to a line than to the area (GRN-20)."""
    in_area = in_goal_area(board, side, GRN_20)
    in_zone = AllOf(GRN_20, _in_open_zone(board, side))
    return free_ground(board, (), GRN_20).with_constraints(
        AnyOf(GRN_20, (in_area, in_zone)), a_diameter_clear(board, others, GRN_20)
    )


def flick_off_outfield(board: PennyGreenBoard, side: Side, others: Lying) -> Area:
    """The same when another penny is in the goal area already, which holds only one (GRN-20)."""
    outside = Not(GRN_20, in_goal_area(board, side, GRN_20))
    zone = _in_open_zone(board, side)
    return free_ground(board, (), GRN_20).with_constraints(*zone, outside, a_diameter_clear(board, others, GRN_20))


def open_places(board: PennyGreenBoard, others: Lying, clause: Clause = GRN_22) -> Area:
    """Nearer to a side or zone line than to a goal-area line, a diameter clear of every other piece (GRN-22)."""
    return free_ground(board, (), clause).with_constraints(
        nearer(board, clause), a_diameter_clear(board, others, clause)
    )


def goal_flick_penny_places(board: PennyGreenBoard, side: Side, others: Lying) -> Area:
    """In the taker's own goal area, behind the line too (GRN-22)."""
    return free_ground(board, others, GRN_22).with_constraints(in_goal_area(board, side, GRN_22))


def goal_flick_green_places(board: PennyGreenBoard, side: Side, others: Lying) -> Area:
    """In the taker's own goal area and in play (GRN-22)."""
    return goal_flick_penny_places(board, side, others).with_constraints(*_in_pitch(board, GRN_22))


def spotting_places(board: PennyGreenBoard, side: Side, others: Lying) -> Spots | Points:
    """The spots behind the goal line that `side` defends; with none free, the nearest free point behind it (GRN-26)."""
    radius = board.piece.radius_mm
    spots = Spots(board.spots_behind(side), board.spot_radius_mm, radius, others, GRN_26)
    return spots_or_beside(spots, free_ground(board, others, GRN_26).with_constraints(_behind(board, side)))


def repositioning_places(board: PennyGreenBoard, areas: Iterable[Side], others: Lying) -> Area:
    """In one of these goal areas, or outside both and nearer to a line; a diameter clear of everything (GRN-27)."""
    outside = (Not(GRN_27, in_goal_area(board, side, GRN_27)) for side in (Side.ONE, Side.TWO))
    in_the_open = AllOf(GRN_27, (*outside, nearer(board, GRN_27)))
    allowed = tuple(in_goal_area(board, side, GRN_27) for side in areas)
    return free_ground(board, (), GRN_27).with_constraints(
        AnyOf(GRN_27, (*allowed, in_the_open)), a_diameter_clear(board, others, GRN_27)
    )


def keeper_places(board: PennyGreenBoard, side: Side, others: Lying) -> Area | Points:
    """The keeper's centre on the goal line between the pegs of the goal that `side` defends (GRN-28)."""
    mouth, radius = board.goal_mouth(side), board.piece.radius_mm
    low, high = Point(mouth.a.x_mm, mouth.a.y_mm + radius), Point(mouth.b.x_mm, mouth.b.y_mm - radius)
    return _on_line(board, Stroke(low, high, mouth.width_mm), others)


def penalty_green_places(board: PennyGreenBoard, side: Side, others: Lying) -> Area | Points:
    """Standard play: the green, centred on the penalty line nearer the goal that the taker `side` attacks (GRN-28)."""
    return _on_line(board, board.penalty_line(side.other), others)


def penalty_penny_places(board: PennyGreenBoard, side: Side, others: Lying) -> Area | Points:
    """Standard play: the taker's penny, centred on the other penalty line (GRN-28)."""
    return _on_line(board, board.penalty_line(side), others)


def advanced_green_places(board: PennyGreenBoard, side: Side, others: Lying) -> Area | Points:
    """Advanced play: the green beyond that penalty line, as near as can be without touching (GRN-28)."""
    return _on_line(board, _beyond_penalty_line(board, side.other), others)


def advanced_penny_places(board: PennyGreenBoard, side: Side, others: Lying) -> Area | Points:
    """Advanced play: the penny beyond the other penalty line, likewise (GRN-28)."""
    return _on_line(board, _beyond_penalty_line(board, side), others)


def in_goal_area(board: PennyGreenBoard, side: Side, clause: Clause) -> Inside:
    """In the goal area of the goal that side defends; touching its line is in (GRN-3)."""
    reach = board.goal_area_mm + board.line_half_mm + board.piece.radius_mm + TOUCH_MM
    return Inside(clause, Circle(board.goal_centre(side), reach))


def nearer(board: PennyGreenBoard, clause: Clause) -> NearerTo:
    """The centre nearer to a side line or zone line than to a goal-area line."""
    return NearerTo(clause, (*board.side_lines, *board.zone_lines), board.goal_rings)


def a_diameter_clear(board: PennyGreenBoard, others: Lying, clause: Clause) -> KeepClear:
    """Not within a penny diameter of any other piece (GEN-3)."""
    return keep_clear(clause, others, board.piece.radius_mm, board.diameter_mm)


def _free(board: PennyGreenBoard, others: Lying, clause: Clause) -> tuple[Constraint, ...]:
    radius = board.piece.radius_mm
    return clear_of_pegs(clause, board.pegs, radius), keep_clear(clause, others, radius)


def _in_open_zone(board: PennyGreenBoard, side: Side) -> tuple[Constraint, ...]:
    """In the zone before the own goal, and nearer to a line than to the goal area."""
    return _in_home_zone(board, side), *_in_pitch(board, GRN_20), nearer(board, GRN_20)


def _in_home_zone(board: PennyGreenBoard, side: Side) -> HalfPlane:
    """In the zone before the own goal, not touching the zone line."""
    edge = board.zone_x_mm + board.line_half_mm + board.piece.radius_mm + TOUCH_MM + _CLEAR
    return HalfPlane(GRN_20, goal_sign(side), 0.0, edge)


def _in_pitch(board: PennyGreenBoard, clause: Clause) -> tuple[HalfPlane, ...]:
    """Not wholly over a perimeter line."""
    radius = board.piece.radius_mm
    return tuple(
        HalfPlane(clause, -nx, -ny, -board.out_mm(line, radius)) for line in Perimeter for nx, ny in (line.outward,)
    )


def _behind(board: PennyGreenBoard, side: Side) -> HalfPlane:
    """Wholly over the goal line that side defends."""
    edge = board.goal_x_mm + board.line_half_mm + board.piece.radius_mm + TOUCH_MM + _CLEAR
    return HalfPlane(GRN_26, goal_sign(side), 0.0, edge)


def _beyond_penalty_line(board: PennyGreenBoard, side: Side) -> Stroke:
    """The first tenth of a millimetre at which a piece's centre is clear of the penalty line, on the goal's side."""
    line = board.penalty_line(side)
    touching_mm = board.zone_x_mm + board.line_half_mm + board.piece.radius_mm + TOUCH_MM
    x = goal_sign(side) * (int(touching_mm * 10 + 1e-6) + 1) / 10
    return Stroke(Point(x, line.a.y_mm), Point(x, line.b.y_mm), line.width_mm)


def _on_line(board: PennyGreenBoard, line: Stroke, others: Lying) -> Area | Points:
    """The centre on the line, on free ground; if nowhere is free, the free point nearest to the line's middle."""
    middle = Point((line.a.x_mm + line.b.x_mm) / 2, (line.a.y_mm + line.b.y_mm) / 2)
    free = _free(board, others, GRN_28)
    ground = free_ground(board, others, GRN_28)
    return area_or_beside(along_segment(GRN_28, line.a, line.b, TOUCH_MM, *free), middle, ground, board.piece.radius_mm)

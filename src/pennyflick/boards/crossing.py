"""When a moving disc passes a line or a circle, in closed form.

A piece of a path is straight with constant deceleration, so a crossing is the root of a linear (line) or quadratic
(circle) equation in the distance covered, and the distance gives the instant. Whole crossings keep the touching rule:
a rim is over a line when the gap is more than 0.05 mm, at rest and in motion alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pennyflick.boards.games.penny_green import PennyGreenBoard, Perimeter, Zone, goal_sign
from pennyflick.boards.games.penny_red import PennyRedBoard, outward
from pennyflick.boards.measure import TOUCH_MM
from pennyflick.table import Piece, Point, Side

Path = Sequence[Piece]  # one disc's path; empty: it did not move


@dataclass(frozen=True, slots=True)
class Crossing:
    """The instant at which a disc got across, and where its centre was."""

    instant_s: float
    at: Point


@dataclass(frozen=True, slots=True)
class Exit:
    """How the green went out of play: over which line, and whether between the pegs."""

    line: Perimeter
    instant_s: float
    at: Point
    between_pegs: bool


@dataclass(frozen=True, slots=True)
class Visit:
    """A zone the green was in, since when."""

    zone: Zone
    instant_s: float


def beyond_line(path: Path, nx: float, ny: float, offset_mm: float) -> Crossing | None:
    """The first moment from which nx·x + ny·y of the centre is more than the offset; (nx, ny) is a unit vector."""
    for piece in path:
        ahead = offset_mm - nx * piece.x_mm - ny * piece.y_mm
        if ahead < 0.0:
            return Crossing(piece.t0_s, Point(piece.x_mm, piece.y_mm))
        speed, length = _stretch(piece)
        rate = (nx * piece.vx_mm_s + ny * piece.vy_mm_s) / speed if speed else 0.0
        if rate * length > ahead:
            return _after(piece, ahead / rate)
    return None


def outside_circle(path: Path, centre: Point, radius_mm: float) -> Crossing | None:
    """The first moment from which the centre is further than that from a point."""
    for piece in path:
        if math.hypot(piece.x_mm - centre.x_mm, piece.y_mm - centre.y_mm) > radius_mm:
            return Crossing(piece.t0_s, Point(piece.x_mm, piece.y_mm))
        roots = _circle_roots(piece, centre, radius_mm)
        if roots is not None and roots[1] < _stretch(piece)[1]:
            return _after(piece, max(roots[1], 0.0))
    return None


def crossed_whole_line(board: PennyRedBoard, owner: Side, path: Path, radius_mm: float) -> Crossing | None:
    """When a shooter of `owner` first lay wholly beyond the whole line, on the enemy court (RED-15).

    One that starts beyond it (put there by the opponent) has crossed only if it comes back and crosses again.
    """
    sign, over = -outward(owner), board.line_half_mm + radius_mm + TOUCH_MM
    back = next((k for k, piece in enumerate(path) if sign * piece.end.x_mm <= over), None)
    if path and sign * path[0].x_mm > over:
        return None if back is None else beyond_line(path[back + 1 :], sign, 0.0, over)
    return beyond_line(path, sign, 0.0, over)


def first_exit(board: PennyGreenBoard, path: Path, radius_mm: float) -> Exit | None:
    """The first perimeter line that the green wholly crosses; both at once: the goal line (GRN-3, 10, 11)."""
    found = [
        (crossing.instant_s, order, line, crossing)
        for order, line in enumerate(Perimeter)  # goal lines come first
        if (crossing := _over(board, line, path, radius_mm)) is not None
    ]
    if not found:
        return None
    first = min(instant for instant, _, _, _ in found)
    _, _, line, crossing = min((each for each in found if each[0] <= first + 1e-9), key=lambda each: each[1])
    return Exit(line, crossing.instant_s, crossing.at, _between_pegs(board, line, path, crossing.instant_s))


def zones_visited(
    board: PennyGreenBoard, start: Point, path: Path, radius_mm: float, until_s: float = math.inf
) -> tuple[Visit, ...]:
    """Every zone the green was in, in order, up to an instant (it is dead once out of play)."""
    visits = [Visit(board.zone(start, radius_mm), 0.0)]
    for visit in _zone_changes(board, path, radius_mm):
        if visit.instant_s <= until_s and visit.zone is not visits[-1].zone:
            visits.append(visit)
    return tuple(visits)


def left_goal_area(board: PennyGreenBoard, side: Side, path: Path, radius_mm: float) -> Crossing | None:
    """When the green was first wholly outside that side's goal-area line (GRN-24)."""
    reach = board.goal_area_mm + board.line_half_mm + radius_mm + TOUCH_MM
    return outside_circle(path, board.goal_centre(side), reach)


def _circle_roots(piece: Piece, centre: Point, radius_mm: float) -> tuple[float, float] | None:
    """The two distances along the (endless) piece at which the centre is exactly that far from a point."""
    speed = math.hypot(piece.vx_mm_s, piece.vy_mm_s)
    if speed == 0.0:
        return None
    rx, ry = piece.x_mm - centre.x_mm, piece.y_mm - centre.y_mm
    along = (rx * piece.vx_mm_s + ry * piece.vy_mm_s) / speed
    square = along * along - (rx * rx + ry * ry - radius_mm * radius_mm)
    return None if square < 0.0 else (-along - math.sqrt(square), -along + math.sqrt(square))


def _stretch(piece: Piece) -> tuple[float, float]:
    """Starting speed and length of a piece."""
    speed, span = math.hypot(piece.vx_mm_s, piece.vy_mm_s), piece.t1_s - piece.t0_s
    return speed, speed * span - 0.5 * piece.deceleration_mm_s2 * span * span


def _after(piece: Piece, distance_mm: float) -> Crossing:
    """The moment at which the disc has covered a distance of the piece."""
    speed = math.hypot(piece.vx_mm_s, piece.vy_mm_s)
    left = math.sqrt(max(speed * speed - 2 * piece.deceleration_mm_s2 * distance_mm, 0.0))
    instant = min(piece.t0_s + 2 * distance_mm / (speed + left), piece.t1_s)
    share = distance_mm / speed
    return Crossing(instant, Point(piece.x_mm + piece.vx_mm_s * share, piece.y_mm + piece.vy_mm_s * share))


def _over(board: PennyGreenBoard, line: Perimeter, path: Path, radius_mm: float) -> Crossing | None:
    return beyond_line(path, *line.outward, board.out_mm(line, radius_mm))


def _between_pegs(board: PennyGreenBoard, line: Perimeter, path: Path, until_s: float) -> bool:
    """Whether the centre passed the goal line (the last time before the exit) between the middles of the pegs."""
    side = line.goal_of
    if side is None:
        return False
    y = _passing_y(board, side, path, until_s)
    return abs(y) < abs(board.goal_pegs(side)[0].centre.y_mm)


def _passing_y(board: PennyGreenBoard, side: Side, path: Path, until_s: float) -> float:
    """y of the centre when it last passed the goal line going out; its starting y if it was behind the line already."""
    sign, y = goal_sign(side), path[0].y_mm
    for piece in path:
        if piece.t0_s > until_s:
            break
        ahead = board.goal_x_mm - sign * piece.x_mm
        if ahead >= 0.0 and (crossing := beyond_line((piece,), sign, 0.0, board.goal_x_mm)) is not None:
            y = crossing.at.y_mm
    return y


def _zone_changes(board: PennyGreenBoard, path: Path, radius_mm: float) -> Iterator[Visit]:
    """The zone at the start of each piece and at each zone line passed within it; x is monotone along a piece."""
    clear = board.zone_x_mm + board.line_half_mm + radius_mm + TOUCH_MM
    for piece in path:
        yield Visit(board.zone(Point(piece.x_mm, piece.y_mm), radius_mm), piece.t0_s)
        sign = 1.0 if piece.vx_mm_s > 0 else -1.0
        for zone, offset in ((Zone.CENTRE, -clear), (Zone.TWO if sign > 0 else Zone.ONE, clear)):
            crossing = beyond_line((piece,), sign, 0.0, offset)
            if crossing is not None and sign * piece.x_mm <= offset:
                yield Visit(zone, crossing.instant_s)

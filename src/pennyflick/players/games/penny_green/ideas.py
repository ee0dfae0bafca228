"""Flicks worth a thought at Penny Green: shots, passes and touches, and flicks into position."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pennyflick.boards.measure import TOUCH_MM
from pennyflick.players.search.aims import AimList, Aims, Arm
from pennyflick.players.search.geometry import (
    Round,
    bearing_deg,
    hit_bearing_deg,
    sending_bearing_deg,
    sending_speed_mm_s,
    slide_speed_mm_s,
)
from pennyflick.players.search.hopes import Every, Hits, Hope, Passes, Rests
from pennyflick.rules.game import Position
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import Ledger
from pennyflick.rules.penny_green.pieces import GREEN, THE_GREEN
from pennyflick.table import (
    AskFlick,
    Decision,
    DiscId,
    Fragment,
    Named,
    Point,
    Region,
    Side,
    phrase,
)

NEAR_DIAMETERS, NEAR_SHARE = 1.5, 0.4  # of a penny, of the way: how near to its place a piece sent there must rest


def flicks(game: PennyGreen, position: Position[Ledger], decision: Decision) -> Aims:
    """Shots at the goal, passes forward, touches; flicks into position."""
    listed, side = AimList(), decision.seats[0].side
    for ask in decision.asks:
        if isinstance(ask, AskFlick):
            for penny, region in ask.discs.items():
                if ask.kind == "positional":
                    _into_position(game, position, side, penny, listed)
                else:
                    _at_green(game, position, side, penny, region, listed)
    return listed.aims()


def _ahead(side: Side) -> float:
    """The sign of x towards the goal that this side attacks."""
    return 1.0 if side is Side.ONE else -1.0


def _goal(game: PennyGreen, side: Side) -> Point:
    """The middle of the goal that this side attacks."""
    return Point(_ahead(side) * game.board.side_line_mm / 2, 0.0)


def _at_green(
    game: PennyGreen, position: Position[Ledger], side: Side, penny: DiscId, region: Region | None, listed: AimList
) -> None:
    at = position.layout.point(GREEN)
    if at is None:
        return
    radius = game.board.piece.radius_mm
    green = Round(at.x_mm, at.y_mm, radius)
    targets = _targets(game, side, at)
    lies = position.layout.point(penny)
    starts = [lies] if region is None else _starts(region, green, targets)
    for start in starts:
        if start is None:
            continue
        arm = Arm(penny, None if region is None else start)
        shooter = Round(start.x_mm, start.y_mm, radius)
        _strikes(game, arm, shooter, green, targets, listed)


@dataclass(frozen=True)
class _Target:
    """Where the green could go."""

    words: Fragment
    hope: Hope
    at: Point
    beyond_mm: float  # how much further the speed should carry it


def _targets(game: PennyGreen, side: Side, green: Point) -> list[_Target]:
    ahead, goal = _ahead(side), _goal(game, side)
    shots = [_Target("shoots at the goal", _scored(game, side), Point(goal.x_mm, y), 60.0) for y in (-28.0, 0.0, 28.0)]
    if ahead * green.x_mm < game.board.zone_x_mm:
        shots = []
    steps = (60.0, 130.0, 210.0)
    places = [Point(green.x_mm + ahead * step, y) for step in steps for y in (-90.0, 0.0, 90.0)]
    forward = phrase("passes", THE_GREEN, "forward")
    passes = [_Target(forward, _about(game, GREEN, green, place), place, 0.0) for place in places]
    return [*shots, *passes]


def _scored(game: PennyGreen, side: Side) -> Hope:
    """The green passes between the pegs of the goal that this side attacks, and then wholly over the line (GRN-3)."""
    board, x = game.board, _ahead(side) * game.board.goal_x_mm
    low, high = (peg.centre for peg in board.goal_pegs(side.other))
    over = x + _ahead(side) * (board.line_half_mm + board.piece.radius_mm + TOUCH_MM)
    wholly = Passes(GREEN, Point(over, -board.side_y_mm), Point(over, board.side_y_mm))
    return Every((Passes(GREEN, Point(x, low.y_mm), Point(x, high.y_mm)), wholly))


def _about(game: PennyGreen, disc: DiscId, start: Point, place: Point) -> Hope:
    """The disc goes that way, about that far."""
    reach = max(NEAR_DIAMETERS * game.board.diameter_mm, NEAR_SHARE * start.distance_mm(place))
    return Rests(disc, place, reach)


def _starts(region: Region, green: Round, targets: list[_Target]) -> list[Point]:
    """Behind the green, for a few of the targets."""
    found: list[Point] = []
    for target in [each.at for each in targets[::2][:5]]:
        length = math.hypot(target.x_mm - green.x, target.y_mm - green.y) + 1e-9
        back = 2.0 * green.r + 22.0
        behind = Point(
            green.x - back * (target.x_mm - green.x) / length, green.y - back * (target.y_mm - green.y) / length
        )
        point = region.nearest(behind)
        if point not in found:
            found.append(point)
    return found


def _strikes(game: PennyGreen, arm: Arm, shooter: Round, green: Round, targets: list[_Target], listed: AimList) -> None:
    surface = game.board.surface
    run = math.hypot(green.x - shooter.x, green.y - shooter.y)
    for target in targets:
        at, beyond = target.at, target.beyond_mm
        if (bearing := sending_bearing_deg(shooter, green, at.x_mm, at.y_mm)) is not None:
            sent = math.hypot(at.x_mm - green.x, at.y_mm - green.y) + beyond
            speed = sending_speed_mm_s(surface, run, sent)
            speeds = [speed, speed * 1.35] if beyond else [speed]
            listed.add(arm, phrase(Named(arm.disc), target.words), bearing, speeds, target.hope)
    for offset in (-0.6, 0.0, 0.6):
        if (bearing := hit_bearing_deg(shooter, green, offset)) is not None:
            speeds = [sending_speed_mm_s(surface, run, sent) for sent in (20.0, 70.0)]
            listed.add(arm, phrase(Named(arm.disc), "touches", THE_GREEN), bearing, speeds, Hits(arm.disc, GREEN))


def _into_position(game: PennyGreen, position: Position[Ledger], side: Side, penny: DiscId, listed: AimList) -> None:
    at, green = position.layout.point(penny), position.layout.point(GREEN)
    if at is None:
        return
    green = green or _goal(game, side)  # before a goal flick the green is in the taker's hand: it will come from there
    own_goal = _goal(game, side.other)
    between = Point((green.x_mm + own_goal.x_mm) / 2, (green.y_mm + own_goal.y_mm) / 2)
    behind = Point(green.x_mm - _ahead(side) * 70.0, green.y_mm)
    ways: tuple[tuple[Fragment, Point], ...] = (
        (phrase("into the way of", THE_GREEN), between),
        (phrase("behind", THE_GREEN), behind),
        ("home", own_goal),
    )
    for words, target in ways:
        length = at.distance_mm(target)
        if length > 15.0:
            speed = slide_speed_mm_s(game.board.surface, length)
            bearing = bearing_deg(at.x_mm, at.y_mm, target.x_mm, target.y_mm)
            told = phrase(Named(penny), words)
            listed.add(Arm(penny), told, bearing, (speed * 0.8, speed), _about(game, penny, at, target))
    away = bearing_deg(green.x_mm, green.y_mm, at.x_mm, at.y_mm)
    stays = phrase(Named(penny), "stays about where it is")
    listed.add(Arm(penny), stays, away, (120.0,), _about(game, penny, at, at))

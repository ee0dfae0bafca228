"""Flicks worth a thought at Penny Green: shots, passes and touches, and flicks into position.

What is thought of without `wide` stays as it is for ever: the opponent `classic` plays by it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from pennyflick.boards.measure import TOUCH_MM
from pennyflick.players.search.aims import AimList, Aims, Arm
from pennyflick.players.search.geometry import (
    Round,
    bearing_deg,
    cannon_bearing_deg,
    hit_bearing_deg,
    sending_bearing_deg,
    sending_speed_mm_s,
    slide_speed_mm_s,
)
from pennyflick.players.search.hopes import Beyond, Every, Hits, Hope, Misses, Passes, Rests
from pennyflick.rules.game import Position
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import Ledger
from pennyflick.rules.penny_green.pieces import GREEN, THE_GREEN, of_side
from pennyflick.rules.penny_green.placing import Ground
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
HARDER, HARDEST_MM_S = (1.0, 1.5, 2.2), 3_800.0  # a hard shot is less exact, but may go through the keeper
PLANT_MM = 120.0  # another penny further from the green than this is no plant


def flicks(game: PennyGreen, position: Position[Ledger], decision: Decision, *, wide: bool) -> Aims:
    """Shots at the goal, passes forward, touches; flicks into position."""
    listed, side = AimList(), decision.seats[0].side
    for ask in decision.asks:
        if isinstance(ask, AskFlick):
            for penny, region in ask.discs.items():
                if ask.kind == "positional":
                    (_into_place if wide else _into_position)(game, position, side, penny, listed)
                else:
                    _at_green(game, position, side, penny, region, listed)
                    if wide and (at := position.layout.point(penny)) is not None and region is None:
                        _further(game, position, side, Arm(penny), at, listed)
    return listed.aims()


def ahead(side: Side) -> float:
    """The sign of x towards the goal that this side attacks."""
    return 1.0 if side is Side.ONE else -1.0


def goal_of(game: PennyGreen, side: Side) -> Point:
    """The middle of the goal that this side attacks."""
    return Point(ahead(side) * game.board.side_line_mm / 2, 0.0)


def _at_green(
    game: PennyGreen, position: Position[Ledger], side: Side, penny: DiscId, region: Region | None, listed: AimList
) -> None:
    at = position.layout.point(GREEN)
    if at is None:
        return
    radius = game.board.piece.radius_mm
    green = Round(at.x_mm, at.y_mm, radius)
    targets = _targets(game, position, side, at)
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


def _targets(game: PennyGreen, position: Position[Ledger], side: Side, green: Point) -> list[_Target]:
    sign, goal = ahead(side), goal_of(game, side)
    shots = [_Target("shoots at the goal", scored(game, side), Point(goal.x_mm, y), 60.0) for y in (-28.0, 0.0, 28.0)]
    if sign * green.x_mm < game.board.zone_x_mm:
        shots = []
    steps = (60.0, 130.0, 210.0)
    places = [Point(green.x_mm + sign * step, y) for step in steps for y in (-90.0, 0.0, 90.0)]
    forward, free = phrase("passes", THE_GREEN, "forward"), _not_intercepted(position, side)
    passes = [_Target(forward, Every((about(game, GREEN, green, place), free)), place, 0.0) for place in places]
    return [*shots, *passes]


def _not_intercepted(position: Position[Ledger], side: Side) -> Hope:
    """The green meets no enemy penny, or the turn would be over (GRN-9)."""
    return Misses(GREEN, of_side(position.layout.on_board, side.other))


def scored(game: PennyGreen, side: Side) -> Hope:
    """The green passes between the pegs of the goal that this side attacks, and then wholly over the line (GRN-3)."""
    board, x = game.board, ahead(side) * game.board.goal_x_mm
    low, high = (peg.centre for peg in board.goal_pegs(side.other))
    over = x + ahead(side) * (board.line_half_mm + board.piece.radius_mm + TOUCH_MM)
    wholly = Passes(GREEN, Point(over, -board.side_y_mm), Point(over, board.side_y_mm))
    return Every((Passes(GREEN, Point(x, low.y_mm), Point(x, high.y_mm)), wholly))


def about(game: PennyGreen, disc: DiscId, start: Point, place: Point) -> Hope:
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


def _further(game: PennyGreen, position: Position[Ledger], side: Side, arm: Arm, at: Point, listed: AimList) -> None:
    """Hard shots, passes to where one waits, and the green by way of another own penny."""
    green = position.layout.point(GREEN)
    if green is None:
        return
    radius = game.board.piece.radius_mm
    shooter, target = Round(at.x_mm, at.y_mm, radius), Round(green.x_mm, green.y_mm, radius)
    run = math.hypot(target.x - shooter.x, target.y - shooter.y)
    for wish in (*_hard_shots(game, position, side, green), *_to_receivers(game, position, side, green)):
        bearing = sending_bearing_deg(shooter, target, wish.at.x_mm, wish.at.y_mm)
        if bearing is not None:
            sent = math.hypot(wish.at.x_mm - green.x_mm, wish.at.y_mm - green.y_mm) + wish.beyond_mm
            speed = sending_speed_mm_s(game.board.surface, run, sent)
            speeds = [min(speed * more, HARDEST_MM_S) for more in HARDER] if wish.beyond_mm else [speed]
            listed.add(arm, phrase(Named(arm.disc), wish.words), bearing, speeds, wish.hope)
    _plants(game, position, side, arm, shooter, listed)


def _hard_shots(game: PennyGreen, position: Position[Ledger], side: Side, green: Point) -> list[_Target]:
    """Through the middles of the gaps between pegs and keepers, and straight through the keeper."""
    if ahead(side) * green.x_mm < game.board.zone_x_mm - TOUCH_MM:
        return []
    goal, hope = goal_of(game, side), scored(game, side)
    return [_Target("shoots at the goal", hope, Point(goal.x_mm, y), 60.0) for y in (*gaps(game, position, side), 0.0)]


def gaps(game: PennyGreen, position: Position[Ledger], side: Side) -> list[float]:
    """The middles of the gaps in the goal that the side attacks, wide enough for the green."""
    half, radius, goal = game.board.goal_width_mm(side.other) / 2, game.board.piece.radius_mm, goal_of(game, side)
    kept = sorted(at.y_mm for at in keepers(position, side.other, goal, half))
    edges = [-half, *(edge for y in kept for edge in (y - radius, y + radius)), half]
    pairs = zip(edges[::2], edges[1::2], strict=True)
    return [(low + high) / 2 for low, high in pairs if high - low > 2 * radius]


def keepers(position: Position[Ledger], side: Side, goal: Point, half_mm: float) -> list[Point]:
    """The side's pennies that stand in its goal's mouth."""
    lying = position.layout.on_board
    own = (lying[disc] for disc in of_side(lying, side))
    return [at for at in own if abs(at.x_mm - goal.x_mm) < half_mm and abs(at.y_mm) < half_mm]


def _to_receivers(game: PennyGreen, position: Position[Ledger], side: Side, green: Point) -> list[_Target]:
    """To a place before each other own penny, from where it can shoot; and into the shooting zone."""
    sign, reach, lying = ahead(side), 2.5 * game.board.diameter_mm, position.layout.on_board
    before = [Point(at.x_mm + sign * reach, at.y_mm) for at in (lying[disc] for disc in of_side(lying, side))]
    zone_x = sign * (game.board.zone_x_mm + reach)
    forward, free = phrase("passes", THE_GREEN, "forward"), _not_intercepted(position, side)
    zone, to_zone = [Point(zone_x, y) for y in (-60.0, 0.0, 60.0)], _to_zone(game, side, free)
    wishes = [_Target(forward, Every((about(game, GREEN, green, at), free)), at, 0.0) for at in before]
    wishes += [_Target(phrase("passes", THE_GREEN, "into the shooting zone"), to_zone, at, 0.0) for at in zone]
    return [wish for wish in wishes if sign * (wish.at.x_mm - green.x_mm) > 0.0]


def _to_zone(game: PennyGreen, side: Side, free: Hope) -> Hope:
    """The green comes to rest in the zone from which the side shoots, and this besides."""
    board = game.board
    line = ahead(side) * (board.zone_x_mm + board.line_half_mm + board.piece.radius_mm + TOUCH_MM)
    goal = ahead(side) * board.goal_x_mm
    return Every(
        (
            Beyond(GREEN, Point(line, 0.0), Point(ahead(side), 0.0)),
            Beyond(GREEN, Point(goal, 0.0), Point(-ahead(side), 0.0)),
            free,
        )
    )


def _plants(
    game: PennyGreen, position: Position[Ledger], side: Side, arm: Arm, shooter: Round, listed: AimList
) -> None:
    """Another own penny played onto the green, towards the goal."""
    lying, goal, radius = position.layout.on_board, goal_of(game, side), game.board.piece.radius_mm
    green = Round(lying[GREEN].x_mm, lying[GREEN].y_mm, radius)
    for disc in of_side(lying, side):
        other = Round(lying[disc].x_mm, lying[disc].y_mm, radius)
        near = math.hypot(other.x - green.x, other.y - green.y) < PLANT_MM
        if disc != arm.disc and near:
            bearing = cannon_bearing_deg(shooter, other, green, goal.x_mm, goal.y_mm)
            if bearing is not None:
                words = phrase(Named(arm.disc), "plays", Named(disc), "onto", THE_GREEN)
                listed.add(arm, words, bearing, (900.0, 1600.0, 2600.0), Hits(disc, GREEN))


def _into_place(game: PennyGreen, position: Position[Ledger], side: Side, penny: DiscId, listed: AimList) -> None:
    """Where a penny helps: into the way, home, behind the green, before the goal; a lone keeper only on its line."""
    at = position.layout.point(penny)
    if at is None:
        return
    for words, target in _useful(game, position, side, penny, at):
        length = at.distance_mm(target)
        if length > 8.0:
            speed = slide_speed_mm_s(game.board.surface, length)
            bearing = bearing_deg(at.x_mm, at.y_mm, target.x_mm, target.y_mm)
            listed.add(Arm(penny), phrase(Named(penny), words), bearing, (speed,), about(game, penny, at, target))


def _useful(
    game: PennyGreen, position: Position[Ledger], side: Side, penny: DiscId, at: Point
) -> list[tuple[Fragment, Point]]:
    own_goal, half = goal_of(game, side.other), game.board.goal_width_mm(side) / 2
    line = [Point(own_goal.x_mm + 4.0 * ahead(side), y) for y in (-0.4 * half, 0.0, 0.4 * half)]
    in_area = Ground(game.board, position.layout).in_area(side, side)
    if in_area == (penny,):
        return [("on its line", each) for each in line]
    green = position.layout.point(GREEN) or goal_of(game, side)
    home: list[tuple[Fragment, Point]] = [] if in_area else [("home", each) for each in line]
    between = [_between(own_goal, green, share) for share in (0.3, 0.5, 0.7, 0.85)]
    behind = [Point(green.x_mm - ahead(side) * back, green.y_mm) for back in (60.0, 110.0, 170.0)]
    forward = [Point(ahead(side) * game.board.zone_x_mm * far, y) for far in (1.3, 2.0) for y in (-110.0, 0.0, 110.0)]
    return [
        *((phrase("into the way of", THE_GREEN), each) for each in between),
        *((phrase("behind", THE_GREEN), each) for each in behind),
        *(("to where a pass may come", each) for each in forward),
        *home,
    ]


def _between(a: Point, b: Point, share: float) -> Point:
    return Point(a.x_mm + share * (b.x_mm - a.x_mm), a.y_mm + share * (b.y_mm - a.y_mm))


def _into_position(game: PennyGreen, position: Position[Ledger], side: Side, penny: DiscId, listed: AimList) -> None:
    at, green = position.layout.point(penny), position.layout.point(GREEN)
    if at is None:
        return
    green = green or goal_of(
        game, side
    )  # before a goal flick the green is in the taker's hand: it will come from there
    own_goal = goal_of(game, side.other)
    between = Point((green.x_mm + own_goal.x_mm) / 2, (green.y_mm + own_goal.y_mm) / 2)
    behind = Point(green.x_mm - ahead(side) * 70.0, green.y_mm)
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
            listed.add(Arm(penny), told, bearing, (speed * 0.8, speed), about(game, penny, at, target))
    away = bearing_deg(green.x_mm, green.y_mm, at.x_mm, at.y_mm)
    stays = phrase(Named(penny), "stays about where it is")
    listed.add(Arm(penny), stays, away, (120.0,), about(game, penny, at, at))

"""What bots know of Penny Green: possession, the way to the goal, and what a penalty is worth.

The rules of a flick are too many for arrays, so every imagined outcome is ruled on by the referee himself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, assert_never, cast

import numpy as np

from pennyflick import physics
from pennyflick.players import exact
from pennyflick.players.aims import AimList, Aims, Arm
from pennyflick.players.geometry import (
    Round,
    bearing_deg,
    hit_bearing_deg,
    sending_bearing_deg,
    sending_speed_mm_s,
    slide_speed_mm_s,
)
from pennyflick.players.noise import Floats
from pennyflick.players.values import in_match, race
from pennyflick.rules.game import Game, Position
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import (
    MAX_HITS,
    Attack,
    Award,
    Back,
    FlickOff,
    GoalFlick,
    GoalFlickOf,
    KeeperPlacing,
    Ledger,
    Next,
    Over,
    Penalties,
    PenaltyFlick,
    Positional,
    PutBack,
    TakerPlacing,
    TurnOf,
)
from pennyflick.rules.penny_green.pieces import GREEN
from pennyflick.table import Answer, AskFlick, AskPlace, Decision, DiscId, Place, Point, Region, Side

# Chosen by trying them against each other in the arena: what moves the chance of scoring the next goal.
POSSESSION = 0.06
PROGRESS = 0.16  # the green at the enemy's goal line rather than in the middle
LIE = 0.22  # a penny right behind the green, in the shooting zone
PENALTY_FLICK = 0.20
LIFT = 0.02  # each penny that may be spotted or repositioned
NEAR_GREEN = 0.025  # each own penny too near the green as the turn ends (GRN-14)
KEEPER = 0.05  # a penny between the green and the own goal
FAR_MM = 300.0


@dataclass(frozen=True)
class PennyGreenTactics:
    """See tactics.py."""

    contacts: int = 0
    track: DiscId | None = None
    cost: int = 6

    def ideas(self, game: Game[Any, Any], position: Position[Ledger], decision: Decision) -> Aims:
        """Shots at the goal, passes forward, touches; flicks into position."""
        green, listed = cast(PennyGreen, game), AimList()
        side = decision.seats[0].side
        for ask in decision.asks:
            if isinstance(ask, AskFlick):
                for penny, region in ask.discs.items():
                    if ask.kind == "positional":
                        _into_position(green, position, side, penny, listed)
                    else:
                        _at_green(green, position, side, penny, region, listed)
        return listed.aims()

    def value_many(
        self, game: Game[Any, Any], position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes, side: Side
    ) -> Floats:
        """What each outcome is worth to the side."""
        return np.array([self.value(game, exact.after(game, position, aims, row), side) for row in range(len(aims))])

    def value(self, game: Game[Any, Any], position: Position[Ledger], side: Side) -> float:
        """What a position is worth to the side."""
        return _value(cast(PennyGreen, game), position, side)

    def placements(self, game: Game[Any, Any], position: Position[Ledger], decision: Decision) -> Sequence[Answer]:
        """Single pennies on a coarse grid of where they may go."""
        asks = [ask for ask in decision.asks if isinstance(ask, AskPlace) and len(ask.discs) == 1]
        green = cast(PennyGreen, game)
        return [
            Place({disc: point})
            for ask in asks
            for disc, region in ask.discs.items()
            for point in _grid(green)
            if region.breaks(point) is None
        ]


def _grid(game: PennyGreen) -> list[Point]:
    """The spots, and points of the pitch a hand's breadth apart."""
    xs = [400.0 * share for share in (-1.0, -0.85, -0.6, -0.35, -0.1, 0.1, 0.35, 0.6, 0.85, 1.0)]
    ys = [200.0 * share for share in (-0.75, -0.35, 0.0, 0.35, 0.75)]
    scale = game.board.side_line_mm / 800.0
    return [*game.board.spots.values(), *(Point(x * scale, y * scale).rounded(1) for x, y in product(xs, ys))]


# ---- ideas ----


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


def _targets(game: PennyGreen, side: Side, green: Point) -> list[tuple[str, Point, float]]:
    """Where the green could go: what for, the place, and how far beyond it the speed should carry."""
    ahead, goal = _ahead(side), _goal(game, side)
    shots = [("a shot at the goal", Point(goal.x_mm, y), 60.0) for y in (-28.0, 0.0, 28.0)]
    if ahead * green.x_mm < game.board.zone_x_mm:
        shots = []
    steps = (60.0, 130.0, 210.0)
    passes = [
        ("a pass forward", Point(green.x_mm + ahead * step, y), 0.0) for step in steps for y in (-90.0, 0.0, 90.0)
    ]
    return [*shots, *passes]


def _starts(region: Region, green: Round, targets: list[tuple[str, Point, float]]) -> list[Point]:
    """Behind the green, for a few of the targets."""
    found: list[Point] = []
    for _, target, _ in targets[::2][:5]:
        length = math.hypot(target.x_mm - green.x, target.y_mm - green.y) + 1e-9
        back = 2.0 * green.r + 22.0
        behind = Point(
            green.x - back * (target.x_mm - green.x) / length, green.y - back * (target.y_mm - green.y) / length
        )
        point = region.nearest(behind)
        if point not in found:
            found.append(point)
    return found


def _strikes(
    game: PennyGreen, arm: Arm, shooter: Round, green: Round, targets: list[tuple[str, Point, float]], listed: AimList
) -> None:
    surface = game.board.surface
    run = math.hypot(green.x - shooter.x, green.y - shooter.y)
    for words, target, beyond in targets:
        if (bearing := sending_bearing_deg(shooter, green, target.x_mm, target.y_mm)) is not None:
            sent = math.hypot(target.x_mm - green.x, target.y_mm - green.y) + beyond
            speed = sending_speed_mm_s(surface, run, sent)
            listed.add(arm, f"{words} with {arm.disc}", bearing, (speed, speed * 1.35) if beyond else (speed,))
    for offset in (-0.6, 0.0, 0.6):
        if (bearing := hit_bearing_deg(shooter, green, offset)) is not None:
            speeds = [sending_speed_mm_s(surface, run, sent) for sent in (20.0, 70.0)]
            listed.add(arm, f"{arm.disc} touches the green", bearing, speeds)


def _into_position(game: PennyGreen, position: Position[Ledger], side: Side, penny: DiscId, listed: AimList) -> None:
    at, green = position.layout.point(penny), position.layout.point(GREEN)
    if at is None:
        return
    green = green or _goal(game, side)  # before a goal flick the green is in the taker's hand: it will come from there
    own_goal = _goal(game, side.other)
    between = Point((green.x_mm + own_goal.x_mm) / 2, (green.y_mm + own_goal.y_mm) / 2)
    behind = Point(green.x_mm - _ahead(side) * 70.0, green.y_mm)
    for words, target in (("into the way of the green", between), ("behind the green", behind), ("home", own_goal)):
        length = at.distance_mm(target)
        if length > 15.0:
            speed = slide_speed_mm_s(game.board.surface, length)
            bearing = bearing_deg(at.x_mm, at.y_mm, target.x_mm, target.y_mm)
            listed.add(Arm(penny), f"{penny} {words}", bearing, (speed * 0.8, speed))
    listed.add(
        Arm(penny), f"{penny} stays about where it is", bearing_deg(green.x_mm, green.y_mm, at.x_mm, at.y_mm), (120.0,)
    )


# ---- what a position is worth ----


def _value(game: PennyGreen, position: Position[Ledger], side: Side) -> float:
    ledger = position.ledger
    if isinstance(ledger.phase, Over):
        return 0.5 if ledger.phase.winner is None else float(ledger.phase.winner is side)
    chance = 0.5 + sum(_gains(game, position, side))
    chance = min(max(chance, 0.04), 0.96)
    goals = game.options.goals_to_win
    mine, theirs = (goals - ledger.goals.of(each) for each in (side, side.other))
    value = chance * race(mine - 1, theirs) + (1.0 - chance) * race(mine, theirs - 1)
    lead = ledger.games.of(side) - ledger.games.of(side.other)
    return float(in_match(value, lead, game.options.games))


def _gains(game: PennyGreen, position: Position[Ledger], side: Side) -> tuple[float, ...]:
    """What the phase, the penalties and the pitch add to this side's chance of the next goal."""
    phase = position.ledger.phase
    match phase:
        case Attack(side=attacker, hits=hits, near=near):
            own_near = NEAR_GREEN * sum(1 for disc in near if _of(game, disc) is attacker) if hits else 0.0
            gain = _pitch(game, position, attacker, (MAX_HITS - hits) / MAX_HITS) - own_near
            return (gain if attacker is side else -gain,)
        case Positional(side=attacker, near=near):
            own_near = NEAR_GREEN * sum(1 for disc in near if _of(game, disc) is attacker)
            gain = _pitch(game, position, attacker.other, 1.0) + own_near
            return (-gain if attacker is side else gain,)
        case FlickOff() | GoalFlick():
            return (0.0,)
        case Penalties(awards=awards, then=then):
            return (*(_award(each, side) for each in awards), _then(game, position, then, side))
        case KeeperPlacing(due=due) | TakerPlacing(due=due) | PenaltyFlick(due=due) | PutBack(due=due):
            return (*(_award(each, side) for each in due.awards), _then(game, position, due.then, side))
        case Over():
            return (0.0,)
        case _:
            assert_never(phase)


def _award(award: Award, side: Side) -> float:
    gain = PENALTY_FLICK * len(award.flicks) + LIFT * sum(len(lift.discs) - lift.keep for lift in award.lifts)
    return gain if award.owner is side else -gain


def _then(game: PennyGreen, position: Position[Ledger], then: Next, side: Side) -> float:
    match then:
        case TurnOf(side=attacker):
            gain = _pitch(game, position, attacker, 1.0)
            return gain if attacker is side else -gain
        case GoalFlickOf() | Back():
            return 0.0
        case _:
            assert_never(then)


def _of(game: PennyGreen, disc: DiscId) -> Side | None:
    return next(each.side for each in game.discs if each.id == disc)


def _pitch(game: PennyGreen, position: Position[Ledger], attacker: Side, hits: float) -> float:
    """What the attacker gains by where everything lies, with this share of his hits left."""
    green = position.layout.point(GREEN)
    if green is None:
        return 0.0
    ahead, goal, own_goal = _ahead(attacker), _goal(game, attacker), _goal(game, attacker.other)
    progress = ahead * green.x_mm / (game.board.side_line_mm / 2)
    shooting = 1.0 if ahead * green.x_mm > game.board.zone_x_mm else 0.45
    best, guarded = 0.0, 0.0
    for disc in game.discs:
        at = position.layout.point(disc.id)
        if at is None or disc.side is None:
            continue
        if disc.side is attacker:
            best = max(best, _lie(at, green, goal))
        else:
            guarded = max(guarded, _guard(at, green, goal))
    home = max(
        (
            _guard(at, green, own_goal)
            for disc in game.discs
            if disc.side is attacker and (at := position.layout.point(disc.id)) is not None
        ),
        default=0.0,
    )
    lie = LIE * best * shooting * (1.0 - 0.5 * guarded)
    return POSSESSION + PROGRESS * progress + lie * hits + KEEPER * (home - guarded)


def _lie(at: Point, green: Point, goal: Point) -> float:
    """How well a penny lies to send the green at the goal: behind it, and near."""
    run = at.distance_mm(green) + 1e-9
    way = green.distance_mm(goal) + 1e-9
    cut = (green.x_mm - at.x_mm) * (goal.x_mm - green.x_mm) + (green.y_mm - at.y_mm) * (goal.y_mm - green.y_mm)
    return max(cut / (run * way), 0.0) ** 2 * math.exp(-run / FAR_MM)


def _guard(at: Point, green: Point, goal: Point) -> float:
    """How much a penny stands in the way from the green to a goal."""
    way = green.distance_mm(goal) + 1e-9
    ux, uy = (goal.x_mm - green.x_mm) / way, (goal.y_mm - green.y_mm) / way
    along = (at.x_mm - green.x_mm) * ux + (at.y_mm - green.y_mm) * uy
    across = abs((at.x_mm - green.x_mm) * uy - (at.y_mm - green.y_mm) * ux)
    return math.exp(-across / 25.0) if 15.0 < along < way + 5.0 else 0.0

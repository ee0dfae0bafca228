"""What bots know of Penny Red: the red must come back over the line, and the shooters must be ready for the next."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, cast

import numpy as np

from pennyflick import physics
from pennyflick.boards.games.penny_red import outward
from pennyflick.boards.measure import TOUCH_MM
from pennyflick.players.noise import Floats
from pennyflick.players.search import exact
from pennyflick.players.search.aims import AimList, Aims, Arm, named
from pennyflick.players.search.boards_many import Bools, maybe_illegal_push
from pennyflick.players.search.geometry import (
    bearing_deg,
    cannon_bearing_deg,
    hit_bearing_deg,
    rounds,
    sending_bearing_deg,
    sending_speed_mm_s,
    slide_speed_mm_s,
)
from pennyflick.players.search.hopes import Beyond, Every, Hits, Hope, Rests, Stays
from pennyflick.players.search.tactics import placements_on
from pennyflick.players.values.leads import in_match, race
from pennyflick.rules.game import Game, Position
from pennyflick.rules.penny_red.game import PennyRed
from pennyflick.rules.penny_red.ledger import FLICKS_A_TURN, Ledger, Phase, serving_shooter
from pennyflick.rules.penny_red.pennies import RED, SHOOTERS, THE_RED, corners, partner
from pennyflick.rules.penny_red.scoring import points_to
from pennyflick.rules.side_flick import reaches
from pennyflick.table import (
    Answer,
    AskFlick,
    AskSideFlick,
    Decision,
    DiscId,
    Named,
    Point,
    Sentence,
    Side,
    phrase,
)

TEMPERAMENTS = {
    "beginner": "Serves into the line and laughs about it.",
    "average": "Gets the red back with two flicks out of three.",
    "good": "Returns deep and keeps a shooter at home.",
    "expert": "Rallies for ever and ends it with a star shot.",
}

# Chosen by trying them against each other in the arena.
LEAST, MOST = 0.12, 0.62  # the chance of winning the rally for a side at the table with a hopeless and a perfect lie
READY = 0.10  # what the side not at the table gains by shooters that cover its court
SERVER = 0.50  # the chance of the server with the first serve
SECOND_SERVE = 0.38  # and with the second
CORNER_LENGTH, CORNER_WIDTH = 0.6, 0.6  # of half the board: from where on a place is a far corner
CORNER_REACH = 0.3  # of the width: how near to its place the red must come to rest to be "to the far corner"
FAR_MM = 260.0  # how fast a return becomes harder with the distance of the red


@dataclass(frozen=True)
class PennyRedTactics:
    """See tactics.py."""

    contacts: int = 32
    track: DiscId | None = None

    def ideas(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Aims:
        """Returns straight and by cannon to many places of the enemy court, approaches, side-flicks."""
        red, listed = cast(PennyRed, game), AimList()
        for ask in decision.asks:
            if isinstance(ask, AskFlick):
                for shooter in ask.discs:
                    _ideas_of(red, position, shooter, listed)
                    if ask.kind == "positional":
                        _positionings(red, position, shooter, listed)
            elif isinstance(ask, AskSideFlick):
                _side_flicks(red, position, ask, listed)
        return listed.aims()

    def value_many(
        self, game: Game[Any, Any], position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes, side: Side
    ) -> Floats:
        """What each outcome is worth to the side."""
        ruled = _ruled(cast(PennyRed, game), position, aims, outcomes)
        values = _valued(cast(PennyRed, game), position.ledger, ruled, side)
        return exact.with_unclear(
            game, position, aims, values, ruled.unclear, lambda after: self.value(game, after, side)
        )

    def value(self, game: Game[Any, Any], position: Position[Ledger], side: Side) -> float:
        """What a position is worth to the side."""
        return _value(cast(PennyRed, game), position, side)

    def placements(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Sequence[Answer]:
        """Shooters on spots and on a coarse grid of their court."""
        return placements_on(_grid(cast(PennyRed, game)), decision)


TACTICS = PennyRedTactics()


def _grid(game: PennyRed) -> list[Point]:
    board = game.board
    xs = [board.length_mm / 2 * share for share in (-0.88, -0.65, -0.42, -0.2, 0.2, 0.42, 0.65, 0.88)]
    ys = [board.width_mm / 2 * share for share in (-0.7, -0.35, 0.0, 0.35, 0.7)]
    return [*board.spots.values(), *(Point(x, y).rounded(1) for x, y in product(xs, ys))]


# ---- ideas ----


def _ideas_of(game: PennyRed, position: Position[Ledger], shooter: DiscId, listed: AimList) -> None:
    lying = rounds(position.layout, game.board.piece.radius_mm)
    own, red, other = lying[shooter], lying[RED], lying.get(partner(shooter))
    arm, surface = Arm(shooter), game.board.surface
    for target in _far_places(game, position.ledger.turn):
        run = math.hypot(red.x - own.x, red.y - own.y)
        sent = math.hypot(target.x_mm - red.x, target.y_mm - red.y)
        if (bearing := sending_bearing_deg(own, red, target.x_mm, target.y_mm)) is not None:
            sentence, hope = _return(game, position.ledger, target)
            listed.add(arm, sentence, bearing, (sending_speed_mm_s(surface, run, sent),), hope)
        if other is not None:
            bearing = cannon_bearing_deg(own, other, red, target.x_mm, target.y_mm)
            if bearing is not None:
                between = math.hypot(other.x - own.x, other.y - own.y) + math.hypot(red.x - other.x, red.y - other.y)
                speed = sending_speed_mm_s(surface, between, 1.4 * sent)
                onto = phrase(Named(shooter), "onto", Named(partner(shooter)), "onto", THE_RED)
                sentence = phrase("cannon:", onto, ", which goes over the line")
                hits = Hits(shooter, partner(shooter)), Hits(partner(shooter), RED)
                listed.add(arm, sentence, bearing, (speed,), Every((*hits, _over_line(game, position.ledger.turn))))
    for near, disc in ((red, RED),) if other is None else ((red, RED), (other, partner(shooter))):
        run = math.hypot(near.x - own.x, near.y - own.y)
        for offset in (-0.7, -0.35, 0.0, 0.35, 0.7):
            if (bearing := hit_bearing_deg(own, near, offset)) is not None:
                speeds = [sending_speed_mm_s(surface, run, sent) for sent in (15.0, 60.0, 130.0)]
                approach = phrase("an approach:", Named(shooter), "onto", named(disc))
                listed.add(arm, approach, bearing, speeds, Hits(shooter, disc))


def _over_line(game: PennyRed, side: Side) -> Hope:
    """The red lies wholly on the enemy court."""
    far = outward(side.other)
    clear = game.board.line_half_mm + game.board.piece.radius_mm + TOUCH_MM
    return Beyond(RED, Point(far * clear, 0.0), Point(far, 0.0))


def _return(game: PennyRed, ledger: Ledger, target: Point) -> tuple[Sentence, Hope]:
    """What to say of the red sent to a place of the enemy court."""
    board = game.board
    over = phrase(THE_RED, "over the line" if ledger.phase is Phase.SERVE else "back over the line")
    if abs(target.x_mm) > CORNER_LENGTH * board.length_mm / 2 and abs(target.y_mm) > CORNER_WIDTH * board.width_mm / 2:
        corner = Rests(RED, target, CORNER_REACH * board.width_mm)
        return phrase(over, "to the far corner"), Every((_over_line(game, ledger.turn), corner))
    return over, _over_line(game, ledger.turn)


def _far_places(game: PennyRed, side: Side) -> list[Point]:
    board, far = game.board, outward(side.other)
    xs = [far * board.length_mm / 2 * share for share in (0.14, 0.3, 0.5, 0.72, 0.9)]
    ys = [board.width_mm / 2 * share for share in (-0.75, -0.3, 0.3, 0.75)]
    return [Point(x, y) for x, y in product(xs, ys)]


def _positionings(game: PennyRed, position: Position[Ledger], shooter: DiscId, listed: AimList) -> None:
    at = position.layout.point(shooter)
    assert at is not None, "a shooter that may be flicked lies on the board"
    for point in _grid(game):
        length = at.distance_mm(point)
        if outward(position.ledger.turn) * point.x_mm > 0 and length > 8.0:
            speed = slide_speed_mm_s(game.board.surface, length)
            listed.add(
                Arm(shooter),
                phrase(Named(shooter), "into position"),
                bearing_deg(at.x_mm, at.y_mm, point.x_mm, point.y_mm),
                (speed,),
                Rests(shooter, point, 1.5 * game.board.diameter_mm),
            )


def _side_flicks(game: PennyRed, position: Position[Ledger], ask: AskSideFlick, listed: AimList) -> None:
    red = position.layout.point(ask.disc)
    assert red is not None, "the red is on the board in open play"
    at = ask.at.nearest(red)
    for held in ask.held:
        for reach in reaches(game.board.edge, at, game.board.piece.radius_mm):
            for share in (-0.9, -0.45, 0.0, 0.45, 0.9):
                direction = reach.normal_deg + share * reach.half_angle_deg
                for speed in (600.0, 900.0, 1200.0, 1500.0):
                    sentence, hope = _side_flicked(game, position.ledger.turn, at, direction, speed)
                    listed.add(Arm(ask.disc, at, held=held), sentence, direction, (speed,), hope)


def _side_flicked(game: PennyRed, side: Side, at: Point, direction: float, speed: float) -> tuple[Sentence, Hope]:
    """What to say of a side-flick: over the line, if the red slides that far, or back onto the own court."""
    slides = speed * speed / (2.0 * game.board.surface.deceleration_mm_s2)
    beyond = outward(side.other) * (at.x_mm + slides * math.cos(math.radians(direction)))
    if beyond > game.board.line_half_mm + game.board.piece.radius_mm:
        return phrase("a side-flick:", THE_RED, "over the line"), _over_line(game, side)
    return phrase("a side-flick:", THE_RED, "back onto the board"), Stays(RED)


# ---- what an outcome comes to ----


@dataclass(frozen=True)
class _Ruled:
    """What the rules make of many outcomes, in the frame of the side at the table."""

    xy: Floats
    on: Bools
    lost: Bools  # the point goes to the opponent
    again: Bools  # a first serve that failed
    passed: Bools  # the red lies on the enemy court: the opponent plays next
    unclear: Bools  # only the referee can say


def _ruled(game: PennyRed, position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes) -> _Ruled:
    ledger, order = position.ledger, {disc.id: number for number, disc in enumerate(game.discs)}
    own = [order[shooter] for shooter in SHOOTERS[ledger.turn]]
    enemy = [order[shooter] for shooter in SHOOTERS[ledger.turn.other]]
    red = order[RED]
    held = np.array([arm.held is not None for arm in aims.arms])[aims.arm]
    flicked = np.array([order[arm.disc] for arm in aims.arms], dtype=np.int64)[aims.arm]
    off, xy = outcomes.left, np.nan_to_num(outcomes.rest_xy)
    beyond = -outward(ledger.turn) * xy[:, :, 0] - game.board.line_half_mm - game.board.piece.radius_mm
    across = (beyond > TOUCH_MM) & outcomes.on
    far = across[:, red]
    push = maybe_illegal_push(outcomes.contact_discs, outcomes.contact_push, flicked) & ~held
    own_across = across[:, own].any(axis=1)
    fallen = off[:, own].any(axis=1) | off[:, red]
    # a shooter may cross and be thrown back: only its path tells, and only a second contact can do it
    busy = _contacts_of(outcomes, own) >= 2
    match ledger.phase:
        case Phase.SERVE:
            missed = ~_met(outcomes, order[serving_shooter(game.options, ledger)], red)
            failed = missed | ~far | off.any(axis=1) | own_across
            lost = push | (failed & ledger.second_serve)
            again, unclear = failed & ~lost, ~failed & ~push & busy
        case Phase.OPEN:
            missed = ~(_met_any(outcomes, own, red, flicked) | held)
            lost = push | fallen | own_across | missed
            lost = lost | (~far & (ledger.flicks + 1 >= FLICKS_A_TURN) & ~off[:, enemy].any(axis=1))
            again = np.zeros_like(lost)
            unclear = ~lost & (busy | off[:, enemy].any(axis=1))
        case Phase.REWARD:
            lost = push | off.any(axis=1) | own_across | ~far
            again, unclear = np.zeros_like(lost), ~lost & busy
    if min(ledger.turns.one, ledger.turns.two) >= game.options.turn_limit - 1:
        unclear = np.ones_like(lost)  # the turn limit is near: let the referee count
    unclear = unclear | push
    xy, unclear = _served(game, ledger, xy, far & ~lost & ~again, unclear)
    return _Ruled(xy, outcomes.on, lost, again, far & ~lost & ~again, unclear)


def _contacts_of(outcomes: physics.Outcomes, discs: list[int]) -> Floats:
    """The most contacts that any of these discs had."""
    pairs = outcomes.contact_discs
    return np.asarray(np.max([((pairs == disc).any(axis=2)).sum(axis=1) for disc in discs], axis=0))


def _met(outcomes: physics.Outcomes, one: int, two: int) -> Bools:
    pairs = np.sort(outcomes.contact_discs, axis=2)
    low, high = min(one, two), max(one, two)
    return np.asarray(((pairs[:, :, 0] == low) & (pairs[:, :, 1] == high)).any(axis=1))


def _met_any(outcomes: physics.Outcomes, own: list[int], red: int, flicked: Any) -> Bools:
    """Whether the flicked shooter hit the other one or the red (RED-2)."""
    shooters = _met(outcomes, *own)
    hits = [np.where(flicked == shooter, _met(outcomes, shooter, red), False) for shooter in own]
    return np.asarray(shooters | hits[0] | hits[1])


def _served(game: PennyRed, ledger: Ledger, xy: Floats, good: Bools, unclear: Bools) -> tuple[Floats, Bools]:
    """After a good serve the server is put on the free corner spot (RED-6)."""
    if ledger.phase is not Phase.SERVE:
        return xy, unclear
    order = {disc.id: number for number, disc in enumerate(game.discs)}
    server = order[serving_shooter(game.options, ledger)]
    spot = next(spot for spot in corners(ledger.turn) if spot != ledger.corner)
    corner = game.board.spots[spot]
    others = np.delete(xy, server, axis=1)
    gaps = np.hypot(others[:, :, 0] - corner.x_mm, others[:, :, 1] - corner.y_mm).min(axis=1)
    put = xy.copy()
    put[good, server] = corner.x_mm, corner.y_mm
    return put, unclear | (good & (gaps < game.board.diameter_mm + 1e-6))


def _valued(game: PennyRed, ledger: Ledger, ruled: _Ruled, side: Side) -> Floats:
    mover = ledger.turn
    rally = np.where(
        ruled.passed, 1.0 - _rally(game, ruled, mover.other, 0), _rally(game, ruled, mover, ledger.flicks + 1)
    )
    value = _by_rally(game, ledger, rally, mover)
    value = np.where(ruled.lost, _after_point(game, ledger, mover), value)
    value = np.where(ruled.again, _by_rally(game, ledger, np.array([SECOND_SERVE]), mover), value)
    return np.asarray(value if side is mover else 1.0 - value)


def _rally(game: PennyRed, ruled: _Ruled, side: Side, flicks: int) -> Floats:
    """The chance that this side, at the table with so many flicks made, wins the rally."""
    tries = max(FLICKS_A_TURN - flicks, 1)
    chance = 1.0 - (1.0 - 0.8 * _lie(game, ruled, side)) ** tries
    return np.asarray(LEAST + (MOST - LEAST) * chance - READY * (_cover(game, ruled, side.other) - 0.5))


def _lie(game: PennyRed, ruled: _Ruled, side: Side) -> Floats:
    """How good the best shooter of this side lies for a return: behind the red, and near it."""
    order = {disc.id: number for number, disc in enumerate(game.discs)}
    red, best = ruled.xy[:, order[RED]], np.zeros(len(ruled.xy))
    for shooter in SHOOTERS[side]:
        run = red - ruled.xy[:, order[shooter]]
        length = np.hypot(run[:, 0], run[:, 1]) + 1e-9
        behind = -outward(side) * run[:, 0] / length
        lie = np.clip(0.15 + behind, 0.0, 1.0) * np.exp(-length / FAR_MM)
        best = np.maximum(best, np.where(ruled.on[:, order[shooter]], lie, 0.3))
    return best


def _cover(game: PennyRed, ruled: _Ruled, side: Side) -> Floats:
    """Whether this side's shooters stand back and apart, so that one of them is behind the next red."""
    order = {disc.id: number for number, disc in enumerate(game.discs)}
    one, two = (ruled.xy[:, order[shooter]] for shooter in SHOOTERS[side])
    half = game.board.length_mm / 2
    back = np.clip(np.minimum(outward(side) * one[:, 0], outward(side) * two[:, 0]) / half, 0.0, 1.0)
    apart = np.clip(np.abs(one[:, 1] - two[:, 1]) / game.board.width_mm, 0.0, 1.0)
    return np.asarray(0.6 * back + 0.4 * apart)


# ---- points, games, the match ----


def _by_rally(game: PennyRed, ledger: Ledger, rally: Floats, side: Side) -> Floats:
    """The match, from the chance of winning this rally."""
    target = game.options.points_to_win
    mine, theirs = (target - ledger.points.of(each) for each in (side, side.other))
    value = rally * race(mine - 1, theirs) + (1.0 - rally) * race(mine, theirs - 1)
    whole = game.options.games_to_win * game.options.sets_to_win
    lead = (ledger.sets.of(side) - ledger.sets.of(side.other)) * game.options.games_to_win
    lead += ledger.games.of(side) - ledger.games.of(side.other)
    return np.asarray(in_match(value, lead, whole))


def _after_point(game: PennyRed, ledger: Ledger, side: Side) -> float:
    """What the match is worth to the side that has just lost a point, by the referee's own score sheet."""
    verdict = points_to(game.options, ledger, side.other, 1, (), ())
    return _ledger_value(game, verdict.ledger, side)


def _ledger_value(game: PennyRed, ledger: Ledger, side: Side) -> float:
    """A serve about to be made, or the end: nothing on the board matters."""
    result = game.result(ledger)
    if result is not None:
        return 0.5 if result.winner is None else float(result.winner is side)
    serve = np.array([SECOND_SERVE if ledger.second_serve else SERVER])
    value = float(_by_rally(game, ledger, serve, ledger.turn)[0])
    return value if side is ledger.turn else 1.0 - value


def _value(game: PennyRed, position: Position[Ledger], side: Side) -> float:
    ledger = position.ledger
    if ledger.ended is not None or ledger.phase is Phase.SERVE:
        return _ledger_value(game, ledger, side)
    arrays = physics.Layouts.of(game.discs, position.layout)
    none = np.zeros(1, dtype=np.bool_)
    ruled = _Ruled(np.nan_to_num(arrays.xy), arrays.on, none, none, none, none)
    mover = ledger.turn
    if ledger.phase is Phase.REWARD:
        rally = 1.0 - _rally(game, ruled, mover.other, 0)
    else:
        rally = _rally(game, ruled, mover, ledger.flicks)
    value = float(_by_rally(game, ledger, rally, mover)[0])
    return value if side is mover else 1.0 - value

"""Flicks worth a thought at Penny Red: returns straight and by cannon, approaches, side-flicks, places to wait in."""

from __future__ import annotations

import math
from itertools import product

from pennyflick.boards.games.penny_red import outward
from pennyflick.boards.measure import TOUCH_MM
from pennyflick.players.search.aims import AimList, Arm, named
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
from pennyflick.rules.game import Position
from pennyflick.rules.penny_red.game import PennyRed
from pennyflick.rules.penny_red.ledger import Ledger, Phase
from pennyflick.rules.penny_red.pennies import RED, THE_RED, partner
from pennyflick.rules.side_flick import reaches
from pennyflick.table import (
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

CORNER_LENGTH, CORNER_WIDTH = 0.6, 0.6  # of half the board: from where on a place is a far corner
CORNER_REACH = 0.3  # of the width: how near to its place the red must come to rest to be "to the far corner"


def add(game: PennyRed, position: Position[Ledger], decision: Decision, listed: AimList) -> None:
    """Returns straight and by cannon to many places of the enemy court, approaches, side-flicks."""
    for ask in decision.asks:
        if isinstance(ask, AskFlick):
            for shooter in ask.discs:
                _ideas_of(game, position, shooter, listed)
                if ask.kind == "positional":
                    _positionings(game, position, shooter, listed)
        elif isinstance(ask, AskSideFlick):
            _side_flicks(game, position, ask, listed)


def grid(game: PennyRed) -> list[Point]:
    """The spots, and places of both courts a few pennies apart."""
    board = game.board
    xs = [board.length_mm / 2 * share for share in (-0.88, -0.65, -0.42, -0.2, 0.2, 0.42, 0.65, 0.88)]
    ys = [board.width_mm / 2 * share for share in (-0.7, -0.35, 0.0, 0.35, 0.7)]
    return [*board.spots.values(), *(Point(x, y).rounded(1) for x, y in product(xs, ys))]


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
                listed.add(arm, sentence, bearing, (speed,), Every((*hits, over_line(game, position.ledger.turn))))
    for near, disc in ((red, RED),) if other is None else ((red, RED), (other, partner(shooter))):
        run = math.hypot(near.x - own.x, near.y - own.y)
        for offset in (-0.7, -0.35, 0.0, 0.35, 0.7):
            if (bearing := hit_bearing_deg(own, near, offset)) is not None:
                speeds = [sending_speed_mm_s(surface, run, sent) for sent in (15.0, 60.0, 130.0)]
                approach = phrase("an approach:", Named(shooter), "onto", named(disc))
                listed.add(arm, approach, bearing, speeds, Hits(shooter, disc))


def over_line(game: PennyRed, side: Side) -> Hope:
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
        return phrase(over, "to the far corner"), Every((over_line(game, ledger.turn), corner))
    return over, over_line(game, ledger.turn)


def _far_places(game: PennyRed, side: Side) -> list[Point]:
    board, far = game.board, outward(side.other)
    xs = [far * board.length_mm / 2 * share for share in (0.14, 0.3, 0.5, 0.72, 0.9)]
    ys = [board.width_mm / 2 * share for share in (-0.75, -0.3, 0.3, 0.75)]
    return [Point(x, y) for x, y in product(xs, ys)]


def _positionings(game: PennyRed, position: Position[Ledger], shooter: DiscId, listed: AimList) -> None:
    at = position.layout.point(shooter)
    assert at is not None, "a shooter that may be flicked lies on the board"
    for point in grid(game):
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
        return phrase("a side-flick:", THE_RED, "over the line"), over_line(game, side)
    return phrase("a side-flick:", THE_RED, "back onto the board"), Stays(RED)

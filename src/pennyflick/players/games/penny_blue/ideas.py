"""Flicks worth a thought at Penny Blue: kills by way of the blue, touches that keep the turn, side-flicks."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pennyflick.players.games.penny_blue.wide import add_wide
from pennyflick.players.search.aims import AimList, Aims, Arm, named
from pennyflick.players.search.geometry import (
    Round,
    cannon_bearing_deg,
    edge_points,
    hit_bearing_deg,
    rounds,
    sending_speed_mm_s,
    slide_speed_mm_s,
)
from pennyflick.players.search.hopes import Every, Hits, OnlyOff, Stays
from pennyflick.rules.game import Position
from pennyflick.rules.penny_blue.game import PennyBlue
from pennyflick.rules.penny_blue.ledger import Ledger
from pennyflick.rules.penny_blue.pennies import ASSASSINS, BLUE, SOVEREIGNS, THE_BLUE
from pennyflick.rules.side_flick import reaches
from pennyflick.table import AskFlick, AskSideFlick, Decision, DiscId, Named, Point, phrase


def ideas(game: PennyBlue, position: Position[Ledger], decision: Decision, *, wide: bool) -> Aims:
    """All of them; not wide: those of `classic`."""
    listed = AimList()
    for ask in decision.asks:
        if isinstance(ask, AskFlick):
            for penny in ask.discs:
                _ideas_of(game, position, penny, listed)
                if wide:
                    add_wide(game, position, penny, listed)
        elif isinstance(ask, AskSideFlick):
            _side_flicks(game, position, ask, listed, _WIDE_SIDE_SPEEDS if wide else _SIDE_SPEEDS)
    return listed.aims()


def _ideas_of(game: PennyBlue, position: Position[Ledger], penny: DiscId, listed: AimList) -> None:
    surface, side = game.board.surface, position.ledger.turn
    lying = rounds(position.layout, game.board.piece.radius_mm)
    shooter, arm = lying[penny], Arm(penny)
    sovereign = SOVEREIGNS[side.other]
    enemy, blue = lying[sovereign], lying[BLUE]
    if penny in ASSASSINS[side] and not position.ledger.first_turn:
        for out in edge_points(surface, enemy.x, enemy.y, 4):
            bearing = cannon_bearing_deg(shooter, blue, enemy, out.x_mm, out.y_mm)
            if bearing is not None:
                run = math.hypot(blue.x - shooter.x, blue.y - shooter.y)
                between = math.hypot(enemy.x - blue.x, enemy.y - blue.y)
                sent = math.hypot(out.x_mm - enemy.x, out.y_mm - enemy.y)
                least = sending_speed_mm_s(surface, run, between + 2.0 * sent)
                sent_on = phrase(Named(penny), "sends", THE_BLUE, "onto", Named(sovereign))
                sentence = phrase("a kill:", sent_on, ", which goes off")
                hope = Every((Hits(BLUE, sovereign), OnlyOff(sovereign)))
                listed.add(arm, sentence, bearing, (least, least * 1.3), hope)
    for other, target in lying.items():
        if other != penny:
            _touches(game, arm, shooter, other, target, listed)


def _touches(game: PennyBlue, arm: Arm, shooter: Round, other: DiscId, target: Round, listed: AimList) -> None:
    surface = game.board.surface
    run = math.hypot(target.x - shooter.x, target.y - shooter.y) - shooter.r - target.r
    reach = slide_speed_mm_s(surface, max(run, 1.0))
    beyond = (25.0, 70.0, 130.0) if other == BLUE else (25.0, 60.0)
    speeds = [math.hypot(reach, slide_speed_mm_s(surface, length)) for length in beyond]
    sentence = phrase(Named(arm.disc), "plays on", named(other))
    for offset in (-0.75, -0.4, 0.0, 0.4, 0.75) if other == BLUE else (-0.5, 0.0, 0.5):
        if (bearing := hit_bearing_deg(shooter, target, offset)) is not None:
            listed.add(arm, sentence, bearing, speeds, Hits(arm.disc, other))


def _side_flicks(
    game: PennyBlue, position: Position[Ledger], ask: AskSideFlick, listed: AimList, speeds: Sequence[float]
) -> None:
    board, blue = game.board, position.layout.point(ask.disc)
    assert blue is not None, "the blue is on the board while a game goes on"
    radius, sentence = board.piece.radius_mm, phrase("a side-flick:", THE_BLUE, "back onto the board")
    for at in _overlaps(ask, blue):
        for reach in reaches(board.edge, at, radius):
            for share in (-0.9, -0.5, 0.0, 0.5, 0.9):
                direction = reach.normal_deg + share * reach.half_angle_deg
                listed.add(Arm(ask.disc, at, held=ask.held[0]), sentence, direction, speeds, Stays(ask.disc))


_SIDE_SPEEDS = (350.0, 600.0, 900.0, 1300.0)
_WIDE_SIDE_SPEEDS = (*_SIDE_SPEEDS, 250.0, 450.0, 750.0, 1100.0)


def _overlaps(ask: AskSideFlick, blue: Point) -> set[Point]:
    """A little overlap and a deep one."""
    shallow = ask.at.nearest(blue)
    outward = Point(shallow.x_mm + 3.0 * (shallow.x_mm - blue.x_mm), shallow.y_mm + 3.0 * (shallow.y_mm - blue.y_mm))
    return {shallow, ask.at.nearest(outward)}

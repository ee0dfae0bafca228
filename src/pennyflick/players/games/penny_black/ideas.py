"""Flicks worth a thought at Penny Black: which penny is due, how it could go off, and what else could be done."""

from __future__ import annotations

import numpy as np

from pennyflick.players.search.aims import AimList, Aims, Arm, named
from pennyflick.players.search.geometry import (
    HIT_OFFSETS,
    Round,
    cannon_bearing_deg,
    edge_points,
    hit_bearing_deg,
    near_side,
    rounds,
    sending_bearing_deg,
    sending_speed_mm_s,
)
from pennyflick.players.search.hopes import Every, Hits, Hope, Off, OffOver, OnlyOff
from pennyflick.rules.game import Position
from pennyflick.rules.penny_black.game import PennyBlack
from pennyflick.rules.penny_black.ledger import Ledger
from pennyflick.rules.penny_black.pennies import SHOOTER, colour_due, colour_of
from pennyflick.table import AskFlick, Decision, DiscId, Point, Sentence, Surface, phrase

TOUCHES_MM_S = (350.0, 600.0, 1000.0)


def ideas(game: PennyBlack, position: Position[Ledger], decision: Decision, *, wide: bool) -> Aims:
    """Every due penny over every near edge, straight and by cannon; direct hits on all; soft touches."""
    listed = AimList()
    for ask in decision.asks:
        if isinstance(ask, AskFlick):
            for arm in _arms(game, ask):
                _ideas_from(game, position, arm, listed, wide)
    return listed.aims()


def _arms(game: PennyBlack, ask: AskFlick) -> list[Arm]:
    region = ask.discs[SHOOTER]
    if region is None:
        return [Arm(SHOOTER)]
    legal = [point for point in game.board.drawn_spots.values() if region.breaks(point) is None]
    return [Arm(SHOOTER, point) for point in legal] or [Arm(SHOOTER, region.nearest(Point(0.0, 0.0)))]


def _ideas_from(game: PennyBlack, position: Position[Ledger], arm: Arm, listed: AimList, wide: bool) -> None:
    lying = rounds(position.layout, game.board.piece.radius_mm)
    lying.pop(SHOOTER, None)
    at = arm.start or position.layout.point(SHOOTER)
    assert at is not None, "the shooter lies somewhere or is put somewhere"
    shooter = Round(at.x_mm, at.y_mm, game.discs[0].radius_mm)
    due = colour_due(position.ledger.on, game.options.set_colour)
    for penny, target in lying.items():
        if colour_of(penny) == due:
            _send_off(game.board.surface, arm, shooter, penny, target, lying, listed, wide)
        for offset in HIT_OFFSETS[1::2]:
            if (bearing := hit_bearing_deg(shooter, target, offset)) is not None:
                hope = Hits(SHOOTER, penny)
                listed.add(arm, phrase("a soft touch on", named(penny)), bearing, TOUCHES_MM_S, hope)


def _send_off(
    surface: Surface,
    arm: Arm,
    shooter: Round,
    penny: DiscId,
    target: Round,
    lying: dict[DiscId, Round],
    listed: AimList,
    wide: bool,
) -> None:
    for number, exit_point in enumerate(edge_points(surface, target.x, target.y, 4)):
        x, y = exit_point.x_mm, exit_point.y_mm
        run, sent = np.hypot(target.x - shooter.x, target.y - shooter.y), np.hypot(x - target.x, y - target.y)
        least = sending_speed_mm_s(surface, run, sent + 3.0)
        bearing = sending_bearing_deg(shooter, target, x, y)
        if bearing is not None:
            sentence, hope = _over_edge(surface, penny, target, number, wide)
            listed.add(arm, sentence, bearing, (least * 1.05, least * 1.25, least * 1.6), hope)
        for other, first in lying.items():
            if other != penny and np.hypot(first.x - target.x, first.y - target.y) < 90.0:
                bearing = cannon_bearing_deg(shooter, first, target, x, y)
                if bearing is not None:
                    sentence = phrase("cannon:", named(other), "onto", named(penny), ", which goes off")
                    both = Every((Hits(other, penny), OnlyOff(penny) if wide else Off(penny)))
                    listed.add(arm, sentence, bearing, (least * 1.3, least * 1.7), both)


def _over_edge(surface: Surface, penny: DiscId, target: Round, number: int, wide: bool) -> tuple[Sentence, Hope]:
    """What to say of a penny sent off over the edge that is first, second, … in nearness to it.

    Who knows the game promises what wins the penny: that it goes off alone.
    """
    near = near_side(surface, target.x, target.y)
    if number == 0 and near is not None:
        hope = OffOver(penny, *near)
        won = phrase("wins", named(penny), "over the near edge"), Every((hope, OnlyOff(penny)))
        return won if wide else (phrase(named(penny), "off over the near edge"), hope)
    if wide:
        return phrase("wins", named(penny), "over the edge"), OnlyOff(penny)
    return phrase(named(penny), "off over the edge"), Off(penny)

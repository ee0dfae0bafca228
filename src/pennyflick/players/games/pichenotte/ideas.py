"""Shots worth a thought at Pichenotte, by geometry alone."""

from __future__ import annotations

import math

from pennyflick.boards.games.pichenotte import BASELINE_RADIUS_MM, CENTRE_POINT, LINE_MM
from pennyflick.boards.measure import TOUCH_MM
from pennyflick.players.search.aims import AimList, Aims, Arm
from pennyflick.players.search.geometry import (
    Round,
    bearing_deg,
    hit_bearing_deg,
    rounds,
    sending_bearing_deg,
    sending_speed_mm_s,
    slide_speed_mm_s,
)
from pennyflick.players.search.hopes import Every, Hits, Holed, Outside, Rests
from pennyflick.rules.game import Position
from pennyflick.rules.pichenotte.game import Pichenotte
from pennyflick.rules.pichenotte.ledger import Ledger
from pennyflick.rules.pichenotte.pucks import owner_of
from pennyflick.table import AskFlick, Decision, DiscId, Named, Point, Seat, phrase

NEARER_MM = 2.0  # by how much a puck must come nearer to have gone towards the middle

HANGER_MM = 90.0  # from the middle: pucks so near to the hole are worth a sharp shot

_START_DEGREES = (0.0, -9.0, 9.0, -18.0, 18.0, -27.0, 27.0, -36.0, 36.0)
_WIDE_DEGREES = (*_START_DEGREES, -43.0, 43.0)


def think_of(game: Pichenotte, position: Position[Ledger], decision: Decision, wide: bool) -> Aims:
    """The hole, every enemy puck, and a place behind a post, from several points of the baseline; wide: sharper too."""
    listed = AimList()
    for ask in decision.asks:
        if isinstance(ask, AskFlick):
            _shots(game, position, decision.seats[0], ask, wide, listed)
    return listed.aims()


def _shots(
    game: Pichenotte, position: Position[Ledger], seat: Seat, ask: AskFlick, wide: bool, listed: AimList
) -> None:
    ((puck, region),) = ask.discs.items()
    assert region is not None, "a puck is shot from the baseline"
    radius = game.board.piece.radius_mm
    axis = game.board.axis_degrees(seat, len(game.seats))
    lying = rounds(position.layout, radius)
    enemies = {disc: each for disc, each in lying.items() if owner_of(disc) is not seat.side}
    own = {disc: each for disc, each in lying.items() if disc not in enemies}
    either = "twenty" if wide and ask.calls and game.options.twenty_call == "either" else None  # it costs nothing
    for turn in _WIDE_DEGREES if wide else _START_DEGREES:
        angle = math.radians(axis + turn)
        start = Point(BASELINE_RADIUS_MM * math.cos(angle), BASELINE_RADIUS_MM * math.sin(angle)).rounded(1)
        if region.breaks(start) is None:
            shooter = Round(start.x_mm, start.y_mm, radius)
            _at_hole(game, Arm(puck, start, call="twenty" if ask.calls else None), shooter, listed)
            _at_enemies(game, Arm(puck, start, call=either), shooter, enemies, listed)
            if wide:
                _sharp(game, Arm(puck, start, call=either), shooter, own, enemies, listed)
            if not enemies:
                _behind_posts(game, Arm(puck, start), shooter, axis, listed)
    if not len(listed):
        nearest = region.nearest(game.board.baseline_centre(seat, len(game.seats)))
        at_hole = bearing_deg(nearest.x_mm, nearest.y_mm, 0.0, 0.0)
        listed.add(Arm(puck, nearest), "a twenty", at_hole, (900.0,), Holed(puck))


def _at_hole(game: Pichenotte, arm: Arm, shooter: Round, listed: AimList) -> None:
    distance = math.hypot(shooter.x, shooter.y)
    speeds = [slide_speed_mm_s(game.board.surface, distance + beyond) for beyond in (5.0, 40.0, 90.0, 160.0, 260.0)]
    for off in (-0.6, 0.0, 0.6):
        listed.add(arm, "a twenty", bearing_deg(shooter.x, shooter.y, 0.0, 0.0) + off, speeds, Holed(arm.disc))


def _at_enemies(game: Pichenotte, arm: Arm, shooter: Round, enemies: dict[DiscId, Round], listed: AimList) -> None:
    surface = game.board.surface
    for disc, target in enemies.items():
        run = math.hypot(target.x - shooter.x, target.y - shooter.y)
        out = 345.0 - math.hypot(target.x, target.y)
        hard = sending_speed_mm_s(surface, run, out)
        lost, met = Outside(disc, CENTRE_POINT, _counts_within_mm(target.r)), Hits(arm.disc, disc)
        for offset in (-0.6, -0.3, 0.0, 0.3, 0.6):
            if (bearing := hit_bearing_deg(shooter, target, offset)) is not None:
                listed.add(arm, phrase(Named(disc), "taken out"), bearing, (hard * 0.8, hard * 1.1, hard * 1.5), lost)
        touch = slide_speed_mm_s(surface, run + 15.0)
        if (straight := hit_bearing_deg(shooter, target, 0.0)) is not None:
            listed.add(arm, phrase("a touch on", Named(disc)), straight, (touch, touch * 1.25), met)
        if (through := sending_bearing_deg(shooter, target, 0.0, 0.0)) is None:
            continue
        nearer = Rests(disc, CENTRE_POINT, math.hypot(target.x, target.y) - NEARER_MM)
        sentence = phrase(Named(disc), "hit towards the middle")
        listed.add(arm, sentence, through, (touch * 1.1, touch * 1.4), Every((met, nearer)))


def _sharp(
    game: Pichenotte,
    arm: Arm,
    shooter: Round,
    own: dict[DiscId, Round],
    enemies: dict[DiscId, Round],
    listed: AimList,
) -> None:
    """An own hanger sent into the hole, and the hole by way of an enemy puck beside it: hit it or drop, or both."""
    for disc, hanger in own.items():
        near = math.hypot(hanger.x, hanger.y)
        bearing = sending_bearing_deg(shooter, hanger, 0.0, 0.0)
        if near < HANGER_MM and bearing is not None:
            run = math.hypot(hanger.x - shooter.x, hanger.y - shooter.y)
            speeds = [sending_speed_mm_s(game.board.surface, run, near + beyond) for beyond in (10.0, 60.0)]
            listed.add(arm, phrase(Named(disc), "sent into the hole"), bearing, speeds, Holed(disc))
    if any(math.hypot(enemy.x, enemy.y) < HANGER_MM for enemy in enemies.values()):
        _at_hole(game, arm, shooter, listed)


def _counts_within_mm(radius_mm: float) -> float:
    """How far from the middle a puck's centre may lie for it to count: clear of the baseline (PIC-8)."""
    return BASELINE_RADIUS_MM - LINE_MM / 2 - radius_mm - TOUCH_MM


def _behind_posts(game: Pichenotte, arm: Arm, shooter: Round, axis: float, listed: AimList) -> None:
    for turn in (-67.5, -22.5, 22.5, 67.5, 112.5, 157.5, -157.5, -112.5):
        angle = math.radians(axis + turn)
        x, y = 72.0 * math.cos(angle), 72.0 * math.sin(angle)
        run = math.hypot(x - shooter.x, y - shooter.y)
        speed = slide_speed_mm_s(game.board.surface, run)
        there = Rests(arm.disc, Point(x, y), 2.0 * shooter.r)
        listed.add(arm, "a place behind a post", bearing_deg(shooter.x, shooter.y, x, y), (speed,), there)

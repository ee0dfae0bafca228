"""What a strong player thinks of besides at Penny Blue: finer kills, the blue brought into line, safer touches."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from pennyflick.players.search.aims import AimList, Arm, named
from pennyflick.players.search.geometry import (
    Round,
    cannon_bearing_deg,
    edge_points,
    hit_bearing_deg,
    rounds,
    sending_bearing_deg,
    sending_speed_mm_s,
    slide_speed_mm_s,
)
from pennyflick.players.search.hopes import Every, Hits, Hope, OnlyOff, Outside, Rests, Stays
from pennyflick.rules.game import Position
from pennyflick.rules.penny_blue.game import PennyBlue
from pennyflick.rules.penny_blue.ledger import Ledger
from pennyflick.rules.penny_blue.pennies import ASSASSINS, BLUE, SOVEREIGNS, THE_BLUE
from pennyflick.table import DiscId, Fragment, Named, Point, phrase

SLANTS_DEG = (-60.0, -40.0, -20.0, -8.0, 0.0, 8.0, 20.0, 40.0, 60.0)  # how the sovereign may be cut, off the line
KILL_SPEEDS = (0.85, 1.15, 1.6)  # of what just suffices
BEFORE_MM = (45.0, 80.0, 120.0)  # how far before the enemy sovereign the blue lies well
FROM_OWN_MM = 130.0  # as far from the own sovereign it is out of the way
NEAR_MM = 40.0
BLUE_OFFSETS, BLUE_REACHES_MM = (-0.9, -0.6, -0.2, 0.2, 0.6, 0.9), (15.0, 45.0, 100.0, 180.0)
OFFSETS, REACHES_MM = (-0.75, -0.25, 0.25, 0.75), (12.0, 40.0, 100.0)


@dataclass(frozen=True)
class _Scene:
    """One own penny, and what lies round it."""

    game: PennyBlue
    ledger: Ledger
    arm: Arm
    lying: dict[DiscId, Round]
    listed: AimList

    @property
    def shooter(self) -> Round:
        return self.lying[self.arm.disc]


def add_wide(game: PennyBlue, position: Position[Ledger], penny: DiscId, listed: AimList) -> None:
    """All of them for one own penny."""
    scene = _Scene(game, position.ledger, Arm(penny), rounds(position.layout, game.board.piece.radius_mm), listed)
    if penny in ASSASSINS[position.ledger.turn] and not position.ledger.first_turn:
        _kills(scene)
    _blue_to_places(scene)
    for other in scene.lying:
        if other != penny:
            _touches(scene, other)


def _kills(scene: _Scene) -> None:
    sovereign = SOVEREIGNS[scene.ledger.turn.other]
    blue, enemy = scene.lying[BLUE], scene.lying[sovereign]
    sent_on = phrase(Named(scene.arm.disc), "sends", THE_BLUE, "onto", Named(sovereign))
    sentence, hope = phrase("a kill:", sent_on, ", which goes off"), Every((Hits(BLUE, sovereign), OnlyOff(sovereign)))
    between = math.hypot(enemy.x - blue.x, enemy.y - blue.y)
    for slant in SLANTS_DEG:
        turned = math.atan2(enemy.y - blue.y, enemy.x - blue.x) + math.radians(slant)
        fall = _fall_mm(scene.game, enemy, turned)
        out = (enemy.x + fall * math.cos(turned), enemy.y + fall * math.sin(turned))
        if (bearing := cannon_bearing_deg(scene.shooter, blue, enemy, *out)) is not None:
            cosine = math.cos(math.radians(slant))
            least = sending_speed_mm_s(
                scene.game.board.surface, _apart(scene.shooter, blue), between + 2.0 * fall / cosine
            )
            scene.listed.add(scene.arm, sentence, bearing, [least * share for share in KILL_SPEEDS], hope)


def _fall_mm(game: PennyBlue, disc: Round, turned: float) -> float:
    """How far it is to the edge that way."""
    ways = []
    for foot in edge_points(game.board.surface, disc.x, disc.y):
        gap = math.hypot(foot.x_mm - disc.x, foot.y_mm - disc.y)
        out = ((foot.x_mm - disc.x) * math.cos(turned) + (foot.y_mm - disc.y) * math.sin(turned)) / max(gap, 1e-9)
        if out > 0.1:
            ways.append(gap / out)
    return min(ways, default=100.0)


def _blue_to_places(scene: _Scene) -> None:
    """The blue brought before the enemy sovereign, or away from the own one."""
    blue = scene.lying[BLUE]
    for words, place, hope in (*_before_enemy(scene), *_away_from_own(scene)):
        if (bearing := sending_bearing_deg(scene.shooter, blue, place.x_mm, place.y_mm)) is not None:
            sent = math.hypot(place.x_mm - blue.x, place.y_mm - blue.y)
            speed = sending_speed_mm_s(scene.game.board.surface, _apart(scene.shooter, blue), sent)
            scene.listed.add(scene.arm, phrase(Named(scene.arm.disc), words), bearing, (speed,), hope)


def _before_enemy(scene: _Scene) -> Iterator[tuple[Fragment, Point, Hope]]:
    """On the line from the edge through the enemy sovereign."""
    sovereign = SOVEREIGNS[scene.ledger.turn.other]
    if sovereign not in scene.lying:
        return
    enemy = scene.lying[sovereign]
    words = phrase("brings", THE_BLUE, "before", Named(sovereign))
    for foot in edge_points(scene.game.board.surface, enemy.x, enemy.y, 2):
        gap = max(math.hypot(enemy.x - foot.x_mm, enemy.y - foot.y_mm), 1e-9)
        for before in BEFORE_MM:
            share = before / gap
            place = Point(enemy.x + share * (enemy.x - foot.x_mm), enemy.y + share * (enemy.y - foot.y_mm))
            yield words, place, Rests(BLUE, place, NEAR_MM)


def _away_from_own(scene: _Scene) -> Iterator[tuple[Fragment, Point, Hope]]:
    """To the middle of the board and beyond, if that is far enough."""
    own, blue = scene.lying.get(SOVEREIGNS[scene.ledger.turn]), scene.lying[BLUE]
    if own is None or scene.arm.disc == SOVEREIGNS[scene.ledger.turn]:
        return
    words = phrase("sends", THE_BLUE, "away from", Named(SOVEREIGNS[scene.ledger.turn]))
    hope = Every((Stays(BLUE), Outside(BLUE, own.point, max(FROM_OWN_MM, _apart(own, blue)))))
    for share in (0.3, 0.7):
        yield words, Point(-share * own.x, -share * own.y), hope


def _touches(scene: _Scene, other: DiscId) -> None:
    target, surface = scene.lying[other], scene.game.board.surface
    offsets, lengths = (BLUE_OFFSETS, BLUE_REACHES_MM) if other == BLUE else (OFFSETS, REACHES_MM)
    reach = slide_speed_mm_s(surface, max(_apart(scene.shooter, target) - scene.shooter.r - target.r, 1.0))
    speeds = [math.hypot(reach, slide_speed_mm_s(surface, length)) for length in lengths]
    words, hope = _touching(scene, other)
    for offset in offsets:
        if (bearing := hit_bearing_deg(scene.shooter, target, offset)) is not None:
            scene.listed.add(scene.arm, words, bearing, speeds, hope)


def _touching(scene: _Scene, other: DiscId) -> tuple[Fragment, Hope]:
    """A touch keeps the turn; a sovereign's may also bring it away from the edge."""
    flicked, hit = scene.arm.disc, Hits(scene.arm.disc, other)
    if flicked not in SOVEREIGNS.values():
        return phrase(named(flicked), "plays on", named(other)), hit
    nearer = math.hypot(scene.shooter.x, scene.shooter.y) - scene.shooter.r
    inwards = phrase(named(flicked), "comes away from the edge, off", named(other))
    return inwards, Every((hit, Rests(flicked, Point(0.0, 0.0), max(nearer, NEAR_MM))))


def _apart(one: Round, two: Round) -> float:
    return math.hypot(two.x - one.x, two.y - one.y)

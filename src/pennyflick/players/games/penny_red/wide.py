"""What a strong player thinks of besides at Penny Red: harder returns, enemy shooters to be hit, quiet approaches."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from pennyflick.boards.games.penny_red import outward
from pennyflick.players.games.penny_red.ideas import over_line
from pennyflick.players.search.aims import AimList, Arm
from pennyflick.players.search.geometry import (
    Round,
    bearing_deg,
    cannon_bearing_deg,
    hit_bearing_deg,
    rounds,
    sending_bearing_deg,
    sending_speed_mm_s,
    slide_speed_mm_s,
)
from pennyflick.players.search.hopes import Behind, Every, Hits, Hope, Off, Rests, Stays
from pennyflick.rules.game import Position
from pennyflick.rules.penny_red.game import PennyRed
from pennyflick.rules.penny_red.ledger import Ledger, Phase
from pennyflick.rules.penny_red.pennies import RED, SHOOTERS, THE_RED, partner
from pennyflick.table import AskFlick, Decision, DiscId, Fragment, Named, Point, Side, phrase

HARD_MM, HARD_DEG = 150.0, 40.0  # no shooter so near behind the red: its return is a hard one
STRAIGHT_MM, STRAIGHT_DEG = 110.0, 20.0  # a shooter so near behind it: a straight one
BEYOND_MM = (40.0, 160.0, 320.0)  # how much further a red would go than to the enemy shooter that it hits


_Part = Callable[["_Lie", AimList], None]


@dataclass(frozen=True)
class _Lie:
    """What one shooter has before it."""

    game: PennyRed
    side: Side
    shooter: DiscId
    lying: dict[DiscId, Round]
    stars: bool  # enemy shooters knocked off count (RED-13)
    serving: bool

    @property
    def own(self) -> Round:
        return self.lying[self.shooter]

    @property
    def red(self) -> Round:
        return self.lying[RED]

    @property
    def partner(self) -> Round | None:
        return self.lying.get(partner(self.shooter))


def add(game: PennyRed, position: Position[Ledger], decision: Decision, listed: AimList) -> None:
    """All that is asked for now."""
    ledger = position.ledger
    lying = rounds(position.layout, game.board.piece.radius_mm)
    stars = ledger.shooters_met or len(ledger.red_hit_by) > 1
    for ask in (ask for ask in decision.asks if isinstance(ask, AskFlick)):
        for shooter, part in product(ask.discs, _PARTS.get(ask.kind, _OPEN_PLAY)):
            part(_Lie(game, ledger.turn, shooter, lying, stars, ledger.phase is Phase.SERVE), listed)


def grid(game: PennyRed, side: Side) -> list[Point]:
    """Places of a court, two pennies apart."""
    board = game.board
    xs = [outward(side) * board.length_mm / 2 * share for share in (0.1, 0.25, 0.4, 0.55, 0.7, 0.82, 0.93)]
    ys = [board.width_mm / 2 * share for share in (-0.85, -0.6, -0.3, 0.0, 0.3, 0.6, 0.85)]
    return [Point(x, y).rounded(1) for x, y in product(xs, ys)]


# ---- the red over the line ----


def _returns(lie: _Lie, listed: AimList) -> None:
    for place in grid(lie.game, lie.side.other):
        bearing = sending_bearing_deg(lie.own, lie.red, place.x_mm, place.y_mm)
        if bearing is not None:
            listed.add(Arm(lie.shooter), *_return(lie, place, bearing, 0.0))


def _return(lie: _Lie, place: Point, bearing: float, beyond_mm: float) -> tuple[Fragment, float, tuple[float], Hope]:
    over = over_line(lie.game, lie.side)
    told = phrase("serves" if lie.serving else "returns", THE_RED)
    if _hard(lie, place):
        told, over = phrase(told, "and leaves a hard one"), Every((over, _unready(lie)))
    return told, bearing, (_speed(lie, place, bearing, beyond_mm),), over


def _speed(lie: _Lie, place: Point, bearing: float, beyond_mm: float) -> float:
    """What sends the red there, cut as thin as it must be."""
    run = math.hypot(lie.red.x - lie.own.x, lie.red.y - lie.own.y)
    way = bearing_deg(lie.red.x, lie.red.y, place.x_mm, place.y_mm)
    sent = lie.red.point.distance_mm(place) + beyond_mm
    return sending_speed_mm_s(lie.game.board.surface, run, sent, math.cos(math.radians(way - bearing)))


def _unready(lie: _Lie) -> Hope:
    """No enemy shooter lies right behind the red."""
    back = Point(outward(lie.side), 0.0)
    return Behind(SHOOTERS[lie.side.other], RED, back, HARD_MM, HARD_DEG, wanted=False)


def _hard(lie: _Lie, place: Point) -> bool:
    """Whether a red in that place would be hard to return."""
    for shooter in SHOOTERS[lie.side.other]:
        at = lie.lying.get(shooter)
        if at is not None:
            run = outward(lie.side) * (place.x_mm - at.x)
            near = math.hypot(place.x_mm - at.x, place.y_mm - at.y)
            if near < HARD_MM and run > near * math.cos(math.radians(HARD_DEG)):
                return False
    return True


def _onto_enemies(lie: _Lie, listed: AimList) -> None:
    """The red onto an enemy shooter: to knock it off where that counts, else to be allowed to move it (RED-14)."""
    for enemy, at in _enemies(lie):
        bearing = sending_bearing_deg(lie.own, lie.red, at.x, at.y)
        if bearing is not None:
            speeds = [_speed(lie, at.point, bearing, beyond) for beyond in BEYOND_MM]
            listed.add(Arm(lie.shooter), *_struck(lie, enemy), bearing, speeds, _hit(lie, enemy))


def _struck(lie: _Lie, enemy: DiscId) -> tuple[Fragment]:
    return (phrase(THE_RED, "knocks", Named(enemy), "off" if lie.stars else "about"),)


def _hit(lie: _Lie, enemy: DiscId) -> Hope:
    return Every((over_line(lie.game, lie.side), Off(enemy) if lie.stars else Hits(RED, enemy)))


def _enemies(lie: _Lie) -> Iterator[tuple[DiscId, Round]]:
    for enemy in SHOOTERS[lie.side.other]:
        if enemy in lie.lying:
            yield enemy, lie.lying[enemy]


def _cannons(lie: _Lie, listed: AimList) -> None:
    """By way of the other shooter, harder than need be: much is lost on the way."""
    middle = lie.partner
    if middle is None:
        return
    for place in [*grid(lie.game, lie.side.other)[::2], *(at.point for _, at in _enemies(lie))]:
        bearing = cannon_bearing_deg(lie.own, middle, lie.red, place.x_mm, place.y_mm)
        if bearing is not None:
            listed.add(Arm(lie.shooter), _cannon(lie), bearing, _cannon_speeds(lie, middle, place), _by_cannon(lie))


def _cannon(lie: _Lie) -> Fragment:
    return phrase("returns", THE_RED, "by cannon:", Named(lie.shooter), "onto", Named(partner(lie.shooter)))


def _by_cannon(lie: _Lie) -> Hope:
    other = partner(lie.shooter)
    return Every((Hits(lie.shooter, other), Hits(other, RED), over_line(lie.game, lie.side)))


def _cannon_speeds(lie: _Lie, middle: Round, place: Point) -> list[float]:
    surface = lie.game.board.surface
    second = sending_speed_mm_s(surface, lie.red.point.distance_mm(middle.point), lie.red.point.distance_mm(place))
    slide = second * second / (2.0 * surface.deceleration_mm_s2)
    run = lie.own.point.distance_mm(middle.point)
    return [sending_speed_mm_s(surface, run, share * slide) for share in (1.0, 1.5, 2.2)]


# ---- on the own court ----


def _approaches(lie: _Lie, listed: AimList) -> None:
    """A touch that leaves a straight return, the red still on this side."""
    surface, arm = lie.game.board.surface, Arm(lie.shooter)
    straight = Behind(SHOOTERS[lie.side], RED, Point(-outward(lie.side), 0.0), STRAIGHT_MM, STRAIGHT_DEG)
    for disc, near in ((RED, lie.red), (partner(lie.shooter), lie.partner)):
        if near is not None:
            told = phrase("an approach:", Named(lie.shooter), "onto", THE_RED if disc == RED else Named(disc))
            promised = (
                phrase(told, ", which leaves a straight return"),
                Every((Hits(lie.shooter, disc), Stays(RED), straight)),
            )
            run = lie.own.point.distance_mm(near.point)
            speeds = [sending_speed_mm_s(surface, run, sent) for sent in (5.0, 25.0, 60.0, 110.0)]
            for offset in (-0.9, -0.6, -0.3, 0.0, 0.3, 0.6, 0.9):
                if (bearing := hit_bearing_deg(lie.own, near, offset)) is not None:
                    listed.add(arm, promised[0], bearing, speeds, promised[1])


def _into_place(lie: _Lie, listed: AimList) -> None:
    at, told = lie.own.point, phrase(Named(lie.shooter), "into position")
    for place in grid(lie.game, lie.side):
        length = at.distance_mm(place)
        if length > lie.game.board.diameter_mm:
            bearing = bearing_deg(at.x_mm, at.y_mm, place.x_mm, place.y_mm)
            hope = Rests(lie.shooter, place, 1.5 * lie.game.board.diameter_mm)
            listed.add(Arm(lie.shooter), told, bearing, (slide_speed_mm_s(lie.game.board.surface, length),), hope)


_OPEN_PLAY: tuple[_Part, ...] = (_returns, _onto_enemies, _cannons, _approaches)
_PARTS: dict[str, tuple[_Part, ...]] = {
    "serve": (_returns,),
    "second serve": (_returns,),
    "cannon": (_cannons,),
    "positional": (_into_place,),
}

"""Level 0: any legal answer, chosen by dice. It knows no game."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, assert_never

from pennyflick.boards.regions import NowhereLegalError
from pennyflick.players.dice import Dice
from pennyflick.players.player import Thought
from pennyflick.rules.game import Game, Position
from pennyflick.rules.side_flick import reaches
from pennyflick.table import (
    DECLINE,
    FULL_TURN_CDEG,
    PASS,
    SPEED_LIMIT_MM_S,
    Answer,
    Ask,
    AskChoose,
    AskFlick,
    AskPlace,
    AskSideFlick,
    Choose,
    Circle,
    Decision,
    DiscId,
    Flick,
    Layout,
    Place,
    Point,
    Polygon,
    Region,
    SideFlick,
    Surface,
    choices_of,
    says,
)

SPEEDS_MM_S = ((150, 800), (150, 800), (800, 1_500), (800, 3_000))  # how hard people flick: half of them softly
_TRIES = 60  # of fresh random answers before the suggested one
_WAIVED = 0.15  # how often a flick or a placement that may be waived is waived
_SUGGESTED = 0.25  # how often a suggested formation is taken as it is
_NEUTRAL = 0.6  # how often an aimed flick goes for a disc that belongs to nobody
_SLIDES = 6  # how often sliding a placed disc is tried
_ASIDE_MM = 25.0  # how far beside the middle of its target an aimed flick may pass
_BEYOND_MM = (120.0, 500.0)  # how far beyond its target an aimed flick would slide at most: softly, or not


class StuckError(RuntimeError):
    """A game refused everything it asked for: a fault of the game."""


@dataclass(frozen=True)
class RandomLegal:
    """Flicks anything anywhere; `aimed` is the share of its flicks that at least point at another disc."""

    aimed: float = 0.0

    def answer(self, game: Game[Any, Any], position: Position[Any], decision: Decision, dice: Dice) -> Thought:
        """The first random answer that the game does not refuse."""
        refused = None
        for answer in self._answers(game, position, decision, dice):
            refused = game.refuse(position, answer, decision)
            if refused is None:
                return Thought(answer, says("At random"))
        last = str(refused.sentence) if refused else "nothing was offered"
        raise StuckError(
            f"{game.name}: every answer to {str(decision.sentence)!r} was refused; the last because: {last}"
        )

    def _answers(
        self, game: Game[Any, Any], position: Position[Any], decision: Decision, dice: Dice
    ) -> Iterator[Answer]:
        for _ in range(_TRIES if decision.asks else 0):
            with contextlib.suppress(NowhereLegalError):  # another ask, or the suggestion, may still do
                yield self._random(game, position, dice.pick(decision.asks), dice)
        for ask in decision.asks:
            yield from _fallbacks(ask)

    def _random(self, game: Game[Any, Any], position: Position[Any], ask: Ask, dice: Dice) -> Answer:
        match ask:
            case AskFlick():
                return self._flick(game, position.layout, ask, dice)
            case AskSideFlick():
                return _side_flick(game, ask, dice)
            case AskPlace():
                return _place(game, ask, dice)
            case AskChoose():
                return Choose(dice.pick(tuple(ask.options)))
            case _:
                assert_never(ask)

    def _flick(self, game: Game[Any, Any], layout: Layout, ask: AskFlick, dice: Dice) -> Answer:
        if ask.may_pass and (not ask.discs or dice.chance(_WAIVED)):
            return Choose(PASS)
        disc = dice.pick(tuple(ask.discs))
        region = ask.discs[disc]
        start = None if region is None else _random_place(game.board.surface, region, dice)
        call = dice.pick((None, *ask.calls))
        origin = start or layout.point(disc) or Point(0.0, 0.0)
        direction, speed = self._aim(game, layout, disc, origin, dice)
        return Flick(disc, direction, speed, start, call)

    def _aim(self, game: Game[Any, Any], layout: Layout, disc: DiscId, origin: Point, dice: Dice) -> tuple[int, int]:
        """Direction and speed: anything, or at another disc, hard enough to reach it."""
        if not dice.chance(self.aimed):
            return dice.below(FULL_TURN_CDEG), _random_speed(dice)
        target = _random_target(game, layout, disc, dice)
        aside_mm = dice.between(-_ASIDE_MM, _ASIDE_MM)
        off_deg = math.degrees(math.atan2(aside_mm, origin.distance_mm(target)))
        reach_mm = origin.distance_mm(target) + dice.between(0.0, dice.pick(_BEYOND_MM))
        speed = math.sqrt(2.0 * game.board.surface.deceleration_mm_s2 * reach_mm)
        return _towards_cdeg(origin, target, off_deg), min(max(round(speed), 1), SPEED_LIMIT_MM_S)


def _random_target(game: Game[Any, Any], layout: Layout, flicked: DiscId, dice: Dice) -> Point:
    """Another disc, often one that belongs to nobody (the ball, the bullet); the centre of an empty board."""
    lying = layout.on_board
    others = [disc for disc in game.discs if disc.id in lying and disc.id != flicked]
    neutral = [disc for disc in others if disc.side is None]
    wanted = neutral if neutral and dice.chance(_NEUTRAL) else others
    return lying[dice.pick(wanted).id] if wanted else Point(0.0, 0.0)


def _random_speed(dice: Dice) -> int:
    low, high = dice.pick(SPEEDS_MM_S)
    return low + dice.below(high - low)


def _towards_cdeg(origin: Point, target: Point, off_deg: float) -> int:
    degrees = math.degrees(math.atan2(target.y_mm - origin.y_mm, target.x_mm - origin.x_mm))
    return round((degrees + off_deg) * 100.0) % FULL_TURN_CDEG


def _random_place(surface: Surface, region: Region, dice: Dice) -> Point:
    """A legal point: the nearest to anywhere, then slid along, for most of the board is nearest to an end of an arc."""
    legal = region.nearest(_random_point(surface, dice))
    slid = (_slid(surface, legal, dice) for _ in range(_SLIDES))
    return next((point for point in slid if region.breaks(point) is None), legal)


def _slid(surface: Surface, point: Point, dice: Dice) -> Point:
    """The point moved as far as may be: along one axis, or round the board's centre."""
    width, height = _half_size_mm(surface)
    match dice.below(4):
        case 0:
            return Point(dice.between(-width, width), point.y_mm).rounded(1)
        case 1:
            return Point(point.x_mm, dice.between(-height, height)).rounded(1)
        case _:
            radius = math.hypot(point.x_mm, point.y_mm)
            bearing = math.atan2(point.y_mm, point.x_mm) + dice.between(-math.pi / 2, math.pi / 2)
            return Point(radius * math.cos(bearing), radius * math.sin(bearing)).rounded(1)


def _random_point(surface: Surface, dice: Dice) -> Point:
    width, height = _half_size_mm(surface)
    return Point(dice.between(-width, width), dice.between(-height, height)).rounded(1)


def _half_size_mm(surface: Surface) -> tuple[float, float]:
    match surface.edge:
        case Circle(centre=centre, radius_mm=radius):
            return abs(centre.x_mm) + radius, abs(centre.y_mm) + radius
        case Polygon(corners=corners):
            return max(abs(each.x_mm) for each in corners), max(abs(each.y_mm) for each in corners)


def _side_flick(game: Game[Any, Any], ask: AskSideFlick, dice: Dice) -> SideFlick:
    surface = game.board.surface
    at = _random_place(surface, ask.at, dice)
    radius = next(disc.radius_mm for disc in game.discs if disc.id == ask.disc)
    reach = max(reaches(surface.edge, at, radius), key=lambda each: each.half_angle_deg)
    direction = reach.normal_deg + 0.95 * reach.half_angle_deg * dice.between(-1.0, 1.0)
    return SideFlick(ask.disc, dice.pick(ask.held), at, round(direction * 100.0) % FULL_TURN_CDEG, _random_speed(dice))


def _place(game: Game[Any, Any], ask: AskPlace, dice: Dice) -> Answer:
    if ask.may_decline and dice.chance(_WAIVED):
        return Choose(DECLINE)
    if ask.suggested and dice.chance(_SUGGESTED):
        return Place(dict(ask.suggested))
    surface = game.board.surface
    if len(ask.discs) == 1:
        return Place({disc: _random_place(surface, region, dice) for disc, region in ask.discs.items()})
    # Each region keeps clear of what lies there already but not of the others of a formation: move one at a time
    points = dict(ask.suggested)
    moved = dice.pick(tuple(ask.discs))
    points[moved] = _random_place(surface, ask.discs[moved], dice)
    return Place(points)


def _fallbacks(ask: Ask) -> Iterator[Answer]:
    if isinstance(ask, AskPlace):
        yield Place(dict(ask.suggested))
    yield from map(Choose, choices_of(ask))

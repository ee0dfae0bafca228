"""What bots know of Penny Black: which penny is due, how it could go off, and what it is worth to be at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from pennyflick import physics
from pennyflick.boards.games.penny_black import RAINBOW
from pennyflick.players.noise import Floats
from pennyflick.players.search import exact
from pennyflick.players.search.aims import AimList, Aims, Arm, named
from pennyflick.players.search.boards_many import Bools, edges, maybe_illegal_push
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
from pennyflick.players.search.hopes import Every, Hits, Hope, Off, OffOver
from pennyflick.rules.game import Game, Position
from pennyflick.rules.penny_black.game import PennyBlack
from pennyflick.rules.penny_black.ledger import From, Ledger
from pennyflick.rules.penny_black.pennies import POINTS_TO_WIN, SHOOTER, colour_due, colour_of, value_of
from pennyflick.table import Answer, AskFlick, Decision, DiscId, Point, Sentence, Side, Surface, phrase

TEMPERAMENTS = {
    "beginner": "Breaks hard, hopes, and gives pennies away.",
    "average": "Picks off the penny nearest to the edge, now and then two at once.",
    "good": "Waits for the right colour and leaves the shooter where it hurts.",
    "expert": "Plays cannons on purpose and clears the table when you let it in.",
}

# Chosen by trying them against each other in the arena: what a point, the turn and a free shot are worth.
POINT = 0.21  # of the logistic scale
AT_TABLE = 0.25  # points: being at the table with nothing to shoot at
CHANCE = 1.6  # points: being at the table with a certain penny
FREE_SHOT = 0.5  # points
LINGERING = 0.3  # points: having to leave the pennies near by (BLK-15)
CORNER_CHANCE = 0.35  # of winning a penny from a corner spot, one with another
NEAR_EDGE_MM = 45.0  # how fast a penny's chance falls with its distance from the edge


@dataclass(frozen=True)
class PennyBlackTactics:
    """See tactics.py."""

    contacts: int = 96  # a push shot is illegal by a later contact: all contacts of the shooter must be seen
    track: DiscId | None = None

    def ideas(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Aims:
        """Every due penny over every near edge, straight and by cannon; direct hits on all; soft touches."""
        listed = AimList()
        for ask in decision.asks:
            if isinstance(ask, AskFlick):
                for arm in _arms(cast(PennyBlack, game), position, ask):
                    _ideas_from(cast(PennyBlack, game), position, arm, listed)
        return listed.aims()

    def value_many(
        self, game: Game[Any, Any], position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes, side: Side
    ) -> Floats:
        """What each outcome is worth to the side."""
        black = cast(PennyBlack, game)
        ruled = _ruled(black, position.ledger, aims, outcomes)
        values = _valued(black, position.ledger, ruled, side)
        return exact.with_unclear(
            game, position, aims, values, ruled.unclear, lambda after: self.value(game, after, side)
        )

    def value(self, game: Game[Any, Any], position: Position[Ledger], side: Side) -> float:
        """What a position is worth to the side."""
        black = cast(PennyBlack, game)
        return float(_valued(black, position.ledger, _standing(black, position), side)[0])

    def placements(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Sequence[Answer]:
        """Nothing is placed but with the flick."""
        return ()


TACTICS = PennyBlackTactics()


# ---- ideas ----


def _arms(game: PennyBlack, position: Position[Ledger], ask: AskFlick) -> list[Arm]:
    region = ask.discs[SHOOTER]
    if region is None:
        return [Arm(SHOOTER)]
    legal = [point for point in game.board.drawn_spots.values() if region.breaks(point) is None]
    return [Arm(SHOOTER, point) for point in legal] or [Arm(SHOOTER, region.nearest(Point(0.0, 0.0)))]


def _ideas_from(game: PennyBlack, position: Position[Ledger], arm: Arm, listed: AimList) -> None:
    surface = game.board.surface
    lying = rounds(position.layout, game.board.piece.radius_mm)
    lying.pop(SHOOTER, None)
    at = arm.start or position.layout.point(SHOOTER)
    assert at is not None, "the shooter lies somewhere or is put somewhere"
    shooter = Round(at.x_mm, at.y_mm, game.discs[0].radius_mm)
    due = colour_due(position.ledger.on, game.options.set_colour)
    for penny, target in lying.items():
        if colour_of(penny) == due:
            _send_off(surface, arm, shooter, penny, target, lying, listed)
        for offset in HIT_OFFSETS[1::2]:
            if (bearing := hit_bearing_deg(shooter, target, offset)) is not None:
                hope = Hits(SHOOTER, penny)
                listed.add(arm, phrase("a soft touch on", named(penny)), bearing, (350.0, 600.0, 1000.0), hope)


def _send_off(
    surface: Surface,
    arm: Arm,
    shooter: Round,
    penny: DiscId,
    target: Round,
    lying: dict[DiscId, Round],
    listed: AimList,
) -> None:
    for number, exit_point in enumerate(edge_points(surface, target.x, target.y, 4)):
        x, y = exit_point.x_mm, exit_point.y_mm
        run, sent = np.hypot(target.x - shooter.x, target.y - shooter.y), np.hypot(x - target.x, y - target.y)
        least = sending_speed_mm_s(surface, run, sent + 3.0)
        bearing = sending_bearing_deg(shooter, target, x, y)
        if bearing is not None:
            sentence, hope = _over_edge(surface, penny, target, number)
            listed.add(arm, sentence, bearing, (least * 1.05, least * 1.25, least * 1.6), hope)
        for other, first in lying.items():
            if other != penny and np.hypot(first.x - target.x, first.y - target.y) < 90.0:
                bearing = cannon_bearing_deg(shooter, first, target, x, y)
                if bearing is not None:
                    sentence = phrase("cannon:", named(other), "onto", named(penny), ", which goes off")
                    both = Every((Hits(other, penny), Off(penny)))
                    listed.add(arm, sentence, bearing, (least * 1.3, least * 1.7), both)


def _over_edge(surface: Surface, penny: DiscId, target: Round, number: int) -> tuple[Sentence, Hope]:
    """What to say of a penny sent off over the edge that is first, second, … in nearness to it."""
    near = near_side(surface, target.x, target.y)
    if number == 0 and near is not None:
        return phrase(named(penny), "off over the near edge"), OffOver(penny, *near)
    return phrase(named(penny), "off over the edge"), Off(penny)


# ---- what an outcome comes to ----


@dataclass(frozen=True)
class _Ruled:
    """What the rules make of many outcomes, in the frame of the side that flicked (BLK-8 to BLK-19)."""

    mine: Floats  # points of the side to flick before, after the flick
    theirs: Floats
    kept: Bools  # the same side is at the table
    free_shot: Bools
    corner: Bools  # the shooter is put on a spot next
    lingers: Bools  # it lies within a diameter of pennies, and whoever comes to the table must leave (BLK-15)
    chance: Floats  # of a penny for whoever is at the table
    over: Bools  # the match is over or the game is
    left: Floats  # points still on the board
    turns: Floats  # turns completed
    unclear: Bools  # only the referee can say


def _ruled(game: PennyBlack, ledger: Ledger, aims: Aims, outcomes: physics.Outcomes) -> _Ruled:
    discs = [disc.id for disc in game.discs]
    outer = game.options.set_colour
    worth = np.array([0.0, *(value_of(disc, outer) for disc in discs[1:])])
    due = colour_due(ledger.on, outer)
    right = np.array([False, *(colour_of(disc) == due for disc in discs[1:])])
    off = outcomes.left
    shooter_off = off[:, 0]
    pennies_off = off[:, 1:].sum(axis=1)
    points = off @ worth
    near = _near(game, outcomes)
    shooters = np.zeros(len(aims), dtype=np.int64)  # the shooter is disc 0
    push = maybe_illegal_push(outcomes.contact_discs, outcomes.contact_push, shooters)
    merit = (pennies_off == 1) & (off & right).any(axis=1) & ~shooter_off & ~push
    mistake = (pennies_off > 0) & ~merit
    from_spot = np.array([arm.start is not None for arm in aims.arms])[aims.arm]
    before = np.array([disc in ledger.near for disc in discs])
    lingering = (near & before).any(axis=1) & ~from_spot & ~shooter_off & ledger.first_flick & ~merit
    miss = (outcomes.contact_count == 0) & (not ledger.free_shot)
    lost = mistake | push | lingering | miss
    kept = merit | (~lost & ledger.free_shot)
    mover = ledger.turn
    mine, theirs = ledger.score.of(mover) + points * merit, ledger.score.of(mover.other) + points * mistake
    left = float(sum(value_of(penny, outer) for penny in ledger.on)) - points
    return _Ruled(
        mine=mine,
        theirs=theirs,
        kept=kept,
        free_shot=push | lingering | miss,
        corner=shooter_off,
        lingers=near[:, 1:].any(axis=1) & ~shooter_off & ~kept,
        chance=_chances(game, outcomes.rest_xy, outcomes.on),
        over=(mine >= POINTS_TO_WIN) | (theirs >= POINTS_TO_WIN) | (left <= 0),
        left=left,
        turns=ledger.turns + (~kept),
        unclear=push,
    )


def _near(game: PennyBlack, outcomes: physics.Outcomes) -> Bools:
    """Which pennies at rest lie within a penny diameter of the shooter at rest (GEN-3)."""
    apart = outcomes.rest_xy - outcomes.rest_xy[:, :1]
    gap = np.hypot(apart[:, :, 0], apart[:, :, 1]) - 2.0 * game.board.piece.radius_mm
    near = (gap < game.board.diameter_mm) & outcomes.on & outcomes.on[:, :1]
    near[:, 0] = False
    return np.asarray(near)


def _standing(game: PennyBlack, position: Position[Ledger]) -> _Ruled:
    """A position as if it were an outcome, in the frame of the side to flick."""
    ledger, layout = position.ledger, position.layout
    arrays = physics.Layouts.of(game.discs, layout)
    corner = ledger.shooter_from in (From.CORNER, From.OPENING)
    one = np.ones(1)
    return _Ruled(
        mine=one * ledger.score.of(ledger.turn),
        theirs=one * ledger.score.of(ledger.turn.other),
        kept=one > 0,
        free_shot=np.array([ledger.free_shot]),
        corner=np.array([corner]),
        lingers=np.array([bool(ledger.near) and ledger.first_flick and not corner]),
        chance=_chances(game, np.nan_to_num(arrays.xy), arrays.on),
        over=np.array([ledger.ended is not None]),
        left=one * sum(value_of(penny, game.options.set_colour) for penny in ledger.on),
        turns=one * ledger.turns,
        unclear=one < 0,
    )


def _valued(game: PennyBlack, ledger: Ledger, ruled: _Ruled, side: Side) -> Floats:
    tempo = AT_TABLE + CHANCE * np.where(ruled.corner, CORNER_CHANCE, ruled.chance)
    tempo = tempo + FREE_SHOT * ruled.free_shot - LINGERING * ruled.lingers
    lead = ruled.mine - ruled.theirs + np.where(ruled.kept, tempo, -tempo)
    # the fewer points are left, the more a lead weighs
    scale = POINT * (1.0 + 0.6 * (1.0 - ruled.left / 30.0))
    game_value = 1.0 / (1.0 + np.exp(-scale * lead))
    ended = ruled.over | (ruled.turns >= 2 * game.options.turn_limit)
    decided = np.where(ruled.mine > ruled.theirs, 1.0, np.where(ruled.mine < ruled.theirs, 0.0, 0.5))
    mine = np.where(ended, decided, game_value)
    return np.asarray(mine if side is ledger.turn else 1.0 - mine)


def _chances(game: PennyBlack, xy: Floats, on: Bools) -> Floats:
    """How good the best due penny is: near an edge, and the shooter behind it."""
    outer = game.options.set_colour
    discs = [disc.id for disc in game.discs]
    order = _colour_order(discs, outer)
    rank = np.where(on, order[None, :], 99)
    due = on & (rank == rank[:, 1:].min(axis=1)[:, None])
    due[:, 0] = False
    shooter = xy[:, :1]
    best = np.zeros(len(xy))
    for nx, ny, distance in edges(game.board.surface, xy):
        room = np.maximum(distance, 0.0)
        along = xy - shooter
        reach = np.hypot(along[:, :, 0], along[:, :, 1]) + 1e-9
        cut = np.clip((along[:, :, 0] * nx + along[:, :, 1] * ny) / reach, 0.0, 1.0)
        each = np.exp(-room / NEAR_EDGE_MM) * cut * np.exp(-reach / 400.0)
        best = np.maximum(best, np.where(due, each, 0.0).max(axis=1))
    return np.where(on[:, 0], best, 0.0)


def _colour_order(discs: list[DiscId], outer: str) -> NDArray[np.int64]:
    ranks = {outer: 0, "black": 9}
    for number, colour in enumerate(RAINBOW):
        ranks.setdefault(colour, number + 1)
    return np.array([99, *(ranks[colour_of(disc)] for disc in discs[1:])])

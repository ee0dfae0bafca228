"""What bots know of Penny Bowls: draw to the jack, or knock the enemy's nearest away; and how each opponent plays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from pennyflick import physics
from pennyflick.players.noise import Floats
from pennyflick.players.search.aims import AimList, Aims, Arm
from pennyflick.players.search.boards_many import Bools
from pennyflick.players.search.geometry import Round, bearing_deg, hit_bearing_deg, rounds, slide_speed_mm_s
from pennyflick.players.search.hopes import Hits, Rests
from pennyflick.rules.game import Game, Position
from pennyflick.table import Answer, Decision, DiscId, Named, Point, Side, phrase
from tests.sixth_game.penny_bowls.bowls import DISCS, FLICKS_AN_END, JACK, owner_of
from tests.sixth_game.penny_bowls.game import PennyBowls
from tests.sixth_game.penny_bowls.judge import JACK_POINTS
from tests.sixth_game.penny_bowls.ledger import Ledger

TEMPERAMENTS = {
    "beginner": "Sends every penny too far, and the jack with it.",
    "average": "Draws near the jack and leaves it there.",
    "good": "Draws beside your best and knocks it away with the next.",
    "expert": "Keeps its last penny for the only gap there is.",
}
SHOT = 0.6  # of the logistic scale: what a point is worth
LYING = 0.6  # of a point: what a penny that would count now is worth
_ONES = np.array([owner_of(disc) is Side.ONE for disc in DISCS[:-1]])  # the jack is the last disc


@dataclass(frozen=True)
class PennyBowlsTactics:
    """See the protocol Tactics."""

    contacts: int = 1  # what lies where is all that counts
    track: DiscId | None = None

    def ideas(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Aims:
        """Beside the jack from everywhere, and every enemy penny full and half."""
        listed, arm = AimList(), Arm(position.ledger.due)
        lying = rounds(position.layout, cast(PennyBowls, game).board.piece.radius_mm)
        shooter = lying.pop(arm.disc)
        _draws(game, arm, shooter, lying[JACK], listed)
        for bowl in position.ledger.alive:
            if owner_of(bowl) is not position.ledger.turn:
                _knocks(game, arm, shooter, bowl, lying[bowl], listed)
        return listed.aims()

    def value_many(
        self, game: Game[Any, Any], position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes, side: Side
    ) -> Floats:
        """What each outcome is worth to the side: dead pennies go, a lost jack costs two, the last flick counts."""
        bowls, ledger = cast(PennyBowls, game), position.ledger
        stays = outcomes.on & (outcomes.rest_xy[:, :, 0] > bowls.board.alive_x_mm)
        lead = _lead(outcomes.rest_xy, stays)
        last = ledger.flicked == FLICKS_AN_END - 1
        lost = float(JACK_POINTS if ledger.turn is Side.TWO else -JACK_POINTS)
        scored = np.where(stays[:, -1], lead * last, lost)
        lying = np.where(stays[:, -1], lead * (not last), 0.0)
        turns = ledger.turns.plus(ledger.turn)
        over = min(turns.one, turns.two) >= bowls.options.turn_limit
        return _valued(bowls, ledger, scored, lying, np.full(len(aims), over), side)

    def value(self, game: Game[Any, Any], position: Position[Ledger], side: Side) -> float:
        """What a position is worth to the side."""
        bowls, ledger = cast(PennyBowls, game), position.ledger
        arrays = physics.Layouts.of(game.discs, position.layout)
        lying = np.isin(DISCS, (*ledger.alive, JACK))
        lead = _lead(np.nan_to_num(arrays.xy), arrays.on & lying)
        over = np.array([ledger.ended is not None])
        return float(_valued(bowls, ledger, np.zeros(1), lead, over, side)[0])

    def placements(
        self, game: Game[Any, Any], position: Position[Ledger], decision: Decision, *, wide: bool = False
    ) -> Sequence[Answer]:
        """Nothing is placed."""
        return ()


def _draws(game: Game[Any, Any], arm: Arm, shooter: Round, jack: Round, listed: AimList) -> None:
    for beside_mm in (-30.0, -15.0, 0.0, 15.0, 30.0):
        at = Point(jack.x, jack.y + beside_mm)
        run = math.hypot(at.x_mm - shooter.x, at.y_mm - shooter.y)
        speeds = [slide_speed_mm_s(game.board.surface, run + more) for more in (-25.0, -10.0, 0.0, 15.0)]
        near = Rests(arm.disc, jack.point, 60.0)
        listed.add(arm, "a draw to the jack", bearing_deg(shooter.x, shooter.y, at.x_mm, at.y_mm), speeds, near)


def _knocks(game: Game[Any, Any], arm: Arm, shooter: Round, bowl: DiscId, target: Round, listed: AimList) -> None:
    run = math.hypot(target.x - shooter.x, target.y - shooter.y)
    speeds = [slide_speed_mm_s(game.board.surface, run + more) for more in (60.0, 200.0, 500.0)]
    for offset in (-0.5, 0.0, 0.5):
        if (bearing := hit_bearing_deg(shooter, target, offset)) is not None:
            listed.add(arm, phrase(Named(bowl), "knocked away"), bearing, speeds, Hits(arm.disc, bowl))


def _lead(xy: Floats, alive: Bools) -> Floats:
    """How many One would score if the end were over, less than nothing where Two would (BWL-6); the jack comes last."""
    from_jack = np.hypot(*np.moveaxis(xy[:, :-1] - xy[:, -1:], 2, 0))
    far = np.where(alive[:, :-1], from_jack, 1e9)
    best_one, best_two = far[:, _ONES].min(axis=1), far[:, ~_ONES].min(axis=1)
    ones = (far[:, _ONES] < best_two[:, None]).sum(axis=1)
    twos = (far[:, ~_ONES] < best_one[:, None]).sum(axis=1)
    return np.asarray((ones - twos).astype(np.float64))


def _valued(game: PennyBowls, ledger: Ledger, scored: Floats, lying: Floats, over: Bools, side: Side) -> Floats:
    """The chance that the side wins; `scored` and `lying` are in the frame of One."""
    one, two = ledger.score.one + np.maximum(scored, 0.0), ledger.score.two - np.minimum(scored, 0.0)
    ended = over | (np.maximum(one, two) >= game.options.shots_to_win)
    decided = 0.5 + 0.5 * np.sign(one - two)
    chance = 1.0 / (1.0 + np.exp(-SHOT * (one - two + LYING * lying)))
    ones = np.where(ended, decided, chance)
    return np.asarray(ones if side is Side.ONE else 1.0 - ones)


TACTICS = PennyBowlsTactics()

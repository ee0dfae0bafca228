"""What bots know of Penny Bowls: draw to the jack, or knock the enemy's nearest away; and how each opponent plays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from pennyflick import physics
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.search.aims import AimList, Aims, Arm
from pennyflick.players.search.boards_many import Bools
from pennyflick.players.search.geometry import Round, bearing_deg, hit_bearing_deg, rounds, slide_speed_mm_s
from pennyflick.players.search.hopes import Hits, Rests
from pennyflick.rules.game import Game, Position, Verdict
from pennyflick.table import Answer, Away, Decision, DiscId, Named, Point, Side, phrase
from tests.sixth_game.penny_bowls.bowls import DISCS, FLICKS_AN_END, JACK, owner_of
from tests.sixth_game.penny_bowls.facts import Facts
from tests.sixth_game.penny_bowls.game import PennyBowls
from tests.sixth_game.penny_bowls.ledger import Ledger

TEMPERAMENTS = {
    "first-timer": "Flicks, and looks where it went.",
    "beginner": "Sends every penny too far, and the jack with it.",
    "average": "Draws near the jack and leaves it there.",
    "good": "Draws beside your best and knocks it away with the next.",
    "expert": "Keeps its last penny for the only gap there is.",
    "champion": "Leaves you a jack that only it can reach.",
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

    def after(
        self, game: Game[Any, Any], position: Position[Ledger], aims: Aims, outcomes: physics.Outcomes
    ) -> Positions:
        """Where each outcome leads: the referee is asked once for what looks alike to him."""
        bowls, ledger = cast(PennyBowls, game), position.ledger
        seen = _seen(bowls, ledger, outcomes)
        _, first, which = np.unique(seen, axis=0, return_index=True, return_inverse=True)
        verdicts = [bowls.judge(ledger, _facts(ledger, seen[row])) for row in first]
        lying = physics.Layouts(outcomes.rest_xy.copy(), outcomes.on)
        for number, verdict in enumerate(verdicts):
            _settle(bowls, verdict, which == number, lying)
        return Positions(tuple(verdict.ledger for verdict in verdicts), which.astype(np.int64), lying)

    def worth(self, game: Game[Any, Any], positions: Positions, side: Side) -> Floats:
        """What positions are worth to the side."""
        ledgers, which, layouts = positions.ledgers, positions.which, positions.layouts
        counts = np.array([[disc in (*ledger.alive, JACK) for disc in DISCS] for ledger in ledgers])[which]
        lead = _lead(np.nan_to_num(layouts.xy), layouts.on & counts)
        score = np.array([[ledger.score.one, ledger.score.two] for ledger in ledgers], dtype=np.float64)[which]
        ended = np.array([ledger.ended is not None for ledger in ledgers])[which]
        return _valued(score, lead, ended, side)

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


def _seen(game: PennyBowls, ledger: Ledger, outcomes: physics.Outcomes) -> Bools:
    """(n, 17) what decides: which discs stay in play, and after the last flick which pennies lie nearest."""
    stays = outcomes.on & (outcomes.rest_xy[:, :, 0] > game.board.alive_x_mm)
    last = ledger.flicked == FLICKS_AN_END - 1
    return np.concatenate([stays, _nearest(outcomes.rest_xy, stays) & last], axis=1)


def _facts(ledger: Ledger, seen: Bools) -> Facts:
    """One row as the referee is told it."""
    stays, nearest = seen[: len(DISCS)], seen[len(DISCS) :]
    dead = tuple(bowl for bowl in (*ledger.alive, ledger.due) if not stays[DISCS.index(bowl)])
    return Facts(dead, not stays[-1], tuple(bowl for bowl, near in zip(DISCS, nearest, strict=False) if near))


def _settle(game: PennyBowls, verdict: Verdict[Ledger], rows: Bools, layouts: physics.Layouts) -> None:
    """Let the discs go where the verdict wants them."""
    for disc, fate in verdict.fates.items():
        at, number = None if isinstance(fate, Away) else game.board.spots[fate], DISCS.index(disc)
        layouts.on[rows, number] = at is not None
        if at is not None:
            layouts.xy[rows, number] = at.x_mm, at.y_mm


def _nearest(xy: Floats, alive: Bools) -> Bools:
    """(n, 8): the pennies that would count if the end were over (BWL-6); the jack comes last."""
    from_jack = np.hypot(*np.moveaxis(xy[:, :-1] - xy[:, -1:], 2, 0))
    far = np.where(alive[:, :-1], from_jack, 1e9)
    best_one, best_two = far[:, _ONES].min(axis=1), far[:, ~_ONES].min(axis=1)
    return np.asarray(far < np.where(_ONES, best_two[:, None], best_one[:, None]))


def _lead(xy: Floats, alive: Bools) -> Floats:
    """How many One would score if the end were over, less than nothing where Two would."""
    return np.asarray(_nearest(xy, alive) @ np.where(_ONES, 1.0, -1.0))


def _valued(score: Floats, lying: Floats, ended: Bools, side: Side) -> Floats:
    """The chance that the side wins; `lying` is in the frame of One."""
    ahead = score[:, 0] - score[:, 1]
    chance = 1.0 / (1.0 + np.exp(-SHOT * (ahead + LYING * lying)))
    ones = np.where(ended, 0.5 + 0.5 * np.sign(ahead), chance)
    return np.asarray(ones if side is Side.ONE else 1.0 - ones)


TACTICS = PennyBowlsTactics()

"""What is learned of Penny Green: who scores the next goal.

The features are what the score sheet says (standing.py), where the green lies, and what the pitch shows to both
attackers (pitch.py), in the frame of whoever is to act. Left and right are alike to all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from pennyflick.boards.measure import TOUCH_MM
from pennyflick.players.games.penny_green import pitch
from pennyflick.players.games.penny_green.pitch import Goal, Team
from pennyflick.players.games.penny_green.standing import NAMES, acting, barred, green_will_lie, standing
from pennyflick.players.games.penny_green.worth import next_goal, stakes
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.values.study import Hands
from pennyflick.rules.game import Game
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import Ledger
from pennyflick.rules.penny_green.pieces import GREEN, pennies
from pennyflick.table import DiscId, Side

_SPREADS = ("own direction", "own speed", "other direction", "other speed")
_PLACE = ("green on", "green ahead", "green aside", "green's zone")
_ORDERS = ((Side.TWO, Side.ONE), (Side.ONE, Side.TWO))  # whose goal One attacks, and Two; then their own
MOST = 6  # pennies of a side


@dataclass(frozen=True)
class PennyGreenStudy:
    """See values/study.py."""

    names: tuple[str, ...] = (
        *NAMES,
        *_SPREADS,
        "guess",  # what the hand-made value says: few matches teach more where it is a beginning
        *_PLACE,
        *(f"own {name}" for name in pitch.SEEN),
        *(f"other {name}" for name in pitch.SEEN),
    )
    helps: frozenset[str] = frozenset()
    hurts: frozenset[str] = frozenset()

    def acting(self, game: Game[Any, Any], ledgers: Sequence[Ledger]) -> Sequence[Side]:
        """Who is to act under each ledger."""
        return [acting(ledger.phase) for ledger in ledgers]

    def features(self, game: Game[Any, Any], positions: Positions, hands: Hands) -> Floats:
        """(n, names)."""
        green = cast(PennyGreen, game)
        told = [(*standing(ledger), *_spreads(hands, acting(ledger.phase))) for ledger in positions.ledgers]
        sheet = np.array(told).reshape(len(told), -1)[positions.which]
        return np.hstack([sheet, _guessed(green, positions), *_View(green, positions).seen(sheet[:, len(NAMES) :])])

    def stakes(self, game: Game[Any, Any], ledgers: Sequence[Ledger], side: Side) -> Floats:
        """What the match is worth if the next goal is the other's, if it is the side's."""
        return np.array([stakes(cast(PennyGreen, game), ledger, side) for ledger in ledgers]).reshape(-1, 2)

    def taken(self, game: Game[Any, Any], before: Ledger, after: Ledger) -> float | None:
        """Who scored; halved if the turn limit ended the game."""
        winner = _scorer(cast(PennyGreen, game), before, after)
        if winner is not None:
            return float(winner is Side.ONE)
        return None if before.played == after.played else 0.5


STUDY = PennyGreenStudy()


def _spreads(hands: Hands, side: Side) -> tuple[float, float, float, float]:
    own, other = hands[side], hands[side.other]
    return own.direction_sd_deg, own.speed_sd, other.direction_sd_deg, other.speed_sd


def _guessed(game: PennyGreen, positions: Positions) -> Floats:
    ones = np.array([acting(ledger.phase) is Side.ONE for ledger in positions.ledgers], dtype=np.bool_)
    chance = next_goal(game, positions, Side.ONE)
    return np.where(ones[positions.which], chance, 1.0 - chance)[:, None]


def _scorer(game: PennyGreen, before: Ledger, after: Ledger) -> Side | None:
    """Whose goals have become more; a new game begins at nothing, and the last goal of the old one shows in its win."""
    if before.played == after.played or after.goals != type(after.goals)():
        return next((side for side in Side if after.goals.of(side) > before.goals.of(side)), None)
    won = next((side for side in Side if after.games.of(side) > before.games.of(side)), None)
    return won if won is not None and before.goals.of(won) + 1 >= game.options.goals_to_win else None


class _View:
    """Many layouts as whoever is to act sees them: his attack goes towards +x."""

    def __init__(self, game: PennyGreen, positions: Positions) -> None:
        self._game, self._which = game, positions.which
        phases = [ledger.phase for ledger in positions.ledgers]
        self._ones = np.array([acting(phase) is Side.ONE for phase in phases], dtype=np.bool_)[positions.which]
        self._sign = np.where(self._ones, 1.0, -1.0)
        teams = {side: self._team(positions, side) for side in Side}
        self._own = self._chosen(teams[Side.ONE], teams[Side.TWO])
        self._enemy = self._chosen(teams[Side.TWO], teams[Side.ONE])
        discs = [pennies(game.options, acting(phase)) for phase in phases]
        self._may = np.array([_may(each, barred(phase, each)) for each, phase in zip(discs, phases, strict=True)])
        will_lie = np.array([(at.x_mm, at.y_mm) for at in (green_will_lie(game, phase) for phase in phases)])
        number = next(k for k, disc in enumerate(game.discs) if disc.id == GREEN)
        self._on = positions.layouts.on[:, number]
        lies = np.where(self._on[:, None], positions.layouts.xy[:, number], will_lie.reshape(-1, 2)[self._which])
        self._green = lies * self._sign[:, None]

    def seen(self, spreads: Floats) -> tuple[Floats, Floats, Floats]:
        """The green's place, the own attack, the other's."""
        board, everybody = self._game.board, np.ones_like(self._enemy.on)
        half = [np.where(self._ones, *(board.goal_width_mm(side) / 2 for side in order)) for order in _ORDERS]
        reach = board.goal_area_mm + board.line_half_mm + board.piece.radius_mm + TOUCH_MM
        goal = Goal(board.goal_x_mm, reach, board.piece.radius_mm)
        own, other = np.radians(spreads[:, 0]), np.radians(spreads[:, 2])
        may = self._may.reshape(-1, MOST)[self._which]
        attack = pitch.seen(goal, self._own, may, self._enemy, self._green, half[0], own)
        enemy, mine = self._enemy.mirrored(), self._own.mirrored()
        return self._place(), attack, pitch.seen(goal, enemy, everybody, mine, -self._green, half[1], other)

    def _place(self) -> Floats:
        board = self._game.board
        x, y = self._green.T
        clear = board.zone_x_mm + board.line_half_mm + board.piece.radius_mm + TOUCH_MM
        zone = np.where(np.abs(x) > clear, np.sign(x), 0.0)
        return np.stack([self._on.astype(np.float64), x, np.abs(y), zone], axis=1)

    def _team(self, positions: Positions, side: Side) -> Team:
        """The side's pennies, six of them: one that is not there is not on the board."""
        numbers = [k for k, disc in enumerate(self._game.discs) if disc.side is side]
        on = np.zeros((len(self._which), MOST), dtype=np.bool_)
        xy = np.zeros((len(self._which), MOST, 2))
        on[:, : len(numbers)] = positions.layouts.on[:, numbers]
        xy[:, : len(numbers)] = np.nan_to_num(positions.layouts.xy[:, numbers])
        return Team(xy * self._sign[:, None, None], on)

    def _chosen(self, ones: Team, twos: Team) -> Team:
        """The first where One acts, the second where Two does."""
        xy = np.where(self._ones[:, None, None], ones.xy, twos.xy)
        return Team(xy, np.where(self._ones[:, None], ones.on, twos.on))


def _may(discs: tuple[DiscId, ...], not_these: tuple[DiscId, ...]) -> list[bool]:
    return [*(disc not in not_these for disc in discs), *[False] * (MOST - len(discs))]

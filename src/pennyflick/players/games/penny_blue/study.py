"""What is learned of Penny Blue: the chance to win the game at hand, from how both sides could kill next.

The frame is that of whoever is to act. A sovereign in the hand is thought of as on the free spot where the enemy could
do it least.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from pennyflick.boards.measure import TOUCH_MM
from pennyflick.physics import Layouts
from pennyflick.players.games.penny_blue import attack
from pennyflick.players.games.penny_blue.worth import kill_chances
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.search.boards_many import Bools
from pennyflick.players.values.leads import race
from pennyflick.players.values.study import Hands
from pennyflick.rules.game import Game
from pennyflick.rules.penny_blue.game import PennyBlue
from pennyflick.rules.penny_blue.ledger import FLICKS_A_TURN, Ledger
from pennyflick.rules.penny_blue.pennies import BLUE, PENNIES, SOVEREIGNS, side_of
from pennyflick.table import DiscId, Side

RIGHTS = ("at table", "flicks left", "free shot", "side-flick due", "own first turn", "their first turn", "own in hand")
HANDS = ("own spread", "own pace", "their spread", "their pace")


@dataclass(frozen=True)
class PennyBlueStudy:
    """See players/values/study.py."""

    names: tuple[str, ...] = (
        *(f"own {name}" for name in attack.NAMES),
        *(f"their {name}" for name in attack.NAMES),
        "blue to edge",
        *RIGHTS,
        *HANDS,
    )
    helps: frozenset[str] = frozenset()
    hurts: frozenset[str] = frozenset()

    def acting(self, game: Game[Any, Any], ledgers: Sequence[Ledger]) -> Sequence[Side]:
        """Whoever puts a sovereign back, or is at the table."""
        return [_acting(ledger) for ledger in ledgers]

    def features(self, game: Game[Any, Any], positions: Positions, hands: Hands) -> Floats:
        """Both sides' chances to kill, the edge, the rights and the hands."""
        blue = cast(PennyBlue, game)
        layouts = put_back(blue, positions)
        rights = np.array([_rights(ledger, hands) for ledger in positions.ledgers])[positions.which].T
        ones = np.array([_acting(ledger) is Side.ONE for ledger in positions.ledgers])[positions.which]
        lying = attack.Lying.of(blue, layouts)
        one, two = (attack.attack(blue, lying, side, hands[side].direction_sd_deg) for side in Side)
        edge = lying.to_edge[[PENNIES.index(BLUE)]]
        return np.concatenate([np.where(ones, one, two), np.where(ones, two, one), edge, rights]).T

    def stakes(self, game: Game[Any, Any], ledgers: Sequence[Ledger], side: Side) -> Floats:
        """What the match is worth when the game is lost, when it is won."""
        return np.array([_stake(cast(PennyBlue, game), ledger, side) for ledger in ledgers])

    def taken(self, game: Game[Any, Any], before: Ledger, after: Ledger) -> float | None:
        """Who won the game, if it is over; the turn limit leaves it undecided."""
        won = _won(before, after)
        if won is None and after.ended is not None:
            return 0.5
        return None if won is None else float(won is Side.ONE)


STUDY = PennyBlueStudy()


def _acting(ledger: Ledger) -> Side:
    owner = None if ledger.in_hand is None else side_of(ledger.in_hand)
    return owner or ledger.turn


def _rights(ledger: Ledger, hands: Hands) -> tuple[float, ...]:
    own = _acting(ledger)
    mine, theirs = hands[own], hands[own.other]
    return (
        float(ledger.turn is own),
        float(FLICKS_A_TURN - ledger.flicks + ledger.free_shot),
        float(ledger.free_shot),
        float(ledger.side_flick_due),
        float(ledger.turns.of(own) == 0),
        float(ledger.turns.of(own.other) == 0),
        float(ledger.in_hand is not None),
        mine.direction_sd_deg,
        mine.speed_sd,
        theirs.direction_sd_deg,
        theirs.speed_sd,
    )


# ---- a sovereign in the hand ----


def put_back(game: PennyBlue, positions: Positions) -> Layouts:
    """The layouts with every penny on the board: a sovereign in the hand on the free spot where it is safest."""
    xy = np.nan_to_num(positions.layouts.xy)
    for side in Side:
        held = np.array([ledger.in_hand == SOVEREIGNS[side] for ledger in positions.ledgers])[positions.which]
        if held.any():
            xy[held, PENNIES.index(SOVEREIGNS[side])] = _safest(game, xy[held], SOVEREIGNS[side], side)
    return Layouts(xy, np.ones(xy.shape[:2], dtype=np.bool_))


def _safest(game: PennyBlue, xy: Floats, sovereign: DiscId, side: Side) -> Floats:
    """(n, 2): of the spots that no penny covers, the one where the enemy is furthest from a kill."""
    spots = np.array([(at.x_mm, at.y_mm) for at in game.board.drawn_spots.values()])
    number, everybody = PENNIES.index(sovereign), np.ones(xy.shape[:2], dtype=np.bool_)
    dangers = np.full((len(xy), len(spots)), np.inf)
    for column, spot in enumerate(spots):
        tried = xy.copy()
        tried[:, number] = spot
        danger = kill_chances(game, Layouts(tried, everybody), side.other)
        dangers[:, column] = np.where(_covered(game, np.delete(xy, number, axis=1), spot), np.inf, danger)
    return np.asarray(spots[dangers.argmin(axis=1)])


def _covered(game: PennyBlue, others: Floats, spot: NDArray[np.float64]) -> Bools:
    reach = game.board.spot_radius_mm + game.board.piece.radius_mm + TOUCH_MM
    return np.asarray((np.hypot(others[:, :, 0] - spot[0], others[:, :, 1] - spot[1]) <= reach).any(axis=1))


# ---- what a game means for the match ----


def _stake(game: PennyBlue, ledger: Ledger, side: Side) -> tuple[float, float]:
    result = game.result(ledger)
    if result is not None:
        value = 0.5 if result.winner is None else float(result.winner is side)
        return value, value
    mine, theirs = (game.options.games_to_win - ledger.games.of(each) for each in (side, side.other))
    return _set(game, ledger, side, race(mine, theirs - 1)), _set(game, ledger, side, race(mine - 1, theirs))


def _set(game: PennyBlue, ledger: Ledger, side: Side, chance: float) -> float:
    """The match, from the chance to win the set."""
    mine, theirs = (game.options.sets_to_win - ledger.sets.of(each) for each in (side, side.other))
    lost, won = race(mine, theirs - 1), race(mine - 1, theirs)
    return lost + (won - lost) * chance


def _won(before: Ledger, after: Ledger) -> Side | None:
    for was, now in ((before.sets, after.sets), (before.games, after.games)):
        if was != now:
            return Side.ONE if now.one > was.one else Side.TWO
    return None

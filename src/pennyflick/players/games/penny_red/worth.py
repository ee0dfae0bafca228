"""What positions of Penny Red are worth, made by hand: the lie for a return, and shooters that cover their court."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pennyflick.boards.games.penny_red import outward
from pennyflick.physics import Layouts
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.values.leads import in_match, race
from pennyflick.rules.game import Game
from pennyflick.rules.penny_red.game import PennyRed
from pennyflick.rules.penny_red.ledger import FLICKS_A_TURN, Ledger, Phase
from pennyflick.rules.penny_red.pennies import PENNIES, RED, SHOOTERS
from pennyflick.table import Side

# Chosen by trying them against each other in the arena.
LEAST, MOST = 0.12, 0.62  # the chance of winning the rally for a side at the table with a hopeless and a perfect lie
READY = 0.10  # what the side not at the table gains by shooters that cover its court
SERVER = 0.50  # the chance of the server with the first serve
SECOND_SERVE = 0.38  # and with the second
FAR_MM = 260.0  # how fast a return becomes harder with the distance of the red


class _Standing(NamedTuple):
    """What a ledger says of the rally, and of the match if the rally is lost or won."""

    rallying: bool  # the lie of the pennies counts
    one_plays: bool  # One has the next flick at the red
    tries: int  # flicks left to him
    chance: float  # of the side, where nothing on the board matters
    lost: float
    won: float


def worth(game: PennyRed, positions: Positions, side: Side) -> Floats:
    """What each position is worth to the side."""
    standing = np.array([_standing(game, ledger, side) for ledger in positions.ledgers]).reshape(-1, 6)
    rallying, one_plays, tries, chance, lost, won = standing[positions.which].T
    for player, rows in ((Side.ONE, one_plays == 1.0), (Side.TWO, one_plays == 0.0)):
        chosen = np.flatnonzero((rallying == 1.0) & rows)
        if len(chosen):
            rally = _rally(game, positions.rows(chosen).layouts, player, tries[chosen])
            chance[chosen] = rally if player is side else 1.0 - rally
    return np.asarray(chance * won + (1.0 - chance) * lost)


def returned(game: Game[Any, Any], positions: Positions, side: Side) -> Floats:
    """1 where the side has returned the red: after it the turn is the enemy's, or there is a reward to take."""
    each = [
        ledger.phase is not Phase.SERVE and (ledger.phase is Phase.REWARD) == (ledger.turn is side)
        for ledger in positions.ledgers
    ]
    return np.array(each, dtype=np.float64)[positions.which]


def _standing(game: PennyRed, ledger: Ledger, side: Side) -> _Standing:
    player = ledger.turn.other if ledger.phase is Phase.REWARD else ledger.turn
    tries = max(FLICKS_A_TURN - (ledger.flicks if player is ledger.turn else 0), 1)
    serve = SECOND_SERVE if ledger.second_serve else SERVER
    rallying = ledger.ended is None and ledger.phase is not Phase.SERVE
    lost, won = at_stake(game, ledger, side)
    return _Standing(rallying, player is Side.ONE, tries, serve if side is ledger.turn else 1.0 - serve, lost, won)


def at_stake(game: PennyRed, ledger: Ledger, side: Side) -> tuple[float, float]:
    """What the match is worth to the side if this rally is lost, and if it is won; the same at the end."""
    result = game.result(ledger)
    if result is not None:
        value = 0.5 if result.winner is None else float(result.winner is side)
        return value, value
    target = game.options.points_to_win
    mine, theirs = (target - ledger.points.of(each) for each in (side, side.other))
    whole = game.options.games_to_win * game.options.sets_to_win
    lead = (ledger.sets.of(side) - ledger.sets.of(side.other)) * game.options.games_to_win
    lead += ledger.games.of(side) - ledger.games.of(side.other)
    lost, won = race(mine, theirs - 1), race(mine - 1, theirs)
    return float(in_match(lost, lead, whole)), float(in_match(won, lead, whole))


def _rally(game: PennyRed, layouts: Layouts, side: Side, tries: Floats) -> Floats:
    """The chance that this side, at the table with so many flicks left, wins the rally."""
    chance = 1.0 - (1.0 - 0.8 * _lie(layouts, side)) ** tries
    return np.asarray(LEAST + (MOST - LEAST) * chance - READY * (_cover(game, layouts, side.other) - 0.5))


def _lie(layouts: Layouts, side: Side) -> Floats:
    """How good the best shooter of this side lies for a return: behind the red, and near it."""
    xy, best = np.nan_to_num(layouts.xy), np.zeros(len(layouts.xy))
    for shooter in map(PENNIES.index, SHOOTERS[side]):
        run = xy[:, PENNIES.index(RED)] - xy[:, shooter]
        length = np.hypot(run[:, 0], run[:, 1]) + 1e-9
        behind = -outward(side) * run[:, 0] / length
        lie = np.clip(0.15 + behind, 0.0, 1.0) * np.exp(-length / FAR_MM)
        best = np.maximum(best, np.where(layouts.on[:, shooter], lie, 0.3))
    return best


def _cover(game: PennyRed, layouts: Layouts, side: Side) -> Floats:
    """Whether this side's shooters stand back and apart, so that one of them is behind the next red."""
    xy = np.nan_to_num(layouts.xy)
    one, two = (xy[:, PENNIES.index(shooter)] for shooter in SHOOTERS[side])
    half = game.board.length_mm / 2
    back = np.clip(np.minimum(outward(side) * one[:, 0], outward(side) * two[:, 0]) / half, 0.0, 1.0)
    apart = np.clip(np.abs(one[:, 1] - two[:, 1]) / game.board.width_mm, 0.0, 1.0)
    return np.asarray(0.6 * back + 0.4 * apart)

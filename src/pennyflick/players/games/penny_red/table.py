"""The table of Penny Red as whoever plays the red next sees it: his court before him, the enemy's beyond the line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.rules.penny_red.game import PennyRed
from pennyflick.rules.penny_red.ledger import Ledger, Phase
from pennyflick.rules.penny_red.pennies import PENNIES, RED, SHOOTERS, serving_spot
from pennyflick.table import Side

LIE_MM = 200.0  # how fast a lie becomes worse with the distance


@dataclass(frozen=True, eq=False)
class Table:
    """Many layouts; x runs from the player's baseline (negative) over the line (0) to the enemy's."""

    own: Floats  # (n, 2, 2) his shooters, the one that lies better for a return first
    enemy: Floats  # (n, 2, 2)
    red: Floats  # (n, 2)
    half_length: float
    half_width: float
    diameter: float


def playing(ledger: Ledger) -> Side:
    """Who plays the red next: after a return the other side, whatever may still be put in order."""
    return ledger.turn.other if ledger.phase is Phase.REWARD else ledger.turn


def seen_by_players(game: PennyRed, positions: Positions, players: Sequence[Side]) -> Table:
    """The layouts, each turned so that its player looks along +x; a shooter in the hand waits on its serving spot."""
    board, xy = game.board, positions.layouts.xy.copy()
    for side, shooters in SHOOTERS.items():
        spot = board.spots[serving_spot(side)]
        for number in map(PENNIES.index, shooters):
            xy[~positions.layouts.on[:, number], number] = spot.x_mm, spot.y_mm
    one_plays = np.array([player is Side.ONE for player in players])[positions.which][:, None, None]
    turned = np.where(one_plays, np.nan_to_num(xy), -np.nan_to_num(xy))
    ones, twos = (turned[:, [PENNIES.index(shooter) for shooter in SHOOTERS[side]]] for side in Side)
    red = turned[:, PENNIES.index(RED)]
    own, enemy = np.where(one_plays, ones, twos), np.where(one_plays, twos, ones)
    return Table(_best_first(own, red), enemy, red, board.length_mm / 2, board.width_mm / 2, board.diameter_mm)


def _best_first(own: Floats, red: Floats) -> Floats:
    first = np.argmax(lies(own, red[:, None]), axis=1)
    rows = np.arange(len(own))
    return np.stack([own[rows, first], own[rows, 1 - first]], axis=1)


def lies(shooters: Floats, red: Floats) -> Floats:
    """How well each shooter lies to send the red along +x: behind it, and near."""
    run = red - shooters
    length = np.hypot(run[..., 0], run[..., 1]) + 1e-9
    return np.asarray(np.clip(0.15 + run[..., 0] / length, 0.0, 1.0) * np.exp(-length / LIE_MM))


def off_line(points: Floats, start: Floats, way: Floats, most: float) -> Floats:
    """How far each point is from the stretch that begins at `start` and runs along `way`; at most so far."""
    length2 = np.maximum((way * way).sum(axis=-1), 1e-9)
    share = np.clip(((points - start) * way).sum(axis=-1) / length2, 0.0, 1.0)
    gap = points - start - share[..., None] * way
    return np.asarray(np.minimum(np.hypot(gap[..., 0], gap[..., 1]), most))

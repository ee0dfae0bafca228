"""What can be learned of Penny Red: the share of the rally's points of whoever plays the red next.

A rally is worth three points at the most to either side, which a star shot by cannon wins; an ordinary point is a third
of the way there. Half the points of steady hands come of star shots, so that the chance of winning says too little.
What a position looks like is told by lengths and angles alone, so that left and right are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, cast

import numpy as np

from pennyflick.players.games.penny_red.table import Table, lies, off_line, playing, seen_by_players
from pennyflick.players.games.penny_red.worth import at_stake
from pennyflick.players.hands import HANDS, Hand
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.values.study import Hands
from pennyflick.rules.game import Game
from pennyflick.rules.penny_red.game import PennyRed
from pennyflick.rules.penny_red.judge import STAR_CANNON_POINTS
from pennyflick.rules.penny_red.ledger import FLICKS_A_TURN, Ended, Ledger, Phase
from pennyflick.rules.penny_red.pennies import SHOOTERS
from pennyflick.table import DiscId, Side

Columns = dict[str, Floats]

MOST_POINTS = STAR_CANNON_POINTS  # that a rally is taken to be worth; two shooters off at once are rare
CLEAR = 3.0  # diameters: further from a path than this, a penny is not in its way
PLACES = tuple(product((0.25, 0.75), (-0.6, 0.0, 0.6)))  # of half the board: where the red may be returned to


@dataclass(frozen=True)
class PennyRedStudy:
    """See study.py of the values."""

    helps: frozenset[str] = frozenset()
    hurts: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """Of the features."""
        return _names()

    def acting(self, game: Game[Any, Any], ledgers: Sequence[Ledger]) -> Sequence[Side]:
        """Who plays the red next: whatever the other side may still put in order, the rally turns on this."""
        return [playing(ledger) for ledger in ledgers]

    def features(self, game: Game[Any, Any], positions: Positions, hands: Hands) -> Floats:
        """(n, names): rights and lies as the player who plays the red next sees them."""
        return np.stack(list(_columns(cast(PennyRed, game), positions, hands).values()), axis=1)

    def stakes(self, game: Game[Any, Any], ledgers: Sequence[Ledger], side: Side) -> Floats:
        """(ledgers, 2): the match if all points of the rally are lost, if they are won, each worth as much as one."""
        one = np.array([at_stake(cast(PennyRed, game), ledger, side) for ledger in ledgers]).reshape(-1, 2)
        middle, half = one.mean(axis=1, keepdims=True), np.diff(one, axis=1) / 2.0
        return np.asarray(middle + MOST_POINTS * half * (-1.0, 1.0))

    def taken(self, game: Game[Any, Any], before: Ledger, after: Ledger) -> float | None:
        """One's share of the rally's points; the turn limit halves it."""
        won, lost = (_scored(before, after, side) for side in Side)
        if not won and not lost and after.ended is not Ended.LIMIT:
            return None
        return min(max(0.5 + (won - lost) / (2.0 * MOST_POINTS), 0.0), 1.0)


STUDY = PennyRedStudy()


def _scored(before: Ledger, after: Ledger, side: Side) -> int:
    """The points of this side; at least one where a new game has wiped them out."""
    if _progress(after, side) <= _progress(before, side):
        return 0
    return max(after.points.of(side) - before.points.of(side), 1)


def _progress(ledger: Ledger, side: Side) -> tuple[int, int, int]:
    return ledger.sets.of(side), ledger.games.of(side), ledger.points.of(side)


@cache
def _names() -> tuple[str, ...]:
    game, hand = PennyRed(), HANDS["good"]
    opening = Positions.of(game, [game.opening(Side.ONE)])
    return tuple(_columns(game, opening, dict.fromkeys(Side, hand)))


def _columns(game: PennyRed, positions: Positions, hands: Hands) -> Columns:
    players = [playing(ledger) for ledger in positions.ledgers]
    table = seen_by_players(game, positions, players)
    spread = np.array([np.radians(hands[player].direction_sd_deg) for player in players])[positions.which]
    return {
        **_rights(positions),
        **_hands(positions, players, hands),
        **_red(table),
        **_lie(table, "better", 0, spread),
        **_lie(table, "other", 1, spread),
        **_cannons(table),
        **_threats(table),
        **_cover(table),
    }


# ---- what the ledger says ----


def _rights(positions: Positions) -> Columns:
    each = [_rights_of(ledger) for ledger in positions.ledgers]
    return {name: np.array([rights[name] for rights in each], dtype=np.float64)[positions.which] for name in each[0]}


def _rights_of(ledger: Ledger) -> dict[str, float]:
    player, serves, reward = playing(ledger), ledger.phase is Phase.SERVE, ledger.reward
    rewarded = ledger.phase is Phase.REWARD
    flicks = 0 if rewarded else ledger.flicks
    return {
        "serve": float(serves) + float(ledger.second_serve),
        "flicks left": 0.0 if serves else float(FLICKS_A_TURN - flicks),
        "star shots count": float(not rewarded and (ledger.shooters_met or len(ledger.red_hit_by) > 1)),
        "hits for a star": 0.0 if rewarded else float(len(ledger.red_hit_by)),
        "enemy places": float(reward.places),
        "enemy positions": float(reward.flick),
        "enemy moves": float(len(reward.enemy)),
        "own to put down": _of(player, ledger.across) + _of(player, (ledger.in_hand,)),
        "own touching": _of(player, ledger.touching),
        "enemy to put down": _of(player.other, ledger.across) + _of(player.other, (ledger.in_hand,)),
        "side-flick": float(ledger.over_edge is player),
    }


def _of(side: Side, pennies: Sequence[DiscId | None]) -> float:
    return float(sum(penny in SHOOTERS[side] for penny in pennies))


def _hands(positions: Positions, players: Sequence[Side], hands: Hands) -> Columns:
    def column(kind: str, enemy: bool) -> Floats:
        of = [_spread(hands[player.other if enemy else player], kind) for player in players]
        return np.array(of)[positions.which]

    return {
        "own direction": column("direction", enemy=False),
        "own speed": column("speed", enemy=False),
        "enemy direction": column("direction", enemy=True),
        "enemy speed": column("speed", enemy=True),
    }


def _spread(hand: Hand, kind: str) -> float:
    return hand.direction_sd_deg if kind == "direction" else hand.speed_sd


# ---- what lies how ----


def _red(table: Table) -> Columns:
    x, y = table.red[:, 0], np.abs(table.red[:, 1])
    return {
        "red to line": -x,
        "red to side": table.half_width - y,
        "red to baseline": table.half_length + x,
        "red to edge": np.minimum(table.half_width - y, table.half_length - np.abs(x)),
    }


def _lie(table: Table, which: str, number: int, spread: Floats) -> Columns:
    """A shooter's way to the red, where it would send it full on, and what is in the way."""
    shooter, partner = table.own[:, number], table.own[:, 1 - number]
    run = table.red - shooter
    length = np.hypot(run[:, 0], run[:, 1]) + 1e-9
    off = np.arctan2(np.abs(run[:, 1]), run[:, 0])
    lands = table.red[:, 1] - run[:, 1] / np.maximum(run[:, 0], 1e-3) * table.red[:, 0]
    others = np.concatenate([partner[:, None], table.enemy], axis=1)
    clear = off_line(others, shooter[:, None], run[:, None], CLEAR * table.diameter).min(axis=1)
    return {
        f"{which} length": length,
        f"{which} off straight": off,
        f"{which} passes the line": np.minimum(np.abs(lands), 2.0 * table.half_width),
        f"{which} lie": lies(shooter, table.red),
        f"{which} clear": clear,
        f"{which} error": spread * length / table.diameter,
        f"{which} to edge": _to_edge(table, table.own)[:, number],
        f"{which} to line": -shooter[:, 0],
    }


def _to_edge(table: Table, shooters: Floats) -> Floats:
    return np.asarray(
        np.minimum(table.half_width - np.abs(shooters[..., 1]), table.half_length - np.abs(shooters[..., 0]))
    )


def _cannons(table: Table) -> Columns:
    """How far from a straight line a cannon is, by the better of the two, and how far it has to go."""
    first, second = table.own, table.own[:, ::-1]
    one, two = second - first, table.red[:, None] - second
    bend = np.abs(_turn(one, two))
    off = np.abs(np.arctan2(two[..., 1], two[..., 0]))
    rows, best = np.arange(len(bend)), np.argmin(bend + off, axis=1)
    return {
        "cannon bend": bend[rows, best],
        "cannon off straight": off[rows, best],
        "shooters apart": np.hypot(one[:, 0, 0], one[:, 0, 1]),
    }


def _turn(one: Floats, two: Floats) -> Floats:
    cross = one[..., 0] * two[..., 1] - one[..., 1] * two[..., 0]
    return np.asarray(np.arctan2(cross, (one * two).sum(axis=-1)))


def _threats(table: Table) -> Columns:
    """Enemy shooters in the way of a red sent full on, and those near enough to an edge to be knocked off."""
    way = table.red - table.own[:, 0]
    way = way / (np.hypot(way[:, 0], way[:, 1]) + 1e-9)[:, None] * 4.0 * table.half_length
    gaps = np.sort(off_line(table.enemy, table.red[:, None], way[:, None], 2.0 * table.half_width), axis=1)
    edges = np.sort(_to_edge(table, table.enemy), axis=1)
    return {
        "enemy off the way": gaps[:, 0],
        "enemy nearest to edge": edges[:, 0],
        "enemy other to edge": edges[:, 1],
        "enemy red gap": np.hypot(*(table.enemy - table.red[:, None]).transpose(2, 0, 1)).min(axis=1),
    }


def _cover(table: Table) -> Columns:
    """How ready both sides are for the red on their court."""
    places = np.array([(x * table.half_length, y * table.half_width) for x, y in PLACES])
    lie = lies(-table.enemy[:, :, None], -places).max(axis=1)
    own = lies(table.own[:, :, None], -places).max(axis=1)
    back = np.sort(table.enemy[..., 0], axis=1)
    return {
        "enemy readiness": lie.mean(axis=1),
        "enemy weakest place": lie.min(axis=1),
        "own readiness": own.mean(axis=1),
        "enemy front": back[:, 0],
        "enemy back": back[:, 1],
        "enemy apart": np.abs(table.enemy[:, 0, 1] - table.enemy[:, 1, 1]),
    }

"""What positions of Penny Green are worth: possession, the way to the goal, and what a penalty is worth.

A ledger says whose chance the lie of the pieces is, and how much of it counts; the pieces are valued in arrays, many
layouts at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

import numpy as np

from pennyflick.boards.games.penny_green import goal_sign
from pennyflick.physics import Layouts
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.values.leads import in_match, race
from pennyflick.rules.penny_green.game import PennyGreen
from pennyflick.rules.penny_green.ledger import (
    MAX_HITS,
    Attack,
    Award,
    Back,
    FlickOff,
    GoalFlick,
    GoalFlickOf,
    KeeperPlacing,
    Ledger,
    Next,
    Over,
    Penalties,
    PenaltyFlick,
    Phase,
    Positional,
    PutBack,
    TakerPlacing,
    TurnOf,
)
from pennyflick.rules.penny_green.pieces import GREEN, of_side
from pennyflick.table import Side

# Chosen by trying them against each other in the arena: what moves the chance of scoring the next goal.
POSSESSION = 0.06
PROGRESS = 0.16  # the green at the enemy's goal line rather than in the middle
LIE = 0.22  # a penny right behind the green, in the shooting zone
PENALTY_FLICK = 0.20
LIFT = 0.02  # each penny that may be spotted or repositioned
NEAR_GREEN = 0.025  # each own penny too near the green as the turn ends (GRN-14)
KEEPER = 0.05  # a penny between the green and the own goal
FAR_MM = 300.0


def worth(game: PennyGreen, positions: Positions, side: Side) -> Floats:
    """What each position is worth to the side."""
    lost, won = np.array([stakes(game, ledger, side) for ledger in positions.ledgers]).reshape(-1, 2)[positions.which].T
    return np.asarray(lost + (won - lost) * next_goal(game, positions, side))


def next_goal(game: PennyGreen, positions: Positions, side: Side) -> Floats:
    """The chance that the side scores it."""
    standing = np.array([_standing(ledger, side) for ledger in positions.ledgers]).reshape(-1, 4)
    gain, one, two, hits = standing[positions.which].T
    chance = 0.5 + gain
    for each, sign in ((Side.ONE, one), (Side.TWO, two)):
        if sign.any():
            chance += sign * _pitch(game, positions.layouts, each, hits)
    return np.asarray(np.clip(chance, 0.04, 0.96))


# ---- what the ledger says ----


@dataclass(frozen=True)
class _Chance:
    """What the phase adds to a side's chance of the next goal."""

    gain: float = 0.0
    attacker: Side | None = None  # whose gain the lie of the pieces is besides; None: nobody's
    hits: float = 0.0  # the share of his hits that he has left


def _standing(ledger: Ledger, side: Side) -> tuple[float, float, float, float]:
    """The gain, the sign of the pitch of One and of Two, and the hits."""
    chance = _chance(ledger.phase, side)
    one, two = ((1.0 if each is side else -1.0) if each is chance.attacker else 0.0 for each in Side)
    return chance.gain, one, two, chance.hits


def stakes(game: PennyGreen, ledger: Ledger, side: Side) -> tuple[float, float]:
    """What the match is worth to the side if the next goal is lost, if it is won; the same once all is over."""
    if isinstance(ledger.phase, Over):
        value = 0.5 if ledger.phase.winner is None else float(ledger.phase.winner is side)
        return value, value
    goals = game.options.goals_to_win
    mine, theirs = (goals - ledger.goals.of(each) for each in (side, side.other))
    lead = ledger.games.of(side) - ledger.games.of(side.other)
    lost, won = (
        in_match(value, lead, game.options.games) for value in (race(mine, theirs - 1), race(mine - 1, theirs))
    )
    return float(lost), float(won)


def _chance(phase: Phase, side: Side) -> _Chance:
    match phase:
        case Attack(side=attacker, hits=hits, near=near):
            own_near = NEAR_GREEN * len(of_side(near, attacker)) if hits else 0.0
            return _Chance(-own_near if attacker is side else own_near, attacker, (MAX_HITS - hits) / MAX_HITS)
        case Positional(side=attacker, near=near):
            own_near = NEAR_GREEN * len(of_side(near, attacker))
            return _Chance(-own_near if attacker is side else own_near, attacker.other, 1.0)
        case FlickOff() | GoalFlick() | Over():
            return _Chance()
        case Penalties() as due:
            return _due(due, side)
        case KeeperPlacing(due=due) | TakerPlacing(due=due) | PenaltyFlick(due=due) | PutBack(due=due):
            return _due(due, side)
        case _:
            assert_never(phase)


def _due(due: Penalties, side: Side) -> _Chance:
    gain = sum(_award(each) if each.owner is side else -_award(each) for each in due.awards)
    attacker = _next_attacker(due.then)
    return _Chance(gain, attacker, 1.0)


def _award(award: Award) -> float:
    return PENALTY_FLICK * len(award.flicks) + LIFT * sum(len(lift.discs) - lift.keep for lift in award.lifts)


def _next_attacker(then: Next) -> Side | None:
    match then:
        case TurnOf(side=attacker):
            return attacker
        case GoalFlickOf() | Back():
            return None
        case _:
            assert_never(then)


# ---- what the pieces say ----


def _pitch(game: PennyGreen, layouts: Layouts, attacker: Side, hits: Floats) -> Floats:
    """What the attacker gains by where everything lies, with this share of his hits left; nothing without the green."""
    number = next(k for k, disc in enumerate(game.discs) if disc.id == GREEN)
    own, enemy = (_team(game, layouts, side) for side in (attacker, attacker.other))
    green = np.nan_to_num(layouts.xy[:, number, None])
    goal_x = game.board.goal_centre(attacker.other).x_mm
    forward = -goal_sign(attacker) * green[:, 0, 0]
    shooting = np.where(forward > game.board.zone_x_mm, 1.0, 0.45)
    best, guarded, home = _lie(own, green, goal_x), _guard(enemy, green, goal_x), _guard(own, green, -goal_x)
    lie = LIE * best * shooting * (1.0 - 0.5 * guarded)
    gain = POSSESSION + PROGRESS * forward / game.board.goal_x_mm + lie * hits + KEEPER * (home - guarded)
    return np.where(layouts.on[:, number], gain, 0.0)


def _team(game: PennyGreen, layouts: Layouts, side: Side) -> Layouts:
    """The side's pennies; those not on the board lie anywhere."""
    team = [number for number, disc in enumerate(game.discs) if disc.side is side]
    return Layouts(np.nan_to_num(layouts.xy[:, team]), layouts.on[:, team])


def _lie(pennies: Layouts, green: Floats, goal_x: float) -> Floats:
    """How well the best penny lies to send the green at the goal: behind it, and near."""
    runs, ways = green - pennies.xy, np.array([goal_x, 0.0]) - green
    run = np.hypot(runs[:, :, 0], runs[:, :, 1]) + 1e-9
    way = np.hypot(ways[:, :, 0], ways[:, :, 1]) + 1e-9
    cut = runs[:, :, 0] * ways[:, :, 0] + runs[:, :, 1] * ways[:, :, 1]
    lies = np.maximum(cut / (run * way), 0.0) ** 2 * np.exp(-run / FAR_MM)
    return np.asarray(np.where(pennies.on, lies, 0.0).max(axis=1))


def _guard(pennies: Layouts, green: Floats, goal_x: float) -> Floats:
    """How much the best penny stands in the way from the green to a goal."""
    offs, ways = pennies.xy - green, np.array([goal_x, 0.0]) - green
    way = np.hypot(ways[:, :, 0], ways[:, :, 1]) + 1e-9
    ux, uy = ways[:, :, 0] / way, ways[:, :, 1] / way
    along = offs[:, :, 0] * ux + offs[:, :, 1] * uy
    across = np.abs(offs[:, :, 0] * uy - offs[:, :, 1] * ux)
    counts = pennies.on & (along > 15.0) & (along < way + 5.0)
    return np.asarray(np.where(counts, np.exp(-across / 25.0), 0.0).max(axis=1))

"""What positions of Penny Black are worth by hand: the lead, and what it is worth to be at the table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pennyflick.physics import Layouts
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.search.boards_many import Bools, edges
from pennyflick.players.values.leads import race
from pennyflick.rules.penny_black.game import PennyBlack
from pennyflick.rules.penny_black.ledger import From, Ledger
from pennyflick.rules.penny_black.pennies import SHOOTER, colour_of, inner_colours, value_of
from pennyflick.table import Side

# Chosen by trying them against each other in the arena: what a point, the turn and a free shot are worth.
POINT = 0.21  # of the logistic scale
AT_TABLE = 0.25  # points: being at the table with nothing to shoot at
CHANCE = 1.6  # points: being at the table with a certain penny
FREE_SHOT = 0.5  # points
LINGERING = 0.3  # points: having to leave the pennies near by (BLK-15)
CORNER_CHANCE = 0.35  # of winning a penny from a corner spot, one with another
NEAR_EDGE_MM = 45.0  # how fast a penny's chance falls with its distance from the edge
FAR_MM = 400.0  # and with its distance from the shooter


def worth(game: PennyBlack, positions: Positions, side: Side) -> Floats:
    """What each position is worth to the side."""
    stakes = np.array([stake(game, ledger, side) for ledger in positions.ledgers]).reshape(-1, 2)
    lost, won = stakes[positions.which].T
    return np.asarray(lost + (won - lost) * game_worth(game, positions, side))


def game_worth(game: PennyBlack, positions: Positions, side: Side) -> Floats:
    """What the game at hand is worth to the side."""
    told = np.array([_standing(game, ledger, side) for ledger in positions.ledgers]).reshape(-1, 6)
    lead, sign, corner, free_shot, lingers, left = told[positions.which].T
    chance = np.where(corner > 0.0, CORNER_CHANCE, best_chances(game, positions.layouts))
    tempo = AT_TABLE + CHANCE * chance
    tempo = tempo + FREE_SHOT * free_shot - LINGERING * lingers
    # the fewer points are left, the more a lead weighs
    scale = POINT * (1.0 + 0.6 * (1.0 - left / 30.0))
    return np.asarray(1.0 / (1.0 + np.exp(-scale * (lead + sign * tempo))))


def stake(game: PennyBlack, ledger: Ledger, side: Side) -> tuple[float, float]:
    """What the match is worth to the side if it loses the game at hand, and if it wins it."""
    if ledger.ended is not None:
        leader = ledger.games.leader
        value = 0.5 if leader is None else float(leader is side)
        return value, value
    mine, theirs = (game.options.games_to_win - ledger.games.of(each) for each in (side, side.other))
    return race(mine, theirs - 1), race(mine - 1, theirs)


def points_left(game: PennyBlack, ledger: Ledger) -> int:
    """What the pennies on the board count together."""
    return sum(value_of(penny, game.options.set_colour) for penny in ledger.on)


def in_hand(ledger: Ledger) -> bool:
    """Whether the shooter is put on a spot next."""
    return ledger.shooter_from in (From.CORNER, From.OPENING)


def _standing(game: PennyBlack, ledger: Ledger, side: Side) -> tuple[float, ...]:
    """Lead, the sign of being at the table, what whoever is there finds, points left."""
    lead = ledger.score.of(side) - ledger.score.of(side.other)
    corner = in_hand(ledger)
    lingers = bool(ledger.near) and ledger.first_flick and not corner
    found = (corner, ledger.free_shot, lingers, points_left(game, ledger))
    return (lead, 1.0 if ledger.turn is side else -1.0, *found)


def best_chances(game: PennyBlack, layouts: Layouts) -> Floats:
    """How good the best due penny is: near an edge, and the shooter behind it."""
    due = due_pennies(game, layouts.on)
    shown = np.flatnonzero(due.any(axis=0))
    xy, due = layouts.xy[:, shown], due[:, shown]
    along = xy - layouts.xy[:, :1]
    reach = np.hypot(along[:, :, 0], along[:, :, 1]) + 1e-9
    near, best = np.exp(-reach / FAR_MM), np.zeros(len(xy))
    for nx, ny, distance in edges(game.board.surface, xy):
        cut = np.clip((along[:, :, 0] * nx + along[:, :, 1] * ny) / reach, 0.0, 1.0)
        each = np.exp(-np.maximum(distance, 0.0) / NEAR_EDGE_MM) * cut * near
        best = np.maximum(best, np.where(due, each, 0.0).max(axis=1, initial=0.0))
    return np.where(layouts.on[:, 0], best, 0.0)


def due_pennies(game: PennyBlack, on: Bools) -> Bools:
    """(n, discs): which pennies are due in each layout (BLK-7)."""
    rank = np.where(on, winning_order(game), 99)
    due = on & (rank == rank[:, 1:].min(axis=1)[:, None])
    due[:, 0] = False
    return np.asarray(due)


def winning_order(game: PennyBlack) -> NDArray[np.int64]:
    """The place of every disc's colour in the order of winning: 0 the outer, 4 the black; the shooter has none."""
    outer = game.options.set_colour
    places = {colour: place for place, colour in enumerate((outer, *inner_colours(outer), "black"))}
    return np.array([99 if disc.id == SHOOTER else places[colour_of(disc.id)] for disc in game.discs])

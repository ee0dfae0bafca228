"""What positions of Pichenotte are worth: twenties are for ever, pucks on the board are in danger, and so on.

A ledger says what is still to come and what a round is worth in the match; the pucks are valued in arrays.
"""

from __future__ import annotations

import math
from functools import reduce

import numpy as np

from pennyflick.players.games.pichenotte.rings import owned_by, points
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.search.boards_many import Bools
from pennyflick.players.values.leads import in_match
from pennyflick.rules.pichenotte.game import Pichenotte
from pennyflick.rules.pichenotte.ledger import Ledger, Phase
from pennyflick.rules.pichenotte.pucks import SHOTS, owner_of
from pennyflick.rules.pichenotte.scoring import TWENTY
from pennyflick.table import Seat, Side

# Chosen by trying them against each other in the arena.
LASTING = 0.35  # of its points a puck on the board keeps when many enemy shots are to come
DANGER = 0.3  # how fast that share rises as the enemy's shots run out
COVER = 0.25  # of what it stands to lose a puck behind a post keeps
OPEN_HOLE = 7.0  # points: shooting next with no enemy puck on the board
DUTY = 3.0  # points: shooting next with one to hit
NARROW, WIDE = 5.0, 6.0  # points: how a lead weighs when nothing, or everything, is still to come
SHOOT_OUT_TEMPO = 0.25  # twenties: shooting next


def worth(game: Pichenotte, positions: Positions, side: Side) -> Floats:
    """What each position is worth to the side."""
    ledgers, which = positions.ledgers, positions.which
    known = np.array([_known(game, ledger, side) for ledger in ledgers])[which]
    if not np.isnan(known).any():
        return known
    ahead = np.array([_rounds_ahead(ledger, side) for ledger in ledgers])[which]
    values = in_match(_chances(game, positions, side), ahead, game.options.rounds_to_win)
    return np.where(np.isnan(known), values, known)


# ---- what the ledger says ----


def _known(game: Pichenotte, ledger: Ledger, side: Side) -> float:
    """The value where no puck matters: the match is over, or there is a shoot-out; nan: it takes a look."""
    if ledger.ended is not None:
        ahead = _rounds_ahead(ledger, side)
        return 1.0 if ahead > 0 else 0.0 if ahead < 0 else 0.5
    if ledger.phase is not Phase.SHOOT_OUT:
        return math.nan
    tempo = SHOOT_OUT_TEMPO if ledger.turn.side is side else -SHOOT_OUT_TEMPO
    lead = ledger.twenties.of(side) - ledger.twenties.of(side.other) + tempo
    chance = 1.0 / (1.0 + math.exp(-lead))
    return float(in_match(chance, _rounds_ahead(ledger, side), game.options.rounds_to_win))


def _rounds_ahead(ledger: Ledger, side: Side) -> float:
    return (ledger.half_points.of(side) - ledger.half_points.of(side.other)) / 2.0


def _coming(ledger: Ledger, side: Side) -> int:
    """The shots that the side has still to come in this round."""
    left = SHOTS - ledger.shots
    movers = (left + 1) // 2
    return movers if ledger.turn.side is side else left - movers


def _lasting(ledger: Ledger, owner: Side) -> float:
    """The share of its points that an open puck of this side keeps."""
    return LASTING + (1.0 - LASTING) * math.exp(-DANGER * _coming(ledger, owner.other))


def _scale(ledger: Ledger) -> float:
    return NARROW + WIDE * math.sqrt(max(SHOTS - ledger.shots, 0))


# ---- what the pucks say ----


def _chances(game: Pichenotte, positions: Positions, side: Side) -> Floats:
    """The chance that this side wins the round."""
    lead = _standing(game, positions, side) - _standing(game, positions, side.other)
    scale = np.array([_scale(ledger) for ledger in positions.ledgers])[positions.which]
    return np.asarray(1.0 / (1.0 + np.exp(-(lead + _tempo(game, positions, side)) / scale)))


def _tempo(game: Pichenotte, positions: Positions, side: Side) -> Floats:
    """Shooting next is worth more where there is nothing to hit."""
    own = np.array([ledger.turn.side is side for ledger in positions.ledgers])[positions.which]
    mine, theirs = (positions.layouts.on[:, owned_by(game, each)].any(axis=1) for each in (side, side.other))
    tempo = np.where(np.where(own, theirs, mine), DUTY, OPEN_HOLE)
    return np.where(own, tempo, -tempo)


def _standing(game: Pichenotte, positions: Positions, side: Side) -> Floats:
    """The side's points; pucks on the board count less while the enemy still shoots at them."""
    ledgers, layouts = positions.ledgers, positions.layouts
    lying = owned_by(game, side) & layouts.on.any(axis=0)
    xy, on = layouts.xy[:, lying], layouts.on[:, lying]
    share = np.array([_lasting(ledger, side) for ledger in ledgers])[positions.which, None]
    rail = np.array([sum(owner_of(puck) is side for puck in ledger.rail) for ledger in ledgers])[positions.which]
    kept = share + (1.0 - share) * COVER * covered(game, xy, side)
    return np.asarray(_summed(points(xy, on, game.board.piece.radius_mm) * kept) + TWENTY * rail)


def _summed(each: Floats) -> Floats:
    """Puck by puck, in their order: so that a sum has the same bits however many lie there."""
    return np.asarray(reduce(np.add, each.T, np.zeros(len(each))))


def covered(game: Pichenotte, xy: Floats, owner: Side) -> Bools:
    """Whether a post stands between each puck and the middle of the enemy's baseline."""
    enemy = game.board.baseline_centre(Seat(owner.other), len(game.seats))
    dx, dy = xy[:, :, 0] - enemy.x_mm, xy[:, :, 1] - enemy.y_mm
    length = np.hypot(dx, dy) + 1e-9
    found = np.zeros(xy.shape[:2], dtype=np.bool_)
    for peg in game.board.surface.pegs:
        px, py = peg.centre.x_mm - enemy.x_mm, peg.centre.y_mm - enemy.y_mm
        along, across = (px * dx + py * dy) / length, np.abs(px * dy - py * dx) / length
        found |= (across < 12.0) & (along > 0) & (along < length)
    return found

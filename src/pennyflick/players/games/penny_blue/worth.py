"""What positions of Penny Blue are worth by hand: who could kill whom next, and whose turn it is."""

from __future__ import annotations

import numpy as np

from pennyflick.physics import Layouts
from pennyflick.players.noise import Floats
from pennyflick.players.positions import Positions
from pennyflick.players.search.boards_many import edges
from pennyflick.players.values.leads import in_match
from pennyflick.rules.penny_blue.game import PennyBlue
from pennyflick.rules.penny_blue.ledger import FLICKS_A_TURN, Ledger
from pennyflick.rules.penny_blue.pennies import ASSASSINS, BLUE, PENNIES, SOVEREIGNS
from pennyflick.table import Side

# Chosen by trying them against each other in the arena.
STEEP = 1.9  # how much a chance to kill moves the value
WAITING = 0.75  # the share of his chances that the side not at the table keeps
NO_KILL_YET = 0.4  # the same for a first turn, in which one cannot kill (BLU-5)
EVERY_FLICK = 0.15  # each further flick of the turn
SIDE_FLICK_DUE = 0.12  # having to side-flick the blue (BLU-12)
FREE_SHOT = 0.08
IN_HAND = 0.12  # the danger of a sovereign that is about to be put on a spot
NEAR_EDGE_MM, FAR_MM = 60.0, 450.0  # how fast a chance to kill falls with the distances


def worth(game: PennyBlue, positions: Positions, side: Side) -> Floats:
    """What each position is worth to the side."""
    told = np.array([_told(game, ledger, side) for ledger in positions.ledgers]).reshape(-1, 5)[positions.which].T
    over, mine, theirs, tempo, games = told
    lead = mine * kill_chances(game, positions.layouts, side)
    lead = lead - theirs * kill_chances(game, positions.layouts, side.other) + tempo
    value = in_match(0.5 + 0.5 * np.tanh(STEEP * lead), games, game.options.games_to_win * game.options.sets_to_win)
    return np.asarray(np.where(np.isnan(over), value, over))


def _told(game: PennyBlue, ledger: Ledger, side: Side) -> tuple[float, float, float, float, float]:
    """The result if the match is over, what both sides' chances count, the tempo, and the lead in games."""
    result = game.result(ledger)
    if result is not None:
        return (0.5 if result.winner is None else float(result.winner is side)), 0.0, 0.0, 0.0, 0.0
    at_table = (NO_KILL_YET if ledger.first_turn else 1.0) + EVERY_FLICK * (FLICKS_A_TURN - 1 - ledger.flicks)
    tempo = FREE_SHOT * ledger.free_shot - SIDE_FLICK_DUE * ledger.side_flick_due
    lead = _lead(game, ledger, side)
    if ledger.turn is side:
        return np.nan, at_table, WAITING, tempo, lead
    return np.nan, WAITING, at_table, -tempo, lead


def _lead(game: PennyBlue, ledger: Ledger, side: Side) -> float:
    """In games; a set counts for all of its."""
    sets = ledger.sets.of(side) - ledger.sets.of(side.other)
    return float(sets * game.options.games_to_win + ledger.games.of(side) - ledger.games.of(side.other))


def kill_chances(game: PennyBlue, layouts: Layouts, side: Side) -> Floats:
    """How near this side is to a kill: assassin, blue, enemy sovereign and edge in line, and not far apart."""
    xy, enemy = np.nan_to_num(layouts.xy), PENNIES.index(SOVEREIGNS[side.other])
    blue, target = xy[:, PENNIES.index(BLUE)], xy[:, enemy]
    sent, between = _way(blue, target)
    edge, best = _open_edge(game, target, sent, between), np.zeros(len(xy))
    for assassin in map(PENNIES.index, ASSASSINS[side]):
        run, length = _way(xy[:, assassin], blue)
        cut = np.clip((run[:, 0] * sent[:, 0] + run[:, 1] * sent[:, 1]) / (length * between), 0.0, 1.0)
        chance = edge * cut * np.exp(-(length + between) / FAR_MM) * layouts.on[:, assassin]
        best = np.maximum(best, chance)
    return np.where(layouts.on[:, enemy], best, IN_HAND)


def _open_edge(game: PennyBlue, target: Floats, sent: Floats, between: Floats) -> Floats:
    """How near the target lies to an edge that it would be sent over."""
    best = np.zeros(len(target))
    for nx, ny, distance in edges(game.board.surface, target[:, None]):
        out = np.clip((sent[:, 0] * nx + sent[:, 1] * ny) / between, 0.0, 1.0)
        best = np.maximum(best, np.exp(-np.maximum(distance[:, 0], 0.0) / NEAR_EDGE_MM) * out * out)
    return best


def _way(start: Floats, end: Floats) -> tuple[Floats, Floats]:
    """From one penny to another, and how long."""
    ahead = end - start
    return ahead, np.hypot(ahead[:, 0], ahead[:, 1]) + 1e-9

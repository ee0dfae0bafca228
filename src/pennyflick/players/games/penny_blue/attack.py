"""How one side could kill, as a player sees it: assassin, blue, enemy sovereign and edge, of many layouts at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pennyflick.physics import Layouts
from pennyflick.players.games.penny_blue.worth import kill_chances_of, open_edge, way
from pennyflick.players.noise import Floats
from pennyflick.players.search.boards_many import edge_distance, edges
from pennyflick.rules.penny_blue.game import PennyBlue
from pennyflick.rules.penny_blue.pennies import ASSASSINS, BLUE, PENNIES, SOVEREIGNS
from pennyflick.table import Side

Numbers = NDArray[np.int64]

NAMES = (
    "kill",  # how near to one, at a glance
    "other kill",  # the same of the other assassin
    "run",  # from the assassin to the blue
    "between",  # from the blue to the sovereign
    "cut",  # the cosine of the angle at the blue: 1 is straight
    "other run",
    "other cut",
    "open edge",  # how near and how straight before the sovereign
    "fall",  # how far the sovereign slides along the line before it is off
    "sovereign to edge",
    "assassin to edge",
    "other to edge",
    "miss",  # how far beside the sovereign the hand's spread carries the blue, in diameters
    "other miss",
    "room to blue",  # how far others lie beside the assassin's way
    "room to sovereign",
    "room to edge",
    "follow",  # how far the blue may run on before it is off itself
)
_ROOM_MM, _FAR_MM, _THIN, _MOST_MISS = 60.0, 400.0, 0.15, 6.0  # beyond these nothing changes any more
_BLUE = PENNIES.index(BLUE)


def attack(game: PennyBlue, layouts: Layouts, side: Side, spread_deg: float) -> Floats:
    """(n, NAMES) for the side that attacks with a hand of this spread; every penny is on the board."""
    xy, enemy = layouts.xy, PENNIES.index(SOVEREIGNS[side.other])
    blue, target = xy[:, _BLUE], xy[:, enemy]
    sent, between = way(blue, target)
    first, second = _by_chance(game, layouts, side)
    best, other = (np.take_along_axis(xy, each[:, None, None], axis=1)[:, 0] for each in (first, second))
    (run, cut), (other_run, other_cut) = (_cut(each, blue, sent, between) for each in (best, other))
    chances = np.sort(kill_chances_of(game, layouts, side), axis=1)
    columns = (
        chances[:, 1],
        chances[:, 0],
        run,
        between,
        cut,
        other_run,
        other_cut,
        open_edge(game, target, sent, between),
        _fall(game, target, sent / between[:, None]),
        *edge_distance(game.board.surface, np.stack([target, best, other], axis=1)).T,
        *(_miss(game, spread_deg, *each, between) for each in ((run, cut), (other_run, other_cut))),
        _room(xy, best, blue, (first, _BLUE)),
        _room(xy, blue, target, (_BLUE, enemy)),
        _room(xy, target, target + sent / between[:, None] * 80.0, (enemy, _BLUE)),
        _fall(game, blue, sent / between[:, None]),
    )
    return np.stack(columns, axis=1)


def _by_chance(game: PennyBlue, layouts: Layouts, side: Side) -> tuple[Numbers, Numbers]:
    """The assassin that is nearer to a kill, and the other; the one that lies nearer to the blue where none is."""
    chances = kill_chances_of(game, layouts, side)
    team = [PENNIES.index(penny) for penny in ASSASSINS[side]]
    runs = np.stack([way(layouts.xy[:, penny], layouts.xy[:, _BLUE])[1] for penny in team], axis=1)
    ahead = chances[:, 0] - chances[:, 1] - 1e-9 * (runs[:, 0] - runs[:, 1]) >= 0.0
    return np.where(ahead, *team), np.where(ahead, *team[::-1])


def _cut(start: Floats, blue: Floats, sent: Floats, between: Floats) -> tuple[Floats, Floats]:
    run, length = way(start, blue)
    return length, (run[:, 0] * sent[:, 0] + run[:, 1] * sent[:, 1]) / (length * between)


def _fall(game: PennyBlue, start: Floats, along: Floats) -> Floats:
    """How far it is to the edge that way."""
    found = np.full(len(start), _FAR_MM)
    for nx, ny, distance in edges(game.board.surface, start[:, None]):
        out = along[:, 0] * nx + along[:, 1] * ny
        found = np.minimum(found, np.where(out > 0.01, distance[:, 0] / np.maximum(out, 0.01), _FAR_MM))
    return found


def _miss(game: PennyBlue, spread_deg: float, run: Floats, cut: Floats, between: Floats) -> Floats:
    """An error of the hand grows with the run before the blue is hit, and again until the blue hits."""
    diameter = game.board.diameter_mm
    turned = np.radians(spread_deg) * run / (diameter * np.maximum(cut, _THIN))
    return np.asarray(np.minimum(turned * between / diameter, _MOST_MISS))


def _room(xy: Floats, start: Floats, end: Floats, but: tuple[Numbers | int, int]) -> Floats:
    """How far the nearest of the other pennies lies beside the way."""
    along, length = way(start, end)
    unit = along / length[:, None]
    off = xy - start[:, None]
    share = np.clip(off[:, :, 0] * unit[:, None, 0] + off[:, :, 1] * unit[:, None, 1], 0.0, length[:, None])
    beside = np.hypot(off[:, :, 0] - share * unit[:, None, 0], off[:, :, 1] - share * unit[:, None, 1])
    rows = np.arange(len(xy))
    for penny in but:
        beside[rows, penny] = _ROOM_MM
    return np.asarray(np.minimum(beside.min(axis=1), _ROOM_MM))

"""How one side could kill, as a player sees it: assassin, blue, enemy sovereign and edge, of many layouts at once."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from pennyflick.physics import Layouts
from pennyflick.players.games.penny_blue.worth import FAR_MM, NEAR_EDGE_MM
from pennyflick.players.noise import Floats
from pennyflick.players.search.boards_many import edges
from pennyflick.rules.penny_blue.game import PennyBlue
from pennyflick.rules.penny_blue.pennies import ASSASSINS, BLUE, PENNIES, SOVEREIGNS
from pennyflick.table import Side

OF_ASSASSIN = (
    "kill",  # how near to one, at a glance
    "run",  # to the blue
    "cut",  # the cosine of the angle at the blue: 1 is straight
    "to edge",
    "miss",  # how far beside the sovereign the hand's spread carries the blue, in diameters
    "room",  # how far others lie beside its way to the blue
)
OF_LINE = (
    "between",  # from the blue to the sovereign
    "open edge",  # how near and how straight before the sovereign
    "fall",  # how far the sovereign slides along the line before it is off
    "follow",  # how far the blue may run on before it is off itself
    "target to edge",
    "room to target",
    "room behind it",
)
NAMES = (*OF_ASSASSIN, *(f"other {name}" for name in OF_ASSASSIN), *OF_LINE)
_ROOM_MM, _FAR_MM, _THIN, _MOST_MISS = 60.0, 400.0, 0.15, 6.0  # beyond these nothing changes any more
_SLANT = 0.01  # hardly towards the edge at all
_BEYOND_MM = 80.0  # how far behind the sovereign somebody may stand in its way
_BLUE = PENNIES.index(BLUE)


@dataclass(frozen=True, eq=False)
class Lying:
    """Where the pennies lie, penny by penny, which is how they are asked for."""

    x: Floats  # (pennies, n)
    y: Floats
    normals: tuple[tuple[Any, Any], ...]  # of every side of the edge, outwards
    gaps: Floats  # (sides, pennies, n) to each of them

    @staticmethod
    def of(game: PennyBlue, layouts: Layouts) -> Lying:
        """All of them on the board."""
        sides = edges(game.board.surface, layouts.xy)
        x, y = np.ascontiguousarray(layouts.xy.transpose(2, 1, 0))
        gaps = np.ascontiguousarray(np.stack([gap.T for _, _, gap in sides]))
        return Lying(x, y, tuple((nx, ny) for nx, ny, _ in sides), gaps)

    @cached_property
    def to_edge(self) -> Floats:
        """(pennies, n) to the nearest of its sides."""
        return np.asarray(self.gaps.min(axis=0))


@dataclass(frozen=True, eq=False)
class _Way:
    """From a penny to another: the direction, of length one, and how far."""

    x: Floats
    y: Floats
    length: Floats

    @staticmethod
    def of(lying: Lying, start: int, end: int) -> _Way:
        x, y = lying.x[end] - lying.x[start], lying.y[end] - lying.y[start]
        length = np.sqrt(x * x + y * y) + 1e-9
        return _Way(x / length, y / length, length)


def attack(game: PennyBlue, lying: Lying, side: Side, spread_deg: float) -> Floats:
    """(NAMES, n) for the side that attacks with a hand of this spread."""
    enemy = PENNIES.index(SOVEREIGNS[side.other])
    sent = _Way.of(lying, _BLUE, enemy)
    line = _line(lying, enemy, sent)
    one, two = (_assassin(game, lying, PENNIES.index(penny), sent, spread_deg) for penny in ASSASSINS[side])
    for each in (one, two):
        each[0] *= line[1]
    ahead = one[0] - two[0] - 1e-9 * (one[1] - two[1]) >= 0.0  # the nearer to the blue where neither can kill
    return np.concatenate([np.where(ahead, one, two), np.where(ahead, two, one), line])


def _line(lying: Lying, enemy: int, sent: _Way) -> Floats:
    """(OF_LINE, n)"""
    columns = (
        sent.length,
        _open_edge(lying, enemy, sent),
        _fall(lying, enemy, sent),
        _fall(lying, _BLUE, sent),
        lying.to_edge[enemy],
        _room(lying, _BLUE, sent, enemy),
        _room(lying, enemy, replace(sent, length=np.full_like(sent.length, _BEYOND_MM)), _BLUE),
    )
    return np.stack(columns)


def _assassin(game: PennyBlue, lying: Lying, penny: int, sent: _Way, spread_deg: float) -> Floats:
    """(OF_ASSASSIN, n), the kill without the edge."""
    run = _Way.of(lying, penny, _BLUE)
    cut = run.x * sent.x + run.y * sent.y
    kill = np.clip(cut, 0.0, 1.0) * np.exp(-(run.length + sent.length) / FAR_MM)
    miss = _miss(game, spread_deg, run.length, cut, sent.length)
    return np.stack([kill, run.length, cut, lying.to_edge[penny], miss, _room(lying, penny, run, _BLUE)])


def _open_edge(lying: Lying, enemy: int, sent: _Way) -> Floats:
    """How near the sovereign lies to a side of the edge that it would be sent over."""
    found = np.zeros_like(sent.length)
    for (nx, ny), gaps in zip(lying.normals, lying.gaps, strict=True):
        out = np.maximum(sent.x * nx + sent.y * ny, 0.0)
        found = np.maximum(found, np.exp(-np.maximum(gaps[enemy], 0.0) / NEAR_EDGE_MM) * out * out)
    return found


def _fall(lying: Lying, penny: int, sent: _Way) -> Floats:
    """How far it is to the edge that way."""
    found = np.full_like(sent.length, _FAR_MM)
    for (nx, ny), gaps in zip(lying.normals, lying.gaps, strict=True):
        out = sent.x * nx + sent.y * ny
        found = np.where(out > _SLANT, np.minimum(found, gaps[penny] / np.maximum(out, _SLANT)), found)
    return found


def _miss(game: PennyBlue, spread_deg: float, run: Floats, cut: Floats, between: Floats) -> Floats:
    """An error of the hand grows with the run before the blue is hit, and again until the blue hits."""
    diameter = game.board.diameter_mm
    turned = math.radians(spread_deg) * run / (diameter * np.maximum(cut, _THIN))
    return np.asarray(np.minimum(turned * between / diameter, _MOST_MISS))


def _room(lying: Lying, start: int, ahead: _Way, end: int) -> Floats:
    """How far the nearest of the other pennies lies beside the way."""
    others = [penny for penny in range(len(PENNIES)) if penny not in (start, end)]
    x, y = lying.x[others] - lying.x[start], lying.y[others] - lying.y[start]
    along = np.clip(x * ahead.x + y * ahead.y, 0.0, ahead.length)
    x, y = x - along * ahead.x, y - along * ahead.y
    return np.asarray(np.minimum(np.sqrt((x * x + y * y).min(axis=0)), _ROOM_MM))

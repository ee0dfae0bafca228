"""What a player sees who looks from the green to a goal: free windows, who could shoot through them, who keeps it.

Everything is told in the frame of the attacker, who plays towards +x; many layouts at once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pennyflick.physics.kernels.jit import kernel
from pennyflick.players.noise import Floats
from pennyflick.players.search.boards_many import Bools

SEEN = (
    "shot",  # the chance of the best shot through a window, as far as its direction decides
    "second shot",  # the same of another penny
    "open",  # the angle of all windows together
    "run",  # from the best shooter to the green
    "lie",  # how well the best penny lies behind the green, whatever stands before it
    "second lie",
    "nearest",  # from the green to the nearest penny
    "guard",  # how much a defender stands in the way
    "gap",  # the widest between pegs and keepers
    "keepers",
    "ahead",  # pennies beyond the green
)
TARGETS = 11  # points of the goal line that are looked at
FAR_MM, LIE_MM, GUARD_MM = 600.0, 300.0, 25.0
THINNEST = 0.25  # the cosine of a cut: a thinner one is no shot


@dataclass(frozen=True, eq=False)
class Team:
    """One side's pennies."""

    xy: Floats  # (n, pennies, 2)
    on: Bools

    def mirrored(self) -> Team:
        """As the other side sees them."""
        return Team(-self.xy, self.on)


@dataclass(frozen=True)
class Goal:
    """The goal that is attacked."""

    x_mm: float
    area_mm: float  # how near to its middle a penny's centre is in the goal area
    radius_mm: float  # of a penny


def seen(
    goal: Goal, attackers: Team, may: Bools, defenders: Team, green: Floats, half: Floats, spread: Floats
) -> Floats:
    """(n, SEEN): `may` says who may flick, `half` is half of the goal's width, `spread` the hand's, in radians."""
    told = np.empty((len(green), len(SEEN)))
    _survey(
        attackers.xy, attackers.on, may, defenders.xy, defenders.on, green, half, spread,
        goal.x_mm, goal.area_mm, goal.radius_mm, told,
    )  # fmt: skip
    return told


@kernel
def _survey(
    own: Floats, own_on: Bools, may: Bools, enemy: Floats, enemy_on: Bools, green: Floats, half: Floats,
    spread: Floats, goal_x: float, area: float, radius: float, told: Floats,
) -> None:  # fmt: skip  # pragma: no cover - compiled
    windows = np.empty((TARGETS, 2))
    for row in range(green.shape[0]):
        x, y, told_here = green[row, 0], green[row, 1], told[row]
        count = _windows(x, y, own[row], own_on[row], enemy[row], enemy_on[row], half[row], goal_x, radius, windows)
        _shots(x, y, own[row], own_on[row], may[row], enemy[row], enemy_on[row], spread[row], radius, windows[:count],
               told_here)  # fmt: skip
        _lies(x, y, own[row], own_on[row], goal_x, told_here)
        told_here[7] = _guard(x, y, enemy[row], enemy_on[row], goal_x)
        told_here[8] = _gap(enemy[row], enemy_on[row], half[row], goal_x, radius)
        told_here[9] = _kept(enemy[row], enemy_on[row], goal_x, area)


@kernel
def _clear(
    ax: float, ay: float, bx: float, by: float, pieces: Floats, on: Bools, skipped: int, reach: float
) -> bool:  # pragma: no cover - compiled
    """Whether nothing lies so near to the way from a to b."""
    dx, dy = bx - ax, by - ay
    length = math.sqrt(dx * dx + dy * dy) + 1e-9
    for k in range(on.shape[0]):
        if on[k] and k != skipped:
            ex, ey = pieces[k, 0] - ax, pieces[k, 1] - ay
            along = (ex * dx + ey * dy) / length
            if 0.0 < along < length and abs(ex * dy - ey * dx) < reach * length:
                return False
    return True


@kernel
def _windows(
    x: float, y: float, own: Floats, own_on: Bools, enemy: Floats, enemy_on: Bools, half: float, goal_x: float,
    radius: float, windows: Floats,
) -> int:  # fmt: skip  # pragma: no cover - compiled
    """The directions in which the green would pass between the pegs, as stretches; how many there are."""
    count, inside, width = 0, False, half - radius
    for j in range(TARGETS):
        low, high = (-1.0 + 2.0 * j / TARGETS) * width, (-1.0 + 2.0 * (j + 1) / TARGETS) * width
        to_y = 0.5 * (low + high)
        free = _clear(x, y, goal_x, to_y, own, own_on, -1, 2.0 * radius)
        free = free and _clear(x, y, goal_x + radius, to_y, enemy, enemy_on, -1, 2.0 * radius)
        if free and not inside:
            windows[count, 0] = math.atan2(low - y, goal_x - x)
            count += 1
        if free:
            windows[count - 1, 1] = math.atan2(high - y, goal_x - x)
        inside = free
    return count


@kernel
def _shots(
    x: float, y: float, own: Floats, own_on: Bools, may: Bools, enemy: Floats, enemy_on: Bools, spread: float,
    radius: float, windows: Floats, told: Floats,
) -> None:  # fmt: skip  # pragma: no cover - compiled
    best, second, best_run = 0.0, 0.0, FAR_MM
    for k in range(own_on.shape[0]):
        if own_on[k] and may[k] and len(windows):
            px, py = own[k, 0], own[k, 1]
            chance = _shot(x, y, px, py, spread, radius, windows)
            if chance > second and _clear(px, py, x, y, own, own_on, k, 2.0 * radius):
                if not _clear(px, py, x, y, enemy, enemy_on, -1, 2.0 * radius):
                    continue
                if chance > best:
                    best, second, best_run = chance, best, math.sqrt((x - px) ** 2 + (y - py) ** 2)
                else:
                    second = chance
    told[0], told[1], told[2], told[3] = best, second, 0.0, best_run
    for window in range(len(windows)):
        told[2] += windows[window, 1] - windows[window, 0]


@kernel
def _shot(
    x: float, y: float, px: float, py: float, spread: float, radius: float, windows: Floats
) -> float:  # pragma: no cover - compiled
    """The best chance of one penny: an error of its direction grows with its run, and with the cut."""
    run = math.sqrt((x - px) ** 2 + (y - py) ** 2) + 1e-9
    best = 0.0
    for window in range(len(windows)):
        low, high = windows[window, 0], windows[window, 1]
        middle = 0.5 * (low + high)
        cut = ((x - px) * math.cos(middle) + (y - py) * math.sin(middle)) / run
        if cut > THINNEST:
            aside = 0.5 * (high - low) * cut / (spread * max(run / (2.0 * radius), 1.0) + 1e-6)
            best = max(best, aside / math.sqrt(1.0 + aside * aside))
    return best


@kernel
def _lies(
    x: float, y: float, own: Floats, own_on: Bools, goal_x: float, told: Floats
) -> None:  # pragma: no cover - compiled
    way = math.sqrt((goal_x - x) ** 2 + y * y) + 1e-9
    best, second, nearest, ahead = 0.0, 0.0, FAR_MM, 0.0
    for k in range(own_on.shape[0]):
        if own_on[k]:
            dx, dy = x - own[k, 0], y - own[k, 1]
            run = math.sqrt(dx * dx + dy * dy) + 1e-9
            cut = max((dx * (goal_x - x) - dy * y) / (run * way), 0.0)
            lie = cut * cut * math.exp(-run / LIE_MM)
            best, second = max(best, lie), max(second, min(best, lie))
            nearest = min(nearest, run)
            ahead += 1.0 if dx < 0.0 else 0.0
    told[4], told[5], told[6], told[10] = best, second, nearest, ahead


@kernel
def _guard(x: float, y: float, enemy: Floats, enemy_on: Bools, goal_x: float) -> float:  # pragma: no cover - compiled
    way = math.sqrt((goal_x - x) ** 2 + y * y) + 1e-9
    ux, uy, best = (goal_x - x) / way, -y / way, 0.0
    for k in range(enemy_on.shape[0]):
        if enemy_on[k]:
            ex, ey = enemy[k, 0] - x, enemy[k, 1] - y
            if 15.0 < ex * ux + ey * uy < way + 5.0:
                best = max(best, math.exp(-abs(ex * uy - ey * ux) / GUARD_MM))
    return best


@kernel
def _gap(
    enemy: Floats, enemy_on: Bools, half: float, goal_x: float, radius: float
) -> float:  # pragma: no cover - compiled
    """The widest stretch of the mouth without a keeper: from each keeper or peg to the next one above it."""
    widest = 0.0
    for k in range(-1, enemy_on.shape[0]):
        if k >= 0 and not _keeps(enemy[k, 0], enemy[k, 1], enemy_on[k], half, goal_x):
            continue
        low = -half if k < 0 else enemy[k, 1] + radius
        high = half
        for j in range(enemy_on.shape[0]):
            if j != k and _keeps(enemy[j, 0], enemy[j, 1], enemy_on[j], half, goal_x) and enemy[j, 1] + radius > low:
                high = min(high, enemy[j, 1] - radius)
        widest = max(widest, high - low)
    return widest


@kernel
def _keeps(x: float, y: float, on: bool, half: float, goal_x: float) -> bool:  # pragma: no cover - compiled
    return on and abs(goal_x - x) < half and abs(y) < half


@kernel
def _kept(enemy: Floats, enemy_on: Bools, goal_x: float, area: float) -> float:  # pragma: no cover - compiled
    count = 0.0
    for k in range(enemy_on.shape[0]):
        if enemy_on[k] and math.sqrt((goal_x - enemy[k, 0]) ** 2 + enemy[k, 1] ** 2) < area:
            count += 1.0
    return count

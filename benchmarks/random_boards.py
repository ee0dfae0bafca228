"""Boards, discs and layouts at random, with everything that is hard: clusters, near touches, pegs, edges, mixed sizes.

Law: from `random.Random` and rounded to 1e-6 mm, so that a seed means the same layouts on every machine.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from pennyflick.cli.simulate_file import hexagon
from pennyflick.table import Away, Circle, Disc, DiscId, Flick, Layout, Point, Polygon, Surface

# gaps between rims that are tried, mm: touching, touching but for rounding, within and beyond the network's reach
GAPS_MM = (0.0, 0.0, 0.0, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.05, 0.199, 0.201, 1.0, 5.0)
TRIES = 12
SLACK_MM = 1e-6  # what rounding a touching place may overlap


@dataclass(frozen=True)
class RandomBoard:
    """A surface and the discs on it."""

    surface: Surface
    discs: tuple[Disc, ...]


def random_board(dice: random.Random) -> RandomBoard:
    """Any edge, some pegs, perhaps a hole; two to thirty-two discs, all alike or of mixed sizes."""
    edge = _edge(dice)
    pegs = _pegs(dice) if dice.random() < 0.6 else ()
    surface = Surface(
        edge=edge,
        pegs=pegs,
        hole=Circle(Point(0.0, 0.0), 17.45) if dice.random() < 0.3 else None,
        friction=dice.choice((0.05, 0.12, 0.20, 0.25)),
        restitution=dice.choice((0.5, 0.65, 0.80, 0.85, 0.95)),
        peg_restitution=dice.choice((0.50, 0.62)),
        follow_through_mm=dice.choice((0.0, 4.0, 4.0, 10.0)),
    )
    return RandomBoard(surface, _discs(dice))


def _edge(dice: random.Random) -> Polygon | Circle:
    kind = dice.randrange(4)
    if kind == 0:
        return hexagon(173.205081)
    if kind == 1:
        return Circle(Point(0.0, 0.0), 330.2)
    wide, high = (152.5, 152.5) if kind == 2 else (229.0, 114.5)
    return Polygon((Point(wide, -high), Point(wide, high), Point(-wide, high), Point(-wide, -high)))


def _pegs(dice: random.Random) -> tuple[Circle, ...]:
    if dice.random() < 0.5:
        turns = [math.radians(22.5 + 45.0 * k) for k in range(8)]
        return tuple(Circle(Point(101.6 * math.cos(a), 101.6 * math.sin(a)).rounded(), 4.75) for a in turns)
    return tuple(Circle(Point(x, y), 3.0) for x in (-80.0, 80.0) for y in (-60.0, 0.0, 60.0))


def _discs(dice: random.Random) -> tuple[Disc, ...]:
    count = dice.choice((2, 5, 12, 20, 32))
    mixed = dice.random() < 0.4
    alike = dice.choice(((10.15, 3.56), (12.95, 7.12), (15.875, 5.3)))
    discs = []
    for i in range(count):
        radius, mass = (dice.choice((4.0, 7.5, 10.15, 15.875, 22.0)), dice.choice((0.5, 3.56, 7.12, 40.0)))
        radius, mass = (radius, mass) if mixed else alike
        discs.append(Disc(DiscId(f"d{i}"), "disc", None, radius, mass))
    return tuple(discs)


def random_layout(dice: random.Random, board: RandomBoard) -> Layout:
    """Discs put down one by one: anywhere, beside another, into the nook of two, beside a peg, at the edge."""
    crowded = dice.random()  # how much this layout likes touching
    down: list[tuple[float, float, float]] = []
    where: dict[DiscId, Point | Away] = {}
    for disc in board.discs:
        place = _free_place(dice, board.surface, down, disc.radius_mm, crowded)
        where[disc.id] = place or Away.OFF
        if place is not None:
            down.append((place.x_mm, place.y_mm, disc.radius_mm))
    if not down:
        return random_layout(dice, board)
    return Layout(where)


def _free_place(
    dice: random.Random, surface: Surface, down: list[tuple[float, float, float]], radius: float, crowded: float
) -> Point | None:
    for _ in range(TRIES):
        place = _try_place(dice, surface, down, radius, crowded).rounded()
        if is_free(surface, down, place, radius):
            return place
    return None


def _try_place(
    dice: random.Random, surface: Surface, down: list[tuple[float, float, float]], radius: float, crowded: float
) -> Point:
    if not down or dice.random() > crowded:
        return _at_the_edge(dice, surface) if dice.random() < 0.1 else _anywhere(dice, surface)
    if surface.pegs and dice.random() < 0.2:
        peg = dice.choice(surface.pegs)
        return _beside(dice, peg.centre.x_mm, peg.centre.y_mm, peg.radius_mm + radius + dice.choice(GAPS_MM))
    x, y, r = dice.choice(down)
    nook = _nook(dice, down, (x, y, r), radius) if dice.random() < 0.7 else None
    return nook or _beside(dice, x, y, r + radius + dice.choice(GAPS_MM))


def _anywhere(dice: random.Random, surface: Surface) -> Point:
    if isinstance(surface.edge, Circle):
        return _beside(dice, 0.0, 0.0, surface.edge.radius_mm * math.sqrt(dice.random()))
    wide = max(corner.x_mm for corner in surface.edge.corners)
    high = max(corner.y_mm for corner in surface.edge.corners)
    return Point(wide * (2.0 * dice.random() - 1.0), high * (2.0 * dice.random() - 1.0))


def _at_the_edge(dice: random.Random, surface: Surface) -> Point:
    """A centre as near to the edge as the record can write, or a little inside."""
    inset = dice.choice((2e-6, 1e-5, 1e-3, 0.5))
    if isinstance(surface.edge, Circle):
        return _beside(dice, 0.0, 0.0, surface.edge.radius_mm - inset)
    corners = surface.edge.corners
    i, share = dice.randrange(len(corners)), dice.random()
    a, b = corners[i - 1], corners[i]
    dx, dy = b.x_mm - a.x_mm, b.y_mm - a.y_mm
    length = math.hypot(dx, dy)
    return Point(a.x_mm + share * dx - inset * dy / length, a.y_mm + share * dy + inset * dx / length)


def _beside(dice: random.Random, x: float, y: float, distance: float) -> Point:
    turn = 2.0 * math.pi * dice.random() if dice.random() < 0.7 else math.radians(30.0 * dice.randrange(12))
    return Point(x + distance * math.cos(turn), y + distance * math.sin(turn))


def _nook(
    dice: random.Random, down: list[tuple[float, float, float]], first: tuple[float, float, float], radius: float
) -> Point | None:
    """The place that touches two discs at once (with gaps), if they are near enough."""
    x1, y1, r1 = first
    for x2, y2, r2 in dice.sample(down, min(4, len(down))):
        d = math.hypot(x2 - x1, y2 - y1)
        s1, s2 = r1 + radius + dice.choice(GAPS_MM[:8]), r2 + radius + dice.choice(GAPS_MM[:8])
        if d == 0.0 or d >= s1 + s2 or d <= abs(s1 - s2):
            continue
        along = (d * d + s1 * s1 - s2 * s2) / (2.0 * d)
        across = math.sqrt(max(0.0, s1 * s1 - along * along)) * dice.choice((-1.0, 1.0))
        ux, uy = (x2 - x1) / d, (y2 - y1) / d
        return Point(x1 + along * ux - across * uy, y1 + along * uy + across * ux)
    return None


def is_free(surface: Surface, down: list[tuple[float, float, float]], place: Point, radius: float) -> bool:
    """Whether a disc put there lies on the board and overlaps nothing by more than rounding makes."""
    x, y = place.x_mm, place.y_mm
    pegs = ((peg.centre.x_mm, peg.centre.y_mm, peg.radius_mm) for peg in surface.pegs)
    return (
        inset_mm(surface.edge, place) >= 1e-6
        and all(math.hypot(x - px, y - py) >= pr + radius - SLACK_MM for px, py, pr in down)
        and all(math.hypot(x - px, y - py) >= pr + radius - SLACK_MM for px, py, pr in pegs)
    )


def inset_mm(edge: Polygon | Circle, place: Point) -> float:
    """How far inside the edge a centre is; negative: outside."""
    if isinstance(edge, Circle):
        return edge.radius_mm - place.distance_mm(edge.centre)
    corners = edge.corners
    return min(
        ((b.x_mm - a.x_mm) * (place.y_mm - a.y_mm) - (b.y_mm - a.y_mm) * (place.x_mm - a.x_mm)) / a.distance_mm(b)
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    )


def random_flick(dice: random.Random, layout: Layout) -> Flick:
    """Any disc on the board, often aimed at another one, from a touch to as hard as can be."""
    here = layout.on_board
    disc = dice.choice(list(here))
    direction = dice.randrange(36_000)
    if len(here) > 1 and dice.random() < 0.7:
        target = here[dice.choice([other for other in here if other != disc])]
        turn = math.degrees(math.atan2(target.y_mm - here[disc].y_mm, target.x_mm - here[disc].x_mm))
        direction = round(100.0 * (turn + 6.0 * (dice.random() - 0.5) * dice.randrange(2))) % 36_000
    speed = dice.choice((dice.randrange(1, 50), dice.randrange(50, 800), dice.randrange(800, 4_001), 4_000))
    return Flick(disc, direction, speed)

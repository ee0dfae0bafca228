"""Flicks that show the kernels' every corner, and a digest of every bit that comes of them.

Four families by turns: random boards (each rest is a start again), exact ties (mirrored layouts, flicked along the
axis, so that events coincide to the last bit), full boards (32 discs with 32 pegs), and the boards of the games. Beside
them, discs that overlap by just as much as is allowed, bit by bit.
Law: every choice comes from generators whose streams are promised never to change, so that a digest can be kept.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt

from benchmarks.golden import shot_text
from benchmarks.random_boards import GAPS_MM, RandomBoard, is_free, random_board, random_layout
from pennyflick import physics
from pennyflick.physics import BadInputError, Flicks, Layouts, Outcomes
from pennyflick.rules import registry
from pennyflick.table import Away, Circle, Disc, DiscId, Flick, Layout, Point, Surface

LAYOUTS = 40
FLICKS_PER_LAYOUT = 50
FULL_SHOTS = 6  # of each batch, with every event and every path
FULL = 32
BORDER_MM = 5e-6  # how deep an overlap the check of the start lets pass
BORDER_BITS = 3
BARE_MM = 30.0  # this far above the centre no board has a peg
SIZES_MM = (4.0, 7.5, 10.15, 12.95, 15.875)


@dataclass(frozen=True)
class Batch:
    """A board and the flicks that are played on it."""

    board: RandomBoard
    layouts: Layouts
    flicks: Flicks


def digest(name: str) -> tuple[str, int]:
    """The hash of everything that comes of the case with this name ("1/17"), and how many flicks that were."""
    dice = random.Random(name)
    family = FAMILIES[int(name.partition("/")[2]) % len(FAMILIES)]
    own, flicks = hashlib.sha256(), 0
    for batch in family(dice):
        own.update(_outcome_bytes(dice, batch))
        flicks += len(batch.flicks.disc)
    own.update(_border(dice).encode())
    return own.hexdigest(), flicks


def _outcome_bytes(dice: random.Random, batch: Batch) -> bytes:
    outcomes = _run(batch, dice.choice(batch.board.discs).id)
    rows = [dice.randrange(len(batch.flicks.disc)) for _ in range(FULL_SHOTS)]
    arrays = b"".join(getattr(outcomes, field.name).tobytes() for field in fields(outcomes))
    return arrays + "".join(_full_shot(batch, row) for row in rows).encode()


def _run(batch: Batch, track: DiscId) -> Outcomes:
    board = batch.board
    return physics.simulate_many(
        board.surface, board.discs, batch.layouts, batch.flicks, threads=1, contacts=24, track=track, corners=8
    )


def _full_shot(batch: Batch, row: int) -> str:
    here = row if len(batch.layouts.xy) > 1 else 0
    names = [disc.id for disc in batch.board.discs]
    places = zip(names, batch.layouts.on[here].tolist(), batch.layouts.xy[here].tolist(), strict=True)
    where = {name: Point(*xy) if on else Away.OFF for name, on, xy in places}
    disc = names[int(batch.flicks.disc[row])]
    if not np.isnan(batch.flicks.start_xy[row, 0]):
        where[disc] = Point(*batch.flicks.start_xy[row].tolist())
    flick = Flick(disc, int(batch.flicks.direction_cdeg[row]), int(batch.flicks.speed_mm_s[row]))
    return shot_text(physics.simulate(batch.board.surface, batch.board.discs, Layout(where), flick))


# ---- flicks ---------------------------------------------------------------------------------------------------------
def _numbers(dice: random.Random) -> np.random.RandomState:
    """Many numbers at once; of numpy's generators this one's stream is frozen."""
    return np.random.RandomState(dice.getrandbits(32))


def _flicks(dice: random.Random, layouts: Layouts, count: int) -> Flicks:
    """Any disc on the board, often aimed at another one, from a touch to as hard as can be; some are side-flicks."""
    numbers = _numbers(dice)
    rows = np.arange(count)
    here = rows if len(layouts.on) > 1 else np.zeros(count, np.int64)
    liking = np.where(layouts.on[here], numbers.random_sample((count, layouts.on.shape[1])), -1.0)
    disc = liking.argmax(axis=1)
    liking[rows, disc] = -0.5
    target = liking.argmax(axis=1)
    way = layouts.xy[here, target] - layouts.xy[here, disc]
    aimed = np.degrees(np.arctan2(way[:, 1], way[:, 0])) + numbers.randint(-2, 3, count) * numbers.randint(0, 2, count)
    anywhere = numbers.randint(0, 36_000, count)
    direction = np.where(numbers.randint(0, 10, count) < 7, np.rint(aimed * 100.0), anywhere).astype(np.int64)
    return Flicks(
        disc=disc.astype(np.int16),
        direction_cdeg=(direction % 36_000).astype(np.int32),
        speed_mm_s=_speeds(numbers, count),
        start_xy=np.full((count, 2), np.nan),
        side=numbers.randint(0, 20, count) == 0,
    )


def _speeds(numbers: np.random.RandomState, count: int) -> npt.NDArray[np.int32]:
    speeds = [numbers.randint(low, high, count) for low, high in ((1, 50), (50, 800), (800, 4_001), (4_000, 4_001))]
    return np.choose(numbers.randint(0, 4, count), speeds).astype(np.int32)


def _repeated(layouts: list[Layouts]) -> Layouts:
    return Layouts(
        np.concatenate([layout.xy for layout in layouts]).repeat(FLICKS_PER_LAYOUT, axis=0),
        np.concatenate([layout.on for layout in layouts]).repeat(FLICKS_PER_LAYOUT, axis=0),
    )


# ---- families -------------------------------------------------------------------------------------------------------
def _played(dice: random.Random, board: RandomBoard) -> Iterator[Batch]:
    """Flicks from random layouts, then from where those came to rest, then many from one layout."""
    layouts = _repeated([Layouts.of(board.discs, random_layout(dice, board)) for _ in range(LAYOUTS)])
    first = Batch(board, layouts, _flicks(dice, layouts, len(layouts.xy)))
    yield first
    outcomes = _run(first, board.discs[0].id)
    on = outcomes.on & ~outcomes.capped[:, np.newaxis]
    some = on.any(axis=1)
    if some.any():
        rests = Layouts(outcomes.rest_xy[some], on[some])
        yield Batch(board, rests, _flicks(dice, rests, len(rests.xy)))
    yield _one_layout(dice, board)


def _one_layout(dice: random.Random, board: RandomBoard) -> Batch:
    """One layout for all flicks; half of them put the flicked disc down where it lies."""
    layouts = Layouts.of(board.discs, random_layout(dice, board))
    flicks = _flicks(dice, layouts, 4 * FLICKS_PER_LAYOUT)
    flicks.start_xy[::2] = layouts.xy[0, flicks.disc[::2]]
    return Batch(board, layouts, flicks)


def _random(dice: random.Random) -> Iterator[Batch]:
    return _played(dice, random_board(dice))


def _of_the_games(dice: random.Random) -> Iterator[Batch]:
    game = registry.new_game(dice.choice(registry.names()))
    return _played(dice, RandomBoard(game.board.surface, game.discs))


def _full(dice: random.Random) -> Iterator[Batch]:
    """32 discs with 32 pegs on a round board: every place of every array is in use."""
    spots = [(180.0 if k % 2 else 260.0, math.radians(11.25 * k)) for k in range(FULL)]
    pegs = tuple(Circle(Point(r * math.cos(a), r * math.sin(a)).rounded(), 3.0) for r, a in spots)
    surface = random_board(dice).surface
    discs = tuple(
        Disc(DiscId(f"d{i}"), "disc", None, *dice.choice(((10.15, 3.56), (12.95, 7.12)))) for i in range(FULL)
    )
    wide = Circle(Point(0.0, 0.0), 330.2)
    return _played(dice, RandomBoard(replace(surface, edge=wide, pegs=pegs), discs))


def _ties(dice: random.Random) -> Iterator[Batch]:
    """Layouts that are their own mirror image, the disc on the axis flicked along it: events come in exact pairs."""
    board = random_board(dice)
    radius, mass = dice.choice(((10.15, 3.56), (15.875, 5.3)))
    count = dice.choice((5, 8, 12, 20, 32))
    board = RandomBoard(board.surface, tuple(Disc(DiscId(f"d{i}"), "disc", None, radius, mass) for i in range(count)))
    layouts = _repeated([_mirrored(dice, board) for _ in range(LAYOUTS)])
    flicks = _flicks(dice, layouts, len(layouts.xy))
    numbers = _numbers(dice)
    along = numbers.randint(0, 10, len(layouts.xy)) < 9
    flicks.disc[along] = 0
    flicks.direction_cdeg[along] = 18_000 * numbers.randint(0, 2, int(along.sum()))
    yield Batch(board, layouts, flicks)


def _mirrored(dice: random.Random, board: RandomBoard) -> Layouts:
    radius = board.discs[0].radius_mm
    down: list[tuple[float, float, float]] = []
    while not down:
        for _ in range(6 * len(board.discs)):
            places = _pair(dice, down, radius)
            fits = len(down) + len(places) <= len(board.discs) - (not down)
            if fits and all(is_free(board.surface, down, place, radius) for place in places):
                down += [(place.x_mm, place.y_mm, radius) for place in places]
    down.sort(key=lambda spot: abs(spot[1]))  # the first disc lies on the axis, or next to it
    where: dict[DiscId, Point | Away] = {disc.id: Away.OFF for disc in board.discs}
    order = board.discs[:1] + tuple(dice.sample(board.discs[1:], len(down) - 1))
    where |= {disc.id: Point(x, y) for disc, (x, y, _) in zip(order, down, strict=True)}
    return Layouts.of(board.discs, Layout(where))


def _pair(dice: random.Random, down: list[tuple[float, float, float]], radius: float) -> list[Point]:
    """A place on the axis, or two that mirror each other: anywhere on a grid, or beside a disc that lies already."""
    x, y = 5.0 * dice.randrange(-28, 29), 5.0 * dice.randrange(0, 28)
    if down and dice.random() < 0.6:
        x0, y0, _ = dice.choice(down)
        turn = math.radians(30.0 * dice.randrange(12))
        reach = 2.0 * radius + dice.choice(GAPS_MM)
        x, y = x0 + reach * math.cos(turn), abs(y0 + reach * math.sin(turn))
    if not down or dice.random() < 0.3:
        return [Point(x, 0.0).rounded()]
    y = max(y, radius)  # rounding up half a millionth is within the slack
    return [Point(x, y).rounded(), Point(x, -y).rounded()]


FAMILIES: tuple[Callable[[random.Random], Iterator[Batch]], ...] = (_random, _ties, _of_the_games, _full, _random)


# ---- the check of the start, bit by bit -----------------------------------------------------------------------------
def _border(dice: random.Random) -> str:
    """Which places of a disc beside another, or beside a peg, are refused: some bits around the deepest overlap."""
    surface = random_board(dice).surface
    a, b = (Disc(DiscId(name), "disc", None, dice.choice(SIZES_MM), 3.56) for name in "AB")
    said = []
    for bits in range(-BORDER_BITS, BORDER_BITS + 1):
        beside = Point(_nudged(a.radius_mm + b.radius_mm - BORDER_MM, bits), BARE_MM)
        said.append(_accepted(surface, [a, b], Layout({a.id: Point(0.0, BARE_MM), b.id: beside})))
        for peg in surface.pegs[:1]:
            right = peg.centre.x_mm + _nudged(a.radius_mm + peg.radius_mm - BORDER_MM, bits)
            at_peg = Point(right, peg.centre.y_mm)
            said.append(_accepted(surface, [a, b], Layout({a.id: at_peg, b.id: Away.OFF})))
    return "".join(said)


def _nudged(number: float, bits: int) -> float:
    for _ in range(abs(bits)):
        number = math.nextafter(number, math.copysign(math.inf, bits))
    return number


def _accepted(surface: Surface, discs: list[Disc], layout: Layout) -> str:
    try:
        return shot_text(physics.simulate(surface, discs, layout, Flick(discs[0].id, 9_000, 300)))
    except BadInputError:
        return "refused\n"

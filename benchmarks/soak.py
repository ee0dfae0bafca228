"""A million random flicks over random layouts: `make soak`. Nothing may hang, overlap, gain energy or move at rest.

Half of the flicks begin from random layouts, half from where the first half came to rest, so that every rest is shown
to be a start. Every flick is checked for caps, overlaps and the edge; one in `--energy` is simulated again with its
full Shot, which must agree to the last bit and is checked for energy at every hit and for motion at rest.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from benchmarks.random_boards import RandomBoard, random_board, random_layout
from benchmarks.shot_energy import speed_at, worst_energy_gain
from pennyflick import physics
from pennyflick.cli.progress import Progress
from pennyflick.physics import Flicks, Layouts, Outcomes
from pennyflick.table import Away, Circle, Flick, Layout, Point, Shot

Reals = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

LAYOUTS_PER_BOARD = 40
FLICKS_PER_LAYOUT = 50
OVERLAP_MM = 2e-6
GAIN = 1e-8
EDGE_MM = 1e-6


@dataclass
class Findings:
    """What the soak saw so far: the worst of everything, and the first complaints."""

    flicks: int = 0
    contacts: int = 0
    capped: int = 0
    shots: int = 0
    overlap_mm: float = 0.0
    outside_mm: float = 0.0
    energy_gain: float = -1.0
    complaints: list[str] = field(default_factory=list)

    def complain(self, sentence: str) -> None:
        """Keep it, if there are not too many already."""
        if len(self.complaints) < 50:
            self.complaints.append(sentence)


def soak(flicks: int, seed: int, energy: int, progress: bool) -> Findings:
    """Run it; board after board until there were enough flicks."""
    found = Findings()
    number = 0
    began = time.monotonic()
    while found.flicks < flicks:
        _soak_board(found, f"{seed}/{number}", energy)
        number += 1
        if progress:
            rate = found.flicks / (time.monotonic() - began)
            line = f"{found.flicks:>9,} flicks, {rate:,.0f}/s, {len(found.complaints)} complaints"
            print(f"\r{line}", end="", file=sys.stderr, flush=True)
    if progress:
        print(file=sys.stderr)
    return found


@dataclass(frozen=True)
class Round:
    """One batch of the soak: each flick with its own layout."""

    name: str
    board: RandomBoard
    layouts: Layouts
    flicks: Flicks

    def case(self, row: int) -> tuple[RandomBoard, Layout, Flick]:
        """One flick of it, for `simulate`."""
        names = [disc.id for disc in self.board.discs]
        places = zip(names, self.layouts.on[row].tolist(), self.layouts.xy[row].tolist(), strict=True)
        layout = Layout({name: Point(*xy) if on else Away.OFF for name, on, xy in places})
        disc = names[int(self.flicks.disc[row])]
        direction, speed = int(self.flicks.direction_cdeg[row]), int(self.flicks.speed_mm_s[row])
        return self.board, layout, Flick(disc, direction, speed)


def rounds(name: str) -> Iterator[tuple[Round, Outcomes]]:
    """Both batches of one board and what came of them; the name is the seed."""
    dice = random.Random(name)
    board = random_board(dice)
    layouts = [Layouts.of(board.discs, random_layout(dice, board)) for _ in range(LAYOUTS_PER_BOARD)]
    numbers = np.random.default_rng(dice.getrandbits(64))
    xy = np.concatenate([layout.xy for layout in layouts]).repeat(FLICKS_PER_LAYOUT, axis=0)
    on = np.concatenate([layout.on for layout in layouts]).repeat(FLICKS_PER_LAYOUT, axis=0)
    first = Round(name, board, Layouts(xy, on), _flicks(numbers, xy, on))
    outcomes = physics.simulate_many(board.surface, board.discs, first.layouts, first.flicks)
    yield first, outcomes
    on = (outcomes.fate == 0) & ~outcomes.capped[:, np.newaxis]
    some = on.any(axis=1)
    if some.any():
        xy, on = outcomes.rest_xy[some], on[some]
        again = Round(f"{name} again", board, Layouts(xy, on), _flicks(numbers, xy, on))
        yield again, physics.simulate_many(board.surface, board.discs, again.layouts, again.flicks)


def _flicks(numbers: np.random.Generator, xy: Reals, on: Bools) -> Flicks:
    """Any disc on the board, often aimed at another one, from a touch to as hard as can be."""
    count = len(on)
    rows = np.arange(count)
    liking = np.where(on, numbers.random(on.shape), -1.0)
    disc = liking.argmax(axis=1)
    liking[rows, disc] = -0.5  # the second best is the target; of a lonely disc itself: any direction will do
    target = liking.argmax(axis=1)
    way = np.moveaxis(xy[rows, target] - xy[rows, disc], 1, 0)
    aimed = np.degrees(np.arctan2(way[1], way[0])) + 3.0 * (numbers.random(count) - 0.5) * numbers.integers(0, 2, count)
    direction = np.where(numbers.random(count) < 0.7, np.rint(aimed * 100.0), numbers.integers(0, 36_000, count))
    speeds = [numbers.integers(low, high, count) for low, high in ((1, 50), (50, 800), (800, 4_001), (4_000, 4_001))]
    return Flicks(
        disc=disc.astype(np.int16),
        direction_cdeg=(direction.astype(np.int64) % 36_000).astype(np.int32),
        speed_mm_s=np.choose(numbers.integers(0, 4, count), speeds).astype(np.int32),
        start_xy=np.full((count, 2), np.nan),
        side=numbers.random(count) < 0.05,
    )


def _soak_board(found: Findings, name: str, energy: int) -> None:
    for batch, outcomes in rounds(name):
        found.flicks += len(outcomes.capped)
        found.contacts += int(outcomes.contact_count.sum())
        for row in np.flatnonzero(outcomes.capped):
            found.capped += 1
            found.complain(f"board {batch.name}, flick {row}: a cap was hit")
        here = (outcomes.fate == 0) & ~outcomes.capped[:, np.newaxis]
        _check_overlaps(found, batch, outcomes.rest_xy, here)
        _check_edge(found, batch, outcomes.rest_xy, here)
        for shown in range(found.flicks % energy, len(outcomes.capped), energy):
            if not outcomes.capped[shown] and not batch.flicks.side[shown]:
                _check_shot(found, batch, outcomes, shown)


def case(name: str, row: int) -> tuple[RandomBoard, Layout, Flick]:
    """The flick that a complaint names: case("1/17 again", 393)."""
    seed, _, again = name.partition(" ")
    return [batch for batch, _ in rounds(seed)][1 if again else 0].case(row)


def overlaps_mm(board: RandomBoard, xy: Reals, on: Bools) -> Reals:
    """The deepest overlap of each layout, discs and pegs; negative: everything is apart."""
    pegs = np.array([(peg.centre.x_mm, peg.centre.y_mm) for peg in board.surface.pegs]).reshape(-1, 2)
    count, discs = on.shape
    every = np.concatenate([np.where(on[:, :, np.newaxis], xy, np.inf), np.tile(pegs, (count, 1, 1))], axis=1)
    radius = np.array([disc.radius_mm for disc in board.discs] + [peg.radius_mm for peg in board.surface.pegs])
    deepest = np.full(count, -np.inf)
    for i in range(discs):
        here = np.where(on[:, i, np.newaxis], xy[:, i], -np.inf)[:, np.newaxis]
        gaps = np.hypot(*np.moveaxis(every[:, i + 1 :] - here, 2, 0)) - radius[i] - radius[i + 1 :]
        deepest = np.maximum(deepest, -gaps.min(axis=1, initial=np.inf))
    return deepest


def _check_overlaps(found: Findings, batch: Round, xy: Reals, on: Bools) -> None:
    deepest = overlaps_mm(batch.board, xy, on)
    found.overlap_mm = max(found.overlap_mm, float(deepest.max(initial=0.0)))
    for row in np.flatnonzero(deepest > OVERLAP_MM):
        found.complain(f"board {batch.name}, flick {row}: discs overlap by {deepest[row]:.3e} mm at rest")


def _check_edge(found: Findings, batch: Round, xy: Reals, on: Bools) -> None:
    x, y = np.moveaxis(np.where(on[:, :, np.newaxis], xy, 0.0), 2, 0)
    edge = batch.board.surface.edge
    if isinstance(edge, Circle):
        outside = np.hypot(x - edge.centre.x_mm, y - edge.centre.y_mm) - edge.radius_mm
    else:
        sides = zip(edge.corners, edge.corners[1:] + edge.corners[:1], strict=True)
        beyond = [
            ((b.y_mm - a.y_mm) * (x - a.x_mm) - (b.x_mm - a.x_mm) * (y - a.y_mm)) / a.distance_mm(b) for a, b in sides
        ]
        outside = np.max(beyond, axis=0)
    found.outside_mm = max(found.outside_mm, float(outside.max()))
    for row in np.flatnonzero(outside.max(axis=1) > EDGE_MM):
        found.complain(f"board {batch.name}, flick {row}: a disc rests {outside[row].max():.3e} mm beyond the edge")


def _check_shot(found: Findings, batch: Round, outcomes: Outcomes, row: int) -> None:
    name = f"board {batch.name}, flick {row}"
    board, layout, flick = batch.case(row)
    shot = physics.simulate(board.surface, board.discs, layout, flick)
    found.shots += 1
    gain = worst_energy_gain(shot, board.discs, board.surface)
    found.energy_gain = max(found.energy_gain, gain)
    if gain > GAIN:
        found.complain(f"{name}: energy exceeds the start and the finger's work by {gain:.3e} of it")
    if not same_rest(shot, outcomes, row):
        found.complain(f"{name}: the single flick rests elsewhere than in the batch")
    for disc, pieces in shot.paths.items():
        speed = math.hypot(*speed_at(pieces[-1], pieces[-1].t1_s))
        if isinstance(shot.rest.where[disc], Point) and speed > 1e-6:
            found.complain(f"{name}: {disc} still moves at {speed:.3e} mm/s at rest")


def same_rest(shot: Shot, outcomes: Outcomes, row: int) -> bool:
    """Whether a single flick and a row of a batch agree to the last bit."""
    fates = {0: Point, 1: Away.OFF, 2: Away.HOLED, 3: Away}
    for place, fate, xy in zip(shot.rest.where.values(), outcomes.fate[row], outcomes.rest_xy[row], strict=True):
        wanted = fates[int(fate)]
        if isinstance(place, Point):
            if wanted is not Point or (place.x_mm, place.y_mm) != tuple(xy):
                return False
        elif wanted is not Away and place is not wanted:
            return False
    return True


def summary(found: Findings) -> str:
    """What was seen, in words."""
    return (
        f"{found.flicks:,} flicks, {found.contacts:,} contacts: {found.capped} caps, deepest overlap "
        f"{found.overlap_mm:.2e} mm, farthest beyond the edge {found.outside_mm:.2e} mm; {found.shots:,} full shots: "
        f"worst energy gain {found.energy_gain:.2e}"
    )


def main() -> int:
    """Soak and report; 1 when anything was wrong."""
    parser = argparse.ArgumentParser(description="Simulate random flicks and check every one of them.")
    parser.add_argument("--flicks", type=int, default=1_000_000, help="how many (1,000,000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other layouts (1)")
    parser.add_argument("--energy", type=int, default=50, help="full Shot for one flick in this many (50)")
    args = parser.parse_args()
    physics.prepare(Progress())
    found = soak(args.flicks, args.seed, args.energy, progress=True)
    print(summary(found))
    for complaint in found.complaints:
        print(f"  {complaint}")
    print("nothing wrong" if not found.complaints else "NOT CLEAN")
    return 1 if found.complaints else 0


if __name__ == "__main__":
    raise SystemExit(main())

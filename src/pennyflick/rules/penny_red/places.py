"""Where shooters of Penny Red may be put, and where the red may be side-flicked."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pennyflick.boards.games.penny_red import PennyRedBoard, outward
from pennyflick.boards.measure import TOUCH_MM, lying
from pennyflick.boards.regions import (
    Area,
    Box,
    Constraint,
    HalfPlane,
    Inside,
    NearSegment,
    Not,
    Points,
    Spots,
    keep_clear,
    spots_or_beside,
)
from pennyflick.rules.penny_red.clauses import RED_14, RED_16, RED_17, RED_18
from pennyflick.rules.penny_red.options import Options
from pennyflick.rules.penny_red.pennies import RED, board_of, discs_of, quarter_spot, serving_spot, side_of
from pennyflick.table import Clause, DiscId, Layout, Point, Side, Spot

CLEAR_OF_RED_MM = TOUCH_MM + 0.01  # a shooter is put down so that it does not touch the red
WHERE_IT_LIES_MM = 0.15  # a side-flicked red stays in its place, to the tenth of a millimetre that records hold
GEN_9 = Clause("GEN-9")


def court(options: Options, layout: Layout, shooter: DiscId, lifted: Collection[DiscId] = ()) -> Area:
    """Anywhere on the shooter's own court, clear of every penny but those lifted with it (RED-9, RED-16)."""
    board = board_of(options)
    owner = _owner(shooter)
    clear = _clear(options, layout, RED_16, {shooter, *lifted})
    return Area(Box.around(board.edge), (*_whole(board, owner), *clear))


def respot(options: Options, layout: Layout, shooter: DiscId) -> Spots | Points:
    """The four spots of its own court; with none free, the legal point nearest to one of them (RED-17, RED-18)."""
    board = board_of(options)
    spots = _spots(options, layout, shooter, board.court_spots(_owner(shooter)), RED_17)
    return spots_or_beside(spots, court(options, layout, shooter))


def enemy_spots(options: Options, layout: Layout, shooter: DiscId) -> Spots:
    """The serving spot and the quarter spot of the shooter's own court, where free (RED-14)."""
    owner = _owner(shooter)
    return _spots(options, layout, shooter, (serving_spot(owner), quarter_spot(owner)), RED_14)


def side_flick_place(options: Options, layout: Layout) -> Area:
    """Where the red lies, overlapping the edge (RED-18): it is not moved for the flick."""
    board, at = board_of(options), layout.point(RED)
    assert at is not None, "the red is on the board in open play"
    radius = board.piece.radius_mm
    here = NearSegment(RED_18, at, at, WHERE_IT_LIES_MM)
    still_on = Inside(RED_18, board.edge, TOUCH_MM)
    overhanging = Not(RED_18, Inside(RED_18, board.edge, radius))
    clear = keep_clear(RED_18, lying(layout, discs_of(options), (RED,)), radius)
    return Area(Box.about(at, WHERE_IT_LIES_MM), (here, still_on, overhanging, clear))


def _spots(options: Options, layout: Layout, shooter: DiscId, names: Iterable[Spot], off_spot: Clause) -> Spots:
    board = board_of(options)
    others = lying(layout, discs_of(options), (shooter,))
    also = (*_whole(board, _owner(shooter)), *_clear(options, layout, GEN_9, {shooter}))
    spots = {name: board.spots[name] for name in names}
    return Spots(spots, board.spot_radius_mm, board.piece.radius_mm, others, off_spot, also=also)


def _whole(board: PennyRedBoard, owner: Side) -> tuple[Constraint, ...]:
    """Wholly on its own side, not touching the line, not overlapping the edge (RED-16)."""
    radius = board.piece.radius_mm
    beyond = board.line_half_mm + radius + TOUCH_MM + 1e-6
    return Inside(RED_16, board.edge, radius), HalfPlane(RED_16, outward(owner), 0.0, beyond)


def _clear(options: Options, layout: Layout, clause: Clause, but: Collection[DiscId]) -> tuple[Constraint, ...]:
    """On no other penny, and not touching the red."""
    radius = board_of(options).piece.radius_mm
    discs = discs_of(options)
    shooters = keep_clear(clause, lying(layout, discs, {*but, RED}), radius)
    others = {disc.id for disc in discs} - {RED}
    return shooters, keep_clear(clause, lying(layout, discs, others), radius, CLEAR_OF_RED_MM)


def _owner(shooter: DiscId) -> Side:
    owner = side_of(shooter)
    assert owner is not None, f"{shooter} is no shooter"
    return owner


def suggested(region: Area | Spots | Points, layout: Layout, shooter: DiscId) -> Point:
    """A sensible place: where the shooter lies, or as near to it as can be."""
    return region.nearest(layout.point(shooter) or Point(0.0, 0.0))

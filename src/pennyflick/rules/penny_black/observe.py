"""What an onlooker of a flick of Penny Black sees, measured on the board."""

from __future__ import annotations

from pennyflick.boards.games.penny_black import PennyBlackBoard
from pennyflick.boards.measure import edge_gap_mm, rim_gap_mm
from pennyflick.rules.penny_black.facts import Facts
from pennyflick.rules.penny_black.pennies import SHOOTER
from pennyflick.rules.reasons import hits_of, illegal_push, push_evidence, struck
from pennyflick.table import DiscId, Evidence, Flick, Left, Shot, SideFlick


def observe(board: PennyBlackBoard, flick: Flick | SideFlick, shot: Shot) -> Facts:
    """The facts of one shot."""
    hits = hits_of(shot, SHOOTER)
    touched = {struck(hit, SHOOTER) for hit in hits}
    left = {event.disc: event for event in shot.events if isinstance(event, Left)}
    off = tuple(disc for disc in left if disc != SHOOTER)
    near = _near(board, shot)
    over = _overhanging(board, shot)
    pushed = illegal_push(shot)
    return Facts(
        off=off,
        shooter_off=SHOOTER in left,
        shooter_hit=bool(hits),
        cannoned=tuple(penny for penny in off if penny not in touched),
        near=tuple(near),
        overhanging=tuple(over),
        illegal_push=pushed is not None,
        from_spot=isinstance(flick, Flick) and flick.start is not None,
        evidence=(
            *(Evidence("off", (disc,), event.instant_s) for disc, event in left.items()),
            *(Evidence("near", (disc, SHOOTER), None, gap, board.diameter_mm) for disc, gap in near.items()),
            *(Evidence("overhanging", (disc,), None, gap, 0.0) for disc, gap in over.items()),
            *((push_evidence(pushed),) if pushed else ()),
            *((Evidence("shooter_hit", hits[0].discs, hits[0].instant_s),) if hits else ()),
        ),
    )


def _near(board: PennyBlackBoard, shot: Shot) -> dict[DiscId, float]:
    """The pennies within a penny diameter of the shooter at rest, with the gap (GEN-3)."""
    at = shot.rest.point(SHOOTER)
    if at is None:
        return {}
    radius, limit = board.piece.radius_mm, board.diameter_mm
    gaps = {disc: rim_gap_mm(at, radius, place, radius) for disc, place in shot.rest.on_board.items()}
    return {disc: gap for disc, gap in gaps.items() if gap < limit and disc != SHOOTER}


def _overhanging(board: PennyBlackBoard, shot: Shot) -> dict[DiscId, float]:
    """The pennies that this shot left overlapping the edge (GEN-2)."""
    places = {disc: shot.rest.point(disc) for disc in shot.paths if disc != SHOOTER}
    gaps = {disc: edge_gap_mm(at, board.piece.radius_mm, board.edge) for disc, at in places.items() if at is not None}
    return {disc: gap for disc, gap in gaps.items() if gap < 0.0}

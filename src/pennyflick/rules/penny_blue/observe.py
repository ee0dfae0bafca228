"""What a careful onlooker saw of a flick of Penny Blue, from the geometry of the shot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pennyflick.boards.games.penny_blue import PennyBlueBoard
from pennyflick.boards.measure import edge_distance_mm, edge_gap_mm, within_a_diameter
from pennyflick.rules.chains import reached, strikes_of
from pennyflick.rules.game import Position
from pennyflick.rules.penny_blue.facts import Facts
from pennyflick.rules.penny_blue.ledger import Ledger
from pennyflick.rules.penny_blue.pennies import BLUE, SOVEREIGNS, TEAMS
from pennyflick.rules.reasons import hits_of, illegal_push, push_contact, push_evidence, struck
from pennyflick.table import Contact, DiscId, Evidence, Flick, Left, Shot, Side, SideFlick


def observe(board: PennyBlueBoard, position: Position[Ledger], flick: Flick | SideFlick, shot: Shot) -> Facts:
    """The facts of one flick, each with what was measured."""
    side_flick = isinstance(flick, SideFlick)
    hits = hits_of(shot, flick.disc)
    off = tuple(event.disc for event in shot.events if isinstance(event, Left))
    enemy = position.ledger.turn.other
    chain = kill_chain(shot, enemy) if SOVEREIGNS[enemy] in off else None
    foul, push = illegal_push(shot), push_contact(shot)
    gap = _blue_gap_mm(board, shot)
    overhanging = dict(_overhanging(board, shot))
    facts = Facts(
        flicked=flick.held if isinstance(flick, SideFlick) else flick.disc,
        side_flick=side_flick,
        hit=side_flick or bool(hits),
        off=off,
        kill_chain=chain is not None,
        illegal_push=foul is not None,
        legal_push=push is not None and foul is None,
        blue_near_edge=gap is not None and within_a_diameter(gap, board.diameter_mm),
        overhanging=tuple(overhanging),
    )
    pushed = (push_evidence(foul),) if foul else (push_evidence(push, "legal_push"),) if push else ()
    near = (Evidence("blue_near_edge", (BLUE,), None, gap, board.diameter_mm),) if facts.blue_near_edge else ()
    over = (Evidence("overhanging", (disc,), None, gap_mm, 0.0) for disc, gap_mm in overhanging.items())
    return replace(facts, evidence=(*_timed(shot, hits[:1], chain), *pushed, *near, *over))


def _timed(shot: Shot, hits: tuple[Contact, ...], chain: Contact | None) -> Iterator[Evidence]:
    """The instants at which something happened."""
    for event in shot.events:
        if isinstance(event, Left):
            yield Evidence("off", (event.disc,), event.instant_s)
    yield from (Evidence("hit", hit.discs, hit.instant_s) for hit in hits)
    if chain is not None:
        yield Evidence("kill_chain", chain.discs, chain.instant_s)


def kill_chain(shot: Shot, enemy: Side) -> Contact | None:
    """The last hit of a chain that starts with the blue striking an enemy penny and ends at their sovereign (BLU-4)."""
    starts = tuple(hit for hit in strikes_of(shot, BLUE) if struck(hit, BLUE) in TEAMS[enemy])
    return reached(shot.events, starts, BLUE).get(SOVEREIGNS[enemy])


def _blue_gap_mm(board: PennyBlueBoard, shot: Shot) -> float | None:
    at = shot.rest.point(BLUE)
    return None if at is None else edge_distance_mm(at, board.edge) - board.piece.radius_mm


def _overhanging(board: PennyBlueBoard, shot: Shot) -> Iterator[tuple[DiscId, float]]:
    """The pennies that moved and now overlap the edge, with their (negative) gap to it."""
    for disc in shot.paths:
        at = shot.rest.point(disc)
        if at is not None and (gap := edge_gap_mm(at, board.piece.radius_mm, board.edge)) < 0:
            yield disc, gap

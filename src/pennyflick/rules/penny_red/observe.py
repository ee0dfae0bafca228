"""What a careful onlooker saw of a flick of Penny Red, from the geometry of the shot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pennyflick.boards.crossing import Crossing, crossed_whole_line
from pennyflick.boards.games.penny_red import PennyRedBoard, outward
from pennyflick.boards.measure import TOUCH_MM, edge_gap_mm, edge_points, lying, rim_gap_mm, touching
from pennyflick.rules.chains import reached, strikes_of
from pennyflick.rules.game import Position
from pennyflick.rules.penny_red.facts import Facts, RedAt
from pennyflick.rules.penny_red.ledger import Ledger, Phase
from pennyflick.rules.penny_red.options import Options
from pennyflick.rules.penny_red.pennies import PENNIES, RED, SHOOTERS, board_of, corners, discs_of, partner
from pennyflick.rules.penny_red.places import enemy_spots
from pennyflick.rules.reasons import illegal_push, push_contact, push_evidence, struck
from pennyflick.table import Contact, DiscId, Evidence, Flick, Layout, Left, Shot, Side, SideFlick, Spot


def observe(options: Options, position: Position[Ledger], flick: Flick | SideFlick, shot: Shot) -> Facts:
    """The facts of one flick, each with what was measured."""
    board, ledger, side = board_of(options), position.ledger, position.ledger.turn
    rest, flicked = shot.rest, flick.held if isinstance(flick, SideFlick) else flick.disc
    hits = _hits(shot, flicked, side)
    crossed = _crossed(board, side, shot)
    foul, push = illegal_push(shot), push_contact(shot)
    red_at = _red_at(board, side, rest)
    returned = ledger.phase is Phase.OPEN and red_at is RedAt.FAR
    facts = Facts(
        flicked=flicked,
        red_at=red_at,
        side_flick=isinstance(flick, SideFlick),
        shooters_met=hits.met,
        red_hit_by=hits.red_hit_by,
        cannon=hits.cannon is not None,
        off=tuple(event.disc for event in shot.events if isinstance(event, Left)),
        reached_by_red=hits.reached,
        struck_by_red=tuple(hits.struck),
        spots_blocked=returned and _blocked(options, rest, tuple(hits.struck)),
        crossed=tuple(crossed),
        across=tuple(disc for disc in SHOOTERS[side.other] if lies_across(board, rest, disc, side.other)),
        touching=touching_red(board, rest),
        over_edge=over_edge(board, rest),
        free_corners=_free_corners(options, side, rest, flicked) if ledger.phase is Phase.SERVE else (),
        illegal_push=foul is not None,
        legal_push=push is not None and foul is None,
    )
    pushed = (push_evidence(foul),) if foul else (push_evidence(push, "legal_push"),) if push else ()
    return replace(facts, evidence=(*_timed(shot, hits, crossed), *_measured(board, side, rest), *pushed))


@dataclass(frozen=True, slots=True)
class _Hits:
    """What the hits of a flick mean to the player."""

    met: bool  # his two shooters hit
    red_hit_by: tuple[DiscId, ...]
    cannon: Contact | None
    reached: tuple[DiscId, ...]  # enemy shooters, by a chain from the red
    struck: dict[DiscId, Contact]  # enemy shooters, by the red itself


def _hits(shot: Shot, flicked: DiscId, side: Side) -> _Hits:
    own, enemy, contacts = SHOOTERS[side], SHOOTERS[side.other], shot.contacts
    side_flick = isinstance(shot.flick, SideFlick)
    partners = tuple(struck(hit, RED) for hit in contacts if RED in hit.discs)
    hit_by = (flicked,) if side_flick else tuple(dict.fromkeys(disc for disc in partners if disc in own))
    met = any(set(hit.discs) == set(own) for hit in contacts)
    strikes = strikes_of(shot, RED) if partners else ()
    chain = reached(shot.events, strikes, RED) if strikes else {}
    first = {struck(hit, RED): hit for hit in reversed(strikes)}
    return _Hits(
        met,
        hit_by,
        _cannon(contacts, flicked) if met else None,
        tuple(disc for disc in enemy if disc in chain),
        {disc: first[disc] for disc in enemy if disc in first},
    )


def _timed(shot: Shot, hits: _Hits, crossed: Mapping[DiscId, Crossing]) -> Iterator[Evidence]:
    """The instants at which something happened."""
    for event in shot.events:
        if isinstance(event, Left):
            yield Evidence("off", (event.disc,), event.instant_s)
    if hits.cannon is not None:
        yield Evidence("cannon", hits.cannon.discs, hits.cannon.instant_s)
    yield from (Evidence("struck_by_red", hit.discs, hit.instant_s) for hit in hits.struck.values())
    yield from (Evidence("crossed", (disc,), crossing.instant_s) for disc, crossing in crossed.items())


def _measured(board: PennyRedBoard, side: Side, rest: Layout) -> Iterator[Evidence]:
    """The gaps that were measured at rest: red to line, shooters to red, red to edge."""
    at, radius = rest.point(RED), board.piece.radius_mm
    if at is None:
        return
    yield Evidence("red", (RED,), None, board.beyond_line_mm(side.other, at, radius), 0.0)
    yield from (Evidence("touching", (disc, RED), None, gap, TOUCH_MM) for disc, gap in _touching(board, rest).items())
    if (over := edge_gap_mm(at, radius, board.edge)) < 0:
        yield Evidence("over_edge", (RED,), None, over, 0.0)


def over_edge(board: PennyRedBoard, layout: Layout) -> Side | None:
    """The court whose edge the red overlaps (RED-18): the one on which that point of the edge lies."""
    at = layout.point(RED)
    if at is None:
        return None
    for place in edge_points(at, board.edge):
        if place.distance_mm < board.piece.radius_mm:
            return Side.ONE if outward(Side.ONE) * place.at.x_mm > 0 else Side.TWO
    return None


def touching_red(board: PennyRedBoard, layout: Layout) -> tuple[DiscId, ...]:
    """The shooters at rest that touch the red (RED-17)."""
    return tuple(_touching(board, layout))


def lies_across(board: PennyRedBoard, layout: Layout, shooter: DiscId, owner: Side) -> bool:
    """Whether a shooter lies wholly on the court of its owner's opponent (RED-15)."""
    at = layout.point(shooter)
    return at is not None and board.on_court(owner.other, at, board.piece.radius_mm)


def _cannon(contacts: tuple[Contact, ...], flicked: DiscId) -> Contact | None:
    """The hit of the other shooter on the red after the flicked one hit it (RED-12)."""
    other, met = partner(flicked), False
    for hit in contacts:
        met = met or set(hit.discs) == {flicked, other}
        if met and set(hit.discs) == {other, RED}:
            return hit
    return None


def _crossed(board: PennyRedBoard, side: Side, shot: Shot) -> dict[DiscId, Crossing]:
    found = {
        disc: crossed_whole_line(board, side, shot.paths.get(disc, ()), board.piece.radius_mm)
        for disc in SHOOTERS[side]
    }
    return {disc: crossing for disc, crossing in found.items() if crossing is not None}


def _red_at(board: PennyRedBoard, side: Side, rest: Layout) -> RedAt:
    at = rest.point(RED)
    if at is None:
        return RedAt.OFF
    return RedAt.FAR if board.on_court(side.other, at, board.piece.radius_mm) else RedAt.HERE


def _touching(board: PennyRedBoard, layout: Layout) -> dict[DiscId, float]:
    red, radius = layout.point(RED), board.piece.radius_mm
    if red is None:
        return {}
    places = ((disc, layout.point(disc)) for disc in PENNIES if disc != RED)
    gaps = {disc: rim_gap_mm(at, radius, red, radius) for disc, at in places if at is not None}
    return {disc: gap for disc, gap in gaps.items() if touching(gap)}


def _blocked(options: Options, rest: Layout, struck_discs: tuple[DiscId, ...]) -> bool:
    """Whether no enemy shooter that the red hit can be moved to a spot (RED-14)."""
    return bool(struck_discs) and all(enemy_spots(options, rest, disc).is_empty for disc in struck_discs)


def _free_corners(options: Options, side: Side, rest: Layout, server: DiscId) -> tuple[Spot, ...]:
    """The server's corner spots on which the serving shooter fits, centred (RED-6)."""
    board = board_of(options)
    others = lying(rest, discs_of(options), (server,))
    return tuple(
        spot
        for spot in corners(side)
        if all(rim_gap_mm(board.spots[spot], board.piece.radius_mm, at, radius) >= 0 for at, radius in others)
    )

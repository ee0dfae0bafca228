"""What an onlooker of a shot of Pichenotte sees, measured on the board."""

from __future__ import annotations

from collections.abc import Mapping

from pennyflick.boards.games.pichenotte import PichenotteBoard
from pennyflick.boards.measure import TOUCH_MM, line_gap_mm, touching
from pennyflick.rules.pichenotte.facts import Count, Facts
from pennyflick.rules.pichenotte.pucks import owner_of
from pennyflick.table import Contact, DiscId, Evidence, Flick, Holed, Left, Point, Shot, SideFlick


def observe(board: PichenotteBoard, flick: Flick | SideFlick, shot: Shot) -> Facts:
    """The facts of one shot."""
    lying = shot.rest.on_board
    radius = board.piece.radius_mm
    points = {puck: board.points(at, radius) for puck, at in lying.items()}
    hit = _first_hit(shot)
    sunk = {event.disc: event.instant_s for event in shot.events if isinstance(event, Holed)}
    left = {event.disc: event.instant_s for event in shot.events if isinstance(event, Left)}
    beyond = tuple(puck for puck, value in points.items() if value == 0)
    on_line = _on_line(board, {puck: at for puck, at in lying.items() if points[puck]})
    return Facts(
        called=isinstance(flick, Flick) and flick.call == "twenty",
        touched=hit is not None,
        sunk=tuple(sunk),
        out=(*left, *beyond),
        in_fifteen=points.get(flick.disc) == 15,
        count=counted(board, lying),
        evidence=(
            *((Evidence("touched", hit.discs, hit.instant_s),) if hit else ()),
            *(Evidence("sunk", (puck,), instant) for puck, instant in sunk.items()),
            *(Evidence("out", (puck,), instant) for puck, instant in left.items()),
            *(_inside(board, "out", puck, lying[puck]) for puck in beyond),
            *(Evidence("on_line", (puck,), None, gap, TOUCH_MM) for puck, gap in on_line.items()),
            *((_inside(board, "fifteen", flick.disc, lying[flick.disc]),) if flick.disc in lying else ()),
        ),
    )


def counted(board: PichenotteBoard, lying: Mapping[DiscId, Point]) -> Count:
    """Where the pucks that lie on the board count (PIC-8, PIC-10)."""
    points = {puck: board.points(at, board.piece.radius_mm) for puck, at in lying.items()}
    return Count(
        fifteens=tuple(puck for puck, value in points.items() if value == 15),
        tens=tuple(puck for puck, value in points.items() if value == 10),
        on_line=tuple(_on_line(board, {puck: at for puck, at in lying.items() if points[puck]})),
    )


def _first_hit(shot: Shot) -> Contact | None:
    """The first hit between pucks of different sides."""
    hits = (event for event in shot.events if isinstance(event, Contact))
    return next((hit for hit in hits if owner_of(hit.a) is not owner_of(hit.b)), None)


def _on_line(board: PichenotteBoard, lying: dict[DiscId, Point]) -> dict[DiscId, float]:
    """The pucks that touch the 15 line or the 10 line, with their gap to it (PIC-10)."""
    radius, rings = board.piece.radius_mm, (board.fifteen_ring, board.ten_ring)
    gaps = {puck: min(line_gap_mm(at, radius, ring) for ring in rings) for puck, at in lying.items()}
    return {puck: gap for puck, gap in gaps.items() if touching(gap)}


def _inside(board: PichenotteBoard, fact: str, puck: DiscId, at: Point) -> Evidence:
    """How far a puck's rim is inside the line that matters, of which it must be clear."""
    ring = board.fifteen_ring if fact == "fifteen" else board.baseline_ring
    return Evidence(fact, (puck,), None, board.inside_mm(ring, at, board.piece.radius_mm), TOUCH_MM)

"""What a careful onlooker saw of a flick at Penny Green: zones, lines, gaps and collisions, read from the shot."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pennyflick.boards.crossing import Exit, Path, Visit, first_exit, left_goal_area, zones_visited
from pennyflick.boards.games.penny_green import PennyGreenBoard, Zone
from pennyflick.boards.measure import TOUCH_MM, rim_gap_mm
from pennyflick.rules.penny_green.facts import Facts, Out
from pennyflick.rules.penny_green.ledger import Attack, Ledger, Restart
from pennyflick.rules.penny_green.pieces import GREEN
from pennyflick.rules.reasons import hits_of, illegal_push, push_evidence, struck
from pennyflick.table import Contact, DiscId, Evidence, Flick, Left, Point, Shot, Side, SideFlick

_LINES = {Side.ONE: (Out.LINE_ONE, Out.GOAL_ONE), Side.TWO: (Out.LINE_TWO, Out.GOAL_TWO)}
_THREE = 3


def observe(board: PennyGreenBoard, ledger: Ledger, flick: Flick | SideFlick, shot: Shot) -> Facts:
    """The facts of one flick, with what was measured."""
    green = _Green(board, shot)
    hits = hits_of(shot, flick.disc)
    gaps = green.gaps_mm()
    areas = {side: _areas(board, side, shot) for side in Side}
    push = illegal_push(shot)
    gone = tuple(event for event in shot.events if isinstance(event, Left) and event.disc != GREEN)
    stayed = _stayed(board, ledger, green)
    evidence = (
        *((push_evidence(push),) if push else ()),
        *(Evidence("hit", contact.discs, contact.instant_s) for contact in hits),
        *(Evidence("moved", (disc,), path[0].t0_s) for disc, path in shot.paths.items() if path),
        *green.evidence(),
        *(Evidence("off", (event.disc,), event.instant_s) for event in gone),
        *(Evidence("near", (disc, GREEN), None, gap, board.diameter_mm) for disc, gap in gaps.items()),
        *(Evidence("in_area", (disc,), None, gap, TOUCH_MM) for area in areas.values() for disc, gap in area.items()),
    )
    return Facts(
        flicked=flick.disc,
        moved=tuple(disc for disc in shot.paths if disc != flick.disc),
        hit=tuple(dict.fromkeys(struck(contact, flick.disc) for contact in hits)),
        collided=tuple(dict.fromkeys(struck(contact, GREEN) for contact in green.collisions)),
        struck_from=green.visits[0].zone if green.visits else Zone.CENTRE,
        zones=tuple(dict.fromkeys(visit.zone for visit in green.visits)),
        out=green.out,
        off=tuple(event.disc for event in gone),
        near=tuple(gaps),
        in_area_one=tuple(areas[Side.ONE]),
        in_area_two=tuple(areas[Side.TWO]),
        stayed=stayed,
        illegal_push=push is not None,
        picked_up=isinstance(flick, Flick) and flick.start is not None,
        evidence=evidence,
    )


class _Green:
    """The green during one flick, until it is out of play."""

    def __init__(self, board: PennyGreenBoard, shot: Shot) -> None:
        self.board, self.shot = board, shot
        self.radius_mm = board.piece.radius_mm
        self.path: Path = shot.paths.get(GREEN, ())
        self.start = shot.start.point(GREEN)
        self.exit: Exit | None = first_exit(board, self.path, self.radius_mm) if self.path else None
        self.until_s = self.exit.instant_s if self.exit else math.inf
        self.visits: tuple[Visit, ...] = self._visits()
        self.collisions: tuple[Contact, ...] = tuple(
            contact for contact in hits_of(shot, GREEN) if contact.instant_s <= self.until_s
        )

    def _visits(self) -> tuple[Visit, ...]:
        if self.start is None:
            return ()
        return zones_visited(self.board, self.start, self.path, self.radius_mm, self.until_s)

    @property
    def out(self) -> Out:
        """How it went out of play (GRN-3)."""
        if self.exit is None:
            return Out.NO
        side = self.exit.line.goal_of
        return Out.SIDE if side is None else _LINES[side][self.exit.between_pegs]

    @property
    def rest(self) -> Point | None:
        """Where it lies in play at the end."""
        return None if self.exit else self.shot.rest.point(GREEN)

    def gaps_mm(self) -> dict[DiscId, float]:
        """The pennies within a diameter of it at rest, with their gaps (GRN-14, GEN-3)."""
        rest, radius = self.rest, self.radius_mm
        if rest is None:
            return {}
        lying = self.shot.rest.on_board.items()
        gaps = {disc: rim_gap_mm(rest, radius, at, radius) for disc, at in lying if disc != GREEN}
        return {disc: gap for disc, gap in gaps.items() if gap < self.board.diameter_mm}

    def evidence(self) -> Iterator[Evidence]:
        """When it was intercepted, reached a third zone, went out."""
        for contact in self.collisions:
            yield Evidence("collided", contact.discs, contact.instant_s)
        seen: dict[Zone, Visit] = {}
        for visit in self.visits:
            seen.setdefault(visit.zone, visit)
        if len(seen) == _THREE:
            yield Evidence("zones", (GREEN,), max(visit.instant_s for visit in seen.values()))
        if self.exit:
            yield Evidence("out", (GREEN,), self.exit.instant_s)
        if self.rest is not None:
            gaps = (self.board.goal_area_gap_mm(side, self.rest, self.radius_mm) for side in Side)
            yield Evidence("stayed", (GREEN,), None, min(gaps), TOUCH_MM)


def _stayed(board: PennyGreenBoard, ledger: Ledger, green: _Green) -> bool:
    """At the first flick of a goal flick: whether the green was never wholly outside the goal area (GRN-24)."""
    phase = ledger.phase
    if not isinstance(phase, Attack) or phase.restart is not Restart.GOAL_FLICK or phase.hits:
        return False
    left = left_goal_area(board, phase.side, green.path, green.radius_mm)
    return left is None or left.instant_s > green.until_s


def _areas(board: PennyGreenBoard, side: Side, shot: Shot) -> dict[DiscId, float]:
    """The pennies at rest in that side's goal area, with their gap to its line (GRN-3, 15)."""
    radius = board.piece.radius_mm
    lying = shot.rest.on_board.items()
    gaps = {disc: board.goal_area_gap_mm(side, at, radius) for disc, at in lying if disc != GREEN}
    return {disc: gap for disc, gap in gaps.items() if gap <= TOUCH_MM}

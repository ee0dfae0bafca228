"""Why an answer cannot be accepted at Penny Green: the shared check, and what concerns several pieces at once."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeGuard

from pennyflick.boards.measure import rim_gap_mm
from pennyflick.boards.regions import Area
from pennyflick.rules.partners import SINGLES
from pennyflick.rules.penny_green.ledger import Attack, FlickOff, Ledger
from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.penny_green.pieces import belongs, pieces
from pennyflick.rules.penny_green.placing import Formation, Ground
from pennyflick.rules.refusing import refuse_by_decision, refuse_declared_discs, refused
from pennyflick.table import (
    Answer,
    AskFlick,
    AskPlace,
    Clause,
    Decision,
    Declare,
    DiscId,
    Flick,
    Owner,
    Place,
    Point,
    Refusal,
    Region,
    phrase,
)

GRN_4, GRN_20, GRN_23 = Clause("GRN-4"), Clause("GRN-20"), Clause("GRN-23")
_EXACT_MM = 1e-6  # a layout's own decimals


def refuse(options: Options, asked: Decision | None, ground: Ground, ledger: Ledger, answer: Answer) -> Refusal | None:
    """Why this answer cannot be accepted, or None."""
    found = _wrong_penny(ledger, asked, answer) or refuse_by_decision(asked, answer)
    if asked is None:
        return found
    if isinstance(answer, Place):
        return _refuse_place(ground, ledger, asked, answer, found)
    if found is None and isinstance(answer, Declare):
        return _refuse_declared(options, answer)
    return found


def _refuse_declared(options: Options, answer: Declare) -> Refusal | None:
    if not isinstance(answer.discs, tuple):
        return refused(None, "say which discs were concerned, as a list")  # type: ignore[unreachable]  # from outside
    return refuse_declared_discs(answer, SINGLES, pieces(options))


def _wrong_penny(ledger: Ledger, asked: Decision | None, answer: Answer) -> Refusal | None:
    """GRN-4: only own pennies are flicked; GRN-23: not the same one for the second flick after a restart."""
    if asked is None or not isinstance(answer, Flick) or not isinstance(answer.disc, str):
        return None
    if not any(isinstance(ask, AskFlick) for ask in asked.asks):
        return None
    side = asked.seats[0].side
    if not belongs(answer.disc, side):
        told = phrase(f"{answer.disc!r} is not one of", Owner(side), "pennies: only those may be flicked")
        return refused(GRN_4, told)
    phase = ledger.phase
    if isinstance(phase, Attack) and phase.hits == 1 and answer.disc == phase.first:
        return refused(
            GRN_23, f"{answer.disc} made the first flick after the {phase.restart.value}; take another penny"
        )
    return None


def _refuse_place(
    ground: Ground, ledger: Ledger, asked: Decision, place: Place, found: Refusal | None
) -> Refusal | None:
    """The shared check looks at each piece alone; here they are looked at together."""
    if found is not None and found.nearest is None:
        return found
    regions = _regions(asked, place)
    points = {disc: point.rounded() for disc, point in place.points.items() if _is_place(point)}
    if len(points) < 2 or len(points) < len(place.points):
        return found
    side = ledger.phase.placer if isinstance(ledger.phase, FlickOff) else None
    formation = Formation(ground, asked.clauses[0], side, regions)
    if found is None:
        return _refuse_together(formation, points)
    wrong = next(disc for disc in regions if regions[disc].breaks(points[disc]) is not None)
    return replace(found, nearest=_nearest(formation, points, wrong) or found.nearest)


def _nearest(formation: Formation, points: Mapping[DiscId, Point], disc: DiscId) -> Point | None:
    """The nearest place for one piece that suits all the others."""
    region = formation.region(disc, points)
    return region.find(points[disc]) if isinstance(region, Area) else region.nearest(points[disc])


def _is_place(point: Point | None) -> TypeGuard[Point]:
    return isinstance(point, Point) and math.isfinite(point.x_mm) and math.isfinite(point.y_mm)


def _refuse_together(formation: Formation, points: Mapping[DiscId, Point]) -> Refusal | None:
    """The first piece that is too near to one before it, or is a second one in the own goal area."""
    radius = formation.ground.radius_mm
    for (other, there), (disc, at) in itertools.combinations(points.items(), 2):
        if rim_gap_mm(at, radius, there, radius) < formation.gap_mm - _EXACT_MM:
            return refused(formation.clause, f"{disc} is too near to {other}", _nearest(formation, points, disc))
        if formation.in_own_area(there) and formation.in_own_area(at):
            sentence = f"{disc} would be a second penny in the goal area, beside {other}"
            return refused(GRN_20, sentence, _nearest(formation, points, disc))
    return None


def _regions(asked: Decision, place: Place) -> Mapping[DiscId, Region]:
    return next(ask.discs for ask in asked.asks if isinstance(ask, AskPlace) and set(ask.discs) == set(place.points))

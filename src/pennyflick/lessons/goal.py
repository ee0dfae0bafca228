"""What a try must come to: the referee's rulings and facts of the position, as a file writes them.

Law: a goal is met or not by the match as it stands, whoever asks; nothing is remembered beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pennyflick.boards.measure import edge_gap_mm, rim_gap_mm
from pennyflick.match.referee import Match, decision
from pennyflick.record.notation import NotationError, read_place
from pennyflick.record.position_text import has_fields, parse_fields
from pennyflick.record.scanner import Scanner
from pennyflick.table import Clause, DiscId, Point
from pennyflick.table.near_miss import did_you_mean

EDGE, ANY = "edge", "any"  # what a disc may be near to or apart from besides discs and places
NOBODY = "nobody"  # acts next: the match is over


class GoalError(ValueError):
    """A goal that cannot be read."""


@dataclass(frozen=True, kw_only=True)
class Goal:
    """All that is written must be so. Lengths go from rim to rim, from rim to edge, or from a place to the centre."""

    ruled: tuple[Clause, ...] = ()  # each was cited by a ruling of this try
    not_ruled: tuple[Clause, ...] = ()  # none of them was
    lies: tuple[DiscId, ...] = ()  # discs that lie on the board
    gone: tuple[DiscId, ...] = ()  # discs that do not
    within: tuple[str, ...] = ()  # "A1 red 40": at most so many millimetres from a disc, a spot, x,y or the edge
    apart: tuple[str, ...] = ()  # "shooter any 20.3": at least so many
    inside: tuple[str, ...] = ()  # "green 100,-200 300,200": its centre in the box with these corners
    then: str = ""  # fields of the ledger as positions write them: "points=2-0"
    next: str = ""  # which side must act: one, two or nobody

    @property
    def conditions(self) -> Iterator[str]:
        """The names of those that are written."""
        return (name for name in _CONDITIONS if getattr(self, name))


def unmet(goal: Goal, match: Match) -> tuple[str, ...]:
    """What is not so, each by the key of its condition; raises GoalError or PositionError for what cannot be read."""
    return tuple(name for name in goal.conditions if not _CONDITIONS[name](getattr(goal, name), match))


def broken(goal: Goal, match: Match) -> bool:
    """Whether something happened that must not: no later answer can mend it."""
    return bool(goal.not_ruled) and not _not_ruled(goal.not_ruled, match)


def spare_mm(goal: Goal, match: Match) -> float | None:
    """By how much a goal that is met is met, where something can be measured: the least of it; None: nothing can."""
    found = [
        *(limit - gap for gap, limit in _gaps(goal.within, match)),
        *(gap - limit for gap, limit in _gaps((each for each in goal.apart if not _from_place(each, match)), match)),
        *(_gap_mm(match, disc, at, EDGE) for disc in goal.lies if (at := _point(match, disc)) is not None),
        *(_depth_mm(each, match) for each in goal.inside),
        *_measured(goal, match),
    ]
    return min((each for each in found if each is not None), default=None)


def cited(match: Match) -> set[Clause]:
    """The clauses of every ruling so far."""
    return {clause for action in match.actions for clause in action.verdict.clauses}


def _ruled(clauses: tuple[Clause, ...], match: Match) -> bool:
    return set(clauses) <= cited(match)


def _not_ruled(clauses: tuple[Clause, ...], match: Match) -> bool:
    return not set(clauses) & cited(match)


def _lies(discs: tuple[DiscId, ...], match: Match) -> bool:
    return all(_point(match, disc) is not None for disc in discs)


def _gone(discs: tuple[DiscId, ...], match: Match) -> bool:
    return all(_point(match, disc) is None for disc in discs)


def _within(told: tuple[str, ...], match: Match) -> bool:
    return all(gap is not None and gap <= limit for gap, limit in (_gap(each, match) for each in told))


def _apart(told: tuple[str, ...], match: Match) -> bool:
    return all(gap is not None and gap >= limit for gap, limit in (_gap(each, match) for each in told))


def _inside(told: tuple[str, ...], match: Match) -> bool:
    return all(_in_box(each, match) for each in told)


def _then(told: str, match: Match) -> bool:
    return has_fields(match.game, match.position.ledger, parse_fields(match.game, told))


def _next(side: str, match: Match) -> bool:
    if side not in ("one", "two", NOBODY):
        raise GoalError(f"next cannot be {side!r}; it is one, two or {NOBODY}")
    asked = decision(match)
    return side == (NOBODY if asked is None else asked.seats[0].side.value)


_CONDITIONS: Mapping[str, Callable[[Any, Match], bool]] = {
    "ruled": _ruled,
    "not_ruled": _not_ruled,
    "lies": _lies,
    "gone": _gone,
    "within": _within,
    "apart": _apart,
    "inside": _inside,
    "then": _then,
    "next": _next,
}


def _point(match: Match, disc: str) -> Point | None:
    known = match.position.layout.where
    if disc not in known:
        raise GoalError(f"no disc named {disc!r}; {did_you_mean(disc, known)}")
    return match.position.layout.point(DiscId(disc))


def _gap(told: str, match: Match) -> tuple[float | None, float]:
    """How far the two things are apart, None where one is not there, and the length that was written."""
    words = told.split()
    if len(words) != 3:
        raise GoalError(
            f"{told!r} is no distance; write a disc, what it is measured from, and millimetres: 'A1 red 40'"
        )
    try:
        limit = float(words[2])
    except ValueError:
        raise GoalError(f"{words[2]!r} in {told!r} is no length in millimetres") from None
    at = _point(match, words[0])
    return (None if at is None else _gap_mm(match, words[0], at, words[1])), limit


def _gap_mm(match: Match, disc: str, at: Point, other: str) -> float | None:
    radii = {each.id: each.radius_mm for each in match.game.discs}
    radius = radii[DiscId(disc)]
    if other == EDGE:
        return edge_gap_mm(at, radius, match.game.board.surface.edge)
    if other != ANY and other not in radii:
        return at.distance_mm(_place(match, other))
    others = {each: there for each, there in match.position.layout.on_board.items() if each != disc}
    gaps = (rim_gap_mm(at, radius, there, radii[each]) for each, there in others.items() if other in (ANY, each))
    return min(gaps, default=None)


def _gaps(told: Iterable[str], match: Match) -> Iterator[tuple[float, float]]:
    """The lengths that can be measured, each with the one that was written."""
    return ((gap, limit) for gap, limit in (_gap(each, match) for each in told) if gap is not None)


def _from_place(told: str, match: Match) -> bool:
    """Whether a length goes from a place: it says that something moved, not how well."""
    other = told.split()[1]
    return other not in (EDGE, ANY) and other not in match.position.layout.where


def _measured(goal: Goal, match: Match) -> Iterator[float]:
    """By how much the rulings that a goal asks for were clear."""
    reasons = (reason for action in match.actions for reason in action.verdict.reasons if reason.clause in goal.ruled)
    for evidence in (reason.evidence for reason in reasons):
        if evidence and evidence.measured_mm is not None and evidence.limit_mm is not None:
            yield abs(evidence.measured_mm - evidence.limit_mm)


def _in_box(told: str, match: Match) -> bool:
    depth = _depth_mm(told, match)
    return depth is not None and depth >= 0.0


def _depth_mm(told: str, match: Match) -> float | None:
    """How far within a box a disc's centre lies; less than 0: outside; None: it does not lie on the board."""
    words = told.split()
    if len(words) != 3:
        raise GoalError(f"{told!r} is no box; write a disc and two corners: 'green 100,-200 300,200'")
    at, a, b = _point(match, words[0]), _place(match, words[1]), _place(match, words[2])
    return None if at is None else min(_depth(a.x_mm, at.x_mm, b.x_mm), _depth(a.y_mm, at.y_mm, b.y_mm))


def _depth(a: float, x: float, b: float) -> float:
    return min(x - min(a, b), max(a, b) - x)


def _place(match: Match, text: str) -> Point:
    try:
        return read_place(Scanner(text), match.game.board.spots)
    except NotationError as error:
        raise GoalError(f"{text!r} is no disc, and {error.expected} was expected") from None
